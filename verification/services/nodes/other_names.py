"""Other names of a node: suggested by open data and by pages, kept with their source, and taken or refused by a person."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from verification.core.evidence import NodeSpec
from verification.core.reading.frames.labels import asked_name, names_of
from verification.core.subjects.other_names import NameOrigin, OtherName, names_by_data, names_by_page
from verification.enums import NameStatus
from verification.models import Node, NodeName
from verification.services.audit import Actor, record_audit
from verification.services.errors import Refused
from verification.services.nodes.nodes import save_node

MAX_ALIASES = 50
_A_YEAR = timedelta(days=366)
MOST_OPEN = 20  # names that wait at one node; pages can't make a list without end


@dataclass(frozen=True, slots=True)
class NamingPage:
    """A page that may introduce names."""

    url: str
    text: str


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name that is not stored yet, with the page that introduces it; without one it is of open data."""

    name: str
    origin: NameOrigin
    url: str = ""
    said: str = ""


def suggest_names(spec: NodeSpec, *, base: date, pages: Sequence[NamingPage] = ()) -> tuple[FoundName, ...]:
    """Names that the node does not have yet, those of open data first; ``base`` resolves a month without a year."""
    asked = asked_name(spec, base)
    if asked is None:
        return ()
    # "Fourth quarter" is that of another year next year; a name that is kept would go on naming this one.
    is_lasting = asked == asked_name(spec, base + _A_YEAR)
    translated = [name for name in names_of(spec, base) if is_lasting and name not in (spec.label, *spec.aliases)]
    data = names_by_data(asked.text, (spec.label, *translated), is_chinese=asked.is_chinese)
    by_data = (_found(one) for one in data)
    by_page = (_found(one, page.url) for page in pages for one in names_by_page((spec.label, *spec.aliases), page.text))
    held = {name.casefold() for name in (spec.label, *spec.aliases)}
    found = {one.name.casefold(): one for one in reversed((*by_data, *by_page)) if one.name.casefold() not in held}
    return tuple(reversed(found.values()))


def _found(one: OtherName, url: str = "") -> FoundName:
    return FoundName(one.text, one.origin, url, one.said)


def learn_names(*, node: Node, pages: Iterable[NamingPage]) -> int:
    """Keep the names that pages introduce for a node until a person decides; how many are new. Asks nothing where none are introduced."""
    spec = node.spec()
    named = chain.from_iterable(((page, one) for one in names_by_page((spec.label, *spec.aliases), page.text)) for page in pages)
    rows = {one.text: NodeName(node=node, name=one.text, origin=one.origin, url=page.url, said=one.said) for page, one in named}
    if not rows:
        return 0
    known = set(NodeName.objects.filter(node=node).values_list("name", flat=True))
    room = max(0, MOST_OPEN - NodeName.objects.filter(node=node, status=NameStatus.OPEN).count())
    new = [row for name, row in rows.items() if name not in known][:room]
    NodeName.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


def keep_chosen(*, node: Node, suggested: Iterable[FoundName], actor: Actor) -> None:
    """Say of those aliases of a new node that were suggested where they come from."""
    aliases = set(node.aliases)
    now = timezone.now()
    rows = [
        NodeName(
            node=node,
            name=one.name,
            origin=one.origin,
            url=one.url,
            said=one.said,
            status=NameStatus.TAKEN,
            decided_by=_who(actor),
            decided_at=now,
        )
        for one in suggested
        if one.name in aliases
    ]
    NodeName.objects.bulk_create(rows, ignore_conflicts=True)


def take_name(*, node: Node, name: str, actor: Actor, base: date) -> NodeName:
    """Make a suggested name an alias of the node; ``Refused`` where nobody suggested it, or it was decided on."""
    with transaction.atomic():
        locked = Node.objects.select_for_update().get(pk=node.pk)
        row = _suggested(locked, name, base)
        if len(locked.aliases) >= MAX_ALIASES:
            raise Refused(_("The node has %(count)s names already; remove one first.") % {"count": len(locked.aliases)})
        locked.aliases = [*locked.aliases, row.name]
        save_node(node=locked, actor=actor)
        _decide(row, NameStatus.TAKEN, actor)
    return row


def refuse_name(*, node: Node, name: str, actor: Actor, base: date) -> NodeName:
    """Never suggest this name for the node again; ``Refused`` as ``take_name`` says."""
    with transaction.atomic():
        locked = Node.objects.select_for_update().get(pk=node.pk)
        row = _suggested(locked, name, base)
        _decide(row, NameStatus.REFUSED, actor)
    return row


def list_suggested(node: Node, *, base: date) -> list[FoundName]:
    """What waits for a person: the names that pages introduced, then those of open data that nobody has decided on. One query.

    None where the node was read with ``has_names`` and has none.
    """
    stored = list(NodeName.objects.filter(node=node).order_by("pk")) if getattr(node, "has_names", True) else []
    waiting = [FoundName(row.name, NameOrigin(row.origin), row.url, row.said) for row in stored if row.status == NameStatus.OPEN]
    decided = {row.name.casefold() for row in stored}
    return [*waiting, *(one for one in suggest_names(node.spec(), base=base) if one.name.casefold() not in decided)]


def _suggested(node: Node, name: str, base: date) -> NodeName:
    """The row of a name that waits, made where open data suggests it just now."""
    row = NodeName.objects.filter(node=node, name=name).first()
    if row is not None and row.status != NameStatus.OPEN:
        raise Refused(_("“%(name)s” has been decided on already.") % {"name": name[:60]})
    found = row or next((one for one in suggest_names(node.spec(), base=base) if one.name == name), None)
    if found is None:
        raise Refused(_("“%(name)s” is not suggested for this node.") % {"name": name[:60]})
    return found if isinstance(found, NodeName) else NodeName(node=node, name=found.name, origin=found.origin)


def _decide(row: NodeName, status: NameStatus, actor: Actor) -> None:
    row.status, row.decided_by, row.decided_at = status, _who(actor), timezone.now()
    row.save()
    after = {"name": row.name, "origin": row.origin, "url": row.url, "said": row.said}
    record_audit(actor=actor, verb="node.name_taken" if status == NameStatus.TAKEN else "node.name_refused", subject=row.node, after=after)


def _who(actor: Actor) -> str:
    return actor if isinstance(actor, str) else actor.get_username()
