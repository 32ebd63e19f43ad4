"""What pages, API and files show of citations and attributions: reads, and the shapes in which they are answered."""
