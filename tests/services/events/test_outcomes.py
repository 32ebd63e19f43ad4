"""What a person writes down of an event's outcome has a longest length, and what is longer changes nothing."""

import pytest
from django.contrib.auth.models import User

from tests.event_rows import make_event
from verification.core.events.vocabulary import EventOutcome
from verification.models import AuditEntry
from verification.services.errors import Refused
from verification.services.events.lifecycle import MAX_NOTE, record_outcome

pytestmark = pytest.mark.django_db


def test_a_note_may_be_as_long_as_is_said_and_no_longer(analyst: User) -> None:
    event = make_event()
    with pytest.raises(Refused, match=f"expected at most {MAX_NOTE} characters"):
        record_outcome(event=event, outcome=EventOutcome.REFUTED, user=analyst, note="x" * (MAX_NOTE + 1))
    event.refresh_from_db()
    assert (event.outcome, AuditEntry.objects.filter(verb="event.outcome").exists()) == ("", False)
    record_outcome(event=event, outcome=EventOutcome.REFUTED, user=analyst, note="x" * MAX_NOTE)
    event.refresh_from_db()
    assert (event.outcome, event.outcome_note) == ("refuted", "x" * MAX_NOTE)
