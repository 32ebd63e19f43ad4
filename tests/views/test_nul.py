"""NUL in an address or a form of any page: no database holds it, so the request is refused or finds nothing, and never fails."""

import pytest
from django.contrib import admin
from django.contrib.auth.base_user import AbstractBaseUser
from django.test import Client
from django.urls import reverse

from tests.e2e.walk import fill_admin
from tests.views.test_access import address_of
from tests.views.test_hostile_parameters import READ, READABLE, WRITABLE, WRITTEN

pytestmark = pytest.mark.django_db

MORE = ("o", "p", "q", "all", "e", "_changelist_filters", "is_facets", "badge__exact", "status__exact", "id__exact", "pk__in")
NUL = "%00"
TURNS = 5


def addresses_of_admin(user: AbstractBaseUser, turns: int) -> list[str]:
    """Lists with each of their filters, and rows by a key that is none; one question in ``turns`` of each list."""
    fill_admin(user, is_whole=False)
    found = []
    for place, (model, office) in enumerate(admin.site._registry.items()):
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        address = reverse(f"{name}_changelist")
        filters = [entry[0] if isinstance(entry, tuple) else entry for entry in office.list_filter if not callable(entry)]
        asked = [f"{address}?{each}={NUL}" for each in (*MORE, *filters, *(f"{each}__exact" for each in filters), NUL)]
        asked += [f"{address}{NUL}/{page}/" for page in ("change", "history", "delete")]
        found += asked[place % turns :: turns]
    return found


def parameters_for(names: list[str]) -> list[object]:
    """Each parameter is tried on some page, and in a long run on every one."""
    quick = [pytest.param(name, READ[place % TURNS :: TURNS], id=name) for place, name in enumerate(names)]
    return quick + [pytest.param(name, READ, id=f"{name}-whole", marks=pytest.mark.long) for name in names]


@pytest.mark.parametrize(("name", "parameters"), parameters_for(READABLE))
@pytest.mark.share(3)
def test_pages_answer_an_address_with_nul(admin_client: Client, name: str, parameters: tuple[str, ...]) -> None:
    address = address_of(name)
    for query in (*(f"{each}={NUL}" for each in parameters), f"{NUL}=1", "&".join(f"{each}=a{NUL}" for each in READ)):
        assert admin_client.get(f"{address}?{query}").status_code == 400, query


@pytest.mark.parametrize(
    "address", ["/nodes/%00/", "/feeds/%00/", "/verifications/%00/", "/citations/%00/", "/runs/1%00/", "/%00", "/static/%00.css"]
)
def test_pages_answer_a_path_with_nul(admin_client: Client, address: str) -> None:
    assert admin_client.get(address).status_code == 400


@pytest.mark.parametrize("name", WRITABLE)
@pytest.mark.share(3)
def test_forms_answer_nul(admin_client: Client, name: str) -> None:
    address = address_of(name)
    for form in (dict.fromkeys(WRITTEN, "\x00"), dict.fromkeys(WRITTEN, "1\x00"), {"\x00": "1"}):
        assert admin_client.post(address, form).status_code in (200, 302, 400, 404, 409, 429)
    assert admin_client.post(f"{address}?next={NUL}", {}).status_code == 400


@pytest.mark.parametrize("turns", [3, pytest.param(1, marks=pytest.mark.long)])
def test_admin_answers_nul(admin_client: Client, admin: AbstractBaseUser, turns: int) -> None:
    faults = [address for address in addresses_of_admin(admin, turns) if admin_client.get(address).status_code not in (302, 400, 403)]
    assert faults == []
