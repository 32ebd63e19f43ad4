"""Who stands behind a page: its domain, its independence and origin, how often it was right, whether it sells or gives orders."""
