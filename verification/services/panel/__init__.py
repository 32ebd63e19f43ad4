"""Models at work on a question: which mode it needs, how a panel decides it, and when one model is asked to propose."""
