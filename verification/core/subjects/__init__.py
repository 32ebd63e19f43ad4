"""Whose figure it is: names of things in both languages, countries and central banks, and whether a page speaks of the same one."""
