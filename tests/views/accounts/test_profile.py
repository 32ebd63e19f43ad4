"""One's own page: what is chosen there holds on every page."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from bs4 import BeautifulSoup
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.databases import somebody_waits_for_us
from tests.faults.processes import wait_for
from tests.hostile import canaries_and, hostile_texts
from tests.tags import read_tags
from tests.views.rows import make_node, make_open_run, make_verified
from verification.models import AuditEntry, UserProfile, VerificationRun
from verification.services.operations.profiles import close_feed, renew_feed
from verification.services.reviews.feedback import watch_node

SETTINGS = {"language": "", "time_zone": "", "theme": "", "email": ""}


def soup(client: Client, address: str) -> BeautifulSoup:
    response = client.get(address)
    assert response.status_code == 200
    return BeautifulSoup(response.content, "html.parser")


def save(client: Client, **fields: str) -> int:
    return client.post("/account/", {**SETTINGS, **fields}).status_code


def log_in(user: AbstractBaseUser) -> Client:
    """As the log-in page does it, with the session of the product's own backend."""
    client = Client()
    client.force_login(user, backend="causalflow.accounts.AccountBackend")
    return client


def test_language_holds_on_every_page_and_every_device(analyst: AbstractBaseUser) -> None:
    assert save(log_in(analyst), language="zh-hans") == 302
    response = log_in(analyst).get("/")
    assert BeautifulSoup(response.content, "html.parser").html["lang"] == "zh-Hans"
    assert response["Content-Language"] == "zh-hans"


def test_switch_of_language_is_kept_with_the_log_in(analyst: AbstractBaseUser) -> None:
    client = log_in(analyst)
    save(client, language="zh-hans")
    client.post("/language/", {"language": "en", "next": "/"})
    assert soup(client, "/").html["lang"] == "en"
    assert UserProfile.objects.get(user=analyst).language == "en"
    client.post("/language/", {"language": "klingon", "next": "/"})
    assert UserProfile.objects.get(user=analyst).language == "en"


def test_theme_holds_on_every_device_and_the_switch_changes_it(analyst: AbstractBaseUser) -> None:
    client = log_in(analyst)
    save(client, theme="dark")
    assert soup(log_in(analyst), "/").html["data-theme"] == "dark"
    client.post("/theme/", {"theme": "light", "next": "/"})
    assert soup(log_in(analyst), "/").html["data-theme"] == "light"
    save(client, theme="")
    assert "data-theme" not in soup(client, "/").html.attrs


def test_times_are_shown_in_one_s_own_zone(analyst: AbstractBaseUser) -> None:
    run = make_open_run(make_node())
    VerificationRun.objects.filter(pk=run.pk).update(created_at="2026-05-01T12:00:00Z")
    client = log_in(analyst)
    shown = {}
    for zone in ("", "America/New_York", "Asia/Kolkata"):
        save(client, time_zone=zone)
        page = soup(client, f"/runs/{run.pk}/")
        shown[zone] = (page.select_one(".head time").get_text(), page.select_one(".foot span").get_text())
    assert shown == {
        "": ("2026-05-01 20:00", "Times in Asia/Shanghai"),
        "America/New_York": ("2026-05-01 08:00", "Times in America/New_York"),
        "Asia/Kolkata": ("2026-05-01 17:30", "Times in Asia/Kolkata"),
    }
    assert soup(Client(), "/login/").html["lang"] == "en"


def test_zone_that_this_machine_does_not_know_is_passed_over(analyst: AbstractBaseUser) -> None:
    UserProfile.objects.create(user=analyst, time_zone="../../etc/passwd")
    assert soup(log_in(analyst), "/").select_one(".foot span").get_text() == "Times in Asia/Shanghai"


def test_address_and_alerts_are_kept_and_audited(analyst: AbstractBaseUser) -> None:
    client = log_in(analyst)
    assert save(client, email="alice@example.com") == 302
    analyst.refresh_from_db()
    assert (analyst.email, analyst.profile.has_email_alerts) == ("alice@example.com", False)
    entry = AuditEntry.objects.get(verb="account.update")
    assert entry.after == {"email": "alice@example.com", "has_email_alerts": False}
    page = soup(client, "/account/")
    assert page.select_one("#id_email")["value"] == "alice@example.com"
    assert "checked" not in page.select_one("input[type=checkbox]").attrs


