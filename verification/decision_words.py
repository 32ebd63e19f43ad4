"""Why a verification ended as it did and why a trigger fired, in words; ``verification.explanations`` says them."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from verification.core.decision import DecisionCode
from verification.core.triggers import TriggerCode

DECISIONS: Mapping[str, Any] = {
    DecisionCode.ALL_AGREE: _("All %(asked)s voters agree, and the pages carry it."),
    DecisionCode.MOST_AGREE: _("%(voters)s of %(asked)s voters agree, and the pages carry it."),
    DecisionCode.NOT_AS_CLAIMED: _("The pages carry another value: %(value)s."),
    DecisionCode.NO_MAJORITY: _("No value has a majority of the voters."),
    DecisionCode.NOBODY_GROUNDED: _("The pages do not carry what was answered well enough."),
    DecisionCode.GROUNDED_MINORITY: _("The pages carry the answer of the minority, not that of the majority."),
    DecisionCode.TOO_FEW_ANSWERS: _("%(answered)s of %(asked)s answered; it is asked again."),
    DecisionCode.NOT_ENOUGH_MODELS: _("%(models)s different models can be asked, %(needed)s are needed."),
    DecisionCode.CHECKS_PASSED: _("All %(count)s checks passed."),
    DecisionCode.CHECK_FAILED: _("A check failed: %(check)s."),
    DecisionCode.NO_CHALLENGE_UPHELD: _("No challenge was upheld, of %(count)s."),
    DecisionCode.CHALLENGE_UPHELD: _("A challenge was upheld: %(challenge)s (%(type)s, %(severity)s)."),
    DecisionCode.CHALLENGE_OPEN: _("Nobody ruled on a challenge: %(challenge)s (%(type)s, %(severity)s)."),
    DecisionCode.OTHER_VALUE: _("A voter has another value that the pages carry: %(value)s."),
    DecisionCode.RETRIES_SPENT: _("%(answered)s of %(asked)s answered, too few to decide."),
    DecisionCode.NO_EVIDENCE: _("There are no pages to decide on."),
    DecisionCode.VOTERS_DIFFER: _("The engine reads %(value)s; voters read %(other)s."),
    TriggerCode.RISK: _("The risk is %(risk)s."),
    TriggerCode.ACTION: _("The action is %(action)s."),
    TriggerCode.AMOUNT: _("The amount, %(amount)s USD, is at least %(limit)s."),
    TriggerCode.AMOUNT_UNKNOWN_RATE: _("The worth of %(amount)s %(currency)s in USD is not given."),
    TriggerCode.SUCCESS_RATE: _("Of %(tries)s tries %(domain)s succeeded in %(successes)s."),
    TriggerCode.NO_PROFILE: _("%(domain)s was never visited."),
    TriggerCode.RETRIES: _("It was tried %(count)s times before."),
}
