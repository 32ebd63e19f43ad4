"""Every page of the admin × everybody × reading, posting and other methods; a page or a model that is not declared here fails.

What each may do with the rows of a model is asked of the model itself; the walk shows that its pages ask it too.
"""

import pytest
from django.contrib.admin import site
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.e2e.walk import fill_admin
from verification.models import WhitelistDomain, WhitelistProposal

pytestmark = pytest.mark.django_db

PEOPLE = ("nobody", "stranger", "analyst", "reviewer", "admin")
LOGIN, REFUSED, INSIDE = "log-in", "refused", "inside"
METHODS = ("get", "post", "delete")
WHOLE_WALK = dict.fromkeys(PEOPLE, METHODS)
PARTS = 2
# What analyst, reviewer and admin may do with the rows of a model: view, add, change, delete. Nobody else may do anything.
NONE, WORK, SECRET = ("", "", ""), ("v", "v", "v"), ("", "", "v")
MAY = {
    **dict.fromkeys(("VerificationBatch", "EventBatch", "UserProfile", "IdempotencyRecord"), NONE),
    **dict.fromkeys(("VerificationRun", "RunStep", "Source", "PageSnapshot", "NodeState", "ReviewItem", "Ruling", "Allowance"), WORK),
    "Comparison": WORK,
    **dict.fromkeys(("NodeWatch", "ApiToken", "AuditEntry", "ProviderCall", "ProviderHealth", "Reservation", "CachedAnswer"), SECRET),
    **dict.fromkeys(("Worker", "Chore", "HealthAlert", "PageFetch", "AuditHead", "SeriesObservation", "AddedSeries", "NodeName"), SECRET),
    **dict.fromkeys(("UsageDay", "UsageSlice", "UsageSoFar"), SECRET),
    **dict.fromkeys(("WebhookSecret", "WebhookCallback"), NONE),
    **dict.fromkeys(("WebhookDelivery", "SiteProfile", "SiteJudgement", "SecondReview"), SECRET),
    **dict.fromkeys(("Verification", "Event", "EventStep"), ("", "v", "v")),
    **dict.fromkeys(("TriggerSetting", "SearchSetting", "Limit", "ModelProfile"), ("", "", "vacd")),
    **dict.fromkeys(("Node", "WhitelistDomain", "SourceGroup", "EventRule", "EventEntity"), ("v", "v", "vacd")),
    "NodeFlag": ("", "v", "v"),
    "ReviewSetting": ("", "", "vc"),
    "Document": ("v", "v", "vd"),
    "WhitelistProposal": ("", "va", "va"),
}
LETTERS = {"view": "v", "add": "a", "change": "c", "delete": "d"}
# What a page asks for: to be read, and to be posted to.
NEEDS = {"changelist": "vv", "add": "aa", "history": "vv", "change": "vc", "delete": "dd"}
MORE_PAGES = {"import": "aa", "csv": "vv", "json": "vv", "restore": "cc", "decide": "!!"}
DECIDES = {"admin": "!"}


def models() -> list[type]:
    return [model for model in site._registry if model._meta.app_label == "verification"]


def outcome(response: HttpResponse) -> str:
    if response.status_code == 302 and response["Location"].startswith(("/login/", "/admin/login/")):
        return LOGIN
    return {200: INSIDE, 302: INSIDE, 400: INSIDE, 405: INSIDE, 403: REFUSED}.get(response.status_code, str(response.status_code))


def expected_of(model: str, page: str, method: str, person: str) -> str:
    if person in ("nobody", "stranger"):
        return LOGIN
    letters = MAY[model][PEOPLE.index(person) - 2] + DECIDES.get(person, "")
    needed = {**NEEDS, **MORE_PAGES}[page][method == "post"]
    return INSIDE if needed in letters else REFUSED


def walked_by(model: str, page: str) -> dict[str, tuple[str, ...]]:
    """Everybody reads; who may write is told apart by those who may little. What admins send, the tests of each page send.

    Pages of our own are asked with every method, and reviewers walk there and where they may do something else than analysts. Admins
    walk where analysts are refused: to make the same page once more takes most of the time.
    """
    methods = METHODS if page in MORE_PAGES else ("get", "post")
    walk = {"nobody": methods, "stranger": ("get",), "analyst": methods}
    if expected_of(model, page, "get", "analyst") == REFUSED:
        walk["admin"] = ("get",)
    as_analyst, as_reviewer, _as_admin = MAY[model]
    return walk | {"reviewer": ("get", "post")} if page in MORE_PAGES or as_analyst != as_reviewer else walk


