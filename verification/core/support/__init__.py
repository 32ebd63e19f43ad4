"""Whether a page answers a node (`binding`) or says what a statement says (`entailment`), and whether two answers are one (`answers`)."""
