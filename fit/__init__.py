"""What is made from open data and committed: the tables beside the core. Nothing of it runs in the product."""
