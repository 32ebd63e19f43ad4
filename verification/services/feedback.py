"""What people say of a node: flags and watches."""

from django.contrib.auth.models import User
from django.db import transaction

from verification.models import Node, NodeFlag, NodeWatch
from verification.services.audit import record_audit


def flag_node(*, node: Node, user: User, reason: str, source: str = "") -> NodeFlag:
    """Record that ``user`` holds the node's present state to be wrong. The state itself stays: a flag is no ruling."""
    with transaction.atomic():
        # The state is pinned under the row's lock: it is the one that the person objected to, or the very latest.
        locked = Node.objects.select_for_update().get(pk=node.pk)
        flag = NodeFlag.objects.create(node=locked, state_id=locked.state_id, user=user, reason=reason, source=source)
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
