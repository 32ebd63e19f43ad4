"""Which pages speak for themselves: copies, restatements, one vote per registrable domain and per owner.

Rules (evidence, step 6): a page is a *copy* when the whole texts share more than ``COPY_CONTAINMENT`` of their 5-grams by containment
and the shared part is not just an official statement; below ``MIN_COPY_LENGTH`` characters, when nearly all the wording is the same. A
page that restates an official release is *derived* and keeps its vote; pages that restate one news report share that report's vote. All
numbering follows dates, authority and URLs, never the order of the input.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal

from verification.core.evidence import Counts, Page, Passage, Trust, Why
from verification.core.patterns import lazy_regex
from verification.core.reasons import WhyCode
from verification.core.sources.domains import canonical_url, host_of, matching_suffix, registrable_domain
from verification.core.sources.origins import NamedOrigin, OriginKind, has_official_credit, named_origin
from verification.core.sources.shingles import (
    COPY_CONTAINMENT,
    MIN_OWN_SHINGLES,
    SAME_TEXT,
    SAME_WORDING,
    ShingleIndex,
    Shingles,
    WordingIndex,
    folded,
    shingles,
)
from verification.core.vocabulary import Independence, Stance

MIN_COPY_LENGTH = 400
# Longer pages are compared in a window of this many characters around the figure, which keeps time and memory flat.
COMPARED_LENGTH = 40_000

_TITLE_WORD = lazy_regex(r"[\u3400-\u4dbf\u4e00-\u9fff]|[^\W_\u3400-\u4dbf\u4e00-\u9fff]+")
_SENTENCE = lazy_regex(r"[^。！？!?\n]+?(?:[。！？\n]|[!?.](?=\s)|$)")
_NO_DATE = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ValueSource:
    """A page that carries the value in question. ``position`` is its place in the input, ``url`` canonical, ``domain`` registrable."""

    position: int
    page: Page
    passage: Passage
    url: str
    host: str
    domain: str
    owner: str
    authority: Decimal
    is_official: bool


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the value of one source comes from.

    ``story`` numbers origins from 1. ``original`` is the position of the page it copies or restates, None when it is its own. ``why``
    is None for own reporting. ``percent`` is the share of the page found in the original, 0 without a copy test.
    """

    position: int
    stance: Stance
    story: int
    why: Why | None = None
    original: int | None = None
    percent: int = 0
    credit: NamedOrigin | None = None


@dataclass(frozen=True, slots=True)
class Votes:
    """The two counts, the positions whose page casts a vote under the node's rule, and why the others of one publisher cast none."""

    counts: Counts
    voters: frozenset[int]
    silent: Mapping[int, Why]

    def number(self, independence: Independence) -> int:
        return self.counts.domains if independence == Independence.DOMAINS else self.counts.stories


def value_source_of(position: int, page: Page, passage: Passage, trust: Trust) -> ValueSource | None:
    """The page as independence sees it, None where it has no publisher (bad URL, IP address, bare suffix)."""
    url, host = canonical_url(page.url), host_of(page.url)
    domain = registrable_domain(host) if host else None
    if url is None or host is None or domain is None:
        return None
    return ValueSource(
        position=position,
        page=page,
        passage=passage,
        url=url,
        host=host,
        domain=domain,
        owner=owner_of(host, domain, trust),
        authority=authority_of(host, trust),
        is_official=matching_suffix(host, trust.official) is not None,
    )


def owner_of(host: str, domain: str, trust: Trust) -> str:
    """Who owns a host: as the deployment says, else its registrable domain itself."""
    listed = matching_suffix(host, trust.owners)
    return (trust.owners[listed] if listed else domain).casefold()


def authority_of(host: str, trust: Trust) -> Decimal:
    """The weight of a host from 0 to 1; 0 where none is listed."""
    listed = matching_suffix(host, trust.authority)
    return trust.authority[listed] if listed else Decimal(0)


