"""The worked examples of how-a-verdict-is-reached.md, from the engine's own trace. ``python -m tests.demo.examples`` rewrites them."""

import os
import re
from datetime import UTC, datetime
from pathlib import Path

import django
from django.utils import translation

from causalflow.catalogues import compile_stale
from verification.enums import label_of

DOCS = Path(__file__).resolve().parents[2] / "docs"
DOCUMENTS = tuple(folder / "how-a-verdict-is-reached.md" for folder in (DOCS, DOCS / "zh"))
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
# (node, language of the explanation, headings of the table, what is said of the pages without a figure of the node)
EXAMPLES = (
    ("bitcoin-price", "en", ("page", "stance", "sentence", "why"), "{} other pages were found and say nothing about the node."),
    ("gold-price", "zh-hans", ("网页", "立场", "原句", "理由"), "另外找到 {} 个网页，与此节点无关。"),
)
_BLOCK = re.compile(r"(<!-- example: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def with_examples(text: str) -> str:
    """The document with what the engine says today in the place of each example."""
    rendered = {slug: render(slug, lang, heads, rest) for slug, lang, heads, rest in EXAMPLES}
    return _BLOCK.sub(lambda block: f"{block.group(1)}{rendered[block.group(2)]}{block.group(3)}", text)


def render(slug: str, lang: str, heads: tuple[str, ...], rest: str) -> str:
    """Rules and pages of one demo node, as Markdown."""
    from verification.core.consensus.engine import settle
    from verification.core.sources.domains import host_of
    from verification.core.vocabulary import Stance
    from verification.models import Node
    from verification.reads.words.explanations import explain, explain_trace
    from verification.services.nodes.demo import read_demo_nodes

    from .pages import TRUST, find_pages

    entry = next(entry for entry in read_demo_nodes() if entry.slug == slug)
    node = Node(**entry.model_dump(mode="json", exclude={"links"})).spec()
    verdict = settle(node, find_pages(node, NOW), as_of=NOW, trust=TRUST)
    lines = [f"{number}. {sentence}" for number, sentence in enumerate(explain_trace(verdict.trace, lang), 1)]
    lines += ["", f"**{verdict.value}** · `{verdict.number}` {verdict.unit} · `{verdict.badge.value}`", ""]
    lines += [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    findings = (*verdict.sources, *verdict.others)
    shown = [finding for finding in findings if finding.passage and finding.stance != Stance.OFF_TOPIC]
    with translation.override(lang):
        for finding in shown:
            host = (host_of(finding.url) or "").removeprefix("www.")
            stance, said = label_of(Stance, finding.stance.value), finding.passage.text.strip()
            lines.append(f"| {host} | {stance} | {said} | {explain(finding.why, lang)} |")
    return "\n".join(["", *lines, "", rest.format(len(findings) - len(shown)), "", ""])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "causalflow.settings")
    django.setup()
    compile_stale()
    for document in DOCUMENTS:
        document.write_text(with_examples(document.read_text(encoding="utf-8")), encoding="utf-8")
