"""Language models in the admin pages: keys stay in the environment, and are never sent where they do not belong."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from verification.models import AuditEntry, ModelProfile
from verification.services.errors import Refused
from verification.services.gateway.model_profiles import check_profile, list_usable_profiles

pytestmark = pytest.mark.django_db

LIST = "admin:verification_modelprofile_changelist"
ADD = "admin:verification_modelprofile_add"
CHANGE = "admin:verification_modelprofile_change"
KEY = "sk-canary-of-the-admin-pages"
FORM = {
    "name": "house",
    "vendor": "Us",
    "base_url": "https://models.example.com/v1",
    "model": "tiny-1",
    "key_variable": "HOUSE_API_KEY",
    "input_usd_per_million": "0.5",
    "output_usd_per_million": "1.5",
    "timeout_s": "20",
    "concurrency": "3",
    "position": "5",
    "is_active": "on",
    "reason": "Ours is cheaper",
}


def _errors(response: object) -> dict[str, list[str]]:
    return dict(response.context["adminform"].form.errors)


def test_shipped_profiles_are_usable_with_their_key_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = ModelProfile.objects.values_list("name", "key_variable", "base_url")
    assert list(shipped) == [
        ("openai", "OPENAI_API_KEY", "https://api.openai.com/v1"),
        ("deepseek", "DEEPSEEK_API_KEY", "https://api.deepseek.com/v1"),
        ("qwen", "DASHSCOPE_API_KEY", "https://dashscope.aliyuncs.com/compatible-mode/v1"),
    ]
    assert list_usable_profiles() == ()
    monkeypatch.setenv("DASHSCOPE_API_KEY", KEY)
    monkeypatch.setenv("DEEPSEEK_API_KEY", "key\nwith a line break")
    (usable,) = list_usable_profiles()
    assert (usable.name, usable.key, usable.model) == ("qwen", KEY, "qwen-plus")


def test_add_is_audited_without_a_key(admin_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSE_API_KEY", KEY)
    assert admin_client.post(reverse(ADD), FORM).status_code == 302
    row = ModelProfile.objects.get(name="house")
    assert (row.key_variable, row.concurrency) == ("HOUSE_API_KEY", 3)
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.actor_name, entry.reason, entry.after["model"]) == ("model.add", "charlie", "Ours is cheaper", "tiny-1")
    assert KEY not in str(entry.after)


def test_change_and_delete_are_audited(admin_client: Client) -> None:
    row = ModelProfile.objects.get(name="openai")
    admin_client.post(reverse(CHANGE, args=[row.pk]), {**FORM, "name": "openai", "key_variable": "OPENAI_API_KEY"})
    row.refresh_from_db()
    assert row.model == "tiny-1"
    admin_client.post(reverse("admin:verification_modelprofile_delete", args=[row.pk]), {"post": "yes", "reason": "Too dear"})
    assert not ModelProfile.objects.filter(name="openai").exists()
    entries = AuditEntry.objects.order_by("pk")
    assert [(entry.verb, entry.reason) for entry in entries] == [("model.update", "Ours is cheaper"), ("model.delete", "Too dear")]
    assert entries[0].before["model"] == "gpt-6-luna"


@pytest.mark.parametrize(
    "field, value, error",
    [
        ("key_variable", "PATH", "PATH is not the key of a model; expected something like OPENAI_API_KEY."),
        ("key_variable", "SECRET_KEY", "SECRET_KEY is not the key of a model; expected something like OPENAI_API_KEY."),
        ("key_variable", "openai", "openai is not the key of a model; expected something like OPENAI_API_KEY."),
        ("key_variable", "TAVILY_API_KEY", "TAVILY_API_KEY is not the key of a model; expected something like OPENAI_API_KEY."),
        ("base_url", "http://models.example.com/v1", "A key is sent over https only; expected an address that begins with https://."),
        (
            "base_url",
            "https://user:pw@models.example.com/v1",
            "The address holds a name or a password; a key belongs into an environment variable.",
        ),
        ("base_url", "https://models.example.com/v1?key=1", "The address ends with its path; expected nothing behind ? or #."),
        (
            "base_url",
            "https://a.openai.azure.com/openai?api-version=2024-06-01",
            "This is Azure's older form; expected the address that ends with /openai/v1/, without ?api-version=.",
        ),
        ("extra_body", "[1]", 'Expected a JSON object such as {"enable_thinking": false}.'),
        ("extra_body", '{"stream": true}', "stream: set by the product itself; expected other members."),
        ("extra_body", "{enable_thinking}", "Enter a valid JSON."),
        ("key_variable", "PAGE_READER_API_KEY", "PAGE_READER_API_KEY is not the key of a model; expected something like OPENAI_API_KEY."),
        ("key_variable", "FRED_API_KEY", "FRED_API_KEY is not the key of a model; expected something like OPENAI_API_KEY."),
        ("key_variable", "BLS_API_KEY", "BLS_API_KEY is not the key of a model; expected something like OPENAI_API_KEY."),
        ("base_url", "ftp://models.example.com", "Enter a valid URL."),
        ("base_url", "javascript:alert(1)", "Enter a valid URL."),
        ("timeout_s", "0", "Ensure this value is greater than or equal to 1."),
        ("concurrency", "1000", "Ensure this value is less than or equal to 100."),
        ("input_usd_per_million", "-1", "Ensure this value is greater than or equal to 0."),
    ],
)
def test_bad_input_is_refused_by_field(admin_client: Client, field: str, value: str, error: str) -> None:
    response = admin_client.post(reverse(ADD), {**FORM, field: value})
    assert response.status_code == 200
    errors = _errors(response)
    assert [said for listed in errors.values() for said in listed] == [error]
    assert not ModelProfile.objects.filter(name="house").exists()


def test_endpoint_on_this_machine_or_without_a_key_may_be_plain() -> None:
    check_profile(base_url="http://127.0.0.1:11434/v1", key_variable="LOCAL_API_KEY")
    check_profile(base_url="http://localhost:8000/v1", key_variable="LOCAL_API_KEY")
    check_profile(base_url="http://models.internal:8000/v1", key_variable="")
    with pytest.raises(Refused):
        check_profile(base_url="http://localhost.evil.example/v1", key_variable="LOCAL_API_KEY")


def test_pages_show_whether_the_key_is_there_and_never_the_key(admin_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    row = ModelProfile.objects.get(name="openai")
    pages = [admin_client.get(reverse(LIST)), admin_client.get(reverse(CHANGE, args=[row.pk]))]
    assert [page.status_code for page in pages] == [200, 200]
    texts = [page.content.decode() for page in pages]
    assert all(KEY not in text for text in texts)
    # The key of one of three, which alone can be asked; all three are active.
    assert (texts[0].count("icon-yes"), texts[0].count("icon-no")) == (5, 4)


def test_only_admins_see_profiles(analyst_client: Client, reviewer_client: Client, stranger_client: Client) -> None:
    for client in (analyst_client, reviewer_client, stranger_client, Client()):
        assert client.get(reverse(LIST)).status_code in (302, 403)


def test_list_takes_as_many_queries_for_one_row_as_for_three(admin_client: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            admin_client.get(reverse(LIST))
        return len(seen)

    three = queries()
    ModelProfile.objects.exclude(name="openai").delete()
    assert queries() == three


def test_demo_among_stubs_asks_the_played_models_alone(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    settings.DEMO, settings.DEMO_MODEL = True, "http://127.0.0.1:8102/v1"
    assert [(profile.name, profile.base_url, profile.key) for profile in list_usable_profiles()] == [
        ("played-1", "http://127.0.0.1:8102/v1", ""),
        ("played-2", "http://127.0.0.1:8102/v1", ""),
        ("played-3", "http://127.0.0.1:8102/v1", ""),
    ]
    settings.DEMO = False
    assert [profile.name for profile in list_usable_profiles()] == ["openai"]
