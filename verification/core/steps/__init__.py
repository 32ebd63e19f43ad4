"""Whether a step that an agent reports, or is about to take, is what its tools returned: field by field, both sides quoted."""
