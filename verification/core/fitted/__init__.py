"""What a fit found and the product ships: its files with their digests, and the models that they hold."""