@pytest.mark.parametrize(
    "fields",
    [{"email": "no address"}, {"language": "klingon"}, {"time_zone": "Mars/Olympus"}, {"theme": "pink"}, {"email": "a@b.c\nBcc: x@y.z"}],
)
def test_nonsense_is_marked_and_nothing_saved(analyst: AbstractBaseUser, fields: dict[str, str]) -> None:
    client = log_in(analyst)
    response = client.post("/account/", {**SETTINGS, **fields})
    page = BeautifulSoup(response.content, "html.parser")
    assert response.status_code == 400
    assert [field["name"] for field in page.select("[aria-invalid=true]")] == list(fields)
    assert not UserProfile.objects.exists()


def test_watched_nodes_are_listed_and_let_go_from_here(analyst: AbstractBaseUser) -> None:
    watch_node(node=make_verified(), user=analyst)
    client = log_in(analyst)
    form = soup(client, "/account/").select_one("form[action='/nodes/policy-rate/unwatch/']")
    assert client.post(form["action"], {"next": form.select_one("[name=next]")["value"]})["Location"] == "/account/"
    assert "You watch nothing yet" in soup(client, "/account/").get_text()


def test_feed_is_made_renewed_and_closed(analyst: AbstractBaseUser) -> None:
    client = log_in(analyst)
    addresses = []
    for _time in range(2):
        client.post("/account/feed/")
        addresses.append(soup(client, "/account/").select_one("#feed-address")["value"])
    assert addresses[0] != addresses[1]
    assert [Client().get(address).status_code for address in addresses] == [404, 200]
    client.post("/account/feed/", {"close": "1"})
    assert soup(client, "/account/").select("#feed-address") == []
    assert Client().get(addresses[1]).status_code == 404


def test_password_is_changed_audited_and_held_to_the_rules(analyst: AbstractBaseUser) -> None:
    client = log_in(analyst)
    weak = client.post("/account/password/", {"old_password": "correct horse battery", "new_password1": "123", "new_password2": "123"})
    assert b"The password was not changed" in weak.content
    words = {"old_password": "correct horse battery", "new_password1": "another long sentence", "new_password2": "another long sentence"}
    assert client.post("/account/password/", words)["Location"] == "/account/"
    analyst.refresh_from_db()
    assert analyst.check_password("another long sentence")
    entry = AuditEntry.objects.get(verb="account.password")
    assert (entry.before, entry.after) == (None, None)


def test_page_is_never_kept_and_costs_a_few_queries_whatever_is_watched(analyst: AbstractBaseUser) -> None:
    client = log_in(analyst)
    counts = []
    for total in (1, 3):
        for number in range(total):
            watch_node(node=make_verified(f"n{total}-{number}"), user=analyst)
        with CaptureQueriesContext(connection) as found:
            assert "no-store" in client.get("/account/")["Cache-Control"]
        counts.append(len(found))
    assert counts[0] == counts[1] <= 8


def test_profile_costs_a_page_no_query(analyst: AbstractBaseUser) -> None:
    client = log_in(analyst)
    counts = []
    for _time in range(2):
        with CaptureQueriesContext(connection) as found:
            client.get("/")
        counts.append(len(found))
        UserProfile.objects.get_or_create(user=analyst, language="en", time_zone="UTC")
    assert counts[0] == counts[1]


@canaries_and(hostile_texts("xss")[::6])
def test_hostile_settings_are_refused_or_stay_text(analyst: AbstractBaseUser, texts: list[str]) -> None:
    client = log_in(analyst)
    for text in texts:
        response = client.post("/account/", {"language": text, "time_zone": text, "theme": text, "email": text, "next": text})
        tags = read_tags(response.content)
        assert response.status_code == 400
        assert [tag.html for tag in tags if tag.name in ("img", "iframe") or (tag.name == "script" and "src" not in tag.attrs)] == []


@pytest.mark.postgres("locks")
@pytest.mark.usefixtures("committed_db")
def test_saving_opens_no_feed_again_that_was_closed_meanwhile(analyst: AbstractBaseUser) -> None:
    renew_feed(user=analyst)
    client = log_in(analyst)

    def save_elsewhere() -> int:
        try:
            return save(client, theme="dark")
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as elsewhere:
        with transaction.atomic():
            close_feed(user=analyst)
            late = elsewhere.submit(save_elsewhere)
            wait_for(somebody_waits_for_us)
        assert late.result(timeout=60) == 302
    profile = UserProfile.objects.get()
    assert (profile.feed_token, profile.theme) == (None, "dark")
