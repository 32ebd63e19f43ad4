"""What happened to an event as sentences, in the language of whoever reads them."""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.utils.translation import get_language, gettext, ngettext, pgettext

from verification.core.events.clashes import Topic
from verification.core.events.confidence import AdjustmentRule, RiskFlag
from verification.core.events.findings import Verdict
from verification.core.events.planning import PlanReason
from verification.core.events.propositions import unread_clauses
from verification.core.events.stances import Says
from verification.core.language.texts import is_han
from verification.enums import label_of
from verification.models import Event

MAX_NAMED = 4
OF_THE_PAST = (AdjustmentRule.SIMILAR_CONFIRMED.value, AdjustmentRule.SIMILAR_REFUTED.value)
FAULTS = (PlanReason.TOOL_FAILED.value, PlanReason.INTERRUPTED.value, PlanReason.QUOTA_SPENT.value, PlanReason.NO_KEY.value)
OF_NODES = (AdjustmentRule.NODE_CONFIRMS.value, AdjustmentRule.NODE_CONTRADICTS.value)


def describe_notes(event: Event) -> str:
    """Before and after, and on what it rests: “0.80 → 0.65, one source, no official statement (a.com)”."""
    if event.confidence is None or event.preliminary_confidence is None:
        return event.error
    move = f"{figure(event.preliminary_confidence)} → {figure(event.confidence)}"
    parts = [move, *_evidence_parts(event), *_past_parts(event)]
    if event.unused_reason:
        parts.append(reason_text(event.unused_reason).rstrip(".。"))
    notes = _with_sources(parts, event)
    return gettext("%(notes)s. %(argument)s") % {"notes": notes, "argument": event.argument} if event.argument else notes


def describe_flags(event: Event) -> list[str]:
    """What follows from the flags of the message itself, a sentence each."""
    said = {
        RiskFlag.INJECTION_SUSPECTED: gettext("It gives orders to machines. They were not followed; rules alone read it."),
        RiskFlag.SEVERAL_MESSAGES: gettext("It holds several messages. Type and confidence are those of the first."),
        RiskFlag.NOBODY_NAMED: reason_text(PlanReason.NOBODY_NAMED),
        RiskFlag.OTHER_LANGUAGE: gettext("Only English and Chinese messages are read. Translate it, and try again."),
        RiskFlag.SARCASM_MARKED: gettext("Its author marks it as sarcasm, so no claim was read."),
    }
    return [sentence for flag, sentence in said.items() if flag.value in event.risk_flags]


def describe_adjustment(event: Event, adjustment: Mapping[str, Any]) -> str:
    """Why a rule moved the confidence."""
    if adjustment["rule"] in OF_THE_PAST:
        return pgettext("notes", ", ").join(_past_parts(event)) or label_of(AdjustmentRule, adjustment["rule"])
    if adjustment["rule"] in OF_NODES:
        said = pgettext("notes", ", ").join(quoted_name(node) + gettext(": ") + quoted_value(node) for node in event.own_nodes)
        return said or label_of(AdjustmentRule, adjustment["rule"])
    return _with_sources(_evidence_parts(event), event)


def quoted_name(node: Mapping[str, Any]) -> str:
    """The name of a node that answers: the label where it is in the reader's language, else the first alias that is."""
    names = [str(name) for name in (node["label"], *node.get("aliases", ()))]
    is_chinese = (get_language() or "").startswith("zh")
    return next((name for name in names if any(map(is_han, name)) == is_chinese), names[0])


def quoted_value(node: Mapping[str, Any]) -> str:
    value = str(node["value"])
    return {"yes": gettext("yes"), "no": gettext("no")}.get(value, value)


def sources_of(event: Event, adjustment: Mapping[str, Any]) -> list[str]:
    """On which pages, or on which past event, an adjustment rests."""
    if adjustment["rule"] in OF_THE_PAST:
        closest = closest_case(event)
        return [f"event:{closest['event']}"] if closest else []
    if adjustment["rule"] in OF_NODES:
        return [f"node:{node['slug']}" for node in event.own_nodes]
    return [witness["url"] for witness in counting_witnesses(event)]


def counting_witnesses(event: Event) -> list[dict[str, Any]]:
    """The pages that support or contradict."""
    witnesses = (event.evidence or {}).get("witnesses", [])
    return [witness for witness in witnesses if witness["story"] or witness["stance"] == "contradicts"]


def closest_case(event: Event) -> dict[str, Any] | None:
    """The past event that moved the confidence."""
    known = [case for case in event.similar if case["outcome"] in ("confirmed", "refuted")]
    return max(known, key=lambda case: Decimal(case["similarity"]), default=None)


