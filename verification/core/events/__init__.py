"""Events (seed 003): a message is read, searched for, held against evidence and past events, and believed so far."""
