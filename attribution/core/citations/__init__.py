"""The citations of a text, each with its exact place and its claim, and the text with what was found of them."""