def trace_origins(value_sources: Sequence[ValueSource]) -> tuple[Origin, ...]:
    """Origin of each source, in the order given; the result belongs to the page and not to its place in the input."""
    ordered = sorted(value_sources, key=_precedence)
    copies = _find_copies(ordered)
    stories = _Stories(ordered, copies)
    by_position = {value_source.position: stories.origin(value_source) for value_source in ordered}
    return tuple(by_position[value_source.position] for value_source in value_sources)


def count_votes(value_sources: Sequence[ValueSource], origins: Sequence[Origin], independence: Independence) -> Votes:
    """At most one vote per owner (a registrable domain is its own owner unless the deployment says otherwise).

    Under stories an owner votes only when none of its pages copies or restates another owner's: so a further page of a publisher, or a
    copy elsewhere, never adds a vote. ``origins`` are those traced over exactly these sources.
    """
    by_position = {origin.position: origin for origin in origins}
    ordered = sorted(value_sources, key=_precedence)
    home = {value_source.position: value_source.owner for value_source in ordered}
    owners = {value_source.owner for value_source in ordered}
    dependent = set()
    for value_source in ordered:
        original = by_position[value_source.position].original
        if original is not None and home[original] != value_source.owner:
            dependent.add(value_source.owner)
    voting = owners if independence == Independence.DOMAINS else owners - dependent
    voters, silent = _speakers(ordered, voting)
    return Votes(Counts(domains=len(owners), stories=len(owners - dependent)), frozenset(voters), silent)


@dataclass(frozen=True, slots=True)
class _Copy:
    original: int
    percent: int
    of_release: bool


class _Stories:
    """Groups ordered sources into stories and writes out what each is to its story."""

    def __init__(self, ordered: Sequence[ValueSource], copies: Mapping[int, _Copy]) -> None:
        self._copies = copies
        self._value_sources = {value_source.position: value_source for value_source in ordered}
        self._credits = {c.position: _credit(c) for c in ordered if c.position not in copies}
        self._leader: dict[int, int] = {}
        self._number: dict[int, int] = {}
        leaders = self._news_leaders(ordered)
        for value_source in ordered:
            root = copies[value_source.position].original if self._is_duplicate(value_source.position) else value_source.position
            leader = self._follow(root, leaders)
            self._leader[value_source.position] = leader
            self._number.setdefault(leader, len(self._number) + 1)

    def _follow(self, root: int, leaders: Mapping[str, int]) -> int:
        """The page at the head of a chain of credits ("B, citing A, which cites Reuters"); a ring of credits ends at its start."""
        seen = [root]
        while (credit := self._credits.get(seen[-1])) and credit.kind == OriginKind.NEWS:
            leader = leaders[credit.key]
            if leader in seen:
                return min(seen[seen.index(leader) :], key=lambda position: _precedence(self._value_sources[position]))
            seen.append(leader)
        return seen[-1]

    def _is_duplicate(self, position: int) -> bool:
        copy = self._copies.get(position)
        return copy is not None and not copy.of_release

    def _news_leaders(self, ordered: Sequence[ValueSource]) -> dict[str, int]:
        """The page that stands for each credited news report: the outlet's own if it is here, else the first that restates it."""
        restating = [(c, credit) for c in ordered if (credit := self._credits.get(c.position)) and credit.kind == OriginKind.NEWS]
        leaders: dict[str, int] = {}
        for value_source, credit in restating:
            own = (c.position for c in ordered if matching_suffix(c.host, credit.homes) and c.position not in self._copies)
            leaders.setdefault(credit.key, next(own, value_source.position))
        return leaders

    def origin(self, value_source: ValueSource) -> Origin:
        position = value_source.position
        leader = self._leader[position]
        story = self._number[leader]
        copy = self._copies.get(position)
        if copy is not None:
            return self._copied(position, story, copy)
        credit = self._credits.get(position)
        if credit is None:
            return Origin(position, Stance.SUPPORTS, story)
        code = WhyCode.RESTATES_OFFICIAL if credit.kind == OriginKind.OFFICIAL else WhyCode.RESTATES_NEWS
        original = leader if leader != position else None
        return Origin(position, Stance.DERIVED, story, Why(code, {"origin": credit.name}), original, credit=credit)

    def _copied(self, position: int, story: int, copy: _Copy) -> Origin:
        domain = self._value_sources[copy.original].domain
        if copy.of_release:
            why = Why(WhyCode.RESTATES_OFFICIAL, {"origin": domain})
            return Origin(position, Stance.DERIVED, story, why, None, copy.percent)
        code = WhyCode.COPY_OF_OFFICIAL if self._value_sources[copy.original].is_official else WhyCode.COPY_OF
        why = Why(code, {"domain": domain, "percent": copy.percent})
        return Origin(position, Stance.DUPLICATE, story, why, copy.original, copy.percent)


