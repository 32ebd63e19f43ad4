"""Read-only lists: whom the deployment trusts."""

from typing import ClassVar

from django.db.models import Prefetch
from rest_framework.request import Request
from rest_framework.response import Response

from verification.api.calls import answers
from verification.api.calls.base import ApiView
from verification.api.calls.bodies import WhitelistQuery
from verification.api.calls.openapi import ETAG, UNCHANGED, operation
from verification.api.calls.pagination import Key, question_of, read_page
from verification.models import Listing, WhitelistDomain

DOMAIN_ORDER = (Key("domain", lambda entry: entry.domain),)


class Whitelist(ApiView):
    permissions: ClassVar = {"GET": "view_whitelistdomain"}
    accepts: ClassVar = {"GET": WhitelistQuery}

    @operation(
        "listWhitelist",
        "The domains that are trusted",
        query=WhitelistQuery,
        answers={200: answers.WhitelistPage, 304: None},
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
        return self.answer(answers.WhitelistPage(items=[answers.WhitelistEntry.of(entry) for entry in page.rows], next=page.next).shape())
