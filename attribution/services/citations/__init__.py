"""Citation reports: asked for, checked address by address, reviewed, checked again by the clock, and exported."""
