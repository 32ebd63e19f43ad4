"""Services that search: one file each, asked by ``gateway.search``."""
