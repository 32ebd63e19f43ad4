"""How often the three rule extractors read the same question differently, and how often each agrees with the gold.

    python -m benchmarks.rule_voters [DIRECTORY]

DIRECTORY holds consensus_questions.jsonl with its gold, ../shared/data by default. Exit status 1 where a pair differs on less than 5 %.
"""

import json
import os
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from verification.core.panel.rule_voters import vote_by_rules  # noqa: E402
from verification.core.support.answers import same_answer  # noqa: E402
from verification.schemas import ConsensusLine, check_shape  # noqa: E402
from verification.stateless import read_case  # noqa: E402

FLOOR = 0.05


def main(directory: Path) -> int:
    lines = (directory / "consensus_questions.jsonl").read_text(encoding="utf-8").splitlines()
    gold = (directory / "consensus_questions.gold.jsonl").read_text(encoding="utf-8").splitlines()
    wanted = {entry["id"]: entry for entry in map(json.loads, gold)}
    differing: Counter[tuple[str, str]] = Counter()
    answered: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for line in map(json.loads, lines):
        case = read_case(check_shape(ConsensusLine, line))
        votes = vote_by_rules(case.node, case.pages)
        for vote in votes:
            answered[vote.voter_id] += vote.value is not None
            held = wanted[line["id"]]["gold_answers"]
            right[vote.voter_id] += vote.value is not None and any(same_answer(vote.value, text, unit=case.node.unit) for text in held)
        for one, other in combinations(votes, 2):
            same = one.value is other.value or (one.value and other.value and same_answer(one.value, other.value, unit=case.node.unit))
            differing[one.voter_id, other.voter_id] += not same
    for name, count in answered.items():
        print(f"{name:16} reads a value in {count} of {len(lines)}, a true answer in {right[name]}")
    for (one, other), count in differing.items():
        print(f"{one} / {other}: differ on {count / len(lines):.1%}")
    return int(any(count < FLOOR * len(lines) for count in differing.values()))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/data")))
