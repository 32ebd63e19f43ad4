"""How a service says that it won't."""


class Refused(Exception):
    """The state of things does not allow what was asked; the message is one plain, translated sentence for the person who asked."""
