"""What would have to change for a node without a value: one sentence from the pages of its run, and the field it is about."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from verification.core.vocabulary import Badge, NodeKind, Reason, Stance
from verification.models import Node, Source, VerificationRun
from verification.templatetags.figures import make_figure


@dataclass(frozen=True, slots=True)
class HelpfulChange:
    """``field`` is the node's field that would change it; empty where the pages are what is missing."""

    text: str
    field: str = ""


def advise(*, node: Node, run: VerificationRun | None, sources: Sequence[Source]) -> HelpfulChange | None:
    """None for a run that found a value, failed, or waits for a person."""
    if run is None or run.badge != Badge.UNKNOWN:
        return None
    if run.reason == Reason.ALL_STALE and node.fresh_days is not None:
        return _too_old(node, node.fresh_days, sources)
    if run.reason in (Reason.FORECAST_ONLY, Reason.PAST_ONLY):
        return HelpfulChange(gettext("The pages state other periods. If you mean one of them, name it."), "reference_period")
    if run.reason in (Reason.OFF_TOPIC, Reason.NO_VALUE_FOUND):
        return HelpfulChange(gettext("Add another name of the same thing, or other search words."), "aliases")
    if run.reason == Reason.TOO_FEW_DOMAINS:
        lacking = node.min_domains - run.domains_count
        text = ngettext("%(count)d more independent publisher is needed.", "%(count)d more independent publishers are needed.", lacking)
        return HelpfulChange(text % {"count": lacking})
    return None


def _too_old(node: Node, days: int, sources: Sequence[Source]) -> HelpfulChange:
    """4 pages state 4.00 %, all older than the 30 days of this node."""
    found = Counter(source.value for source in sources if source.stance == Stance.STALE and source.value)
    if not found:
        return HelpfulChange(
            ngettext(
                "Every page is older than the %(days)d day of this node.", "Every page is older than the %(days)d days of this node.", days
            )
            % {"days": days},
            "fresh_days",
        )
    written, pages = found.most_common(1)[0]
    figure = written if node.kind == NodeKind.TEXT else str(make_figure(number="", unit=node.unit, kind=node.kind, written=written))
    text = ngettext(
        "%(pages)d page states %(value)s, older than this node's %(days)d days.",
        "%(pages)d pages state %(value)s, all older than this node's %(days)d days.",
        pages,
    )
    return HelpfulChange(text % {"pages": pages, "value": figure, "days": days}, "fresh_days")
