"""``analyse_event``: one message in the foreground, as text or JSON, with the exit status of the contract."""

import io
import json
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.core.events.event_lists import SEED
from tests.factories import make_document
from verification.api.events.answers import EventAnswer
from verification.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.postgres("search")]


@pytest.fixture(autouse=True)
def _tools_on(settings: Any) -> None:
    settings.DEEP_ANALYSIS_TOOLS_ENABLED, settings.PHASE1_ROLLOUT_PERCENTAGE = True, Decimal(1)
    make_document(text="Coffee prices rose.")


@pytest.mark.parametrize("name", SEED)
def test_seeds_messages_without_a_key_search_the_corpus(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("analyse_event", SEED[name], "--json")
    found = json.loads(capsys.readouterr().out)
    assert EventAnswer.model_validate(found)
    assert (found["event_type"], found["status"], found["tool_calls"], found["cost_usd"]) == (name, "finished", 1, 0.0)
    assert [adjustment["rule"] for adjustment in found["adjustments"]] == ["thin_evidence"]
    assert found["steps"][3]["output"]["tool"]["source"] == "corpus"


def test_words_say_what_moved_it(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("analyse_event", "Coinbase to list XYZ token, insider says")
    said = capsys.readouterr().out
    assert "−0.15  no source, no official statement" in said
    assert "0.60 → 0.45, no source, no official statement" in said


def test_message_is_read_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SEED["hack"].encode())))
    call_command("analyse_event", "-")
    assert Event.objects.get().text == SEED["hack"]


@pytest.mark.parametrize("raw", [b"", b"   ", b"x" * 100_000, b"\xff\xfe\x00", b"\x7fELF\x01\x01\x01\x00\x00\x00"])
def test_bad_input_is_usage(monkeypatch: pytest.MonkeyPatch, raw: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    with pytest.raises(CommandError) as raised:
        call_command("analyse_event", "-")
    assert raised.value.returncode == 2
    assert not Event.objects.exists()
