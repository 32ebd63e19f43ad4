"""Pictures made on the server from rows that a page has: a history, candidates on one axis, columns by day, the graph."""
