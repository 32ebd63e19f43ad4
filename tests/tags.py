"""The tags of a page, without the tree that BeautifulSoup builds of them, which takes most of the time where many pages are searched."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass(frozen=True)
class Tag:
    """``attrs`` by name in lower case, with their entities read; one without a value has an empty one."""

    name: str
    attrs: dict[str, str]
    html: str

    def get(self, name: str) -> str:
        return self.attrs.get(name, "")


@dataclass
class _Reader(HTMLParser):
    found: list[Tag] = field(default_factory=list)

    def __post_init__(self) -> None:
        HTMLParser.__init__(self)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(Tag(tag, {name: value or "" for name, value in attrs}, self.get_starttag_text() or ""))


def read_tags(content: bytes) -> list[Tag]:
    """Every tag that begins an element, in the order of the page. The same tokenizer as BeautifulSoup's ``html.parser``."""
    reader = _Reader()
    reader.feed(content.decode())
    reader.close()
    return reader.found
