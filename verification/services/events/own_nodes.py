"""The verified nodes of the house that may answer a message, read before anything is searched for."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q

from verification.core.events.own_nodes import Answered, NodeValue, consult
from verification.core.events.propositions import read_propositions
from verification.core.events.vocabulary import Lexicon
from verification.core.language.texts import is_han
from verification.core.subjects.chinese_words import segment
from verification.core.vocabulary import Badge, NodeKind
from verification.models import Node, NodeState, Source

VERIFIED = (Badge.WHITELIST_DIRECT.value, Badge.CROSS_VALIDATED.value, Badge.HUMAN_RULED.value)
MOST_NODES, MOST_QUOTED, MOST_SOURCES, MOST_WORDS = 200, 5, 3, 24
LEAST_WORD = 3
UNKNOWN = "unknown"


def consult_nodes(*, text: str, lexicon: Lexicon, now: datetime) -> list[dict[str, object]]:
    """What verified nodes say of the message, as an event keeps it: {slug, label, value, badge, says, said, as_of, sources}."""
    words = _words(text, lexicon)
    if not words:
        return []
    named = reduce(or_, (Q(search_text__contains=word) for word in words))
    rows = (
        Node.objects.filter(named, is_active=True, badge__in=VERIFIED, state__isnull=False).select_related("state").order_by("-checked_at")
    )
    nodes = {row.slug: row for row in rows[:MOST_NODES]}
    values = [_as_value(row, row.state) for row in nodes.values() if row.state is not None and row.state.value != UNKNOWN]
    found = consult(text, values, lexicon, today=now.date())[:MOST_QUOTED]
    sources = _sources_of([nodes[one.node.slug] for one in found])
    return [_shape(one, nodes[one.node.slug], sources) for one in found]


def _words(text: str, lexicon: Lexicon) -> list[str]:
    """The words of a message by which nodes are looked for, in lower case: names first."""
    propositions = read_propositions(text, lexicon)
    names = [name for one in propositions for name in one.whom.names]
    names += [word for one in propositions for entity in one.whom.entities for word in entity.words]
    plain = [word.strip(".,:;!?\"'()") for word in text[:1_000].split()]
    found: Iterable[str] = [*names, *(word for word in plain if len(word) > LEAST_WORD and not any(map(is_han, word)))]
    found = [*found, *(word for word, _is_name in segment(text[:1_000]) if len(word) > 1 and all(map(is_han, word)))]
    return list(dict.fromkeys(word.casefold() for word in found))[:MOST_WORDS]


def _as_value(node: Node, state: NodeState) -> NodeValue:
    return NodeValue(
        slug=node.slug,
        label=node.label,
        aliases=tuple(node.aliases),
        kind=NodeKind(node.kind),
        value=state.value,
        unit=state.unit or node.unit,
        tolerance=node.tolerance,
    )


def _sources_of(nodes: Sequence[Node]) -> Mapping[int, list[Source]]:
    """The pages that carry the values of nodes, by run."""
    runs = [node.state.run_id for node in nodes if node.state is not None and node.state.run_id is not None]
    found: dict[int, list[Source]] = {}
    for source in Source.objects.filter(run_id__in=runs, is_accepted=True).order_by("position") if runs else ():
        found.setdefault(source.run_id, []).append(source)
    return found


def _shape(found: Answered, node: Node, by_run: Mapping[int, list[Source]]) -> dict[str, object]:
    state = node.state
    sources = by_run.get(state.run_id or 0, [])[:MOST_SOURCES] if state is not None else []
    return {
        "slug": node.slug,
        "label": node.label,
        "value": found.node.value,
        "badge": node.badge,
        "says": found.says.value,
        "said": found.said[:300],
        "as_of": state.as_of.isoformat() if state is not None else None,
        "sources": [{"domain": source.domain, "url": source.url} for source in sources],
    }
