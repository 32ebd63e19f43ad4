"""``services [--try]``: every outside service with its state, price and quota; ``--try`` makes one small real call to each."""

from decimal import Decimal
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from verification.management.base import FAILED, PlainCommand
from verification.management.tables import format_table
from verification.services.operations.service_list import OutsideService, list_services
from verification.services.operations.service_trials import ServiceTrial, try_services


class Command(PlainCommand):
    help = "List every outside service with its state, price and quota. --try makes one small real call to each and says what came back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--try", action="store_true", dest="is_tried", help="make one small real call to each; status 1 if one failed")

    def handle(self, *args: Any, **options: Any) -> None:
        services = list_services()
        if not options["is_tried"]:
            header = (_("kind"), _("service"), _("state"), _("price"), _("quota"), _("what to do"))
            self.stdout.write(format_table(header, [_row(service) for service in services]))
            return
        trials = try_services(services)
        header = (_("kind"), _("service"), _("result"), "ms", "US$", _("what came back"))
        rows = [_tried_row(trial) for trial in trials]
        self.stdout.write(format_table(header, rows, right=frozenset({3, 4})))
        cost = sum((trial.cost_usd for trial in trials), Decimal(0))
        self.stderr.write(_("%(count)s services tried for US$%(usd)s.") % {"count": len(trials), "usd": f"{cost:.6f}"})
        failed = [trial.service.name for trial in trials if not trial.is_ok]
        if failed:
            raise CommandError(_("Not well: %(names)s.") % {"names": ", ".join(failed)}, returncode=FAILED)


def _row(service: OutsideService) -> tuple[str, ...]:
    state = _("ready") if service.is_ready else _("not set up")
    if service.is_ready and service.problem:
        state = _("look at it")
    to_do = service.problem or (_("set %(name)s") % {"name": service.missing} if service.missing else "")
    return (service.label, service.name, state, service.price or "–", service.quota or "–", to_do)


def _tried_row(trial: ServiceTrial) -> tuple[str, ...]:
    result = _("ok") if trial.is_ok else _("failed")
    return (trial.service.label, trial.service.name, result, str(trial.ms), f"{trial.cost_usd:.6f}", trial.said)
