"""Hostile text in every field of the admin: it is refused with a sentence or shown as text, and never fails a page."""

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import make_finished_run, make_node, make_page
from tests.hostile import CANARIES, hostile_texts, storable
from tests.tags import read_tags
from verification.models import Node, NodeLink, SourceGroup, WhitelistDomain, WhitelistProposal

pytestmark = pytest.mark.django_db

MORE = ("\x00", "a\x00b", "\ufffd", "%s%n", "{{ 7|add:7 }}", "‮")
ACTIVE = ("onerror", "onload", "onclick", "onfocus", "onmouseover", "onblur", "ontoggle")
# What is free text is sent at once; what has a form of its own alone, beside others that are right.
FORMED = ("slug", "unit", "reference_period", "tolerance", "schedule", "fresh_days")
NODE_FIELDS = (("label", "aliases", "query"), *((name,) for name in FORMED))
FOREIGN = ("iframe", "object", "embed", "base")


def _asked_with(*names: str, every: int, more: tuple[str, ...] = MORE) -> pytest.MarkDecorator:
    """The canaries, and NUL; ``more`` as well in a long run. A browser sends no half of a surrogate pair."""
    rows = [text for name in names for text in hostile_texts(name)[::every]]
    quick = pytest.param([*CANARIES, "a\x00b"], id="canaries")
    whole = pytest.param([*map(storable, rows), *more], id="whole", marks=pytest.mark.long)
    return pytest.mark.parametrize("texts", [quick, whole])


def _storable(text: str) -> str:
    return text.replace("\x00", "") or "empty"


def _active(content: bytes) -> list[str]:
    """What would run: handlers, scripts that are not ours, links that are no addresses."""
    tags = read_tags(content)
    found = [tag.html[:80] for tag in tags if any(name in ACTIVE for name in tag.attrs)]
    found += [
        tag.html[:80]
        for tag in tags
        if tag.name == "script"
        and not tag.get("src").startswith(("/static/admin/", "/admin/jsi18n", "/static/js/page.js", "/static/js/palette.js"))
        and tag.get("type") != "application/json"
        and tag.get("id") != "django-admin-popup-response-constants"
    ]
    found += [tag.html[:80] for tag in tags if tag.name in FOREIGN or (tag.name == "meta" and tag.get("http-equiv"))]
    addresses = [tag.attrs[name].strip().lower() for name in ("href", "src", "action") for tag in tags if name in tag.attrs]
    return found + [address[:80] for address in addresses if address.startswith(("javascript:", "data:", "vbscript:", "//"))]


def _safe(client: Client, address: str, **query: str) -> None:
    response = client.get(address, query)
    assert response.status_code in (200, 302)
    assert _active(response.content) == []


@_asked_with("xss", "naughty", "csv_injection", every=110, more=("‮",))
def test_hostile_text_in_every_field_stays_text(admin_client: Client, reviewer: User, texts: list[str]) -> None:
    for place, raw in enumerate(texts):
        text = _storable(raw)
        node = make_node(f"n{place}", label=text[:300], aliases=[text[:300]], group=text[:60], unit=text[:30], query=text[:300])
        NodeLink.objects.create(source=node, target=Node.objects.first() if place else make_node("target"))
        group = SourceGroup.objects.create(slug=f"g{place}", description=text[:200])
        row = WhitelistDomain.objects.create(domain=f"p{place}.example.com", owner=text[:100])
        row.groups.add(group)
        proposal = WhitelistProposal.objects.create(
            kind="add", domain=f"q{place}.example.com", wanted={"owner": text}, reason=text[:2000], proposed_by=reviewer
        )
        for model, page, pk in (
            ("node", "change", node.pk),
            ("node", "delete", node.pk),
            ("whitelistdomain", "change", row.pk),
            ("sourcegroup", "change", group.pk),
            ("whitelistproposal", "change", proposal.pk),
        ):
            _safe(admin_client, reverse(f"admin:verification_{model}_{page}", args=[pk]))
    for model in ("node", "whitelistdomain", "sourcegroup", "whitelistproposal", "auditentry"):
        _safe(admin_client, reverse(f"admin:verification_{model}_changelist"))


@_asked_with("xss", every=100)
def test_hostile_text_in_the_history_stays_text(admin_client: Client, texts: list[str]) -> None:
    row = WhitelistDomain.objects.get(domain="ft.com")
    for raw in texts:
        form = {"tier": "1", "authority": "0.95", "owner": _storable(raw)[:100], "reason": _storable(raw)[:500]}
        form |= {"listings-TOTAL_FORMS": "0", "listings-INITIAL_FORMS": "0"}
        assert admin_client.post(reverse("admin:verification_whitelistdomain_change", args=[row.pk]), form).status_code in (200, 302)
    _safe(admin_client, reverse("admin:verification_whitelistdomain_history", args=[row.pk]))


