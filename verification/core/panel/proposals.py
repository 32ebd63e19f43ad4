"""A model's proposal for the engine to check, or none."""

from verification.core.panel.grounding import MAX_QUOTE, Proposal, ProposedSource
from verification.core.panel.model_answers import BadAnswer, read_object, read_optional_text, read_text
from verification.core.sources.domains import host_of, registrable_domain

MAX_VALUE, MAX_URL, MAX_TITLE, MAX_SOURCES = 200, 2_000, 1_000, 20
NOTHING = ("", "unknown", "null", "none", "n/a", "未知")
_KEYS = ("value", "quote", "sources")


def read_proposal(text: str) -> Proposal | None:
    """The proposal in a model's answer; None where it says that the pages do not answer.

    ``BadAnswer`` for everything but exactly the object asked for.
    """
    answer = read_object(text, _KEYS)
    value, quote = (read_optional_text(answer[name], name, limit) for name, limit in (("value", MAX_VALUE), ("quote", MAX_QUOTE)))
    sources = read_sources(answer["sources"])
    if value.strip().lower() in NOTHING:
        return None
    return Proposal(value=value, quote=quote, sources=sources)


def read_sources(given: object) -> tuple[ProposedSource, ...]:
    """The sources as a model claims them; ``BadAnswer`` for anything but a list of {url, title}."""
    if not isinstance(given, list) or len(given) > MAX_SOURCES:
        raise BadAnswer(f"sources is no list of at most {MAX_SOURCES} objects")
    return tuple(_source(entry) for entry in given)


def _source(entry: object) -> ProposedSource:
    if not isinstance(entry, dict) or set(entry) != {"url", "title"}:
        raise BadAnswer("each of sources has to be an object with exactly url and title")
    url, title = read_text(entry["url"], "url", MAX_URL), read_text(entry["title"], "title", MAX_TITLE)
    host = host_of(url)
    return ProposedSource(title=title, url=url, domain=(registrable_domain(host) or host) if host else "")
