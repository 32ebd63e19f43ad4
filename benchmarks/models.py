"""What language models add and what they can't break: ``python -m benchmarks.models FOLDER`` (of consensus sets with their gold).

A model is played by a server on loopback that is told the gold: a good one names the gold value where the prompt shows it, a bad one the
likeliest wrong figure. Prompts, answers, parsing and grounding are the product's own. Recall and precision of the rules alone, with the
good model and with the bad one stand side by side, with the calls and prompt tokens that it took.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests.stubs.chat import ChatStub  # noqa: E402
from tests.stubs.models import answer, read_prompt  # noqa: E402
from verification.core.consensus.engine import settle_evidence_set  # noqa: E402
from verification.core.consensus.weighing import read_evidence_set  # noqa: E402
from verification.core.evidence import Verdict  # noqa: E402
from verification.core.panel.prompts import MAX_TOKENS  # noqa: E402
from verification.core.quantities.grammar import find_quantities  # noqa: E402
from verification.core.vocabulary import Purpose  # noqa: E402
from verification.providers.base import ChatReply, ChatRequest  # noqa: E402
from verification.providers.language_models.chat import Chat, ChatProfile  # noqa: E402
from verification.schemas import ConsensusLine, check_shape  # noqa: E402
from verification.services.gateway.gateway import Gateway, Work  # noqa: E402
from verification.services.panel.proposing import StageQuestion, prepare_prompt, propose  # noqa: E402
from verification.stateless import read_case  # noqa: E402

SETS = ("consensus_news", "consensus_questions", "consensus_whitelist", "consensus_swap")
WORK = Work(Purpose.NODE, subject="benchmark")


@dataclass(slots=True)
class Score:
    """Of the cases with a value: how many got the right one; of all: how many got a wrong one."""

    wanted: int = 0
    right: int = 0
    wrong: int = 0
    calls: int = 0
    tokens: list[int] = field(default_factory=list)

    def __str__(self) -> str:
        accepted = self.right + self.wrong
        precision = self.right / accepted if accepted else 1.0
        recall = f"{self.right / self.wanted:.3f}" if self.wanted else "  -  "
        most = max(self.tokens, default=0)
        return f"recall {recall}  precision {precision:.3f}  wrong {self.wrong:3}  calls {self.calls:3}  tokens a prompt at most {most}"


class OneModel(Gateway):
    """The gateway's place for one model, without a ledger: nothing is stored by a benchmark."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    async def complete(self, request: ChatRequest, *, work: Work, profile: str | None = None) -> ChatReply:
        return await self._chat.complete(request)


def amount(text: str | None) -> Decimal | None:
    """The size of the first figure in a text, without its sign."""
    found = find_quantities(text or "")
    return abs(found[0].low) if found else None


def is_right(verdict: Verdict, gold: Mapping[str, Any]) -> bool:
    if gold["expected"] == "unknown" or verdict.number is None:
        return False
    got = sorted(abs(Decimal(part)) for part in verdict.number.split(".."))
    wanted = gold["expected"]
    ends = [abs(Decimal(part)) for part in wanted.split("..")] if _is_plain(wanted) else [amount(wanted)]
    known = sorted(end for end in ends if end is not None)
    return known in (got, [end * 10 for end in got] if wanted.endswith("‰") else got)


def _is_plain(text: str) -> bool:
    return all(part.strip().lstrip("+-").replace(".", "", 1).isdigit() for part in text.split(".."))


def behaviour(gold: Mapping[str, Any], *, is_good: bool) -> Callable[[Mapping[str, Any]], str]:
    """Names the first figure shown that is the gold value, or that is not."""
    expected = gold["expected"]
    wanted = abs(Decimal(expected.split("..")[0])) if _is_plain(expected) else amount(expected)

    def behave(body: Mapping[str, Any]) -> str:
        for page in read_prompt(body):
            for piece in (*page.pieces, page.title):
                for quantity in find_quantities(piece):
                    if (wanted is not None and abs(quantity.low) == wanted) == is_good:
                        return answer(quantity.text, piece, [page])
        return answer(None, None)

    return behave


async def judge(folder: Path, name: str, stub: ChatStub, gateway: OneModel) -> dict[str, Score]:
    scores = {mode: Score() for mode in ("rules", "good", "bad")}
    gold = {row["id"]: row for row in _rows(folder / f"{name}.gold.jsonl")}
    for line in _rows(folder / f"{name}.jsonl"):
        case, expected = read_case(check_shape(ConsensusLine, line)), gold[line["id"]]
        evidence_set = read_evidence_set(case.node, case.pages, as_of=case.as_of, trust=case.trust)
        verdict = settle_evidence_set(evidence_set, stage=case.stage)
        question = StageQuestion(evidence_set, case.stage, verdict)
        prompt = prepare_prompt(question)
        for mode, score in scores.items():
            found = verdict
            if mode != "rules" and prompt is not None:
                stub.behave = behaviour(expected, is_good=mode == "good")
                answered = await propose(question, prompt, gateway=gateway, work=WORK)
                found = answered.verdict
                score.calls += answered.calls
                score.tokens.append(answered.tokens)
            score.wanted += expected["expected"] != "unknown"
            score.right += is_right(found, expected)
            score.wrong += found.is_accepted and not is_right(found, expected)
    return scores


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


async def measure(folder: Path) -> bool:
    """Prints a line for each set and model; False where the good model costs precision or a prompt is too long."""
    fine = True
    with ChatStub() as stub:
        chat = Chat(ChatProfile("benchmark", stub.base_url, "scripted"))
        for name in SETS:
            scores = await judge(folder, name, stub, OneModel(chat))
            for mode, score in scores.items():
                sys.stdout.write(f"{name:20} {mode:6} {score}\n")
            fine = fine and scores["good"].wrong <= scores["rules"].wrong
            fine = fine and max(scores["good"].tokens, default=0) <= MAX_TOKENS
        await chat.aclose()
    return fine


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        sys.stderr.write("usage: python -m benchmarks.models FOLDER\n")
        return 2
    return int(not asyncio.run(measure(Path(arguments[0]))))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
