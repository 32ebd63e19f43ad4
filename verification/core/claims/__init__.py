"""Does a claim stand in these documents: its words, figures, names and signs, weighed by one fitted judge."""
