"""The trigger rules as an admin keeps them, and the mode that they ask for (seed 001, trigger conditions)."""

from collections.abc import Collection, Sequence
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from verification.core.panel.triggers import Firing, Site, TriggerFacts, TriggerRule, fire, fire_for_sites, strictest_mode
from verification.core.vocabulary import RiskLevel, TriggerKind, VerificationMode
from verification.models import SiteProfile, TriggerSetting
from verification.services.audit import Actor, changed_columns, record_audit, snapshot_row
from verification.services.errors import Refused

MAX_WORDS, MAX_WORD = 30, 60
WORDED = (TriggerKind.RISK_LEVEL, TriggerKind.ACTION_TYPE)


def load_rules() -> tuple[TriggerRule, ...]:
    """The active rules in their order, in one query."""
    return tuple(
        TriggerRule(
            name=row.name,
            kind=TriggerKind(row.kind),
            mode=VerificationMode(row.mode),
            words=tuple(row.words),
            limit=row.limit,
            min_tries=row.min_tries,
        )
        for row in TriggerSetting.objects.filter(is_active=True).order_by("position", "name")
    )


def choose_mode(*, facts: TriggerFacts, asked: VerificationMode | None = None) -> tuple[VerificationMode, tuple[Firing, ...]]:
    """The strictest mode of the rules that fire, never laxer than ``asked``, and all firings with their reasons."""
    firings = fire(load_rules(), facts)
    return strictest_mode(firings, asked=asked), firings


def choose_node_mode(
    *, risk_level: str, value_sources: Collection[str], needed: int, retries: int
) -> tuple[VerificationMode, tuple[Firing, ...]]:
    """The mode for a node's accepted value, and what fired. ``value_sources`` are the domains behind it, ``needed`` how many it takes."""
    profiles = {row.domain: row for row in SiteProfile.objects.filter(domain__in=value_sources)}
    records = [(domain, profiles.get(domain)) for domain in value_sources]
    sites = [Site(domain, own.tries, own.successes) if own else Site(domain) for domain, own in records]
    firings = fire_for_sites(load_rules(), TriggerFacts(risk_level=RiskLevel(risk_level), retry_count=retries), sites, needed=needed)
    return strictest_mode(firings), firings


def check_rule(*, kind: str, words: Sequence[object], limit: Decimal) -> None:
    """``Refused`` where a rule could never fire, or not as it reads."""
    if kind in WORDED and not words:
        raise Refused(_("A rule on risk or action needs at least one word."))
    if kind not in WORDED and words:
        raise Refused(_("Only rules on risk or action have words."))
    if len(words) > MAX_WORDS or not all(
        isinstance(word, str) and 0 < len(word) <= MAX_WORD and word == word.strip().lower() for word in words
    ):
        raise Refused(_("Words are lower-case texts of at most %(count)s letters.") % {"count": MAX_WORD})
    if kind == TriggerKind.RISK_LEVEL and set(words) - {level.value for level in RiskLevel}:
        raise Refused(_("Risk is one of: %(choices)s.") % {"choices": ", ".join(RiskLevel)})
    if kind == TriggerKind.SUCCESS_RATE and not 0 < limit <= 1:
        raise Refused(_("A rate lies between 0 and 1."))
    if kind == TriggerKind.RETRY_COUNT and limit < 1:
        raise Refused(_("Retries are counted from 1."))


def save_rule(*, rule: TriggerSetting, actor: Actor, reason: str = "") -> TriggerSetting:
    """Add or change a rule, with its audit entry. ``Refused`` as ``check_rule`` says."""
    check_rule(kind=rule.kind, words=rule.words, limit=rule.limit)
    with transaction.atomic():
        stored = TriggerSetting.objects.select_for_update().filter(pk=rule.pk).first() if rule.pk else None
        before = snapshot_row(stored) if stored else None
        rule.save()
        after = snapshot_row(rule)
        if before is None:
            record_audit(actor=actor, verb="trigger.add", subject=rule, after=after, reason=reason)
        elif before != after:
            old, new = changed_columns(before, after)
            record_audit(actor=actor, verb="trigger.update", subject=rule, before=old, after=new, reason=reason)
    return rule


def delete_rule(*, rule: TriggerSetting, actor: Actor, reason: str = "") -> None:
    with transaction.atomic():
        record_audit(actor=actor, verb="trigger.delete", subject=rule, before=snapshot_row(rule), reason=reason)
        rule.delete()
