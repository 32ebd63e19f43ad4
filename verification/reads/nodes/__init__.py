"""Nodes: found by name and filter, with their history, links and watchers, and as the API answers them."""
