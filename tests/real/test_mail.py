"""Letters to a real mail server: aiosmtpd."""

import email
import email.policy
from pathlib import Path

import pytest
from django.conf import LazySettings

from tests.commands.shell import run_command
from tests.real.conftest import free_port, program, running


@pytest.mark.django_db
def test_a_letter_of_services_try_arrives(tmp_path: Path, settings: LazySettings) -> None:
    port, letters = free_port(), tmp_path / "letters"
    letters.mkdir()
    for folder in ("new", "cur", "tmp"):
        (letters / folder).mkdir()
    settings.EMAIL_BACKEND, settings.HAS_EMAIL = "django.core.mail.backends.smtp.EmailBackend", True
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS, settings.EMAIL_USE_SSL = "127.0.0.1", port, False, False
    settings.DEFAULT_FROM_EMAIL, settings.ALERT_EMAILS = "CausalFlow <flow@example.com>", ["ops@example.com"]
    settings.TRY_PAGE = "http://127.0.0.1/"
    settings.CROSSREF_URL = settings.DATACITE_URL = settings.WAYBACK_INDEX_URL = settings.WAYBACK_URL = ""
    command = [program("aiosmtpd"), "-n", "-l", f"127.0.0.1:{port}", "-c", "aiosmtpd.handlers.Mailbox", str(letters)]
    with running(command, port=port, log=tmp_path / "log"):
        done = run_command("services", "--try")
    assert "A letter went to ops@example.com." in done.out
    (letter,) = [email.message_from_bytes(path.read_bytes(), policy=email.policy.default) for path in (letters / "new").iterdir()]
    assert (letter["Subject"], letter["From"], letter["To"]) == ("CausalFlow: a test", "CausalFlow <flow@example.com>", "ops@example.com")
    assert letter.get_content().strip() == "This letter says that letters arrive."
