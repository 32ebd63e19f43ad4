"""The fit of the judge of claims."""
