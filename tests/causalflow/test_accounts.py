"""Demo log-ins work with DEMO=1 alone."""

import pytest
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Permission
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from causalflow.accounts import DEMO_ACCOUNTS, DEMO_PASSWORD, AccountBackend, create_demo_accounts
from tests.views.rows import make_conflict

pytestmark = pytest.mark.django_db


def test_demo_accounts_have_their_roles_and_can_log_in(settings, client: Client, django_user_model: type) -> None:
    settings.DEMO = True
    create_demo_accounts()
    create_demo_accounts()
    for username, role in DEMO_ACCOUNTS.items():
        assert client.login(username=username, password=DEMO_PASSWORD)
        user = django_user_model.objects.get(username=username)
        assert [group.name for group in user.groups.all()] == [role]
        assert (user.is_staff, user.is_superuser) == (role == "admin", False)
    assert django_user_model.objects.count() == 3


def test_an_account_gets_its_password_back_and_the_others_keep_their_sessions(
    settings, client: Client, django_user_model: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hash is made for all, and none where one account still has it: each takes half a second."""
    made: list[str] = []

    def count(password: str) -> str:
        made.append(password)
        return make_password(password)

    monkeypatch.setattr("causalflow.accounts.make_password", count)
    settings.DEMO = True
    create_demo_accounts()
    assert client.login(username="demo-analyst", password=DEMO_PASSWORD)
    changed = django_user_model.objects.get(username="demo-admin")
    changed.set_password("another one")
    changed.save()
    create_demo_accounts()
    assert Client().login(username="demo-admin", password=DEMO_PASSWORD)
    assert client.get("/").status_code == 200
    assert made == [DEMO_PASSWORD]


def test_demo_accounts_are_not_created_without_demo(settings, django_user_model: type) -> None:
    settings.DEMO = False
    with pytest.raises(ImproperlyConfigured):
        create_demo_accounts()
    assert django_user_model.objects.count() == 0


def test_demo_accounts_are_closed_without_demo_and_so_are_their_sessions(settings, client: Client) -> None:
    settings.DEMO = True
    create_demo_accounts()
    assert client.login(username="demo-admin", password=DEMO_PASSWORD)
    assert client.get("/admin/").status_code == 200
    settings.DEMO = False
    assert client.get("/admin/").status_code == 302
    assert not Client().login(username="demo-admin", password=DEMO_PASSWORD)


def test_other_accounts_log_in_without_demo(settings, analyst, client: Client) -> None:
    settings.DEMO = False
    assert client.login(username=analyst.get_username(), password="correct horse battery")
    assert not client.login(username=analyst.get_username(), password="wrong")


def test_whoever_is_looked_up_again_comes_with_what_is_open_now(analyst, reviewer) -> None:
    """The query is put together once; whom it finds, and with what, is asked anew."""
    backend = AccountBackend()
    assert (backend.get_user(analyst.pk), backend.get_user(analyst.pk).open_reviews) == (analyst, 0)
    make_conflict()
    assert (backend.get_user(reviewer.pk), backend.get_user(reviewer.pk).open_reviews) == (reviewer, 1)
    key = analyst.pk
    analyst.delete()
    assert backend.get_user(key) is None


def test_whoever_is_looked_up_comes_with_what_they_may_do_now(analyst, admin_user, django_user_model: type) -> None:
    """As Django's own back end tells it, without another query; a role that is taken away is gone at the next look-up."""
    backend = AccountBackend()
    analyst.user_permissions.add(Permission.objects.get(codename="add_ruling"))
    nobody = django_user_model.objects.create_user("nobody")
    for person in (analyst, nobody, admin_user):
        expected = ModelBackend().get_all_permissions(django_user_model.objects.get(pk=person.pk))
        found = backend.get_user(person.pk)
        with CaptureQueriesContext(connection) as queries:
            assert found.get_all_permissions() == expected
        assert len(queries) == (2 if person.is_superuser else 0)
    assert backend.get_user(analyst.pk).has_perm("verification.add_ruling")
    assert backend.get_user(analyst.pk).has_perm("verification.view_node")
    assert not backend.get_user(nobody.pk).has_perm("verification.view_node")
    analyst.user_permissions.clear()
    assert not backend.get_user(analyst.pk).has_perm("verification.add_ruling")
    analyst.groups.clear()
    assert not backend.get_user(analyst.pk).has_perm("verification.view_node")
