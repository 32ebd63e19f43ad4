"""Runs and their verdicts as they are answered, and the ruling that a state rests on."""
