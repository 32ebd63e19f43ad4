"""Pages that only a browser draws, read by a service that has one and answers with the text, as Jina's Reader does.

Asked only where a deployment names one (``PAGE_READER_URL``), for the address of every such page is told to it. What comes back is a page
like any other: it may be a wall, and it is cut to size.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from verification.core.pages.kinds import Answer, judge_answer
from verification.core.patterns import lazy_regex
from verification.core.periods.freshness import parse_moment
from verification.core.sources.domains import canonical_url
from verification.core.vocabulary import Fault, PageKind
from verification.providers.api_client import ApiRequest
from verification.providers.base import ProviderError, WebPage
from verification.providers.door.statuses import refuse_place
from verification.providers.search.results import MAX_TEXT, MAX_TITLE, read_text

NAME, SERVICE = "reader", "The page reader"
_PICTURE = lazy_regex(r"!\[[^\]\n]{0,500}\]\([^()\s]{0,2000}\)")
_LINK = lazy_regex(r"\[([^\[\]\n]{0,500})\]\([^()\s]{0,2000}(?:\s\"[^\"\n]{0,200}\")?\)")
_MARKS = lazy_regex(r"^\s{0,3}(?:#{1,6}|[-*+>]|={3,}|-{3,})\s{1,4}|\*\*|__|`", re.MULTILINE)


def make_request(url: str, *, base_url: str, key: str) -> ApiRequest:
    return ApiRequest(
        SERVICE, f"{base_url}/", body={"url": url}, key_header="Authorization" if key else "", key=f"Bearer {key}" if key else ""
    )


def read_drawn(answer: Mapping[str, object], *, url: str) -> WebPage:
    """The page in an answer; ``ProviderError`` where it holds none, or what stands in the place of one."""
    data = answer.get("data")
    if not isinstance(data, Mapping):
        raise ProviderError(f"{SERVICE} answered in another form.", permanent=True, fault=Fault.BAD_ANSWER)
    title, text = read_text(data.get("title"), MAX_TITLE), plain(read_text(data.get("content"), MAX_TEXT))
    led_to = canonical_url(str(data.get("url", ""))) or url
    kind = judge_answer(Answer(url=led_to, asked=url, title=title, text=text))
    if kind.kind != PageKind.ARTICLE:
        refuse_place(kind.kind, kind.mark, 200)
    if not text:
        raise ProviderError(f"{SERVICE} found no text on the page.", permanent=True, fault=Fault.UNREADABLE)
    published_at = parse_moment(str(data.get("publishedTime") or ""), zone=UTC)
    return WebPage(url, led_to, 200, title, text, published_at, datetime.now(UTC), "text/markdown")


def plain(markdown: str) -> str:
    """Markdown as the text that it shows: pictures gone, links and marks down to their words."""
    return _MARKS.sub("", _LINK.sub(r"\1", _PICTURE.sub("", markdown))).strip()
