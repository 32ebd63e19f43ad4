"""Sessions in the database, as Django keeps them; each request asks for its own, with a statement that is put together once."""

from datetime import datetime

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from verification.composed import Composed


@Composed
def _sessions(*, key: str, now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key, expire_date__gt=now)


class SessionStore(DatabaseStore):
    def _get_session_from_db(self) -> Session | None:
        found = _sessions(key=self.session_key, now=timezone.now()) if self.session_key else []
        if not found:
            self._session_key = None
            return None
        return found[0]
