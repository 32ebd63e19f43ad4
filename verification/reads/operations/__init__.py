"""What the installation does and what its calls took."""
