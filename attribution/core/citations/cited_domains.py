"""Whose page a citation points to."""

from verification.core.sources.domains import host_of, registrable_domain

MAX_DOMAIN = 253


def domain_of(url: str) -> str:
    """The domain that its owner registered, the host where there is none ("127.0.0.1"), "" for what is no web address."""
    address = url if "://" in url[:10] else f"https://{url.removeprefix('//')}"
    host = host_of(address) or ""
    return (registrable_domain(host) or host)[:MAX_DOMAIN] if host else ""
