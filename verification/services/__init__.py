"""What is done with the rows: load, ask the core, save, in one transaction, and audit. No network inside a transaction."""
