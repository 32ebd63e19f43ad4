"""Whether a page says what a statement says (`entailment`), and whether two answers are one (`answers`)."""
