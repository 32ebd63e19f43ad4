"""What people say of a node: flags and watches."""

from django.contrib.auth.models import User
from django.db import transaction

from verification.core.evidence import Why
from verification.core.reasons import ReviewCode
from verification.enums import SubjectKind
from verification.models import Node, NodeFlag, NodeWatch
from verification.services.audit import record_audit
from verification.services.reviews.desk import open_review

MAX_REASON = 300


def flag_node(*, node: Node, user: User, reason: str, source: str = "") -> NodeFlag:
    """Record that ``user`` holds the node's present state to be wrong, and ask for a ruling. The state stays: a flag is no ruling."""
    with transaction.atomic():
        # The state is pinned under the row's lock: it is the one that the person objected to, or the very latest.
        locked = Node.objects.select_for_update().get(pk=node.pk)
        flag = NodeFlag.objects.create(node=locked, state_id=locked.state_id, user=user, reason=reason, source=source)
        why = Why(ReviewCode.FLAGGED, {"who": user.get_username(), "reason": reason[:MAX_REASON]})
        flag.review_item = open_review(
            subject_kind=SubjectKind.FLAG, subject_id=flag.pk, why=why, risk_level=locked.risk_level, node=locked
        )
        flag.save(update_fields=["review_item"])
        after = {"flag": flag.pk, "state": flag.state_id, "source": source}
        record_audit(actor=user, verb="node.flag", subject=locked, after=after, reason=reason)
    return flag


def watch_node(*, node: Node, user: User) -> NodeWatch:
    """Have ``user`` hear of the node's changes; a second time changes nothing."""
    with transaction.atomic():
        watch, is_new = NodeWatch.objects.get_or_create(node=node, user=user)
        if is_new:
            record_audit(actor=user, verb="node.watch", subject=node)
    return watch


def unwatch_node(*, node: Node, user: User) -> bool:
    """Whether there was a watch to end."""
    with transaction.atomic():
        deleted, _by_model = NodeWatch.objects.filter(node=node, user=user).delete()
        if deleted:
            record_audit(actor=user, verb="node.unwatch", subject=node)
    return bool(deleted)
