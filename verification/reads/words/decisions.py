"""Why a verification ended as it did and why a trigger fired, in words; ``verification.reads.words.explanations`` says them."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from verification.core.panel.critique import CheckName
from verification.core.panel.decision import DecisionCode
from verification.core.panel.triggers import TriggerCode
from verification.core.steps.fields import StepField
from verification.core.vocabulary import ChallengeType, DecisionMethod, RiskLevel, Severity
from verification.enums import LABELS

DECISIONS: Mapping[str, Any] = {
    DecisionCode.ALL_AGREE: _("All %(asked)s voters agree, and the pages carry it."),
    DecisionCode.MOST_AGREE: _("%(voters)s of %(asked)s voters agree, and the pages carry it."),
    DecisionCode.NOT_AS_CLAIMED: _("The pages carry another value: %(value)s."),
    DecisionCode.NO_MAJORITY: _("No value has a majority of the voters."),
    DecisionCode.NOBODY_GROUNDED: _("The pages do not carry what was answered well enough."),
    DecisionCode.GROUNDED_MINORITY: _("The pages carry the minority's answer, not the majority's."),
    DecisionCode.TOO_FEW_ANSWERS: _("%(answered)s of %(asked)s answered; it is asked again."),
    DecisionCode.NOT_ENOUGH_MODELS: _("%(models)s different models can be asked, %(needed)s are needed."),
    DecisionCode.CHECKS_PASSED: _("All %(count)s checks passed."),
    DecisionCode.CHECK_FAILED: _("A check failed: %(check)s."),
    DecisionCode.NO_CHALLENGE_UPHELD: _("No challenge was upheld, of %(count)s."),
    DecisionCode.CHALLENGE_UPHELD: _("A challenge was upheld: %(challenge)s (%(type)s, %(severity)s)."),
    DecisionCode.CHALLENGE_OPEN: _("A challenge was left open: %(challenge)s (%(type)s, %(severity)s)."),
    DecisionCode.OTHER_VALUE: _("A voter has another value that the pages carry: %(value)s."),
    DecisionCode.RETRIES_SPENT: _("%(answered)s of %(asked)s answered, too few to decide."),
    DecisionCode.NO_EVIDENCE: _("There are no pages to decide on."),
    DecisionCode.FIELD_DIFFERS: _("%(field)s: the claim says “%(claimed)s”, %(source)s says “%(found)s”."),
    DecisionCode.FIELD_MISSING: _("%(field)s: nothing confirms “%(claimed)s”."),
    DecisionCode.FIELDS_AGREE: _("Every field agrees with what the tools returned (%(count)s compared)."),
    DecisionCode.NODE_AGREES: _("The node “%(node)s” holds %(value)s (%(day)s)."),
    DecisionCode.NODE_DIFFERS: _("The node “%(node)s” holds another value: %(value)s (%(day)s)."),
    DecisionCode.SERIES_AGREES: _("The official series “%(series)s” has %(value)s for %(period)s (%(day)s)."),
    DecisionCode.SERIES_REVISED: _("The official series “%(series)s” for %(period)s: %(earlier)s, revised to %(value)s (%(day)s)."),
    DecisionCode.SERIES_DIFFERS: _("The official series “%(series)s” has another value for %(period)s: %(value)s (%(day)s)."),
    DecisionCode.OUTAGE: _("What it takes to decide does not answer at the moment; ask again later."),
    DecisionCode.ENGINE_STANDS: _("The pages carry %(value)s, and nothing said against it."),
    TriggerCode.RISK: _("The risk is %(risk)s."),
    TriggerCode.ACTION: _("The action is %(action)s."),
    TriggerCode.AMOUNT: _("The amount, %(amount)s USD, is at least %(limit)s."),
    TriggerCode.AMOUNT_UNKNOWN_RATE: _("The worth of %(amount)s %(currency)s in USD is not given."),
    TriggerCode.SUCCESS_RATE: _("Of %(tries)s tries %(domain)s succeeded in %(successes)s."),
    TriggerCode.NO_PROFILE: _("%(domain)s was never visited."),
    TriggerCode.RETRIES: _("It was tried %(count)s times before."),
}

METHODS: Mapping[str, Any] = {
    DecisionMethod.UNANIMOUS: pgettext_lazy("how it was decided", "all voters"),
    DecisionMethod.MAJORITY: pgettext_lazy("how it was decided", "a majority"),
    DecisionMethod.ARBITER: pgettext_lazy("how it was decided", "an arbiter"),
    DecisionMethod.SINGLE: pgettext_lazy("how it was decided", "one executor and a critic"),
    DecisionMethod.HUMAN: pgettext_lazy("how it was decided", "a person"),
}
CHALLENGES: Mapping[str, Any] = {
    ChallengeType.DATA_ACCURACY: pgettext_lazy("what is doubted", "the data"),
    ChallengeType.LOGIC: pgettext_lazy("what is doubted", "the logic"),
    ChallengeType.EDGE_CASE: pgettext_lazy("what is doubted", "an edge case"),
    ChallengeType.PREMISE: pgettext_lazy("what is doubted", "the premise"),
}
SEVERITIES: Mapping[str, Any] = {
    Severity.LOW: pgettext_lazy("severity", "low"),
    Severity.MEDIUM: pgettext_lazy("severity", "medium"),
    Severity.HIGH: pgettext_lazy("severity", "high"),
}
CHECKS: Mapping[str, Any] = {
    CheckName.SCHEMA: pgettext_lazy("a check", "form of the answer"),
    CheckName.SPAN: pgettext_lazy("a check", "quote stands in a page"),
    CheckName.UNIT_AND_KIND: pgettext_lazy("a check", "unit and kind"),
    CheckName.PERIOD: pgettext_lazy("a check", "period"),
    CheckName.FRESHNESS: pgettext_lazy("a check", "freshness"),
    CheckName.PLAUSIBILITY: pgettext_lazy("a check", "plausible after the last states"),
    CheckName.INDEPENDENCE: pgettext_lazy("a check", "independent sources"),
}
FIELDS: Mapping[str, Any] = {
    StepField.AMOUNT: pgettext_lazy("a field of a step", "Amount"),
    StepField.CURRENCY: pgettext_lazy("a field of a step", "Currency"),
    StepField.QUANTITY: pgettext_lazy("a field of a step", "Quantity"),
    StepField.DATE: pgettext_lazy("a field of a step", "Date"),
    StepField.REFERENCE: pgettext_lazy("a field of a step", "Reference"),
    StepField.ACCOUNT: pgettext_lazy("a field of a step", "Account"),
    StepField.PARTY: pgettext_lazy("a field of a step", "Party"),
    StepField.STATUS: pgettext_lazy("a field of a step", "Outcome"),
}
ROLES: Mapping[str, Any] = {
    "voter": pgettext_lazy("a voter's part", "voter"),
    "executor": pgettext_lazy("a voter's part", "executor"),
    "challenger": pgettext_lazy("a voter's part", "challenger"),
    "arbiter": pgettext_lazy("a voter's part", "arbiter"),
}
VOTERS: Mapping[str, Any] = {
    "engine": _("the engine"),
    "fields": _("the comparison of fields"),
    "rules:pattern": _("rule voter: sentence pattern"),
    "rules:window": _("rule voter: nearest figure"),
    "rules:title_and_table": _("rule voter: title and table"),
}
# What the codes among a reason's parameters are called.
NAMED: Mapping[str, Mapping[str, Any]] = {
    "type": CHALLENGES,
    "severity": SEVERITIES,
    "check": CHECKS,
    "field": FIELDS,
    "risk": LABELS[RiskLevel],
}
