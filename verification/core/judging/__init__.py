"""Which figure of a page answers a question: its features (`binding`), what excludes it (`exclusions`), and the fitted judge (`scorer`)."""
