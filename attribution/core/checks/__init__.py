"""Whether a cited page is there, is the one meant and can speak of the claim, and the verdict that follows."""
