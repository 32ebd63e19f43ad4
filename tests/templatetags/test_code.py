"""Descriptions of the API on its page."""

import pytest

from verification.templatetags.code import marked_code

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("no code", "no code"),
        ("`If-Match` and `*`", "<code>If-Match</code> and <code>*</code>"),
        ("<b> & `<i>`", "&lt;b&gt; &amp; <code>&lt;i&gt;</code>"),
        ("one ` alone", "one ` alone"),
        ("", ""),
    ],
)
def test_what_stands_between_backticks_is_code(said: str, shown: str) -> None:
    assert marked_code(said) == shown
