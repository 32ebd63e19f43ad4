"""The one door to the open web: where an address may lead, how a host is asked, and what it answered."""
