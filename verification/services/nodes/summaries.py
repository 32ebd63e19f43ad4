"""What lists filter, count and sort nodes by, kept beside each node from the state and the runs that it follows from.

Whoever writes a state calls ``set_state``, and whoever ends a run without one ``summarise_nodes``, in the same transaction, holding the
node's lock. Everything is reckoned anew each time, so that a summary can't drift; ``list_wrong_summaries`` finds what somebody changed past
the services.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from django.db.models import CharField, DateTimeField, Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from verification.core.vocabulary import Reason, RunStatus
from verification.models import Node, NodeState, VerificationRun

CONFLICT_REASONS = (Reason.VALUES_DISAGREE, Reason.WHITELIST_CONTRADICTED)
# A failed run writes no state, nor does one whose search failed: the node keeps its value, and its row says so.
NO_NEWS = Q(status=RunStatus.FAILED) | Q(status=RunStatus.DEGRADED, reason__in=(Reason.PROVIDER_FAILED, Reason.BUDGET_EXHAUSTED))
_BEFORE_EVERYTHING = Value(datetime(1970, 1, 1, tzinfo=UTC), output_field=DateTimeField())


_STATE = NodeState.objects.filter(pk=OuterRef("state"))
# The state itself, or the one that it restores (``NodeState.basis``).
_BASIS = NodeState.objects.filter(pk__in=NodeState.objects.filter(pk=OuterRef(OuterRef("state"))).values(at=Coalesce("restores", "pk")))
_CHECKED_AT = NodeState.objects.filter(pk=OuterRef(OuterRef("state"))).values("created_at")
_NO_NEWS_SINCE = VerificationRun.objects.filter(
    NO_NEWS, node=OuterRef("pk"), is_replay=False, created_at__gt=Coalesce(Subquery(_CHECKED_AT), _BEFORE_EVERYTHING)
)
# Each column by what it follows from.
SUMMARY = {
    "badge": Coalesce(Subquery(_STATE.values("badge")), Value(""), output_field=CharField()),
    "checked_at": Subquery(_STATE.values("created_at")),
    "evidence_at": Subquery(_STATE.values(at=Coalesce("evidence_at", "as_of"))),
    "expires_at": Subquery(_BASIS.values(at=Coalesce("kept_ruling__expires_at", "ruling__expires_at"))),
    "is_conflict": Exists(_BASIS.filter(run__reason__in=CONFLICT_REASONS, kept_ruling=None)),
    "last_run_failed": Exists(_NO_NEWS_SINCE),
}


def lock_nodes(*, keys: Iterable[int]) -> list[int]:
    """Lock these nodes until the transaction ends, in a fixed order, and before anything of theirs; their keys."""
    return list(Node.objects.select_for_update().filter(pk__in=list(keys)).order_by("pk").values_list("pk", flat=True))


def summarise_nodes(*, keys: Iterable[int]) -> int:
    """Write the summaries of these nodes, which the caller has locked (what others wrote of them is then seen); how many there are."""
    return Node.objects.filter(pk__in=list(keys)).update(**SUMMARY)


def set_state(*, node: Node, state: NodeState) -> None:
    """Give a node, which the caller has locked, a state that was just made, and the summary that follows from it.

    The columns are those of ``SUMMARY``, without its subqueries: no run can be younger than the state.
    """
    basis = state.basis
    Node.objects.filter(pk=node.pk).update(
        state=state,
        badge=state.badge,
        checked_at=state.created_at,
        evidence_at=state.evidence_at or state.as_of,
        expires_at=state.ruled_by.expires_at if state.ruled_by else None,
        is_conflict=basis.run is not None and basis.kept_ruling is None and basis.run.reason in CONFLICT_REASONS,
        last_run_failed=False,
    )


def list_wrong_summaries() -> QuerySet[Node]:
    """The nodes whose summary says other than the rows it follows from."""
    derived = {f"derived_{name}": expression for name, expression in SUMMARY.items()}
    differs = Q()
    for name in SUMMARY:
        same = Q(**{name: F(f"derived_{name}")}) | Q(**{f"{name}__isnull": True, f"derived_{name}__isnull": True})
        differs |= ~same
    return Node.objects.alias(**derived).filter(differs).order_by("pk")
