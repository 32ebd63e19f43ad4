"""The rules of running an installation: quotas and money, repeated calls, health, samples, shares, and the chained audit trail."""
