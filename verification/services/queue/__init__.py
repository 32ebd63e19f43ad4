"""Queued work and who holds it: the broker, the backlog, workers, leases, work of the dead, and requests that come twice."""
