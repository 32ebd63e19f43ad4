"""The demo's past: reached by the engine, dated where its pages are, and given once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from verification.core.vocabulary import Badge
from verification.models import Document, Node, NodeState, Source
from verification.services.nodes.demo import load_demo
from verification.services.runs.demo_history import load_demo_history

pytestmark = pytest.mark.django_db


def test_six_nodes_have_two_years_of_verified_values_behind_them() -> None:
    now = timezone.now()
    load_demo(now=now)
    documents = Document.objects.count()
    runs = load_demo_history(now=now)
    states = NodeState.objects.select_related("run", "node")
    assert (states.count(), {state.badge for state in states}) == (runs, {Badge.CROSS_VALIDATED})
    assert states.values("node").distinct().count() == 6
    assert all(state.created_at == state.as_of == state.run.as_of == state.run.created_at for state in states)
    assert min(state.created_at for state in states) < now - timedelta(days=700)
    assert {source.domain.rpartition(".")[2] for source in Source.objects.all()} == {"example"}
    assert Document.objects.count() == documents, "what was then speaks in no later verification"
    for node in Node.objects.filter(states__isnull=False).distinct():
        assert node.state == node.states.order_by("-created_at").first()
        assert (node.badge, node.checked_at) == (node.state.badge, node.state.created_at)
    assert load_demo_history(now=now) == 0
