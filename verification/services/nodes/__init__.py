"""Nodes as rows: saved, deleted, summarised for lists, and shipped for the demo."""
