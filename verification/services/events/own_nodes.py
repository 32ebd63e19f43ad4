"""The verified nodes of the house that may answer a message, and official series of nodes, read before anything is searched for."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, time
from functools import cache, reduce
from operator import or_

from django.db.models import F, Q

from verification.core.events.own_nodes import Answered, FigureTool, NodeValue, consult
from verification.core.events.propositions import read_propositions
from verification.core.events.vocabulary import Lexicon
from verification.core.language.texts import is_han
from verification.core.series.catalogue import SeriesEntry
from verification.core.series.observations import Observation
from verification.core.sources.domains import host_of, registrable_domain
from verification.core.subjects.chinese_words import segment
from verification.core.vocabulary import Badge, NodeKind
from verification.models import Node, SeriesObservation, Source
from verification.services.nodes.series import load_all_series

VERIFIED = (Badge.WHITELIST_DIRECT.value, Badge.CROSS_VALIDATED.value, Badge.HUMAN_RULED.value)
MOST_NODES, MOST_QUOTED, MOST_SOURCES, MOST_WORDS, MOST_NAMES = 200, 5, 3, 24, 10
LEAST_WORD = 3
# Vintages of a series that are read, the newest periods first.
MOST_VINTAGES = 1_000
UNKNOWN = "unknown"


def consult_nodes(*, text: str, lexicon: Lexicon, now: datetime, tools: Sequence[str] = tuple(FigureTool)) -> list[dict[str, object]]:
    """What verified nodes and the series of nodes say of the message, as an event keeps it: {slug, label, aliases, value, badge, says,
    said, as_of, tool, observation, sources}; ``observation`` is {title, period, known_since, url} or None.

    Two queries, and one for each series that answers. ``tools``: those for figures that are switched on.
    """
    words = _words(text, lexicon)
    if not words:
        return []
    named = reduce(or_, (Q(search_text__contains=word) for word in words))
    answering = Q(badge__in=VERIFIED, state__isnull=False) | ~Q(series="")
    rows = Node.objects.filter(named, answering, is_active=True).select_related("state").order_by(F("checked_at").desc(nulls_last=True))
    nodes = {row.slug: row for row in rows[:MOST_NODES]}
    entries = load_all_series(row.series for row in nodes.values())
    values = [value for row in nodes.values() if (value := _as_value(row, entries.get(row.series))).value or value.series]
    held = cache(lambda entry: _load_vintages(entry, now=now))
    found = consult(text, values, lexicon, now=now, tools=tools, observations=held)[:MOST_QUOTED]
    sources = _sources_of([nodes[one.node.slug] for one in found])
    return [_shape(one, nodes[one.node.slug], sources) for one in found]


def _words(text: str, lexicon: Lexicon) -> list[str]:
    """The words of a message by which nodes are looked for, in lower case: names first."""
    propositions = read_propositions(text, lexicon)
    names = [name for one in propositions for name in one.whom.names]
    names += [word for one in propositions for entity in one.whom.entities for word in entity.words]
    plain = [word.strip(".,:;!?\"'()") for word in text[:1_000].split()]
    found: Iterable[str] = [*names, *(word for word in plain if _is_telling(word))]
    found = [*found, *(word for word, _is_name in segment(text[:1_000]) if len(word) > 1 and all(map(is_han, word)))]
    return list(dict.fromkeys(word.casefold() for word in found))[:MOST_WORDS]


def _is_telling(word: str) -> bool:
    """Whether a word of another script than Chinese may name a node: a long one, or three capitals (CPI, GDP, BTC)."""
    is_long = len(word) > LEAST_WORD or (len(word) == LEAST_WORD and word.isupper())
    return is_long and not any(map(is_han, word))


def _load_vintages(entry: SeriesEntry, *, now: datetime) -> tuple[Observation, ...]:
    rows = SeriesObservation.objects.filter(publisher=entry.provider, code=entry.code, vintage__lte=now.date())
    return tuple(row.observation() for row in rows.order_by("-period", "-vintage")[:MOST_VINTAGES])


def _as_value(node: Node, entry: SeriesEntry | None) -> NodeValue:
    """With the value that is verified, where one is."""
    state = node.state if node.state is not None and node.badge in VERIFIED and node.state.value != UNKNOWN else None
    return NodeValue(
        slug=node.slug,
        label=node.label,
        aliases=tuple(node.aliases),
        kind=NodeKind(node.kind),
        value=state.value if state is not None else "",
        unit=(state.unit if state is not None else "") or node.unit,
        tolerance=node.tolerance,
        reference_period=node.reference_period,
        series=entry,
        as_of=state.as_of if state is not None else None,
    )


def _sources_of(nodes: Sequence[Node]) -> Mapping[int, list[Source]]:
    """The pages that carry the values of nodes, by run."""
    runs = [node.state.basis.run_id for node in nodes if node.state is not None and node.state.basis.run_id is not None]
    found: dict[int, list[Source]] = {}
    for source in Source.objects.filter(run_id__in=runs, is_accepted=True).order_by("position") if runs else ():
        found.setdefault(source.run_id, []).append(source)
    return found


def _shape(found: Answered, node: Node, by_run: Mapping[int, list[Source]]) -> dict[str, object]:
    told = {"slug": node.slug, "label": node.label, "aliases": node.aliases[:MOST_NAMES], "value": found.value}
    told |= {"says": found.says.value, "said": found.said[:300]}
    told["tool"] = found.tool.value if found.tool is not None else ""
    observed, state = found.observed, node.state
    if observed is not None:
        # An observation is what stage 0 of a run would quote, whatever pages came to.
        known_since = observed.known_since.isoformat()
        domain = registrable_domain(host_of(observed.entry.url) or "") or ""
        title = observed.entry.title("zh" if any(map(is_han, node.label)) else "en")
        return {
            **told,
            "badge": Badge.WHITELIST_DIRECT.value,
            "as_of": datetime.combine(observed.known_since, time.min, tzinfo=UTC).isoformat(),
            "observation": {"title": title, "period": observed.period, "known_since": known_since, "url": observed.entry.url},
            "sources": [{"domain": domain, "url": observed.entry.url}],
        }
    sources = by_run.get(state.basis.run_id or 0, [])[:MOST_SOURCES] if state is not None else []
    return {
        **told,
        "badge": node.badge,
        "as_of": state.as_of.isoformat() if state is not None else None,
        "observation": None,
        "sources": [{"domain": source.domain, "url": source.url} for source in sources],
    }
