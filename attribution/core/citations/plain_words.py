"""A line of Markdown or HTML as a person reads it: for titles, not for judging."""

import re

from verification.core.patterns import lazy_regex

_IMAGE = lazy_regex(r"!\[([^\[\]]{0,300})\](?:\([^()\s]{0,2000}(?:\s[^()]{0,300})?\)|\[[^\[\]]{0,100}\])")
_LINK = lazy_regex(r"\[([^\[\]]{1,300})\](?:\((?:[^()\s]|\([^()\s]*\)){0,2000}(?:\s[^()]{0,300})?\)|\[[^\[\]]{0,100}\])")
_MARK = lazy_regex(r"\[\^?[\w-]{1,30}\](?::\s*\S*)?")
_ADDRESS = lazy_regex(
    r"<?\b(?:https?|ftp)://(?:[^\s<>()\u3000-\u303f\uff00-\uffef]|\([^\s()]{0,200}\)){1,2000}(?<![.,;:!?])>?", re.IGNORECASE
)
_TAG = lazy_regex(r"</?[a-zA-Z][^<>]{0,500}>")
_EMPHASIS = lazy_regex(r"(\*\*\*|\*\*|\*|__|~~|`)(?=\S)(.{1,300}?)(?<=\S)\1")
_HOLLOW = lazy_regex(r"[(（\[]\s*[)）\]]")
_BEFORE_STOP = lazy_regex(r"\s+(?=[,.;:!?，。；：！？])")
_LEADING = lazy_regex(r"^\s*(?:(?:#{1,6}|>+|[*+-]|\d{1,3}[.)])\s+)*")


def plain_words(line: str) -> str:
    """Links and pictures become their words; addresses, marks of footnotes, tags and signs of markup go."""
    text = _LEADING.sub("", line)
    for pattern, said in ((_IMAGE, r"\1"), (_LINK, r"\1"), (_MARK, ""), (_TAG, ""), (_ADDRESS, ""), (_EMPHASIS, r"\2"), (_HOLLOW, "")):
        text = pattern.sub(said, text)
    text = _BEFORE_STOP.sub("", " ".join(text.split()))
    return text.strip(" #*=|-\t:：,，") if any(sign.isalnum() for sign in text) else ""
