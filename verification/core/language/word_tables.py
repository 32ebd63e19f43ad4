"""Word lists of the core written as plain text: one line per entry reads better than a wall of quotes."""


def words(text: str) -> frozenset[str]:
    """The words of ``text``, parted by white space."""
    return frozenset(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """The phrases of ``text``, parted by "|" or line ends, in their order."""
    return tuple(phrase.strip() for phrase in text.replace("\n", "|").split("|") if phrase.strip())


def table(rows: str, separator: str = " ") -> dict[str, str]:
    """Each name of lines like "CODE: name, name" with its code."""
    pairs = (line.split(": ", 1) for line in rows.strip().splitlines())
    return {name: code for code, names in pairs for name in names.split(separator)}
