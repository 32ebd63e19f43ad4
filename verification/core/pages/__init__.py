"""What an answer of the web is: an article, or what stands in its place."""
