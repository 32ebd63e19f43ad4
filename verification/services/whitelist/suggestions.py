"""What the findings would change in the whitelist, put before the admins as proposals of their own (seed 000, dynamic whitelist)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from verification.core.sources.accuracy import Accuracy
from verification.core.sources.advice import LEAST_CARRIED, LOWEST_TIER, NEWS, Advice, Record, advise, fit_authority, share_of
from verification.core.sources.domains import registrable_domain
from verification.core.vocabulary import Badge, Stance
from verification.enums import ProposalKind, ProposalStatus
from verification.models import SiteJudgement, Source, WhitelistDomain, WhitelistProposal
from verification.services.errors import Refused
from verification.services.whitelist.proposals import WantedEntry, describe_entry, propose_change
from verification.services.whitelist.site_profiles import REMEMBERED, load_accuracy

LOOKED_AT = timedelta(days=365)
EXAMPLES = 6
_VERIFIED = (Badge.WHITELIST_DIRECT, Badge.CROSS_VALIDATED)
_KINDS = {Advice.ADD: ProposalKind.ADD, Advice.DEMOTE: ProposalKind.CHANGE, Advice.REMOVE: ProposalKind.REMOVE}


@dataclass(slots=True)
class _Findings:
    """Everything that is known, by registrable domain; ``judged`` counts judgements as they are, without their age."""

    accuracy: dict[str, Accuracy]
    judged: Counter[str] = field(default_factory=Counter)
    carried: Counter[str] = field(default_factory=Counter)
    contradicted: Counter[str] = field(default_factory=Counter)

    def record(self, domain: str, authority: Decimal | None) -> Record:
        return Record(self.carried[domain], self.contradicted[domain], self.accuracy.get(domain), authority)

    def count(self, domain: str) -> int:
        return self.judged[domain] + self.carried[domain] + self.contradicted[domain]


def suggest_changes(*, now: datetime) -> int:
    """Propose what the findings advise; how many proposals are new.

    What waits already, or was decided and has not ``NEWS`` new findings since, is not proposed again; a look-alike of a listed name never.
    """
    listed = {row.domain: row for row in WhitelistDomain.objects.filter(is_active=True)}
    covered = {registrable_domain(name) or name for name in listed}
    found = _gather(now, covered)
    wanted: list[tuple[str, str, Advice]] = []
    for name, row in sorted(listed.items()):
        domain = registrable_domain(name) or name
        advice = advise(found.record(domain, row.authority))
        wanted += [(name, domain, advice)] if advice else []
    for domain, count in sorted(found.carried.items()):
        if count >= LEAST_CARRIED and domain not in covered and advise(found.record(domain, None)):
            wanted.append((domain, domain, Advice.ADD))
    return sum(_propose(name, domain, advice, found) for name, domain, advice in wanted)


def _gather(now: datetime, covered: set[str]) -> _Findings:
    found = _Findings(load_accuracy(now=now))
    found.judged.update(SiteJudgement.objects.filter(judged_at__gt=now - REMEMBERED).values_list("domain", flat=True))
    for stance, tally in ((Stance.SUPPORTS, found.carried), (Stance.CONTRADICTS, found.contradicted)):
        pages = _pages(stance).filter(run__finished_at__gt=now - LOOKED_AT).exclude(domain__in=covered)
        answers = pages.order_by().values_list("domain", "run__node", "run__value").distinct()
        tally.update(domain for domain, _node, _value in answers)
    return found


def _pages(stance: Stance) -> Any:
    """The pages with that stance towards a value that was verified."""
    pages = Source.objects.filter(run__badge__in=_VERIFIED, run__is_replay=False, stance=stance, is_accepted=stance == Stance.SUPPORTS)
    return pages.exclude(domain="")


def _propose(name: str, domain: str, advice: Advice, found: _Findings) -> bool:
    """Whether a proposal was made."""
    kind = _KINDS[advice]
    last = WhitelistProposal.objects.filter(domain=name, kind=kind, evidence__isnull=False).exclude(status=ProposalStatus.OPEN)
    decided = last.order_by("-pk").first()
    if decided is not None and found.count(domain) - int((decided.evidence or {}).get("findings", 0)) < NEWS:
        return False
    share = found.accuracy.get(domain) if advice != Advice.ADD else share_of(found.record(domain, None))
    if share is None:
        return False
    try:
        wanted = _wanted(name, advice, share)
        evidence = _describe(domain, advice, share, found)
        propose_change(kind=kind, domain=name, wanted=wanted, reason=_reason(advice, share), proposed_by=None, evidence=evidence)
    except Refused:
        return False
    return True


def _wanted(name: str, advice: Advice, share: Accuracy) -> WantedEntry | None:
    if advice == Advice.REMOVE:
        return None
    if advice == Advice.ADD:
        return WantedEntry(tier=LOWEST_TIER, authority=fit_authority(share))
    entry: dict[str, Any] = describe_entry(domain=name)
    return WantedEntry(
        owner=entry["owner"],
        tier=min(LOWEST_TIER, entry["tier"] + 1),
        authority=fit_authority(share, most=Decimal(entry["authority"])),
        is_official=entry["is_official"],
        groups=tuple(entry["groups"]),
    )


def _reason(advice: Advice, share: Accuracy) -> str:
    said = {
        Advice.ADD: _("It is not listed, and stood with the accepted value."),
        Advice.DEMOTE: _("It was right less often than its weight says."),
        Advice.REMOVE: _("It was wrong more often than right."),
    }
    figures = _("%(mean)s right, %(low)s to %(high)s, n = %(n)s") % {
        "mean": f"{share.mean:.0%}",
        "low": f"{share.low:.0%}",
        "high": f"{share.high:.0%}",
        "n": f"{share.n:.1f}",
    }
    return f"{said[advice]} {figures}"


def _describe(domain: str, advice: Advice, share: Accuracy, found: _Findings) -> Mapping[str, object]:
    return {
        "advice": advice.value,
        "n": round(share.n, 2),
        "mean": round(share.mean, 4),
        "low": round(share.low, 4),
        "high": round(share.high, 4),
        "carried": found.carried[domain],
        "contradicted": found.contradicted[domain],
        "findings": found.count(domain),
        "examples": _list_carried(domain) if advice == Advice.ADD else _list_judged(domain),
    }


def _list_carried(domain: str) -> list[dict[str, object]]:
    pages = _pages(Stance.SUPPORTS).filter(domain=domain).select_related("run__node").order_by("-pk")
    shown: dict[tuple[int, str], dict[str, object]] = {}
    for page in pages[: 10 * EXAMPLES]:
        run = page.run
        shown.setdefault((run.node_id, run.value), _example(run.node.slug, run.node.label, run.value, True, run.pk, page.url))
    return list(shown.values())[:EXAMPLES]


def _list_judged(domain: str) -> list[dict[str, object]]:
    """The newest judgements, wrong ones first."""
    rows = SiteJudgement.objects.filter(domain=domain).select_related("ruling__review_item__node", "run__node")
    examples = []
    for row in rows.order_by("is_right", "-judged_at", "-pk")[:EXAMPLES]:
        item = row.ruling.review_item if row.ruling else None
        node = row.run.node if row.run else item.node if item else None
        value = row.value if row.run else row.ruling.value if row.ruling else ""
        key, label = (node.slug, node.label) if node else ("", "")
        examples.append(_example(key, label, value, row.is_right, row.run_id, "") | {"review": item.pk if item else None})
    return examples


def _example(slug: str, label: str, value: str, is_right: bool, run: int | None, url: str) -> dict[str, object]:
    return {"node": slug, "label": label, "value": value, "is_right": is_right, "run": run, "url": url}
