"""Running the installation: supervision, housekeeping, retention, health, spending, tokens and preferences."""

from verification.services.operations.figures import list_recent_runs, list_unapplied_migrations, measure_schedules, measure_workers
from verification.services.operations.profiles import close_feed, note_choice, renew_feed, save_account
from verification.services.operations.retention import count_purgeable, purge_old
from verification.services.operations.spending import estimate_runs, measure_month
from verification.services.operations.tokens import create_token, find_token, note_use, revoke_token

__all__ = [
    "close_feed",
    "count_purgeable",
    "create_token",
    "estimate_runs",
    "find_token",
    "list_recent_runs",
    "list_unapplied_migrations",
    "measure_month",
    "measure_schedules",
    "measure_workers",
    "note_choice",
    "note_use",
    "purge_old",
    "renew_feed",
    "revoke_token",
    "save_account",
]
