"""Why the database stores nothing, where that is for whoever runs the installation to mend: a full disk, or one that is only read."""

import sqlite3
from collections.abc import Iterator, Mapping
from enum import StrEnum

from django.db import InterfaceError, OperationalError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# Where the log's index finds no room SQLite speaks of the disk alone.
_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE}
_PRIMARY = 0xFF
_FULL_STATE, _READ_ONLY_STATE = "53100", "25006"  # PostgreSQL, appendix A: disk_full, read_only_sql_transaction

_MISSING_STATES = {"42P01", "42703"}  # undefined_table, undefined_column


class StorageFault(StrEnum):
    FULL = "storage_full"
    READ_ONLY = "storage_read_only"

    @property
    def sentence(self) -> str:
        return str(_SENTENCES[self])


_SENTENCES: Mapping[StorageFault, str | Promise] = {
    StorageFault.FULL: _("The disk of the database is full. Nothing was stored; make room there and try again."),
    StorageFault.READ_ONLY: _("The database can be read and not written. Nothing was stored; make it writable and try again."),
}


def find_storage_fault(error: BaseException | None) -> StorageFault | None:
    """What the driver said beneath ``error``; None for any other trouble."""
    return next((fault for cause in _causes(error) if (fault := _fault_of(cause))), None)


def is_away(error: BaseException) -> bool:
    """Whether the database itself is the reason: gone, full or only read, none of which is the fault of what was asked of it."""
    return isinstance(error, OperationalError | InterfaceError) or find_storage_fault(error) is not None


def describe_trouble(error: BaseException) -> str:
    """For the log: a storage fault as its sentence, any other error by its name, for its words may name hosts and users."""
    fault = find_storage_fault(error)
    if fault:
        return fault.sentence
    name = type(error).__name__
    if any(_is_not_migrated(cause) for cause in _causes(error)):
        return f"{name}: a table or column is not there; migrate the database (manage.py migrate)."
    return f"{name}."


def _is_not_migrated(error: BaseException) -> bool:
    """SQLite has no code of its own for it."""
    if isinstance(error, sqlite3.Error):
        return str(error).startswith(("no such table", "no such column"))
    return str(getattr(error, "sqlstate", "")) in _MISSING_STATES


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _fault_of(error: BaseException) -> StorageFault | None:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0)
        if code in _FULL:
            return StorageFault.FULL
        return StorageFault.READ_ONLY if code & _PRIMARY == sqlite3.SQLITE_READONLY else None
    return {_FULL_STATE: StorageFault.FULL, _READ_ONLY_STATE: StorageFault.READ_ONLY}.get(str(getattr(error, "sqlstate", "")))
