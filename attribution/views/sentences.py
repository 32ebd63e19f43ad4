"""What a report says in one line: what was found in the text, and how much of it holds."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext

from attribution.core.vocabulary import CitationKind, CitationStatus

LINKS = frozenset({"markdown", "reference", "footnote", "autolink", "bare", "html"})


def describe_kinds(kinds: Mapping[str, int], total: int) -> str:
    """ "23 citations: 19 links, 3 DOIs, 1 named source"."""
    links = sum(count for kind, count in kinds.items() if kind in LINKS)
    named = [
        (links, ngettext("%(n)d link", "%(n)d links", links)),
        (kinds.get(CitationKind.DOI, 0), ngettext("%(n)d DOI", "%(n)d DOIs", kinds.get(CitationKind.DOI, 0))),
        (kinds.get(CitationKind.ARXIV, 0), ngettext("%(n)d arXiv number", "%(n)d arXiv numbers", kinds.get(CitationKind.ARXIV, 0))),
        (kinds.get(CitationKind.PUBMED, 0), ngettext("%(n)d PubMed number", "%(n)d PubMed numbers", kinds.get(CitationKind.PUBMED, 0))),
        (kinds.get(CitationKind.ISBN, 0), ngettext("%(n)d ISBN", "%(n)d ISBNs", kinds.get(CitationKind.ISBN, 0))),
        (kinds.get(CitationKind.TITLE, 0), ngettext("%(n)d named source", "%(n)d named sources", kinds.get(CitationKind.TITLE, 0))),
        (
            kinds.get(CitationKind.MEDIA, 0),
            ngettext("%(n)d picture or video", "%(n)d pictures or videos", kinds.get(CitationKind.MEDIA, 0)),
        ),
    ]
    parts = [said % {"n": count} for count, said in named if count]
    head = ngettext("%(n)d citation", "%(n)d citations", total) % {"n": total}
    return gettext("%(head)s: %(parts)s.") % {"head": head, "parts": gettext(", ").join(parts)} if parts else gettext("No citations.")


def summarize_verdicts(counts: Mapping[str, int], *, unreached: int = 0) -> tuple[str, str]:
    """How many of those that were checked hold, and what became of the others; never more than was found.

    ``unreached``: how many of the undecided ones were not checked, because their page could not be asked.
    """
    total = sum(counts.values()) - counts.get(CitationStatus.NOT_APPLICABLE, 0) - unreached
    held = counts.get(CitationStatus.VERIFIED, 0)
    if unreached and not total:
        return ngettext("%(n)d citation was not checked.", "%(n)d citations were not checked.", unreached) % {"n": unreached}, ""
    if unreached:
        first = ngettext("%(held)d of %(n)d checked citation holds.", "%(held)d of %(n)d checked citations hold.", total)
    else:
        first = _first(total)
    parts = [said % {"n": count} for count, said in _others(counts, unreached) if count]
    return first % {"held": held, "n": total}, gettext("%(parts)s.") % {"parts": gettext("; ").join(parts)} if parts else ""


def _first(total: int) -> str:
    return ngettext("%(held)d of %(n)d citation holds.", "%(held)d of %(n)d citations hold.", total)


def _others(counts: Mapping[str, int], unreached: int) -> list[tuple[int, str]]:
    against = counts.get(CitationStatus.MISINFORMATION, 0)
    broken = counts.get(CitationStatus.BROKEN_LINK, 0)
    without = counts.get(CitationStatus.UNVERIFIED, 0)
    unclear = counts.get(CitationStatus.INCONCLUSIVE, 0) - unreached
    waiting = counts.get(CitationStatus.PENDING, 0)
    return [
        (against, ngettext("%(n)d page says otherwise", "%(n)d pages say otherwise", against)),
        (broken, ngettext("%(n)d link is dead", "%(n)d links are dead", broken)),
        (without, ngettext("%(n)d page does not carry the claim", "%(n)d pages do not carry the claim", without)),
        (unclear, ngettext("%(n)d could not be decided", "%(n)d could not be decided", unclear)),
        (unreached, ngettext("%(n)d was not checked", "%(n)d were not checked", unreached)),
        (waiting, ngettext("%(n)d is being checked", "%(n)d are being checked", waiting)),
    ]
