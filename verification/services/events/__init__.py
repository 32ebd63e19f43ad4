"""Events from message to outcome: analysed state by state, with the tools and models each state may ask."""
