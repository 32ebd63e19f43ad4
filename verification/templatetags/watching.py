"""Whether a person watches a node."""

from django import template
from django.contrib.auth.models import AnonymousUser, User

from verification.models import Node
from verification.reads.nodes import watches as watch_queries

register = template.Library()


@register.simple_tag
def is_watching(user: User | AnonymousUser, node: Node) -> bool:
    """One query, unless the node was read with the answer."""
    known: bool | None = getattr(node, "is_watched", None)
    if known is not None:
        return known
    return user.is_authenticated and watch_queries.is_watching(user=user, node=node)
