"""Rows in, core, rows out: one transaction each, never a call to the outside inside of one."""
