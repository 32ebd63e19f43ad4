"""Whether what a person ruled still stands on what is found now."""
