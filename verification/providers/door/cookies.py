"""The cookies of one fetch: kept from hop to hop, so that a host which wants its own cookie back lets us by, and forgotten afterwards."""

import re
from dataclasses import dataclass, field

from verification.core.patterns import lazy_regex
from verification.core.sources.domains import registrable_domain

_BETWEEN = lazy_regex(r",\s{0,3}(?=[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}=)")
_PAIR = lazy_regex(r"^\s{0,3}([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100})=([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e\"]{0,2000})\s{0,3}$")
_DOMAIN = lazy_regex(r"^\s{0,3}domain\s{0,3}=\s{0,3}\.?([\w.-]{1,253})\s{0,3}$", re.IGNORECASE)
_MOST = 30  # that a host may set


@dataclass(slots=True)
class CookieJar:
    """Of one fetch. A cookie goes back to the host that set it, or to the hosts of the site that it names, never elsewhere."""

    _kept: dict[tuple[str, str], str] = field(default_factory=dict)

    def keep(self, host: str, set_cookie: str) -> None:
        """Take what a header ``Set-Cookie`` sets; several come joined by commas. What is malformed is left out."""
        for one in _BETWEEN.split(set_cookie):
            pair, *attributes = one.split(";")
            found = _PAIR.match(pair)
            named = next((domain[1].lower() for text in attributes if (domain := _DOMAIN.match(text))), host)
            is_own = named == host or (host.endswith(f".{named}") and registrable_domain(named) is not None)
            if found and is_own and len(self._kept) < _MOST:
                self._kept[named, found[1]] = found[2]

    def header(self, host: str) -> dict[str, str]:
        """The header ``Cookie`` for a host; empty where nothing is kept for it."""
        pairs = [f"{name}={value}" for (domain, name), value in self._kept.items() if host == domain or host.endswith(f".{domain}")]
        return {"Cookie": "; ".join(pairs)} if pairs else {}
