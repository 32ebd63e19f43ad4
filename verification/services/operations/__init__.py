"""Running the installation: supervision, housekeeping, retention, health, spending, tokens and preferences."""
