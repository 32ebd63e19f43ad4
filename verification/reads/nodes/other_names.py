"""Other names of a node as the API answers them."""

from typing import Annotated

from pydantic import Field

from verification.core.subjects.other_names import NameOrigin
from verification.enums import NameStatus
from verification.models import Node
from verification.reads.answers import Answer
from verification.services.nodes.other_names import FoundName


class SuggestedName(Answer):
    """A name that waits for a person. `url` and `said` are the page that introduces it and its sentence; null where open data knows it."""

    name: str
    origin: NameOrigin
    url: str | None
    said: str | None

    @classmethod
    def of(cls, found: FoundName) -> "SuggestedName":
        return cls(name=found.name, origin=found.origin, url=found.url or None, said=found.said or None)


class NodeNames(Answer):
    node: str
    aliases: list[str]
    items: Annotated[list[SuggestedName], Field(description="What waits: names that pages introduced, then those of open data.")]


class DecidedName(Answer):
    """What became of a name; one that was taken is among the node's aliases."""

    node: str
    name: str
    status: NameStatus
    aliases: list[str]

    @classmethod
    def of(cls, node: Node, name: str, status: str) -> "DecidedName":
        return cls(node=node.slug, name=name, status=NameStatus(status), aliases=list(node.aliases))
