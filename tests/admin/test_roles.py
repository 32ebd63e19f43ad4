"""Who may see and change what in the admin pages."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.factories import make_conflict, make_document, make_finished_run, make_node
from verification import models
from verification.models import (
    AuditEntry,
    Document,
    Node,
    NodeState,
    PageSnapshot,
    ReviewItem,
    Ruling,
    RunStep,
    Source,
    SourceGroup,
    VerificationRun,
    WhitelistDomain,
)

pytestmark = pytest.mark.django_db

HISTORY = (NodeState, VerificationRun, RunStep, Source, PageSnapshot, ReviewItem, Ruling, AuditEntry)
INLINE_ONLY = {"NodeLink", "Listing"}


def _url(model: type[Model], page: str, *arguments: object) -> str:
    return reverse(f"admin:verification_{model._meta.model_name}_{page}", args=arguments)


@pytest.fixture
def _rows() -> None:
    make_document(text="Rate")
    make_finished_run(make_node("a"), make_conflict())
    make_finished_run(make_node("b"))


def test_every_model_has_its_page() -> None:
    registered = {model.__name__ for model in admin.site._registry if model._meta.app_label == "verification"}
    assert registered == set(models.__all__) - INLINE_ONLY


@pytest.mark.usefixtures("_rows")
@pytest.mark.parametrize("model", [*HISTORY, Node, Document, SourceGroup, WhitelistDomain])
def test_admin_sees_every_list_and_every_row(admin_client: Client, model: type[Model]) -> None:
    assert admin_client.get(_url(model, "changelist"), {"q": "rate"} if model is not RunStep else {}).status_code == 200
    row = model._base_manager.first()
    if row is not None:
        assert admin_client.get(_url(model, "change", row.pk)).status_code == 200


@pytest.mark.usefixtures("_rows")
@pytest.mark.parametrize("model", HISTORY)
def test_admin_changes_no_history(admin_client: Client, model: type[Model]) -> None:
    assert admin_client.get(_url(model, "add")).status_code == 403
    row = model._base_manager.first()
    if row is not None:
        assert admin_client.post(_url(model, "change", row.pk), {}).status_code == 403
        assert admin_client.post(_url(model, "delete", row.pk), {"post": "yes"}).status_code == 403
        assert model._base_manager.filter(pk=row.pk).exists()


@pytest.mark.usefixtures("_rows")
def test_superuser_changes_no_history_either(client: Client, django_user_model: type[User]) -> None:
    client.force_login(django_user_model.objects.create_superuser("root", password="correct horse battery"))
    for model in HISTORY:
        assert client.get(_url(model, "add")).status_code == 403
        row = model._base_manager.first()
        if row is not None:
            assert client.post(_url(model, "delete", row.pk), {"post": "yes"}).status_code == 403


@pytest.mark.usefixtures("_rows")
def test_reviewer_with_staff_rights_sees_reviews_and_whitelist_and_changes_neither(reviewer: User, reviewer_client: Client) -> None:
    User.objects.filter(pk=reviewer.pk).update(is_staff=True)
    for model in (ReviewItem, WhitelistDomain, SourceGroup, Node):
        assert reviewer_client.get(_url(model, "changelist")).status_code == 200
        row = model._base_manager.first()
        assert reviewer_client.post(_url(model, "change", row.pk), {}).status_code == 403
        assert reviewer_client.post(_url(model, "delete", row.pk), {"post": "yes"}).status_code == 403
        assert reviewer_client.get(_url(model, "add")).status_code == 403
    assert reviewer_client.get(_url(AuditEntry, "changelist")).status_code == 403


@pytest.mark.usefixtures("_rows")
def test_analyst_reads_nodes_and_whitelist_and_changes_neither(analyst_client: Client) -> None:
    for model in (Node, WhitelistDomain, SourceGroup):
        assert analyst_client.get(_url(model, "changelist")).status_code == 200
        row = model._base_manager.first()
        assert analyst_client.get(_url(model, "change", row.pk)).status_code == 200
        assert analyst_client.post(_url(model, "change", row.pk), {}).status_code == 403
        assert analyst_client.post(_url(model, "delete", row.pk), {"post": "yes"}).status_code == 403
        assert analyst_client.get(_url(model, "add")).status_code == 403
    assert analyst_client.get(_url(ReviewItem, "changelist")).status_code == 200


@pytest.mark.usefixtures("_rows")
def test_documents_come_in_by_command_alone(admin_client: Client) -> None:
    document = Document.objects.get()
    assert admin_client.get(_url(Document, "add")).status_code == 403
    assert admin_client.post(_url(Document, "change", document.pk), {"text": "x"}).status_code == 403
    assert admin_client.post(_url(Document, "delete", document.pk), {"post": "yes"}).status_code == 302
    assert not Document.objects.exists()
    assert AuditEntry.objects.filter(verb="document.delete", actor_name="charlie").count() == 1
