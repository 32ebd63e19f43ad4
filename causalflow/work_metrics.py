"""Figures of the work itself as families of metrics: steps of runs, events and what became of them, citations."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from prometheus_client.core import GaugeMetricFamily, Metric

from attribution.services.citations.figures import count_verdicts
from verification.services.events.figures import measure_events
from verification.services.operations.figures import measure_steps


def read_work(now: datetime) -> Iterator[Metric]:
    """Five queries, each over a day or, where outcomes are rare, thirty."""
    yield _by("causalflow_run_step_mean_seconds_last_day", "How long each step of a run took.", "step", measure_steps(now=now))
    events = measure_events(now=now)
    yield _by("causalflow_events_last_day", "Events of the last 24 hours.", "status", events.by_status)
    yield GaugeMetricFamily("causalflow_events_searched_last_day", "Those that a search was made for.", value=events.searched)
    yield _by("causalflow_event_step_mean_seconds_last_day", "How long each step of an event took.", "step", events.step_s)
    yield _by("causalflow_event_alarms_30_days", "Events that proposed to buy or sell, by what became of them.", "outcome", events.alarms)
    if events.false_alarm_rate is not None:
        help_text = "Share of the settled ones that were refuted."
        yield GaugeMetricFamily("causalflow_event_false_alarm_rate_30_days", help_text, value=events.false_alarm_rate)
    yield _by("causalflow_citations_last_day", "Citations of the last 24 hours by verdict.", "status", count_verdicts(now=now))


def _by(name: str, documentation: str, label: str, figures: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(name, documentation, labels=[label])
    for word, figure in sorted(figures.items()):
        family.add_metric([word], figure)
    return family
