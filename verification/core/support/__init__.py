"""Whether a page answers a node or says what a statement says: `binding` for figures, `entailment` for statements, `values` and `answers` to compare what was said."""
