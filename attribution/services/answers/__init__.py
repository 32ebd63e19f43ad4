"""Answers traced to their documents: settings, sizes, results, and what readers say of the sources."""
