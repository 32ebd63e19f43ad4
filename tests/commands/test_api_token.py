import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.core.management import CommandError, call_command

from verification.models import ApiToken
from verification.services.operations.tokens import find_token

pytestmark = pytest.mark.django_db


def test_token_is_printed_and_valid(analyst: AbstractBaseUser, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("api_token", "alice", "nightly")
    found = find_token(secret=capsys.readouterr().out.strip())
    assert found is not None
    assert (found.user, found.name) == (analyst, "nightly")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["nobody", "x"], 2),
        (["alice", "x", "--days", "-1"], 2),
        (["alice", "x", "--days", "4000"], 2),
        (["alice", " "], 1),
        (["alice", "x", "--scopes", "all"], 2),
        (["alice", "x", "--scopes", ","], 1),
        (["alice", "x", "--scopes", "rule"], 1),
        (["alice", "x", "--per-minute", "0"], 1),
    ],
)
def test_nonsense_makes_no_token(analyst: AbstractBaseUser, arguments: list[str], status: int) -> None:
    with pytest.raises(CommandError) as refusal:
        call_command("api_token", *arguments)
    assert refusal.value.returncode == status
    assert not ApiToken.objects.exists()


def test_token_is_made_with_scopes_and_a_rate(analyst: AbstractBaseUser, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("api_token", "alice", "reader", "--scopes", "verify,read", "--per-minute", "30")
    found = find_token(secret=capsys.readouterr().out.strip())
    assert found is not None
    assert (found.scopes, found.per_minute) == ("read verify", 30)
