"""What pages, API and files show: each module holds the reads of one subject and the shape in which they are answered."""
