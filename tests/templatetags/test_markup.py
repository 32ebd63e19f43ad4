import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.urls import NoReverseMatch, reverse, set_script_prefix
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, gettext_lazy, override, pgettext
from hypothesis import given
from hypothesis import strategies as st

from verification.templatetags.addresses import address
from verification.templatetags.figures import ShownFigure
from verification.templatetags.markup import fill, fill_each

pytestmark = pytest.mark.pure

PARTS = [*"<>&'\"{}%", "利率", mark_safe("<b>"), 5, None, 2.5, ShownFigure("<i>"), gettext_lazy("Nodes"), fill("<b>{}</b>", "<")]


@pytest.mark.parametrize("part", PARTS, ids=repr)
def test_parts_are_escaped_as_django_does(part: object) -> None:
    found = fill('<a title="{}">{}</a>', part, part)
    assert found == format_html('<a title="{}">{}</a>', part, part)
    assert type(found) is type(mark_safe(""))


@given(st.lists(st.tuples(st.text(), st.text())))
def test_rows_are_joined_as_django_does(rows: list[tuple[str, str]]) -> None:
    assert fill_each("<b>{}</b>{}", rows, "<br>") == format_html_join(mark_safe("<br>"), "<b>{}</b>{}", rows)


def test_lazy_words_are_those_of_the_moment() -> None:
    words = gettext_lazy("Nodes")
    with override("zh-hans"):
        assert fill("{}", words) != "Nodes"


def render(text: str, **values: object) -> str:
    return Template(text).render(Context({"request": RequestFactory().get("/"), **values}))


def test_addresses_are_those_of_django_each_time() -> None:
    for pk in (5, 7, 5):
        assert render('{% url "run" pk %}', pk=pk) == address("run", pk) == reverse("run", args=[pk]) == f"/runs/{pk}/"
    assert render('{% url "admin:index" %}') == reverse("admin:index")
    assert render('{% url "no-such-page" as found %}[{{ found }}]') == "[]"
    with pytest.raises(NoReverseMatch):
        render('{% url "run" "<b>" %}')


def test_addresses_stand_below_the_prefix_of_the_moment() -> None:
    assert address("nodes") == "/"
    set_script_prefix("/flow/")
    try:
        assert address("nodes") == render('{% url "nodes" %}') == "/flow/"
    finally:
        set_script_prefix("/")
    assert address("nodes") == "/"


def test_fixed_words_are_those_of_the_language_of_the_moment() -> None:
    page = Template(
        '{% load i18n %}{% translate "Nodes" %}|{% translate "Claim" context "hold an item" %}|{% translate "100 %" %}|{% trans name %}'
    )
    english = page.render(Context({"name": "Usage"}))
    with override("zh-hans"):
        chinese = page.render(Context({"name": "Usage"}))
        assert chinese == f"{gettext('Nodes')}|{pgettext('hold an item', 'Claim')}|100 %|{gettext('Usage')}"
    assert english == "Nodes|Claim|100 %|Usage" == page.render(Context({"name": "Usage"}))
    assert set(english.split("|")) & set(chinese.split("|")) == {"100 %"}


def test_words_that_a_template_keeps_or_changes_are_looked_up_each_time() -> None:
    page = Template('{% load i18n %}{% translate "Nodes" as nodes %}{{ nodes }}{% translate "Nodes"|upper %}{% translate "Nodes" noop %}')
    with override("zh-hans"):
        assert page.render(Context()).startswith(gettext("Nodes"))
    assert page.render(Context()) == "NodesNODESNodes"