@_asked_with("xss", every=40)
def test_hostile_labels_of_nodes_that_rest_on_a_domain_stay_text(admin_client: Client, texts: list[str]) -> None:
    for place, raw in enumerate(texts):
        make_finished_run(
            make_node(f"n{place}", label=_storable(raw)[:300]), pages=tuple(make_page(f"https://{n}.example/1") for n in "abc")
        )
    row = WhitelistDomain.objects.create(domain="a.example")
    for page in ("change", "delete"):
        _safe(admin_client, reverse(f"admin:verification_whitelistdomain_{page}", args=[row.pk]))


@_asked_with("naughty", "xss", every=70)
@pytest.mark.parametrize("field", ["domain", "owner", "tier", "authority", "reason"])
def test_hostile_posts_of_a_domain_are_answered(admin_client: Client, field: str, texts: list[str]) -> None:
    form = {"domain": "news.example.com", "owner": "", "tier": "2", "authority": "0.80", "is_confirmed": "on", "reason": "r"}
    form |= {"listings-TOTAL_FORMS": "0", "listings-INITIAL_FORMS": "0"}
    for text in texts:
        response = admin_client.post(reverse("admin:verification_whitelistdomain_add"), {**form, field: text})
        assert response.status_code in (200, 302)
        assert _active(response.content) == []
        WhitelistDomain.objects.filter(pk__gt=26).delete()


@_asked_with("naughty", every=30)
@pytest.mark.parametrize("fields", NODE_FIELDS, ids=" ".join)
def test_hostile_posts_of_a_node_are_answered(admin_client: Client, fields: tuple[str, ...], texts: list[str]) -> None:
    form = {"slug": "a", "label": "A", "aliases": "", "kind": "percent", "unit": "%", "min_domains": "3", "independence": "stories"}
    form |= {"risk_level": "low", "fresh_days": "30", "outgoing-TOTAL_FORMS": "0", "outgoing-INITIAL_FORMS": "0"}
    for text in texts:
        response = admin_client.post(reverse("admin:verification_node_add"), {**form, **dict.fromkeys(fields, text)})
        assert response.status_code in (200, 302)
        assert _active(response.content) == []
        Node.objects.all().delete()


@_asked_with("naughty", every=30)
@pytest.mark.parametrize("field", ["kind", "domain", "owner", "groups", "reason"])
def test_hostile_proposals_are_answered(reviewer_client: Client, field: str, texts: list[str]) -> None:
    form = {"kind": "add", "domain": "news.example.com", "owner": "", "tier": "1", "authority": "0.90", "reason": "r"}
    for text in texts:
        response = reviewer_client.post(reverse("admin:verification_whitelistproposal_add"), {**form, field: text})
        assert response.status_code in (200, 302)
        assert _active(response.content) == []
        WhitelistProposal.objects.all().delete()


@_asked_with("naughty", "xss", every=120, more=("\x00",))
def test_hostile_questions_of_lists_are_answered(admin_client: Client, texts: list[str]) -> None:
    make_node("a")
    for text in map(_storable, texts):
        for model in ("node", "whitelistdomain", "whitelistproposal", "sourcegroup"):
            address = reverse(f"admin:verification_{model}_changelist")
            for query in ({"q": text, "o": text}, {"p": text}, {"is_active__exact": text}, {text or "x": "1"}):
                _safe(admin_client, address, **query)
        _safe(admin_client, reverse("admin:verification_whitelistproposal_add"), kind=text, domain=text)


@_asked_with("naughty", "xss", "csv_injection", every=50)
def test_hostile_files_are_answered(admin_client: Client, texts: list[str]) -> None:
    address = reverse("admin:verification_whitelistdomain_import")
    for text in texts:
        raw = text.encode("utf-8", "surrogatepass")
        quoted = b'"' + raw.replace(b'"', b'""') + b'"'
        rows = [
            b",".join(cells)
            for cells in ((quoted, b"g", b"d", b"o"), (b"a.example.com", quoted, b"d", b"o"), (b"b.example.com", b"g", quoted, quoted))
        ]
        for name, content in (("a.csv", b"domain,group,description,owner\n" + b"\n".join(rows)), ("a.csv", raw), ("a.json", raw)):
            response = admin_client.post(address, {"file": SimpleUploadedFile(name, content)})
            assert response.status_code == 200
            assert _active(response.content) == []
