"""The words of texts: sentences, tokens and index terms, the few words that say nothing or the same, and what a text is as a vector."""
