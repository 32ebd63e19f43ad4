"""The whitelist and whom the engine trusts: domains, imports, proposals, suggestions, and how often sites were right."""

from verification.services.whitelist.domains import (
    check_new_domain,
    delete_domain,
    delete_group,
    describe_lookalikes,
    export_whitelist,
    import_whitelist,
    restore_domain,
    save_domain,
    save_group,
)
from verification.services.whitelist.imports import apply_import, plan_import
from verification.services.whitelist.proposals import (
    approve_proposal,
    describe_entry,
    draft_proposal,
    is_stale,
    propose_change,
    refuse_proposal,
)
from verification.services.whitelist.site_profiles import judge_by_run, load_accuracy
from verification.services.whitelist.suggestions import suggest_changes
from verification.services.whitelist.supported_nodes import count_supported_nodes, list_supported_nodes, with_last_success
from verification.services.whitelist.trust import given_trust, load_trust

__all__ = [
    "apply_import",
    "approve_proposal",
    "check_new_domain",
    "count_supported_nodes",
    "delete_domain",
    "delete_group",
    "describe_entry",
    "describe_lookalikes",
    "draft_proposal",
    "export_whitelist",
    "given_trust",
    "import_whitelist",
    "is_stale",
    "judge_by_run",
    "list_supported_nodes",
    "load_accuracy",
    "load_trust",
    "plan_import",
    "propose_change",
    "refuse_proposal",
    "restore_domain",
    "save_domain",
    "save_group",
    "suggest_changes",
    "with_last_success",
]
