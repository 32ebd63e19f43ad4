"""What every call of the API shares: who may make it and how often, what it may say, how lists, errors and operations are described."""
