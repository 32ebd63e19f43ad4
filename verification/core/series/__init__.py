"""Official series: the catalogue of them, which one a node's name asks for, and the observation that answers it."""
