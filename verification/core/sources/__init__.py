"""Who stands behind a page: its domain, its independence and origin, how often it was right, and whether it sells, imitates or gives orders."""
