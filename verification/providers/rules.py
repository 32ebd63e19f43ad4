"""The embedded proposer: the engine's own binding rules, no model."""

from verification.core.consensus import settle
from verification.providers.base import Answer, Question


class RuleProposer:
    """Binds by rules; the same question always has the same answer."""

    name = "rules"

    def answer(self, question: Question) -> Answer:
        verdict = settle(
            question.node,
            question.pages,
            as_of=question.as_of,
            trust=question.trust,
            stage=question.stage,
            history=question.history,
        )
        return Answer(verdict=verdict)
