"""The facts of a statement, how a passage stands to them (`standing`), and whether two answers are one (`answers`)."""
