"""Events: who sees which, what happened to one, and how it is answered."""
