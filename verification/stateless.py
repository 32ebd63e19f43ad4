"""The engine as pure functions from one JSON object to another: what ``batch`` maps lines through, and the API its requests."""

import base64
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from zoneinfo import ZoneInfo

from asgiref.sync import async_to_sync
from django.utils import timezone

from verification.core.consensus.engine import settle, settle_evidence_set
from verification.core.consensus.weighing import read_evidence_set
from verification.core.evidence import NodeSpec, Page, Quantity, Trust, Verdict
from verification.core.pages.kinds import Answer, judge_answer
from verification.core.panel.grounding import Proposal, ProposedSource, ground
from verification.core.panel.prompts import Prompt
from verification.core.periods.freshness import parse_moment
from verification.core.quantities.grammar import find_quantities, guess_language, number_text
from verification.core.reading.questions import read_question
from verification.core.reading.reader import read_statements
from verification.core.vocabulary import PageKind, Purpose, Stage
from verification.providers.base import ProviderError
from verification.providers.connections import PAGE_BYTES
from verification.providers.door.bodies import read_body
from verification.providers.pages.parser import PageParser, PageText
from verification.reads.answers import Shape
from verification.reads.runs.verdicts import Consensus
from verification.reads.statements import question_shape, statement_shape
from verification.schemas import ConsensusLine, GroundLine, NodeShape, PagesLine, QuantitiesLine, ReadLine, ResultShape, check_shape
from verification.services.gateway.gateway import Work, open_gateway
from verification.services.panel.proposing import StageQuestion, prepare_prompt, propose
from verification.services.whitelist.trust import given_trust
from verification.strict_json import BadInput

SHANGHAI = ZoneInfo("Asia/Shanghai")
STAGES = {1: Stage.WHITELIST, 2: Stage.VOTES}


def answer_quantities(line: Mapping[str, object]) -> Shape:
    """``{id, text, lang?}`` to its quantities."""
    given = check_shape(QuantitiesLine, line)
    found = find_quantities(given.text, lang=_language(given.lang))
    return {"id": given.id, "quantities": [quantity_shape(quantity) for quantity in found]}


def answer_read(line: Mapping[str, object]) -> Shape:
    """``{id, text, title?, date?}`` to its statements; ``{id, question, kind?, date?}`` to the slots of what is asked."""
    given = check_shape(ReadLine, line)
    base = _day_of(given.date)
    if given.question is not None:
        if given.text is not None:
            raise BadInput("text and question: a line has one of them.")
        return {"id": given.id, "question": question_shape(read_question(given.question, base=base, kind=given.kind))}
    if given.text is None:
        raise BadInput("text: missing; a line has a text or a question.")
    found = read_statements(given.text, base=base, title=given.title)
    return {"id": given.id, "statements": [statement_shape(statement) for statement in found]}


def _day_of(written: str | None) -> date:
    if written is None:
        return timezone.localdate()
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise BadInput(f"date: {written!r} is no day as YYYY-MM-DD.") from None


def answer_consensus(line: Mapping[str, object]) -> Shape:
    """A node and its search results to the verdict; ``BadInput`` names what is wrong with the line."""
    given = check_shape(ConsensusLine, line)
    case = read_case(given)
    verdict = settle(case.node, case.pages, as_of=case.as_of, trust=case.trust, stage=case.stage)
    return Consensus.of(verdict, case.node, key=given.id, lang=_said_in(given.lang)).shape()


def answer_consensus_asking(line: Mapping[str, object]) -> Shape:
    """As ``answer_consensus``, and where the rules leave the value open a model is asked; without its answer they stand."""
    given = check_shape(ConsensusLine, line)
    case = read_case(given)
    evidence_set = read_evidence_set(case.node, case.pages, as_of=case.as_of, trust=case.trust)
    verdict = settle_evidence_set(evidence_set, stage=case.stage)
    question = StageQuestion(evidence_set, case.stage, verdict)
    prompt = prepare_prompt(question)
    if prompt is not None:
        verdict = async_to_sync(_ask)(question, prompt)
    return Consensus.of(verdict, case.node, key=given.id, lang=_said_in(given.lang)).shape()


async def _ask(question: StageQuestion, prompt: Prompt) -> Verdict:
    async with open_gateway() as gateway:
        answered = await propose(question, prompt, gateway=gateway, work=Work(Purpose.NODE, subject="batch"))
        return answered.verdict


def answer_ground(line: Mapping[str, object]) -> Shape:
    """As ``answer_consensus`` for what a model proposed: the same verdict shape, what was made up, and whether the proposal holds."""
    given = check_shape(GroundLine, line)
    case = read_case(given)
    claimed = given.proposal
    proposal = Proposal(
        value=claimed.value,
        quote=claimed.quote,
        sources=tuple(ProposedSource(title=source.title, url=source.url, domain=source.domain) for source in claimed.sources),
    )
    grounded = ground(case.node, case.pages, proposal, as_of=case.as_of, trust=case.trust, stage=case.stage)
    return {
        **Consensus.of(grounded.verdict, case.node, key=given.id, lang=_said_in(given.lang)).shape(),
        "fabricated": [{"title": source.title, "url": source.url, "domain": source.domain} for source in grounded.fabricated],
        "proposal_accepted": grounded.proposal_accepted,
    }