def pages_of(model: type) -> dict[str, str]:
    """Each page of a model that can be asked for: those of a row only where there is one."""
    patterns = {pattern.name: pattern for pattern in site._registry[model].get_urls() if pattern.name}
    row, found = model._base_manager.order_by("-pk").first(), {}
    for name, pattern in patterns.items():
        arguments = [row.pk] if pattern.pattern.converters and row else []
        if bool(arguments) == bool(pattern.pattern.converters):
            found[name.rpartition("_")[2]] = reverse(f"admin:{name}", args=arguments)
    return found


@pytest.fixture
def clients(stranger_client: Client, analyst_client: Client, reviewer_client: Client, admin_client: Client) -> dict[str, Client]:
    return dict(zip(PEOPLE, (Client(), stranger_client, analyst_client, reviewer_client, admin_client), strict=True))


def test_every_model_and_page_is_declared() -> None:
    assert {model.__name__ for model in models()} == set(MAY)
    names = {pattern.name.rpartition("_")[2] for model in models() for pattern in site._registry[model].get_urls() if pattern.name}
    assert names == {*NEEDS, *MORE_PAGES}


def test_what_everybody_may_do_with_the_rows_of_a_model(
    rf: RequestFactory, stranger: AbstractBaseUser, analyst: AbstractBaseUser, reviewer: AbstractBaseUser, admin: AbstractBaseUser
) -> None:
    found = {model.__name__: () for model in models()}
    for user in (AnonymousUser(), stranger, analyst, reviewer, admin):
        request = rf.get("/admin/")
        request.user = user
        for model in models():
            office = site._registry[model]
            may = "".join(letter for name, letter in LETTERS.items() if getattr(office, f"has_{name}_permission")(request))
            found[model.__name__] += (may,)
    assert found == {model: ("", "", *letters) for model, letters in MAY.items()}


@pytest.mark.usefixtures("bare_refusals")
@pytest.mark.parametrize("is_whole", [pytest.param(False, id="brief"), pytest.param(True, id="whole", marks=pytest.mark.long)])
@pytest.mark.parametrize("part", range(PARTS))
def test_who_may_do_what(clients: dict[str, Client], admin: AbstractBaseUser, part: int, is_whole: bool) -> None:
    fill_admin(admin, is_whole=True)
    # Rows for the pages of special rights exist, or the walk would pass them by.
    assert {"restore", "import", "csv", "json"} <= set(pages_of(WhitelistDomain))
    assert "decide" in pages_of(WhitelistProposal)
    faults = []
    for model in models()[part::PARTS]:
        for page, address in pages_of(model).items():
            walk = WHOLE_WALK if is_whole else walked_by(model.__name__, page)
            for person, methods in walk.items():
                for method in methods:
                    with transaction.atomic():
                        found = outcome(getattr(clients[person], method)(address))
                        transaction.set_rollback(True)
                    if found != expected_of(model.__name__, page, method, person):
                        faults.append(f"{method} {address} as {person}: {found}")
    assert "\n".join(faults) == ""


@pytest.mark.usefixtures("bare_refusals")
def test_somebody_on_staff_without_a_right_opens_no_page(client: Client, admin: AbstractBaseUser, django_user_model: type) -> None:
    """The frame lets them in, so each page has to ask by itself: those of our own too, as the files of the whitelist."""
    fill_admin(admin, is_whole=False)
    client.force_login(django_user_model.objects.create_user("erin", is_staff=True))
    assert outcome(client.get("/admin/")) == INSIDE
    addresses = [address for model in models() for page, address in pages_of(model).items() if page in MORE_PAGES or page == "changelist"]
    assert len(addresses) > len(models())
    assert [address for address in addresses for ask in (client.get, client.post) if outcome(ask(address)) != REFUSED] == []


def test_frame_is_for_those_with_business_there(clients: dict[str, Client]) -> None:
    for address in ("/admin/", "/admin/verification/", "/admin/jsi18n/"):
        assert [outcome(client.get(address)) for client in clients.values()] == [LOGIN, LOGIN, INSIDE, INSIDE, INSIDE], address
    assert clients["stranger"].get("/admin/login/").status_code == 403
