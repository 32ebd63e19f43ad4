"""SDMX-ML structures: which tables an office has, and of one table its dimensions with their codes.

Read as the messages of data are (``messages``): on Python's expat, a document type refused where it is declared, depth, length and number
bounded. Names are taken in English where an office writes them in several languages.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.parsers import expat

from verification.core.vocabulary import Fault
from verification.providers.api_faults import unreadable
from verification.providers.base import ProviderError
from verification.providers.series.base import one_line
from verification.providers.series.messages import MOST_CELL, MOST_DEPTH, Refusal, parse

MOST_NAMED = 200_000
MOST_NAME = 300
_NAMED = frozenset(("Dataflow", "Codelist", "Code", "Concept"))
# Attributes that tell the unit of a table's figures.
UNIT_NAMES = frozenset(("UNIT", "UNIT_MEASURE", "unit"))


class Flow(NamedTuple):
    agency: str
    code: str
    version: str
    name: str


@dataclass(slots=True)
class Component:
    """A dimension, or an attribute, by its id. ``concept`` names it; ``codelist`` holds its codes, "" where it tells none itself."""

    code: str
    position: int
    concept: str = ""
    codelist: str = ""


@dataclass(slots=True)
class Structure:
    """What a message tells. ``codes``: by list, the names of the codes; ``core``: the list of a concept that its components leave out."""

    flows: list[Flow] = field(default_factory=list)
    dimensions: list[Component] = field(default_factory=list)
    attributes: list[Component] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    concepts: dict[str, str] = field(default_factory=dict)
    core: dict[str, str] = field(default_factory=dict)

    def list_of(self, one: Component) -> Mapping[str, str]:
        """The codes of a component with their names; none where it takes no codes."""
        return self.codes.get(one.codelist or self.core.get(one.concept, ""), {})


@dataclass(slots=True)
class _Open:
    """A named thing whose end has not come yet."""

    kind: str
    fields: Mapping[str, str]
    depth: int
    name: str = ""
    is_english: bool = False


class _Reader:
    def __init__(self) -> None:
        self.found = Structure()
        self.path: list[str] = []
        self.open: list[_Open] = []
        self.component: Component | None = None
        self.codelist = ""
        self.root = ""
        self.count = 0
        self._text: list[str] | None = None
        self._is_english = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        self.path.append(local)
        self.root = self.root or local
        if len(self.path) > MOST_DEPTH or any(len(value) > MOST_CELL for value in attributes.values()):
            raise Refusal("a message without end")
        if local == "Name" and self.open and self.open[-1].depth == len(self.path) - 1:
            self._text, self._is_english = [], attributes.get("xml:lang", "en").lower().startswith("en")
        elif local == "Ref":
            self._refer(attributes)
        elif local in ("Dimension", "Attribute") and self._parent() in ("DimensionList", "AttributeList"):
            self._open_component(local, attributes)
        elif local in _NAMED and "id" in attributes:
            self._open_named(local, attributes)

    def end(self, name: str) -> None:
        local = self.path.pop()
        if local == "Name" and self._text is not None:
            self._take_name("".join(self._text))
            self._text = None
        elif local in ("Dimension", "Attribute") and self._outer() in ("DimensionList", "AttributeList"):
            self.component = None
        elif self.open and self.open[-1].kind == local and self.open[-1].depth == len(self.path) + 1:
            self._close_named(self.open.pop())

    def text(self, piece: str) -> None:
        if self._text is not None and sum(map(len, self._text)) < MOST_CELL:
            self._text.append(piece)

    def _parent(self) -> str:
        return self.path[-2] if len(self.path) > 1 else ""

    def _outer(self) -> str:
        return self.path[-1] if self.path else ""

    def _open_component(self, local: str, attributes: Mapping[str, str]) -> None:
        listed = self.found.dimensions if local == "Dimension" else self.found.attributes
        position = attributes.get("position", "")
        place = int(position) if position.isdigit() and len(position) < 4 else len(listed) + 1
        self.component = Component(attributes.get("id", ""), place)
        listed.append(self.component)

    def _open_named(self, local: str, attributes: Mapping[str, str]) -> None:
        self.count += 1
        if self.count > MOST_NAMED:
            raise Refusal("more names than are read")
        if local == "Codelist":
            self.codelist = attributes["id"]
            self.found.codes.setdefault(self.codelist, {})
        self.open.append(_Open(local, attributes, len(self.path)))

    def _refer(self, attributes: Mapping[str, str]) -> None:
        code = attributes.get("id", "")
        if self._parent() == "ConceptIdentity" and self.component is not None:
            self.component.concept = code
            self.component.code = self.component.code or code
        elif self._parent() == "Enumeration" and self.component is not None:
            self.component.codelist = code
        elif self._parent() == "Enumeration" and self.open and self.open[-1].kind == "Concept":
            self.found.core[self.open[-1].fields["id"]] = code

    def _take_name(self, written: str) -> None:
        owner = self.open[-1]
        if not owner.name or (self._is_english and not owner.is_english):
            owner.name, owner.is_english = one_line(written)[:MOST_NAME], self._is_english

    def _close_named(self, one: _Open) -> None:
        code = one.fields["id"]
        if one.kind == "Dataflow":
            self.found.flows.append(Flow(one.fields.get("agencyID", ""), code, one.fields.get("version", "1.0"), one.name or code))
        elif one.kind == "Code":
            self.found.codes.setdefault(self.codelist, {})[code] = one.name or code
        elif one.kind == "Concept":
            self.found.concepts[code] = one.name or code


def read_structure(service: str, body: bytes) -> Structure:
    """What a message of structures tells; ``BAD_ANSWER`` for anything else, ``NOT_FOUND`` for the standard's word for none."""
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.text
    parse(service, parser, body)
    if reader.root == "Error":
        raise ProviderError(f"{service} has no such table.", permanent=True, fault=Fault.NOT_FOUND, http_status=200)
    if reader.root != "Structure":
        raise unreadable(service, "something else than a message of structures")
    reader.found.dimensions.sort(key=lambda one: one.position)
    return reader.found
