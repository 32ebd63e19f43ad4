"""The review desk: what a card shows, how a person rules, and what a ruling does."""
