"""Pages: read the rows, choose the template. Writes go through ``verification.services``."""
