"""What the API answers about citations, for the schema: the shapes that ``attribution.reads.reports`` writes."""

from datetime import date
from typing import Annotated, Any

from pydantic import AwareDatetime, Field

from attribution.core.vocabulary import CitationKind, CitationStatus, Existence, Match, Policy, TimeFit
from attribution.enums import Depth
from verification.core.claims.item_facts import StatementKind
from verification.core.claims.reasons import Outcome
from verification.core.reading.statement import Status
from verification.core.series.claims import SeriesSays
from verification.core.vocabulary import RunStatus
from verification.reads.answers import Answer


class CitedPassage(Answer):
    """`start` and `end` cut `text` from the page's main text."""

    start: int
    end: int
    text: str
    score: float
    url: str


class Disagreement(Answer):
    """What claim and page say against each other; `start` and `end` cut `found` from passage number `passage`."""

    code: str
    claimed: str
    claim_start: int
    claim_end: int
    found: str
    passage: int | None
    start: int | None
    end: int | None


class CitedHttp(Answer):
    status: int | None
    final_url: str | None
    hops: list[str]


class OtherSource(Answer):
    """A page that carries the claim."""

    url: str
    title: str
    passage: str
    score: float


class CitationFacts(Answer):
    exists: Existence | None
    matches: Match | None
    supports: str | None
    dates_fit: TimeFit | None
    is_authority: bool | None
    is_retracted: bool


class EarlierVerdict(Answer):
    status: CitationStatus
    checked_at: AwareDatetime


class ReviewedClaim(Answer):
    """What a fact-checker wrote about the claim; it decides nothing."""

    claim: str
    claimant: str
    rating: Annotated[str, Field(description="In the publisher's own words.")]
    publisher: str
    title: str
    url: str
    reviewed_on: Annotated[str, Field(description="The day, or empty where it is not known.")]


class ItemStatement(Answer):
    """A statement of Wikidata that agrees with the claim."""

    property: Annotated[str, Field(description="Wikidata's own name: P1082.")]
    property_label: str
    kind: StatementKind
    value: Annotated[str, Field(description="Digits, a date as far as it is known, or a name.")]
    unit: Annotated[str, Field(description="Empty for a count, a date and a name.")]
    point_in_time: Annotated[str, Field(description="The date that the value is of, or empty where it is not known.")]


class WikidataItem(Answer):
    """What Wikidata says with the claim; it decides nothing."""

    id: str
    url: str
    label_en: str
    label_zh: str
    description_en: str
    description_zh: str
    statements: list[ItemStatement]


class OfficialFigure(Answer):
    """What an official series says to a figure of the claim, as it is kept here; it changes nothing of the page's verdict."""

    series: Annotated[str, Field(description="The key of the catalogue.")]
    title: str
    publisher: str
    url: Annotated[str, Field(description="Where a person can look it up.")]
    node: Annotated[str | None, Field(description="The slug of the node that holds the series; null where the catalogue suggests it.")]
    period: str
    value: str
    known_since: Annotated[date, Field(description="The vintage: since when the figure is known as it is.")]
    is_exact_vintage: Annotated[
        bool, Field(description="False where the publisher keeps no vintages: then the day on which it was first read.")
    ]
    says: Annotated[SeriesSays, Field(description="`earlier`: the claim has what was published before the authority revised it.")]
    earlier: Annotated[str, Field(description="The figure before the revision where `says` is `earlier`, else empty.")]
    claimed: Annotated[str, Field(description="The claim's `[start:end]`.")]
    start: int
    end: int
    is_year_told: Annotated[bool, Field(description="False where the claim names no year and the latest such period is meant.")]


class ModelWord(Answer):
    """What a language model said of a claim that the rules leave open; it counts only where `is_decisive`."""

    model: str
    prompt_version: str
    verdict: Annotated[str, Field(description="supports, contradicts or neither; empty where the answer could not be read.")]
    quote: str
    refusal: Annotated[str, Field(description="Why the rules did not accept it, else empty.")]
    problem: Annotated[str, Field(description="Why the answer could not be read, else empty.")]
    is_decisive: bool


