"""What every connection to the outside shares, whichever library opens it: who we say we are, how long it takes, how much comes back.

Three libraries open them: httpx those to services with an API (``api_client``), httpx2, which ``openai`` brings, those to models
(``language_models.chat_transport``), and httpcore those to the web (``door.transport``). None of them is left a default of its own: each
is opened without proxies, redirects or a time-out per read, for one deadline stands over every request from the first byte sent to the
last byte read. That of a service with an API is ``SEARCH_TIMEOUT_SECONDS``, that of a model stands in its profile.
"""

from django.conf import settings

PRODUCT = "CausalFlow"
VERSION = "0.1"

# Most bytes of an answer, as sent and inflated.
API_BYTES, API_ERROR_BYTES = 8_000_000, 64_000
CHAT_BYTES, VECTOR_BYTES = 1_000_000, 32_000_000
PAGE_BYTES = 4 * 1024 * 1024

# Deadlines of a page with all its redirects, and of dialling one address within it.
PAGE_SECONDS = 15.0
DIAL_SECONDS = 5.0

# Idle connections kept: to services with an API altogether; in each pool of the door, and for how long.
KEPT_OPEN = 20
KEPT_OPEN_OF_DOOR, KEPT_OPEN_SECONDS = 3, 5.0


def user_agent() -> str:
    """The product, where it runs, and whom to write to where ``CONTACT_EMAIL`` says: Wikimedia, Crossref and many sites ask for it."""
    contact = f"; {settings.CONTACT_EMAIL}" if settings.CONTACT_EMAIL else ""
    return f"{PRODUCT}/{VERSION} (+{settings.SITE_URL}{contact})"
