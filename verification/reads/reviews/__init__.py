"""The review desk: the queue and its items, as the API answers them, and how often people agreed with the machine."""
