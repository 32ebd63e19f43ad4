"""``python -m fit.judge fit | record | ablate | wrong``: fits the judge and says what it is worth.

``fit`` writes ``artefacts/judge.json`` and ``docs/judge-fit.md``; the others print. The engine does not use it yet.
"""

import json
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from fit.judge.cases import DATA, SETS
from fit.judge.choosing_bars import choose_bars
from fit.judge.forest import Forest
from fit.judge.outcomes import tally
from fit.judge.reading import ReadCase, read_all
from fit.judge.record import record_lines
from fit.judge.report import report_lines, wrong_cases
from fit.judge.scorer import FORMAT, Bars
from fit.judge.training import Fitted, fit_judge

_ROOT = Path(__file__).resolve().parents[2]
_FITTED = _ROOT / "artefacts"
_REPORT = _ROOT / "docs" / "judge-fit.md"
_GROUPS = {
    "words": ("whole_", "name_", "lead_", "head_", "precision_", "left_", "right_", "run_", "block_", "rarest_", "words_"),
    "subject": ("near_", "beside_", "clause_", "chain_", "title_", "names_", "subject_", "statement_", "other_identity", "list_"),
    "period": ("period", "found_before_page"),
    "measure": ("measure", "form_", "change_", "gap_", "basis_", "direction_", "qualifiers_", "only_modifier", "other_kind", "share_"),
    "status": ("status_", "speaker_", "foresight_", "past_", "mood_", "origin_", "turn_", "limit_"),
    "slots of the reader": ("differs_", "slots_", "asks_subject", "says_measure", "asks_measure"),
    "rivals": ("page_", "sentence_", "values_on_page", "said_again", "better_on_page"),
    "other pages": ("same_elsewhere", "owners_elsewhere", "sum_elsewhere", "other_elsewhere", "other_here"),
}


def main(verb: str) -> None:
    cases = read_all()
    if verb == "record":
        print("\n".join(record_lines(cases)))
    elif verb == "ablate":
        _ablate(cases)
    else:
        fitted = fit_judge(cases)
        bars = choose_bars(cases, fitted.chances)
        if verb == "wrong":
            print("\n".join(wrong_cases(cases, fitted.chances, bars)))
        else:
            _write(cases, fitted, bars)


def _write(cases: Sequence[ReadCase], fitted: Fitted, bars: Bars) -> None:
    shape = {
        "format": FORMAT,
        "data": _digest_of_data(),
        "bars": {"trusted": bars.trusted, "vote": bars.vote, "doubt": bars.doubt},
        "alone": _shape(fitted.alone),
        "together": _shape(fitted.together),
    }
    content = (json.dumps(shape, separators=(",", ":"), sort_keys=True) + "\n").encode()
    _FITTED.mkdir(exist_ok=True)
    (_FITTED / "judge.json").write_bytes(content)
    report = "\n".join(("# What the judge is worth, out of fold", "", _ABOUT, "", *report_lines(cases, fitted.chances, bars), ""))
    _REPORT.write_text(report, encoding="utf-8")
    print(report)


_ABOUT = "Written by `make fit`; every figure is of a fold that the forest was not fitted on (groups: `fit/judge/cases.py`)."


def _shape(forest: Forest) -> dict[str, object]:
    return {"names": forest.names, "base": forest.base, "trees": [(t.feature, t.value, t.left, t.right) for t in forest.trees]}


def _digest_of_data() -> str:
    """One digest over all sets, so that a judge names what it was fitted on."""
    digest = sha256()
    for name in SETS:
        for ending in (".jsonl", ".gold.jsonl"):
            digest.update((DATA / f"{name}{ending}").read_bytes())
    for table in sorted(Path(__file__).parent.glob("*.tsv")):
        digest.update(table.read_bytes())
    return digest.hexdigest()


def _ablate(cases: Sequence[ReadCase]) -> None:
    """Recall and wrong values of all sets without each group of features, at bars chosen anew for each."""
    known = {name for case in cases for page in case.pages[:1] for figure in page.page.figures[:1] for name in figure.features}
    known |= {"same_elsewhere", "owners_elsewhere", "sum_elsewhere", "other_elsewhere", "other_here"}
    print("| without | precision | recall | wrong |\n|---|---|---|---|")
    for group, starts in {"nothing": (), **_GROUPS}.items():
        left_out = frozenset(name for name in known if starts and name.startswith(starts))
        fitted = fit_judge(cases, without=left_out, is_whole=False)
        found = tally(cases, fitted.chances, choose_bars(cases, fitted.chances))
        print(f"| {group} | {found.precision:.3f} | {found.recall:.3f} | {found.wrong} |", flush=True)


if __name__ == "__main__":
    verbs = ("fit", "record", "ablate", "wrong")
    if len(sys.argv) != 2 or sys.argv[1] not in verbs:
        raise SystemExit(f"usage: python -m fit.judge {' | '.join(verbs)}")
    main(sys.argv[1])
