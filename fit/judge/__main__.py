"""``python -m fit.judge fit | record | ablate | wrong | others [names | sentences]``: fits the judge and says what it is worth.

With a part ``fit``, ``ablate`` and ``wrong`` fit that alone, and what is shipped of the other stays as it is. ``fit`` writes
``verification/core/judging/data/judge.json`` and ``verification/core/reading/data/figure_factuality.json`` with their digests,
and ``docs/judge-fit.md``; the others print.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from fit.judge.cases import SETS
from fit.judge.choosing_bars import choose_bars
from fit.judge.others import others_lines
from fit.judge.outcomes import tally
from fit.judge.reading import ReadCase, read_all
from fit.judge.record import record_lines
from fit.judge.report import report_lines, wrong_cases
from fit.judge.training import Fitted, factuality_rows, fit_judge
from fit.run_models import ready
from fit.writing import digest_of_data, shape_of, write_fitted
from verification.core.judging.scorer import FILE, Bars
from verification.core.reading.factuality import FIGURES_FILE

_ROOT = Path(__file__).resolve().parents[2]
_REPORT = _ROOT / "docs" / "judge-fit.md"
# What is read beside the open sets: the news, and the names asked of them.
_OTHERS = ("corpus_news.jsonl", "train/nodes/nodes.json", "train/nodes/gold.jsonl")
_GROUPS = {
    "words": ("whole_", "name_", "lead_", "head_", "precision_", "left_", "right_", "run_", "block_", "rarest_", "words_"),
    "subject": ("near_", "beside_", "subject_on_page", "clause_", "chain_", "title_", "names_", "subject_", "statement_", "list_"),
    "period": ("period", "found_before_page"),
    "measure": ("measure", "form_", "change_", "gap_", "basis_", "direction_", "qualifiers_", "share_"),
    "status": ("factuality", "status_", "speaker_", "foresight_", "past_", "mood_", "origin_", "turn_", "limit_"),
    "slots of the reader": ("differs_", "slots_", "asks_subject", "says_measure", "asks_measure"),
    "rivals": ("page_", "sentence_", "values_on_page", "said_again"),
    "other pages": ("same_elsewhere", "owners_elsewhere", "sum_elsewhere", "other_elsewhere", "other_here"),
}


def main(verb: str, *wanted: str) -> None:
    """One verb, of the parts that are wanted or of both."""
    if verb == "others":
        print("\n".join(others_lines()))
        return
    if verb == "fit":
        ready(FIGURES_FILE, ("told", "in_news"))
    cases = read_all()
    if verb == "record":
        print("\n".join(record_lines(cases)))
        return
    parts = {
        "names": [case for case in cases if not case.asks_sentence],
        "sentences": [case for case in cases if case.asks_sentence],
    }
    parts = {name: part for name, part in parts.items() if not wanted or name in wanted}
    if verb == "ablate":
        for name, part in parts.items():
            _ablate(name, part)
        return
    fitted = {name: fit_judge(part) for name, part in parts.items()}
    bars = {name: choose_bars(part, fitted[name].draws) for name, part in parts.items()}
    if verb == "wrong":
        for name, part in parts.items():
            print("\n".join(wrong_cases(part, fitted[name].draws, bars[name])))
    else:
        _write(parts, fitted, bars)


def _write(parts: Mapping[str, Sequence[ReadCase]], fitted: Mapping[str, Fitted], bars: Mapping[str, Bars]) -> None:
    shape: dict[str, object] = {"data": digest_of_data(SETS, Path(__file__).parent, _OTHERS)}
    report = ["# What the judge is worth, out of fold", "", _ABOUT]
    kept = {} if len(parts) == len(_TITLES) else FILE.parse(*FILE.read())
    for name, title in _TITLES.items():
        if name not in parts:
            shape[name] = kept[name]
            report += ["", f"## {title}", "", _kept_report(title)]
            continue
        one = fitted[name]
        shape[name] = {"bars": asdict(bars[name]), "alone": shape_of(one.alone), "together": shape_of(one.together)}
        report += ["", f"## {title}", "", *report_lines(parts[name], one.draws, bars[name])]
    write_fitted(FILE, shape)
    if "names" in parts:
        factuality_rows(parts["names"]).write()
    text = "\n".join((*report, ""))
    _REPORT.write_text(text, encoding="utf-8")
    print(text)


def _kept_report(title: str) -> str:
    """What the report says of a part that was fitted before, to the next heading of its rank."""
    _, _, behind = _REPORT.read_text(encoding="utf-8").partition(f"\n## {title}\n")
    return behind.partition("\n## ")[0].strip()


_ABOUT = (
    "Written by `make fit`; every figure is of a fold that the forest was not fitted on (groups: `fit/judge/cases.py`), "
    "the mean of the draws of the folds. "
    "`make fit PART=names` or `PART=sentences` fits one part and leaves the other as it was."
)
_TITLES = {"names": "Names and questions", "sentences": "Sentences with a blank"}


def _ablate(name: str, cases: Sequence[ReadCase]) -> None:
    """Recall and wrong values of all sets without each group of features, at bars chosen anew for each."""
    print(f"\n{_TITLES[name]}\n")
    known = {name for case in cases for page in case.pages[:1] for figure in page.page.figures[:1] for name in figure.features}
    known |= {"same_elsewhere", "owners_elsewhere", "sum_elsewhere", "other_elsewhere", "other_here"}
    print("| without | precision | recall | wrong |\n|---|---|---|---|")
    for group, starts in {"nothing": (), **_GROUPS}.items():
        left_out = frozenset(name for name in known if starts and name.startswith(starts))
        fitted = fit_judge(cases, without=left_out, draws=1, is_whole=False)
        found = tally(cases, fitted.draws[0], choose_bars(cases, fitted.draws))
        print(f"| {group} | {found.precision:.3f} | {found.recall:.3f} | {found.wrong} |", flush=True)


if __name__ == "__main__":
    verbs = ("fit", "record", "ablate", "wrong", "others")
    if len(sys.argv) < 2 or sys.argv[1] not in verbs or not _TITLES.keys() >= set(sys.argv[2:]):
        raise SystemExit(f"usage: python -m fit.judge {' | '.join(verbs)} [{' | '.join(_TITLES)}]")
    main(*sys.argv[1:])
