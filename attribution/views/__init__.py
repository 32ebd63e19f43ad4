"""Pages about citations; views hold no logic."""
