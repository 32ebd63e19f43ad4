"""What no attribution can be."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from attribution.models import Attribution, AttributionMark, AttributionSetting
from tests.attribution.rows import make_attribution

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("constraints")]


@pytest.mark.parametrize(
    "wrong",
    [
        {"status": "unheard"},
        {"status": "degraded"},
        {"mode": "sideways"},
        {"status": "queued"},
        {"finished_at": None},
        {"supported_count": 3},
    ],
)
def test_what_no_attribution_can_be(wrong: dict[str, object]) -> None:
    row = make_attribution()
    with pytest.raises(IntegrityError), transaction.atomic():
        Attribution.objects.filter(pk=row.pk).update(**wrong)


def test_a_waiting_one_has_not_ended() -> None:
    row = make_attribution()
    assert Attribution.objects.filter(pk=row.pk).update(status="queued", finished_at=None) == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        Attribution.objects.filter(pk=row.pk).update(finished_at=timezone.now())


@pytest.mark.parametrize("wrong", [{"max_sources": 0}, {"max_sources": 201}, {"match_threshold": 1.1}, {"min_relevance_score": -0.1}])
def test_settings_keep_to_their_ranges(wrong: dict[str, object]) -> None:
    AttributionSetting.objects.create(pk=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        AttributionSetting.objects.update(**wrong)


def test_there_is_one_row_of_settings() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        AttributionSetting.objects.create(pk=2)


def test_a_reader_marks_a_source_once(analyst: object) -> None:
    row = make_attribution()
    AttributionMark.objects.create(attribution=row, index=1, is_right=True, user=analyst)
    with pytest.raises(IntegrityError), transaction.atomic():
        AttributionMark.objects.create(attribution=row, index=1, is_right=False, user=analyst)
    row.delete()
    assert AttributionMark.objects.count() == 0
