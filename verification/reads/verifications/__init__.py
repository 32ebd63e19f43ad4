"""Verifications as the VotingResult of the contract, and what webhooks tell."""
