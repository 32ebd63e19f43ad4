"""Verification runs: asked for, claimed, investigated, heard by a panel where there is risk, and saved with their results."""