def reason_text(code: str) -> str:
    return label_of(PlanReason, code)


def figure(value: Decimal | str) -> str:
    """A confidence with two places."""
    return str(Decimal(value).quantize(Decimal("0.01"), ROUND_HALF_UP))


def signed(value: Decimal | str) -> str:
    """A step with its sign, the true minus."""
    step = Decimal(value)
    places = f"{abs(step):.3f}".rstrip("0").ljust(4, "0")
    return f"{'−' if step < 0 else '+'}{places}"


def _evidence_parts(event: Event) -> list[str]:
    evidence = event.evidence
    if not evidence:
        return []
    count, against = int(evidence["stories"]), len(_names(evidence))
    sources = gettext("no source")
    if count:
        sources = ngettext("one source", "%(count)s independent sources", count) % {"count": count}
    elif against:
        sources = ngettext("one source says the contrary", "%(count)s sources say the contrary", against) % {"count": against}
    official = gettext("an official statement") if evidence["is_official"] else gettext("no official statement")
    if evidence.get("is_denied"):
        official = gettext("an official denial")
    return [sources, official, *_clash_parts(evidence)]


def _with_sources(parts: Sequence[str], event: Event) -> str:
    """The parts with the publishers of what counts, and behind these what none of them says."""
    names, separator = _names(event.evidence), pgettext("notes", ", ")
    told = separator.join(parts) + (gettext(" (%(sources)s)") % {"sources": _listed(names)} if names else "")
    return separator.join(part for part in (told, *_unheard_parts(event)) if part)


def _unheard_parts(event: Event) -> list[str]:
    """What no page says anything of, where that moved the confidence."""
    evidence = event.evidence
    if not evidence or not any(adjustment["rule"] == AdjustmentRule.PARTLY_CARRIED for adjustment in event.adjustments):
        return []
    unheard = [one for one in evidence["findings"] if not (one["carried_by"] or one["contradicted_by"])]
    parts = pgettext("clashes", "; ").join(one["figure"] or one["text"] for one in unheard[:MAX_NAMED])
    return [gettext("no page says: %(parts)s") % {"parts": parts}]


def describe_verdict(event: Event) -> str:
    """What nodes and pages come to, and by whom: “Contradicted: denied by kraken.com.”; else why a search gave nothing.

    Verified nodes of our own speak first where the pages leave it open. Empty where nobody was asked.
    """
    evidence = event.evidence or {}
    verdict, findings = evidence.get("verdict"), evidence.get("findings") or []
    first = findings[0] if findings else {}
    if event.own_nodes and verdict in (None, Verdict.OPEN):
        return _beside_nodes(event, first, is_searched=bool(evidence))
    if not verdict:
        return reason_text(event.unused_reason) if event.unused_reason in FAULTS else ""
    words = label_of(Verdict, verdict)
    if evidence.get("is_denied"):
        said = {"verdict": words, "who": first.get("official_by", "")}
        if first.get("is_reported"):
            return gettext("%(verdict)s: officially denied, as %(who)s reports.") % said
        return gettext("%(verdict)s: denied by %(who)s.") % said
    return _by_whom(verdict, first) % {
        "verdict": words,
        "who": _listed(first.get("carried_by", [])),
        "against": _listed(first.get("contradicted_by", [])),
    }


def short_verdict(verdict: str | None, own_nodes: Sequence[Mapping[str, Any]]) -> str:
    """As ``describe_verdict`` in a word or two; empty where nobody was asked."""
    if own_nodes and verdict in (None, Verdict.OPEN):
        return label_of(AdjustmentRule, AdjustmentRule.NODE_CONTRADICTS if _nodes_contradict(own_nodes) else AdjustmentRule.NODE_CONFIRMS)
    return label_of(Verdict, verdict) if verdict else ""


def _nodes_contradict(own_nodes: Sequence[Mapping[str, Any]]) -> bool:
    return any(node["says"] == Says.CONTRADICTS for node in own_nodes)


def _beside_nodes(event: Event, first: Mapping[str, Any], *, is_searched: bool) -> str:
    """What our own nodes say, and what the pages, which leave it open, say beside it."""
    if not is_searched:
        pages = gettext("nothing was searched")
    elif first.get("contradicted_by"):
        pages = gettext("one story alone says the contrary (%(against)s)") % {"against": _listed(first["contradicted_by"])}
    elif first.get("carried_by"):
        pages = gettext("one story alone says it (%(who)s)") % {"who": _listed(first["carried_by"])}
    else:
        pages = gettext("no page says it")
    said = (
        gettext("A verified node of our own says otherwise; %(pages)s.")
        if _nodes_contradict(event.own_nodes)
        else gettext("A verified node of our own says so; %(pages)s.")
    )
    return said % {"pages": pages}


