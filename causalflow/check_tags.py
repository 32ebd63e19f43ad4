"""What a program of ours asks of the system checks when it starts; ``manage.py check`` asks all of them."""

# What the environment says: every process needs it to be right, whatever it serves. These look at settings alone.
ENVIRONMENT = "environment"
# The files that were fitted: for programs that weigh figures, claims and wordings.
FITTED = "fitted"
