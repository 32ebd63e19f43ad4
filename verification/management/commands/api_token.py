"""``api_token USER NAME``: makes a token for a program of a person and prints it, this once."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from verification.core.vocabulary import Scope
from verification.management.base import FAILED, USAGE, PlainCommand
from verification.services.errors import Refused
from verification.services.operations.tokens import create_token

MOST_DAYS = 3650


class Command(PlainCommand):
    help = "Make an API token for a program of a person. It is printed this once: only its hash is kept."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="USER", help="the person's user name")
        parser.add_argument("name", metavar="NAME", help="what the program is called")
        parser.add_argument("--days", type=int, default=90, help="how long it is valid; 0: without end (default 90)")
        parser.add_argument(
            "--scopes", help=f"what it may do, of {','.join(Scope)}, parted by commas (default: all that the person's role gives)"
        )
        parser.add_argument("--per-minute", type=int, help="requests a minute, below what every program may")

    def handle(self, *args: Any, **options: Any) -> None:
        days = options["days"]
        if not 0 <= days <= MOST_DAYS:
            raise CommandError(f"--days is {days}; expected 0 to {MOST_DAYS}.", returncode=USAGE)
        user = get_user_model().objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['user'][:60]!r}.", returncode=USAGE)
        scopes = _read_scopes(options["scopes"])
        expires_at = timezone.now() + timedelta(days=days) if days else None
        try:
            made = create_token(user=user, name=options["name"], expires_at=expires_at, scopes=scopes, per_minute=options["per_minute"])
        except Refused as refusal:
            raise CommandError(str(refusal), returncode=FAILED) from None
        self.stdout.write(made.secret)


def _read_scopes(given: str | None) -> list[Scope] | None:
    if given is None:
        return None
    words = [word.strip() for word in given.split(",") if word.strip()]
    if unknown := [word for word in words if word not in set(Scope)]:
        raise CommandError(f"--scopes names {unknown[0][:40]!r}; expected some of {', '.join(Scope)}.", returncode=USAGE)
    return [Scope(word) for word in words]
