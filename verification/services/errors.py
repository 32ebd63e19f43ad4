"""How a service says that it won't."""


class Refused(Exception):
    """The state of things does not allow what was asked; the message is one plain, translated sentence for the person who asked.

    ``field`` names what they wrote that would have to change, where it is one thing.
    """

    def __init__(self, message: str = "", *, field: str = "") -> None:
        super().__init__(message)
        self.field = field
