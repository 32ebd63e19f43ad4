"""How far a panel is, written to the verification's row as its seats answer, so that whoever waits sees who said what."""

from collections.abc import Sequence
from typing import Any

from asgiref.sync import sync_to_async

from verification.core.panel.decision import Vote
from verification.core.vocabulary import RunStatus
from verification.models import Verification
from verification.services.runs.decisions import vote_shape


class RowProgress:
    """The progress of one attempt; what another worker has taken over, or what has ended, is left alone."""

    def __init__(self, row: Verification) -> None:
        self._rows = Verification.objects.filter(pk=row.pk, status=RunStatus.RUNNING, attempts=row.attempts)
        self._asked: list[str] = []
        self._votes: list[dict[str, Any]] = []

    async def seat(self, names: Sequence[str]) -> None:
        self._asked, self._votes = list(names), []
        await self._write()

    async def hear(self, vote: Vote) -> None:
        self._votes.append(vote_shape(vote))
        await self._write()

    async def _write(self) -> None:
        await sync_to_async(self._rows.update)(result={"asked": self._asked, "votes": list(self._votes)})
