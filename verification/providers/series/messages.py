"""SDMX-ML, the XML of statistical offices: the observations of one series, as the message writes them.

A document type, and with it every entity that could be expanded or fetched, is refused before anything of it is read.
"""

from collections.abc import Iterator
from xml.parsers import expat

from verification.core.vocabulary import Fault
from verification.providers.api_faults import unreadable
from verification.providers.base import ProviderError

MOST_DEPTH = 40
MOST_CELL = 10_000


class Refusal(Exception):
    """The message holds what is not read; the words say what."""


class _Reader:
    """Follows the parser through a message. Structure-specific: ``<Obs TIME_PERIOD= OBS_VALUE=>``; generic: values in elements."""

    def __init__(self) -> None:
        self.path: list[str] = []
        self.series: dict[str, str] = {}
        self.row: dict[str, str] = {}
        self.rows: list[dict[str, str]] = []
        self.root = ""
        self.is_data = False
        self.count = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        self.path.append(local)
        self.root = self.root or local
        if len(self.path) > MOST_DEPTH or any(len(value) > MOST_CELL for value in attributes.values()):
            raise Refusal("a message without end")
        plain = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        if local == "DataSet":
            self.is_data = True
        elif local == "Series":
            self.count += 1
            self.series = plain
            if self.count > 1:
                raise Refusal("more than one series")
        elif local == "Obs":
            self.row = {**self.series, **plain}
        elif "Obs" in self.path or "Series" in self.path:
            self._read_generic(local, plain)

    def end(self, _name: str) -> None:
        if self.path.pop() == "Obs":
            if "TIME_PERIOD" not in self.row:
                raise Refusal("an observation of no period")
            # A missing figure may be left out.
            self.rows.append({"OBS_VALUE": "", **self.row})

    def _read_generic(self, local: str, plain: dict[str, str]) -> None:
        """``<ObsDimension value=>``, ``<ObsValue value=>`` and ``<Value id= value=>`` of attributes."""
        if local == "ObsDimension":
            self.row["TIME_PERIOD"] = plain.get("value", "")
        elif local == "ObsValue":
            self.row["OBS_VALUE"] = plain.get("value", "")
        elif local == "Value" and "id" in plain:
            (self.row if "Obs" in self.path else self.series)[plain["id"]] = plain.get("value", "")


def read_message(service: str, body: bytes) -> Iterator[dict[str, str]]:
    """The observations of the one series of a message, by the names of the standard; ``BAD_ANSWER`` for anything else."""
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parse(service, parser, body)
    if reader.root == "Error":
        raise ProviderError(f"{service} has no such series.", permanent=True, fault=Fault.NOT_FOUND, http_status=200)
    if not reader.is_data:
        raise unreadable(service, "something else than a message of data")
    yield from reader.rows


def parse(service: str, parser: expat.XMLParserType, body: bytes) -> None:
    """Run a parser over a message of an office; ``BAD_ANSWER`` where it is no XML, declares a document type or passes a bound."""
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(body, True)
    except Refusal as refused:
        raise unreadable(service, str(refused)) from None
    except (expat.ExpatError, ValueError, UnicodeError):
        raise unreadable(service, "a message that can't be read") from None


def _refuse_doctype(*_declared: object) -> None:
    raise Refusal("a message with a document type")
