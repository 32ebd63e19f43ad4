"""What a model wrote, read strictly: a proposal for the engine to check, or none. Nothing is repaired here and nothing is guessed."""

from verification.core.domains import host_of, registrable_domain
from verification.core.grounding import MAX_QUOTE, Proposal, ProposedSource
from verification.core.strict_json import BadInput, parse_object

MAX_ANSWER = 20_000
MAX_VALUE, MAX_URL, MAX_TITLE, MAX_SOURCES = 200, 2_000, 1_000, 20
NOTHING = ("", "unknown", "null", "none", "n/a", "未知")
_KEYS = ("value", "quote", "sources")


class BadAnswer(ValueError):
    """What is wrong with an answer, as one plain sentence that the model may be told."""


def read_proposal(text: str) -> Proposal | None:
    """The proposal in a model's answer; None where it says that the pages do not answer.

    ``BadAnswer`` for everything but exactly the object asked for: text around it, code fences, repeated or other keys, NaN, wrong types.
    """
    if len(text) > MAX_ANSWER:
        raise BadAnswer(f"the answer is longer than {MAX_ANSWER} characters")
    try:
        answer = parse_object(text)
    except BadInput as error:
        raise BadAnswer(str(error)) from None
    if set(answer) != set(_KEYS):
        raise BadAnswer(f"expected exactly the keys {', '.join(_KEYS)}")
    value, quote = (_text(answer[name], name, limit) for name, limit in (("value", MAX_VALUE), ("quote", MAX_QUOTE)))
    sources = read_sources(answer["sources"])
    if value.strip().lower() in NOTHING:
        return None
    return Proposal(value=value, quote=quote, sources=sources)


def _text(value: object, name: str, limit: int) -> str:
    if value is None and name in ("value", "quote"):
        return ""
    if not isinstance(value, str):
        raise BadAnswer(f"{name} is no text")
    if len(value) > limit:
        raise BadAnswer(f"{name} is longer than {limit} characters")
    return value


def read_sources(given: object) -> tuple[ProposedSource, ...]:
    """The sources as a model claims them; ``BadAnswer`` for anything but a list of {url, title}."""
    if not isinstance(given, list) or len(given) > MAX_SOURCES:
        raise BadAnswer(f"sources is no list of at most {MAX_SOURCES} objects")
    return tuple(_source(entry) for entry in given)


def _source(entry: object) -> ProposedSource:
    if not isinstance(entry, dict) or set(entry) != {"url", "title"}:
        raise BadAnswer("each of sources has to be an object with exactly url and title")
    url, title = _text(entry["url"], "url", MAX_URL), _text(entry["title"], "title", MAX_TITLE)
    host = host_of(url)
    return ProposedSource(title=title, url=url, domain=(registrable_domain(host) or host) if host else "")
