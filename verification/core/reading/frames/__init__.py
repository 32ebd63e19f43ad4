"""What a blank or a name asks for beside what surrounds a figure of a page, both read by the same code."""
