"""The whitelist, to be read: whom the deployment trusts."""

from typing import Annotated, ClassVar

from django.db.models import Prefetch
from pydantic import Field, StringConstraints
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls.answers import Listed
from verification.api.calls.base import ApiView
from verification.api.calls.bodies import PageQuery
from verification.api.calls.openapi import ETAG, UNCHANGED, operation
from verification.api.calls.pagination import Key, question_of, read_page
from verification.api.calls.validation import HOLDS_NO_NUL
from verification.models import Listing, WhitelistDomain
from verification.reads.answers import Answer

DOMAIN_ORDER = (Key("domain", lambda entry: entry.domain),)


class WhitelistQuery(PageQuery):
    group: Annotated[str, StringConstraints(max_length=60), HOLDS_NO_NUL] = ""
    active: Annotated[bool, Field(description="false: what was deleted, and is trusted no more.")] = True


class WhitelistEntry(Answer):
    """A host suffix whose pages are trusted."""

    domain: str
    groups: list[str]
    owner: Annotated[str | None, Field(description="Domains of one owner share a vote.")]
    tier: int
    authority: float
    is_official: bool
    is_active: bool

    @classmethod
    def of(cls, domain: WhitelistDomain) -> "WhitelistEntry":
        """Of a row whose listings were prefetched with their groups."""
        return cls(
            domain=domain.domain,
            groups=[listing.group.slug for listing in domain.listings.all()],
            owner=domain.owner or None,
            tier=domain.tier,
            authority=float(domain.authority),
            is_official=domain.is_official,
            is_active=domain.is_active,
        )


class WhitelistPage(Listed):
    items: list[WhitelistEntry]


class Whitelist(ApiView):
    permissions: ClassVar = {"GET": "view_whitelistdomain"}
    accepts: ClassVar = {"GET": WhitelistQuery}

    @operation(
        "listWhitelist",
        "The domains that are trusted",
        query=WhitelistQuery,
        answers={200: WhitelistPage, 304: None},
        headers=[UNCHANGED, ETAG],
        tag="whitelist",
    )
    def get(self, request: Request) -> Response:
        asked: WhitelistQuery = self.asked
        entries = WhitelistDomain.objects.filter(is_active=asked.active).prefetch_related(
            Prefetch("listings", Listing.objects.select_related("group"))
        )
        if asked.group:
            entries = entries.filter(groups__slug=asked.group)
        page = read_page(entries, DOMAIN_ORDER, cursor=asked.cursor, limit=asked.limit, question=question_of(request.path, asked))
        return self.answer(WhitelistPage(items=[WhitelistEntry.of(entry) for entry in page.rows], next=page.next).shape())