def _credit(value_source: ValueSource) -> NamedOrigin | None:
    return None if value_source.is_official else named_origin(value_source.page, value_source.passage, value_source.host)


def _precedence(value_source: ValueSource) -> tuple[datetime, Decimal, str, int]:
    """The original of a story is the earliest dated, then the one of highest authority, then by URL."""
    return (value_source.page.published_at or _NO_DATE, -value_source.authority, value_source.url, value_source.position)


def _speakers(ordered: Iterable[ValueSource], voting: set[str]) -> tuple[set[int], dict[int, Why]]:
    """Each owner speaks through its freshest page; its other pages say so."""
    pages: dict[str, list[ValueSource]] = {}
    for value_source in ordered:
        pages.setdefault(value_source.owner, []).append(value_source)
    voters: set[int] = set()
    silent: dict[int, Why] = {}
    for owner, own in pages.items():
        speaker = max(own, key=_recency)
        if owner in voting:
            voters.add(speaker.position)
        for other in own:
            if other.position != speaker.position:
                silent[other.position] = _same_publisher(other, speaker)
    return voters, silent


def _recency(value_source: ValueSource) -> tuple[bool, datetime, Decimal, str, int]:
    published = value_source.page.published_at
    return (published is not None, published or _NO_DATE, value_source.authority, value_source.url, -value_source.position)


def _same_publisher(other: ValueSource, speaker: ValueSource) -> Why:
    if other.domain == speaker.domain:
        return Why(WhyCode.SAME_DOMAIN, {"domain": speaker.domain})
    return Why(WhyCode.SAME_OWNER, {"domain": speaker.domain, "owner": speaker.owner})


def _find_copies(ordered: Sequence[ValueSource]) -> dict[int, _Copy]:
    """Copies among sources sorted by precedence, through an index of 5-grams: the cost is the text, not the number of pairs."""
    if len(ordered) < 2:
        return {}
    texts = {c.position: _compared_text(c) for c in ordered}
    grams = {c.position: shingles(texts[c.position]) for c in ordered}
    long_enough = [c for c in ordered if _is_testable(texts[c.position], grams[c.position])]
    releases = [c for c in long_enough if c.is_official]
    release_grams: Shingles = frozenset().union(*(grams[c.position] for c in releases))
    copies = _find_same_wording(ordered, texts, frozenset(c.position for c in long_enough))
    index = ShingleIndex()
    for value_source in long_enough:
        position = value_source.position
        own = grams[position] if value_source.is_official or not releases else grams[position] - release_grams
        if releases and not value_source.is_official:
            copy = _copy_of_release(value_source, grams, releases, own)
            if copy:
                copies[position] = copy
        if copies.get(position) is None or copies[position].of_release:
            match = index.best(own)
            if match and not _shares_only_a_statement(texts[position], texts[match[0]], match[1]):
                copies[position] = _Copy(match[0], round(100 * match[1]), of_release=False)
        index.add(position, copies[position].original if position in copies and not copies[position].of_release else position, own)
    return {position: _at_its_root(copy, copies) for position, copy in copies.items()}


