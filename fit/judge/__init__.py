"""Fits the judge on open data: cases, features, trees, thresholds, and the report of what they are worth."""
