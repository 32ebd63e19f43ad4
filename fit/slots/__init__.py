"""Sentences and names with their slots, written by hand, that the reader is measured against."""
