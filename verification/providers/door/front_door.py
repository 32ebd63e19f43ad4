"""What an address of the web has to look like before anything is looked up.

Parsers disagree about odd addresses, and that is how guards are walked around. So everything odd is refused here, and what passes is
taken apart once: transport, robots.txt and the store all get these parts and parse nothing again.
"""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit

from verification.core.patterns import lazy_regex
from verification.core.sources.domains import MAX_URL_LENGTH, host_of
from verification.core.vocabulary import Fault
from verification.providers.base import ProviderError
from verification.providers.door.addresses import is_public
from verification.providers.door.networks import Network

PORTS = frozenset({80, 443, 8080, 8443})

_DEFAULT_PORTS = {"http": 80, "https": 443}
_NUMBER = lazy_regex(r"\d+|0x[0-9a-f]*", re.ASCII)
_LOCAL_SUFFIXES = (".local", ".internal", ".localhost", ".localdomain", ".intranet", ".lan", ".home.arpa", ".onion")
_CONTROL = lazy_regex(r"[\x00-\x1f\x7f-\x9f\\]")
_NOT_ASCII = lazy_regex(r"[^\x21-\x7e]")
_SAFE = "/%:@!$&'()*+,;=-._~?[]|{}\"<>^`"


@dataclass(frozen=True, slots=True)
class Target:
    """One address, taken apart. ``host`` is lower-case ASCII (an IPv6 address without brackets), ``path`` holds the query too."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Host and, where it is not the scheme's own, port: what stands in the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.authority}"

    @property
    def url(self) -> str:
        return self.origin + self.path


def check_url(url: str, network: Network) -> Target:
    """The parts of ``url``; ``ProviderError`` (bad_address or not_public) for what nobody should fetch. No name is looked up here."""
    if len(url) > MAX_URL_LENGTH:
        raise _refusal(f"The address has {len(url)} characters; expected at most {MAX_URL_LENGTH}")
    if _CONTROL.search(url):
        raise _refusal("The address holds a control character or a backslash")
    host = host_of(url)
    if host is None:
        raise _refusal("The address is not a plain http(s) address: scheme, host, and no user name, per cent sign or space before the path")
    parts = urlsplit(url.strip(" "))
    scheme = parts.scheme.lower()
    port = parts.port if parts.port is not None else _DEFAULT_PORTS[scheme]
    if not network.admits(host, port):
        _check_host(host)
        if port not in PORTS:
            raise _refusal(f"The address names port {port}; expected one of {', '.join(map(str, sorted(PORTS)))}")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(scheme=scheme, host=host, port=port, path=_NOT_ASCII.sub(lambda found: quote(found[0], safe=_SAFE), path))


def join_url(target: Target, location: str) -> str:
    """Where a redirect leads, not checked yet."""
    if _CONTROL.search(location):
        raise _refusal("The page redirects to an address with a control character or a backslash")
    try:
        return urljoin(target.url, location.strip(" "))
    except ValueError as error:
        raise _refusal("The page redirects to something that is no address") from error


def _check_host(host: str) -> None:
    address = _literal(host)
    if address is not None:
        if not is_public(address):
            raise ProviderError(f"{host} is not an address of the public Internet.", permanent=True, fault=Fault.NOT_PUBLIC)
        return
    if _NUMBER.fullmatch(host.rpartition(".")[2]):
        raise _refusal("The address writes an IP address in an unusual form")
    if "." not in host or host.endswith(_LOCAL_SUFFIXES):
        raise ProviderError(f"{host} is a name of a local network.", permanent=True, fault=Fault.NOT_PUBLIC)


def _literal(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    return address if str(address) == host else None


def _refusal(problem: str) -> ProviderError:
    return ProviderError(f"{problem}.", permanent=True, fault=Fault.BAD_ADDRESS)