def _by_whom(verdict: str, first: Mapping[str, Any]) -> str:
    """The sentence for a verdict: it names those that carry the claim, those that contradict it, or both."""
    if first.get("carried_by") and first.get("contradicted_by"):
        return gettext("%(verdict)s: for it %(who)s; against it %(against)s.")
    if first.get("contradicted_by"):
        is_open = verdict == Verdict.OPEN
        return (
            gettext("%(verdict)s: one story alone says the contrary (%(against)s).") if is_open else gettext("%(verdict)s by %(against)s.")
        )
    if first.get("carried_by"):
        is_open = verdict == Verdict.OPEN
        return gettext("%(verdict)s: one story alone says it (%(who)s).") if is_open else gettext("%(verdict)s by %(who)s.")
    return gettext("%(verdict)s: no page says it.")


def describe_findings(event: Event) -> list[str]:
    """The verdict, each claim with what became of it, and the verified nodes that answer it; a line each."""
    lines = [verdict] if (verdict := describe_verdict(event)) else []
    for finding in (event.evidence or {}).get("findings", []):
        claim = finding["figure"] or finding["text"]
        lines.append(f"{label_of(Verdict, finding['verdict'])}: {claim}" + describe_sides(finding))
    lines += [f"{quoted_name(node)}: {quoted_value(node)} ({node['says']})" for node in event.own_nodes]
    return lines


def unread_of(event: Event) -> list[str]:
    """The clauses of the message from which no claim was read, the first few; empty where nothing was searched."""
    findings = (event.evidence or {}).get("findings") or []
    return list(unread_clauses(event.text, [finding["figure"] or finding["text"] for finding in findings]))[:MAX_NAMED] if findings else []


def describe_sides(finding: Mapping[str, Any]) -> str:
    """Who carries a claim and who contradicts it: “ (carried by a.com; contradicted by b.com: $12M)”."""
    parts = []
    if finding["carried_by"]:
        parts.append(gettext("carried by %(who)s") % {"who": _listed(finding["carried_by"])})
    if finding["contradicted_by"]:
        parts.append(gettext("contradicted by %(who)s") % {"who": _listed(finding["contradicted_by"])})
    if finding["other_figure"]:
        parts.append(gettext("they say %(figure)s") % {"figure": finding["other_figure"]})
    if not parts:
        parts.append(gettext("carried by no page"))
    return gettext(" (%(sources)s)") % {"sources": pgettext("clashes", "; ").join(parts)}


def describe_clash(clash: Mapping[str, Any]) -> str:
    """About what sources disagree, with the sums: “the loss: $100M or $12M”."""
    topic = label_of(Topic, clash["topic"])
    sums = [side["said"] for side in clash["sides"] if side["said"]]
    return gettext("%(topic)s: %(sums)s") % {"topic": topic, "sums": pgettext("sums", " or ").join(sums)} if sums else topic


def _clash_parts(evidence: Mapping[str, Any]) -> list[str]:
    if not evidence["is_conflicting"]:
        return []
    named = pgettext("clashes", "; ").join(describe_clash(clash) for clash in evidence.get("clashes", [])[:MAX_NAMED])
    if named:
        return [gettext("sources disagree on %(what)s") % {"what": named}]
    return [gettext("sources disagree")] if evidence["stories"] else []


def _past_parts(event: Event) -> list[str]:
    if not any(adjustment["rule"] in OF_THE_PAST for adjustment in event.adjustments):
        return []
    closest = closest_case(event)
    if closest is None:
        return []
    said = (
        gettext("a past event %(share)s alike proved true")
        if closest["outcome"] == "confirmed"
        else gettext("a past event %(share)s alike proved false")
    )
    return [said % {"share": figure(closest["similarity"])}]


def _names(evidence: Mapping[str, Any] | None) -> list[str]:
    """The publishers of what counts."""
    witnesses = (evidence or {}).get("witnesses", [])
    names = [witness["domain"] for witness in witnesses if witness["story"] or witness["stance"] == "contradicts"]
    return list(dict.fromkeys(names))


def _listed(names: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    named = pgettext("notes", ", ").join(names[:MAX_NAMED])
    more = len(names) - MAX_NAMED
    return gettext("%(names)s and %(number)s more") % {"names": named, "number": more} if more > 0 else named
