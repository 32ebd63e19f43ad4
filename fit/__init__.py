"""Measuring and fitting on open data. Nothing here runs in the product."""
