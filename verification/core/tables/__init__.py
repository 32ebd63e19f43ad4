"""Tables and the figures of answers: one reader of rows and columns, and the fitted judge of whose figure a sentence gives (`judging`)."""