class ClaimPart(Answer):
    """What became of one figure or event of the claim: `text` is the claim's `[start:end]`."""

    outcome: Outcome
    text: str
    start: int
    end: int
    found: Annotated[str | None, Field(description="What the page has in its place.")]
    how: Annotated[Status | None, Field(description="In which way the page holds what it doesn't assert.")]
    cue: Annotated[str | None, Field(description="The words of the page that say so.")]
    differs: Annotated[
        list[str], Field(description="The slots that the page has otherwise: subject, measure, period, value, direction, act, status.")
    ]


class CheckedCitation(Answer):
    """`text` is the report's `[start:end]`; `url` is null for a source that is named only."""

    index: int
    kind: CitationKind
    text: str
    url: str | None
    start: int
    end: int
    claim: str
    claim_start: int
    claim_end: int
    status: CitationStatus
    why: Annotated[str, Field(description="The reasons in the language asked for, else the text's.")]
    reasons: list[str]
    score: Annotated[float | None, Field(description="Probability that the page supports the claim.")]
    passages: list[CitedPassage]
    aligned: list[Disagreement]
    outcome: Annotated[Outcome | None, Field(description="The verdict in the words of readers; null while it is pending.")]
    parts: list[ClaimPart]
    http: CitedHttp
    page_title: str | None
    published_at: AwareDatetime | None
    fetched_at: AwareDatetime | None
    is_local_copy: Annotated[bool, Field(description="Judged by the local corpus's copy of the page; its address was not asked.")]
    checked_at: AwareDatetime | None
    archive_url: str | None
    replacement: OtherSource | None
    claim_reviews: list[ReviewedClaim]
    wikidata: WikidataItem | None
    observations: Annotated[list[OfficialFigure], Field(description="What official series say to the claim.")]
    model_word: ModelWord | None
    facts: CitationFacts
    before: Annotated[EarlierVerdict | None, Field(description="The verdict before, where it was another one.")]
    ruling: Annotated[int | None, Field(description="The person's ruling it follows from, or null.")]
    is_disputed: bool


class ReportRow(Answer):
    id: int
    title: str
    status: RunStatus
    depth: Depth
    policy: Policy
    lang: str
    citations_count: int
    kinds: dict[str, int]
    is_read: Annotated[bool, Field(description="False while a worker still looks for the citations of a long text.")]
    created_at: AwareDatetime
    finished_at: AwareDatetime | None


class ReportPage(Answer):
    items: list[ReportRow]
    next: str | None


class TextEdit(Answer):
    """`markdown[start:end]` stands where the text has `original`."""

    start: int
    end: int
    original: str


class AnnotatedText(Answer):
    markdown: str
    html: str
    edits: Annotated[list[TextEdit], Field(description="What restores the text from `markdown`, character for character.")]


class Report(ReportRow):
    """A text's citations with their verdicts so far."""

    error: str | None
    failures: list[dict[str, Any]]
    summary: Annotated[dict[str, int], Field(description="How many citations have each verdict.")]
    contradicted_by_series: Annotated[
        int, Field(description="To how many claims an official series says otherwise, whatever their pages say.")
    ]
    citations: list[CheckedCitation]
    annotated: AnnotatedText
    feedback: Annotated[list[dict[str, Any]], Field(description="For the writer: one entry for each citation that does not hold.")]


class SingleCheck(Answer):
    """One claim against one page; `report` is where it is kept."""

    report: int
    status: RunStatus
    citation: CheckedCitation


class Dispute(Answer):
    review: Annotated[int, Field(description="The item in the review queue.")]
    index: int


class ExportLine(Answer):
    """One line of the export (JSON Lines)."""

    report: int
    index: int
    claim: str
    url: str | None
    status: CitationStatus
