"""The edge: where pages come from and who proposes which figure answers a node."""
