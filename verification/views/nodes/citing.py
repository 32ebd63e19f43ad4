"""“Cite this value”: a state with its pages as plain text and as Markdown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from verification.core.vocabulary import Badge
from verification.enums import label_of
from verification.models import Node, NodeState, Source
from verification.templatetags.evidence import node_name, safe_url, visible
from verification.templatetags.figures import state_figure
from verification.templatetags.moments import plain_date

MAX_SOURCES = 10
MAX_TITLE = 200

_MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+!|~&-])")


@dataclass(frozen=True, slots=True)
class CitedState:
    text: str
    markdown: str


def make_citation(*, node: Node, state: NodeState, sources: Sequence[Source], permalink: str) -> CitedState:
    """Value, unit, date, badge and the accepted pages; addresses that are no plain http(s) ones are left out."""
    figure = state_figure(state, node.kind)
    name, badge = node_name(node), label_of(Badge, state.badge)
    value = str(figure) if figure else gettext("unknown")
    as_of = gettext("as of %(date)s") % {"date": plain_date(state.evidence_at or state.as_of)}
    pages = [(_title(source), safe_url(source.url)) for source in sources if source.is_accepted][:MAX_SOURCES]
    text = [
        gettext("%(name)s: %(value)s (%(as_of)s; %(badge)s)")
        % {"name": _flat(name), "value": _flat(value), "as_of": as_of, "badge": badge},
        *(f"- {title}, {url}" if url else f"- {title}" for title, url in pages),
        permalink,
    ]
    markdown = [
        gettext("%(name)s: %(value)s (%(as_of)s; %(badge)s)")
        % {"name": _plain(name), "value": f"**{_plain(value)}**", "as_of": as_of, "badge": f"[{_plain(badge)}](<{permalink}>)"},
        "",
        *(f"- [{_plain(title)}](<{url}>)" if url else f"- {_plain(title)}" for title, url in pages),
    ]
    return CitedState("\n".join(text), "\n".join(markdown).rstrip())


def _flat(text: str) -> str:
    return visible(" ".join(text.split()))


def _title(source: Source) -> str:
    title = _flat(source.title)[:MAX_TITLE] or source.domain
    return f"{title} ({source.domain})" if source.domain and source.domain not in title else title


def _plain(text: str) -> str:
    """Text that Markdown shows as it stands."""
    return _MARKUP.sub(r"\\\1", _flat(text))
