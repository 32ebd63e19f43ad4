"""Official series as pages and the API show them: what one measures, what was kept of it, and what publishers have."""
