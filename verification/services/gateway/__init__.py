"""The one way to the outside: every search, page and model call, with its order, limits, ledger and memory."""

from verification.services.gateway.allowances import reclaim_expired
from verification.services.gateway.answer_cache import find_kept, keep
from verification.services.gateway.corpus import delete_document, load_documents, zone_of_language
from verification.services.gateway.gateway import open_gateway
from verification.services.gateway.ledger import record_cached
from verification.services.gateway.model_profiles import (
    check_profile,
    default_extractor,
    delete_profile,
    is_key_present,
    is_usable,
    list_usable_profiles,
    save_profile,
)
from verification.services.gateway.pages import check_address, make_door
from verification.services.gateway.prompting import make_request, whole_text
from verification.services.gateway.provider_settings import (
    check_scope,
    delete_limit,
    delete_search_setting,
    end_rest,
    is_money,
    save_limit,
    save_search_setting,
)
from verification.services.gateway.recall import forget_answers
from verification.services.gateway.snapshots import save_snapshots, snapshot_key
from verification.services.gateway.visits import count_tries

__all__ = [
    "check_address",
    "check_profile",
    "check_scope",
    "count_tries",
    "default_extractor",
    "delete_document",
    "delete_limit",
    "delete_profile",
    "delete_search_setting",
    "end_rest",
    "find_kept",
    "forget_answers",
    "is_key_present",
    "is_money",
    "is_usable",
    "keep",
    "list_usable_profiles",
    "load_documents",
    "make_door",
    "make_request",
    "open_gateway",
    "reclaim_expired",
    "record_cached",
    "save_limit",
    "save_profile",
    "save_search_setting",
    "save_snapshots",
    "snapshot_key",
    "whole_text",
    "zone_of_language",
]
