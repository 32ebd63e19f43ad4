"""Ways of a page with an act that nothing is learnt from and nobody has read: how many of them verify it, counted and never printed."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from fit.support.generated import claimed, read_table, told
from verification.core.claims.entailment import Entailment, judge_statement
from verification.core.evidence import Page

SEED, ACTS_OF_EACH = 20_261_129, 3
_PUBLISHED = datetime(2026, 3, 18, tzinfo=UTC)


def unseen_lines(ways: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """By language and whether the page asserts the act: how many pages verify that it was done. ``ways``: rows as in ``moods.tsv``."""
    source = random.Random(SEED)  # noqa: S311 - a draw of acts, not a secret
    acts, counts, green = read_table("acts"), Counter[tuple[str, bool]](), Counter[tuple[str, bool]]()
    for lang, stands, text in ways:
        for act in source.sample([act for act in acts if act[0] == lang], ACTS_OF_EACH):
            page = Page("https://harbour-ledger.example/unseen", "", told(text, act, act[2]), _PUBLISHED)
            key = lang, stands == "1"
            counts[key] += 1
            green[key] += judge_statement(claimed(act), page).entailment is Entailment.ENTAILED
    for (lang, says), count in sorted(counts.items()):
        yield f"unseen ways, {lang}, {'says so' if says else 'does not'}: {green[lang, says]} of {count} verified"
