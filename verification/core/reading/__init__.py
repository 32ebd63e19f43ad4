"""What a text says: every figure and event as a statement with named slots, the same for nodes, claims, answers and events."""
