"""The client that waits."""

import time
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, cast

import httpx
import stamina

from causalflow_client import calls
from causalflow_client.calls import Call
from causalflow_client.problems import NotOver
from causalflow_client.shapes import Attribution, Batch, Event, EventBatch, Node, NodeDetail, Report, Run, VotingResult, WrittenDocuments


class Client:
    """Calls the API at ``base_url`` (``https://host/api/v1``) with a token; to be used in ``with``, or closed.

    Every call may raise ``ApiError``, and ``httpx.TransportError`` where nobody answers. What fails in passing is sent again up to
    ``attempts`` times, after the pause that the answer asks for; what changes something carries a key and is done once.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        timeout: float = 40.0,
        attempts: int = calls.ATTEMPTS,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._http = httpx.Client(**calls.open_http(base_url, token, timeout), transport=transport)
        self._attempts = attempts

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def find_nodes(self, **filters: Any) -> Iterator[Node]:
        """Nodes one after the other, page by page; filters as in ``GET nodes/``: q, badge, kind, group, stale, conflict, sort."""
        yield from cast(Iterator[Node], self.iterate("nodes/", **filters))

    def get_node(self, slug: str) -> NodeDetail:
        return cast(NodeDetail, self.send(calls.get(calls.node(slug))))

    def write_documents(self, documents: Sequence[Mapping[str, Any]], **more: Any) -> WrittenDocuments:
        """Add or change up to 100 documents of the local corpus; ``more``: replace, reason, dry_run. Admins only."""
        return cast(WrittenDocuments, self.send(calls.post("documents/", {"items": list(documents), **more})))

    def verify_node(self, slug: str, *, seconds: float = 120, callback_url: str = "") -> Run:
        """Have a node verified and wait for it; with ``seconds=0`` what was asked for is answered at once."""
        call = calls.post(f"{calls.node(slug)}verify/", {"callback_url": callback_url}, wait=int(seconds))
        return cast(Run, self._wait_out(self.send(call), "runs/{run}/", seconds))

    def verify_nodes(self, slugs: Sequence[str], *, seconds: float = 600, callback_url: str = "") -> Batch:
        """Have up to 1,000 nodes verified as one batch and wait for it."""
        call = calls.post("verification-batches/", {"slugs": list(slugs), "callback_url": callback_url})
        return cast(Batch, self._wait_out(self.send(call), "verification-batches/{batch}/", seconds))

    def verify_claim(self, claim: str, *, seconds: float = 120, **more: Any) -> VotingResult:
        """Whether a claim holds; ``more`` as in ``POST verifications/``: value, node, query, evidence, risk_level, mode …"""
        call = calls.post("verifications/", {"claim": claim, **more}, wait=int(seconds))
        return cast(VotingResult, self._wait_out(self.send(call), "verifications/{verification_id}/", seconds))

    def verify_step(
        self,
        claim: str,
        *,
        action_type: str,
        evidence: Sequence[Mapping[str, Any]],
        payload: Mapping[str, Any] | None = None,
        seconds: float = 120,
        **more: Any,
    ) -> VotingResult:
        """Whether what is about to be done is what the tools returned, field by field."""
        return self.verify_claim(seconds=seconds, **calls.step(claim, action_type, payload, evidence), **more)

    def check_citations(self, text: str, *, seconds: float = 300, **more: Any) -> Report:
        """Whether the pages that a text cites are there and say so; ``more``: depth, policy, lang, callback_url."""
        call = calls.post("citation-reports/", {"text": text, **more}, wait=int(seconds))
        return cast(Report, self._wait_out(self.send(call), "citation-reports/{id}/", seconds))

    def trace_answer(self, answer: str, documents: Sequence[Mapping[str, Any]], *, seconds: float = 120, **more: Any) -> Attribution:
        """Which passage of which document carries which sentence of an answer; ``more``: settings as in ``POST attributions/``."""
        call = calls.post("attributions/", {"answer": answer, "documents": list(documents), **more})
        return cast(Attribution, self._wait_out(self.send(call), "attributions/{id}/", seconds))

    def analyse_event(self, text: str, *, seconds: float = 120, **more: Any) -> Event:
        """How far to believe a message; ``more``: preliminary, lang, callback_url."""
        call = calls.post("events/", {"text": text, **more}, wait=int(seconds))
        return cast(Event, self._wait_out(self.send(call), "events/{event_id}/", seconds))

    def analyse_events(self, messages: Sequence[str | Mapping[str, Any]], *, seconds: float = 600, callback_url: str = "") -> EventBatch:
        """Have up to 100 messages analysed as one batch and wait for it; a message is its text, or as in ``POST event-batches/``."""
        items = [{"text": each} if isinstance(each, str) else dict(each) for each in messages]
        call = calls.post("event-batches/", {"items": items, "callback_url": callback_url})
        return cast(EventBatch, self._wait_out(self.send(call), "event-batches/{batch}/", seconds))

    def iterate(self, path: str, **params: Any) -> Iterator[dict[str, Any]]:
        """The entries of any list of the API, over all its pages."""
        params.setdefault("limit", calls.PAGE)
        while True:
            page = self.send(calls.get(path, **params))
            yield from page["items"]
            if not page["next"]:
                return
            params["cursor"] = page["next"]

    def wait_for(self, path: str, *, seconds: float = 120) -> dict[str, Any]:
        """Read ``path`` until what it names is over, less and less often; ``NotOver`` where it is not after ``seconds``."""
        ends_at, pause = time.monotonic() + seconds, 0.25
        while not calls.is_over(standing := cast(dict[str, Any], self.send(calls.get(path)))):
            if time.monotonic() + pause > ends_at:
                raise NotOver(standing)
            time.sleep(pause)
            pause = min(pause * 1.5, 5.0)
        return standing

    def send(self, call: Call) -> Any:
        """Any call of the API: ``calls.get(path, **params)``, ``calls.post(path, body)``, ``patch``, ``delete``."""
        headers, may_be_done = call.headers(), False
        for attempt in stamina.retry_context(on=calls.pause_after, attempts=self._attempts, timeout=calls.LONGEST_WAIT):
            with attempt:
                try:
                    answer = self._http.request(call.method, call.path, json=call.body, params=dict(call.params), headers=headers)
                except httpx.TransportError:
                    may_be_done = True
                    raise
                may_be_done = may_be_done or answer.status_code in calls.LOST_ON_THE_WAY
                return calls.read(answer, may_be_done=may_be_done)
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _wait_out(self, standing: dict[str, Any], path: str, seconds: float) -> dict[str, Any]:
        if not seconds or calls.is_over(standing):
            return standing
        return self.wait_for(path.format(**standing), seconds=seconds)
