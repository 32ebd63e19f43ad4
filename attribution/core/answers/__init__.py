"""From the sentences of an answer to the passages that carry them: `reverse` is the door, `forward` the short way."""
