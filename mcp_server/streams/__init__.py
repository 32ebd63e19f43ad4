"""The progress of work as a stream of events, read by programs and by our own pages instead of asking again and again."""