def _at_its_root(copy: _Copy, copies: Mapping[int, _Copy]) -> _Copy:
    """A copy of a copy is one of the first original."""
    above = copies.get(copy.original)
    while above is not None and not above.of_release:
        copy = replace(copy, original=above.original)
        above = copies.get(copy.original)
    return copy


def _find_same_wording(ordered: Sequence[ValueSource], texts: Mapping[int, str], testable: Set[int]) -> dict[int, _Copy]:
    """Copies among texts that are too short for the test by 5-grams: nearly the same wording, a headline's where there is no text."""
    copies: dict[int, _Copy] = {}
    index = WordingIndex()
    by_position = {value_source.position: value_source for value_source in ordered}
    for value_source in sorted(ordered, key=lambda value_source: not value_source.is_official):
        text = texts[value_source.position].strip() or value_source.page.title
        if len(text) * SAME_WORDING > MIN_COPY_LENGTH:
            continue
        match = index.find(text)
        if match is None:
            index.add(value_source.position, text)
        elif value_source.position not in testable and not _is_credited(value_source, by_position[match[0]]):
            original = by_position[match[0]]
            has_own_voice = original.is_official and not _same_title(value_source.page.title, original.page.title)
            copies[value_source.position] = _Copy(match[0], round(100 * match[1]), of_release=has_own_voice)
    return copies


def _is_credited(value_source: ValueSource, original: ValueSource) -> bool:
    """Whether a short page says itself where its statement is from: its vote goes by that, unless not even the title is its own."""
    credit = _credit(value_source)
    if credit is None:
        return False
    return credit.kind == OriginKind.NEWS or not _same_title(value_source.page.title, original.page.title)


def _copy_of_release(
    value_source: ValueSource, grams: Mapping[int, Shingles], releases: Sequence[ValueSource], own: Shingles
) -> _Copy | None:
    """Whether the page is the release of an official page here: derived with text or title of its own, else a duplicate."""
    mine = grams[value_source.position]
    shared, source = max(((len(mine & grams[r.position]), -i) for i, r in enumerate(releases)), default=(0, 0))
    release = releases[-source]
    containment = shared / min(len(mine), len(grams[release.position]))
    if containment <= COPY_CONTAINMENT:
        return None
    has_own_voice = len(own) >= MIN_OWN_SHINGLES or not _same_title(value_source.page.title, release.page.title)
    return _Copy(release.position, round(100 * containment), of_release=has_own_voice)


def _same_title(title: str, other: str) -> bool:
    mine, theirs = Counter(_TITLE_WORD.findall(folded(title))), Counter(_TITLE_WORD.findall(folded(other)))
    return (mine & theirs).total() >= SAME_TEXT * mine.total()


def _shares_only_a_statement(text: str, original: str, containment: float) -> bool:
    """Whether what two pages share is just the statement of an authority that both quote."""
    if containment >= SAME_TEXT or not has_official_credit(text) or not has_official_credit(original):
        return False
    mine = shingles(_without_statement(text))
    theirs = shingles(_without_statement(original))
    if min(len(mine), len(theirs)) < MIN_OWN_SHINGLES:
        return False
    return len(mine & theirs) / min(len(mine), len(theirs)) <= COPY_CONTAINMENT


def _without_statement(text: str) -> str:
    """The text less each sentence that credits an authority and the sentences of figures that follow it."""
    kept = []
    in_statement = False
    for sentence in _SENTENCE.findall(text):
        in_statement = has_official_credit(sentence) or (in_statement and any(letter.isdigit() for letter in sentence))
        if not in_statement:
            kept.append(sentence)
    return " ".join(kept)


def _compared_text(value_source: ValueSource) -> str:
    content = value_source.page.content
    if len(content) <= COMPARED_LENGTH:
        return content
    middle = value_source.passage.start
    start = min(max(0, middle - COMPARED_LENGTH // 2), len(content) - COMPARED_LENGTH)
    return content[start : start + COMPARED_LENGTH]


def _is_testable(text: str, grams: Shingles) -> bool:
    return len(text) >= MIN_COPY_LENGTH and len(grams) >= MIN_OWN_SHINGLES