def answer_pages(line: Mapping[str, object]) -> Shape:
    """``{id, url?, status, headers, body_base64}`` to what the answer is (contracts, task ``pages``); nobody is asked."""
    given = check_shape(PagesLine, line)
    try:
        body = base64.b64decode(given.body_base64, validate=True)
    except ValueError:
        raise BadInput("body_base64: expected the body in base64") from None
    headers = {name.lower(): value for name, value in given.headers.items()}
    found = async_to_sync(_read_page)(given, headers, body)
    shown = found.text if found.kind in (PageKind.ARTICLE, PageKind.PAYWALL) else ""
    shape: Shape = {"id": given.id, "kind": found.kind.value, "text": shown}
    return {**shape, **({"title": found.title} if found.title else {}), **({"mark": found.mark} if found.mark else {})}


async def _read_page(given: PagesLine, headers: Mapping[str, str], body: bytes) -> PageText:
    """The page as the door would read it; one that can't be read is ``unread``."""
    parser = PageParser()
    if body.lstrip()[:1] == b"<":
        # Whoever recorded it has inflated it already.
        headers = {name: value for name, value in headers.items() if name != "content-encoding"}
    try:
        whole = await read_body(_once(body), headers, max_bytes=PAGE_BYTES)
        return await parser.parse(
            whole, content_type=headers.get("content-type", ""), url=given.url, asked=given.url, status=given.status, headers=headers
        )
    except ProviderError:
        sign = judge_answer(Answer(given.status, headers, url=given.url, asked=given.url))
        return PageText("", "", None, "", kind=sign.kind, mark=sign.mark)
    finally:
        await parser.close()


async def _once(body: bytes) -> AsyncIterator[bytes]:
    yield body


def quantity_shape(quantity: Quantity) -> Shape:
    """A figure as the contract writes it: ``value`` a decimal string, ranges ``a..b``."""
    shape: Shape = {
        "text": quantity.text,
        "start": quantity.start,
        "end": quantity.end,
        "value": number_text(quantity.low, quantity.high),
        "unit": quantity.unit,
        "kind": quantity.kind.value,
    }
    if quantity.direction is not None:
        shape["direction"] = quantity.direction.value
    if quantity.approximation is not None:
        shape["approx"] = True
    return shape


@dataclass(frozen=True, slots=True)
class EngineCase:
    """A line as the engine takes it."""

    node: NodeSpec
    pages: tuple[Page, ...]
    as_of: datetime
    trust: Trust
    stage: Stage | None


def read_case(given: ConsensusLine) -> EngineCase:
    """The line as the engine takes it; ``BadInput`` for a moment that is none."""
    return EngineCase(
        node=_node(given.node),
        pages=tuple(_page(result) for result in given.results),
        as_of=_as_of(given.as_of),
        trust=given_trust(whitelist=given.whitelist, owners=given.owners),
        stage=STAGES[given.stage] if given.stage else None,
    )


def _node(shape: NodeShape) -> NodeSpec:
    return NodeSpec(
        label=shape.label,
        kind=shape.kind,
        aliases=tuple(shape.aliases),
        unit=shape.unit or None,
        reference_period=shape.reference_period or None,
        fresh_days=shape.fresh_days,
        min_domains=shape.min_domains,
        independence=shape.independence,
        tolerance=shape.tolerance,
    )


def _page(result: ResultShape) -> Page:
    """A date that can't be read leaves the page undated, as search engines write "3 days ago"."""
    return Page(
        url=result.url,
        title=result.title,
        content=result.text,
        published_at=parse_moment(result.published, zone=_zone_of(f"{result.title} {result.text[:500]}")),
    )


def _zone_of(text: str) -> tzinfo:
    """Where a time without offset was written: Chinese pages write Shanghai's, all others are taken as UTC."""
    return SHANGHAI if guess_language(text) == "zh" else UTC


def _as_of(text: str | None) -> datetime:
    """The moment to judge for; where the line names none, now."""
    if text is None:
        return timezone.now()
    moment = parse_moment(text, zone=timezone.get_default_timezone(), end_of_day=True)
    if moment is None:
        raise BadInput(f"as_of: “{text[:40]}” is no moment; expected a date or an ISO time")
    return moment


def _language(lang: str | None) -> str | None:
    """A tag such as zh-CN as the grammar takes it; None has it guess."""
    code = (lang or "").lower().partition("-")[0]
    return code if code in ("zh", "en") else None


def _said_in(lang: str | None) -> str | None:
    """The language asked for as Django names it; None is the label's."""
    return {"zh": "zh-hans", "en": "en"}.get(_language(lang) or "")
