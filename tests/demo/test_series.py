"""Where publishers are played: each of the demo's nodes on official series gets its authority's figure, and each publisher can be tried."""

import pytest
from django.conf import LazySettings
from django.utils import timezone

from tests.factories import make_run
from tests.stubs.played_series import play_series
from verification.models import Node
from verification.providers.series.registry import SERIES_PROVIDERS
from verification.services.nodes.demo import load_demo, read_demo_nodes
from verification.services.operations.service_list import list_services
from verification.services.operations.service_trials import try_services
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


def test_each_publisher_that_is_played_is_well(settings: LazySettings) -> None:
    with play_series(timezone.localdate()) as publishers:
        settings.SERIES_URLS, settings.SERIES_PROVIDERS, settings.FRED_API_KEY = publishers.urls, tuple(publishers.urls), publishers.key
        trials = try_services([service for service in list_services() if service.kind == "series"])
    assert {trial.service.name for trial in trials} == set(SERIES_PROVIDERS)
    assert [(trial.service.name, trial.said) for trial in trials if not trial.is_ok] == []
