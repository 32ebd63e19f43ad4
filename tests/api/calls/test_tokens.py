"""Tokens of programs: made on their page, shown once, ended at once."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import AbstractBaseUser
from django.test import Client
from django.utils import timezone

from causalflow.accounts import create_demo_accounts
from tests.api.conftest import program_of
from verification.models import ApiToken, AuditEntry
from verification.services.errors import Refused
from verification.services.operations.tokens import MAX_TOKENS, create_token, find_token, revoke_token

pytestmark = pytest.mark.django_db

PAGE, NODES = "/account/tokens/", "/api/v1/nodes/"


def status_with(secret: str) -> int:
    return Client(headers={"Authorization": f"Bearer {secret}"}).get(NODES).status_code


def secret_on(page: bytes) -> str:
    return page.decode().partition('value="cf_')[2].partition('"')[0]


def test_token_is_shown_once_and_kept_as_its_hash(analyst_client: Client) -> None:
    page = analyst_client.post(PAGE, {"name": "nightly report", "days": "30", "scopes": ["read"]})
    secret = f"cf_{secret_on(page.content)}"
    token = ApiToken.objects.get()
    assert (len(secret), token.prefix, status_with(secret)) == (46, secret[:11], 200)
    assert secret not in "".join(str(value) for value in vars(token).values())
    assert "no-store" in page["Cache-Control"]
    again = analyst_client.get(PAGE).content.decode()
    assert (secret in again, token.prefix in again, "nightly report" in again) == (False, True, True)
    assert 29 <= (token.expires_at - timezone.now()).days <= 30


def test_the_form_offers_ninety_days_and_keeps_what_was_chosen_until_a_token_is_made(analyst_client: Client) -> None:
    def chosen(page: bytes) -> tuple[list[str], list[str]]:
        text = page.decode()
        scopes = re.findall(r'name="scopes" value="(\w+)" checked', text)
        return re.findall(r'<option value="(\d+)" selected>', text), scopes

    usual = ["90"], ["read", "verify", "submit"]
    assert chosen(analyst_client.get(PAGE).content) == usual
    typed = {"name": "", "days": "30", "scopes": ["read"]}
    assert chosen(analyst_client.post(PAGE, typed).content) == (["30"], ["read"])
    assert chosen(analyst_client.post(PAGE, typed | {"name": "agent"}).content) == usual


def test_token_may_be_without_end(analyst_client: Client) -> None:
    analyst_client.post(PAGE, {"name": "agent", "days": "0", "scopes": ["read"]})
    assert ApiToken.objects.get().expires_at is None


FORM = {"name": "x", "days": "30", "scopes": ["read"]}


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"name": "x" * 61},
        {"days": "31"},
        {"scopes": []},
        {"scopes": ["rule"]},
        {"scopes": ["read", "everything"]},
        {"per_minute": "0"},
        {"per_minute": "many"},
        {"name": "", "days": "", "scopes": []},
    ],
)
def test_token_form_that_makes_no_sense_makes_no_token(analyst_client: Client, change: dict[str, object]) -> None:
    assert analyst_client.post(PAGE, FORM | change).status_code == 400
    assert not ApiToken.objects.exists()


def test_revoked_token_is_ended_at_once_and_audited(analyst_client: Client, analyst: AbstractBaseUser) -> None:
    made = create_token(user=analyst, name="agent")
    address = f"{PAGE}{made.token.pk}/revoke/"
    assert status_with(made.secret) == 200
    assert analyst_client.post(address).status_code == 302
    assert status_with(made.secret) == 401
    assert analyst_client.post(address).status_code == 302
    assert list(AuditEntry.objects.order_by("pk").values_list("verb", flat=True)) == ["token.create", "token.revoke"]


def test_token_of_another_person_is_not_there(reviewer_client: Client, analyst: AbstractBaseUser) -> None:
    made = create_token(user=analyst, name="alice's own")
    assert reviewer_client.post(f"{PAGE}{made.token.pk}/revoke/").status_code == 404
    assert b"alice" not in reviewer_client.get(PAGE).content
    assert status_with(made.secret) == 200


def test_expired_token_is_refused(analyst: AbstractBaseUser) -> None:
    made = create_token(user=analyst, name="agent", expires_at=timezone.now() + timedelta(hours=1))
    ApiToken.objects.update(created_at=timezone.now() - timedelta(hours=2), expires_at=timezone.now() - timedelta(hours=1))
    assert status_with(made.secret) == 401


def test_token_of_a_person_who_may_not_log_in_is_void(analyst: AbstractBaseUser, settings: object, django_user_model: type) -> None:
    secret = create_token(user=analyst, name="agent").secret
    analyst.is_active = False
    analyst.save()
    assert status_with(secret) == 401
    settings.DEMO = True
    create_demo_accounts()
    demo = create_token(user=django_user_model.objects.get(username="demo-analyst"), name="demo").secret
    assert status_with(demo) == 200
    settings.DEMO = False
    assert status_with(demo) == 401


@pytest.mark.parametrize("secret", ["", "cf_", "cf_wrong", "cf_" + "x" * 5000, "nothing", "cf_\x7f", "cf_’"])
def test_wrong_token_is_a_problem(db: None, secret: str) -> None:
    response = Client(headers={"Authorization": f"Bearer {secret}"}).get(NODES)
    assert (response.status_code, response.json()["code"]) == (401, "bad_token")


def test_other_schemes_are_no_log_in(db: None) -> None:
    response = Client(headers={"Authorization": "Basic YWxpY2U6eA=="}).get(NODES)
    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")


def test_use_of_a_token_is_noted_to_the_minute(analyst: AbstractBaseUser) -> None:
    client = program_of(analyst)
    client.get(NODES)
    first = ApiToken.objects.get().last_used_at
    client.get(NODES)
    assert first is not None
    assert ApiToken.objects.get().last_used_at == first


def test_token_service_refuses_nonsense(analyst: AbstractBaseUser) -> None:
    for name, expires_at in (("  ", None), ("x", timezone.now() - timedelta(days=1))):
        with pytest.raises(Refused):
            create_token(user=analyst, name=name, expires_at=expires_at)
    assert find_token(secret="cf_" + "é" * 40) is None


def test_tokens_have_a_limit_that_revoking_lifts(analyst: AbstractBaseUser) -> None:
    made = [create_token(user=analyst, name=f"program {number}") for number in range(MAX_TOKENS)]
    with pytest.raises(Refused):
        create_token(user=analyst, name="one more")
    revoke_token(token=made[0].token, actor=analyst)
    create_token(user=analyst, name="one more")


def test_token_name_is_shown_as_text(analyst_client: Client) -> None:
    page = analyst_client.post(PAGE, {"name": "<script>alert(1)</script>", "days": "30", "scopes": ["read"]}).content
    assert b"<script>alert" not in page
    assert b"&lt;script&gt;alert(1)" in page


def test_admin_sees_tokens_without_their_hash_and_revokes_them(admin_client: Client, analyst: AbstractBaseUser) -> None:
    made = create_token(user=analyst, name="agent")
    page = admin_client.get(f"/admin/verification/apitoken/{made.token.pk}/change/").content.decode()
    assert ("agent" in page, made.token.sha256 in page) == (True, False)
    admin_client.post("/admin/verification/apitoken/", {"action": "revoke_selected", "_selected_action": [made.token.pk]})
    assert status_with(made.secret) == 401
