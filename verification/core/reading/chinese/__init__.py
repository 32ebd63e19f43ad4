"""Chinese sentences: whose each figure and each act is, and what is measured or done."""
