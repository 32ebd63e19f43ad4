"""The admin's scripts and styles come in one file each, made of those that the installed Django has."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from django.conf import LazySettings
from django.contrib import admin
from django.contrib.staticfiles import finders
from django.test import Client

from causalflow.bundles import BUNDLES, BundleFinder
from tests.factories import make_node

NODES = "/admin/verification/node/"


@pytest.fixture
def folder(settings: LazySettings, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path / "bundles"


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_holds_its_parts_in_their_order(folder: Path, name: str) -> None:
    text = Path(BundleFinder().find(name)).read_text(encoding="utf-8")
    places = [
        text.index(Path(finders.find(part)).read_text(encoding="utf-8").replace("@import url('widgets.css');\n", ""))
        for part in BUNDLES[name]
    ]
    assert places == sorted(places)
    assert "@import" not in text


def test_a_bundle_is_made_anew_where_a_part_has_changed(folder: Path) -> None:
    path = Path(finders.find("admin/js/office-list.js"))
    whole = path.read_text(encoding="utf-8")
    path.write_text("of an older Django", encoding="utf-8")
    assert finders.find("admin/js/office-list.js") == str(path)
    assert path.read_text(encoding="utf-8") == whole
    assert [one.name for one in path.parent.iterdir()] == ["office-list.js"]


def test_collecting_finds_all_and_nothing_else_is_theirs(folder: Path) -> None:
    listed = {name: storage.path(name) for name, storage in BundleFinder().list([])}
    assert listed == {name: str(folder / name) for name in BUNDLES}
    assert (BundleFinder().find("admin/js/core.js"), BundleFinder().find("no/such.js", find_all=True)) == ([], [])


def test_no_form_of_ours_fills_a_field_from_another() -> None:
    assert [office for office in admin.site._registry.values() if office.prepopulated_fields] == []


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "kind"), [(NODES, "list"), (f"{NODES}add/", "form"), (f"{NODES}1/change/", "form")])
def test_a_page_asks_for_few_files(admin_client: Client, address: str, kind: str) -> None:
    node = make_node("policy-rate")
    page = BeautifulSoup(admin_client.get(address.replace("1", str(node.pk))).content, "html.parser")
    scripts, styles = [one["src"] for one in page.select("script")], [one["href"] for one in page.select("link[rel=stylesheet]")]
    assert sorted(scripts) == ["/admin/jsi18n/", f"/static/admin/js/office-{kind}.js", "/static/js/page.js", "/static/js/palette.js"]
    assert styles == ["/static/css/causalflow.css", f"/static/admin/css/office-{kind}.css"]
    assert len([*scripts, *styles, *{image["src"] for image in page.select("img")}]) < 10


@pytest.mark.django_db
def test_a_field_that_needs_more_gets_it(admin_client: Client) -> None:
    """Dates have a calendar of their own, which is read behind the bundle."""
    for office in admin.site._registry.values():
        page = BeautifulSoup(admin_client.get(f"/admin/{office.opts.app_label}/{office.opts.model_name}/add/").content, "html.parser")
        scripts = [one["src"].rpartition("/")[2] for one in page.select("script[src]")]
        if page.select(".vDateField"):
            assert scripts.index("office-form.js") < scripts.index("calendar.js") < scripts.index("DateTimeShortcuts.js")
            assert all(one.has_attr("defer") for one in page.select("script[src]") if "/static/" in one["src"])
