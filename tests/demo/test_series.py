"""The demo's nodes on official series, where publishers are played: each gets its authority's figure."""

import pytest
from django.conf import LazySettings
from django.utils import timezone

from tests.factories import make_run
from tests.stubs.played_series import play_series
from verification.models import Node
from verification.services.nodes.demo import load_demo, read_demo_nodes
from verification.services.runs.execution import execute_run

pytestmark = pytest.mark.django_db


def test_each_gets_the_figure_of_its_authority(settings: LazySettings) -> None:
    assert [entry.slug for entry in read_demo_nodes() if entry.series] == []
    with play_series(timezone.localdate()) as publishers:
        settings.SERIES_URLS, settings.SERIES_PROVIDERS, settings.FRED_API_KEY = publishers.urls, tuple(publishers.urls), publishers.key
        load_demo(now=timezone.now())
        nodes = list(Node.objects.exclude(series="").order_by("slug"))
        runs = [execute_run(run_id=make_run(node, from_stage="1").pk) for node in nodes]
    assert [node.slug for node in nodes] == ["bitcoin-close", "eur-usd", "euro-inflation", "us-unemployment"]
    assert {(run.status, run.badge, run.bound_by, run.stage) for run in runs} == {("finished", "whitelist_direct", "series", "0")}
