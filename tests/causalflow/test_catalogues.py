"""Translations: compiled where they are stale, and what a translator still owes."""

import gettext
import os
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from causalflow import catalogues

pytestmark = pytest.mark.pure

HEADER = """msgid ""
msgstr ""
"Language: zh_Hans\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    (tmp_path / "zh_Hans" / "LC_MESSAGES").mkdir(parents=True)
    return tmp_path


def _write(locale: Path, entries: str) -> Path:
    path = locale / "zh_Hans" / "LC_MESSAGES" / "django.po"
    path.write_text(HEADER + entries, encoding="utf-8")
    return path


def test_a_catalogue_is_compiled_when_missing_or_older_and_not_again(locale: Path) -> None:
    source = _write(locale, 'msgid "Verification"\nmsgstr "核查"\n')
    target = source.with_suffix(".mo")
    assert catalogues.compile_stale(locale) == [target]
    assert catalogues.compile_stale(locale) == []
    os.utime(target, (1, 1))
    assert catalogues.compile_stale(locale) == [target]
    with target.open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Verification") == "核查"
    assert sorted(path.name for path in source.parent.iterdir()) == ["django.mo", "django.po"]


def test_problems_name_missing_empty_fuzzy_obsolete_and_wrong_placeholders(locale: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marked = catalogues.Catalog()
    for message in ("right", "empty", "guessed", "new", "%(count)s pages"):
        marked.add(message)
    monkeypatch.setattr(catalogues, "extract_messages", lambda: marked)
    _write(
        locale,
        'msgid "right"\nmsgstr "对"\n\nmsgid "empty"\nmsgstr ""\n\n#, fuzzy\nmsgid "guessed"\nmsgstr "猜"\n\nmsgid "gone"\nmsgstr "旧"\n\n'
        '#, python-format\nmsgid "%(count)s pages"\nmsgstr "%(number)s 页"\n',
    )
    assert [problem.split(": ")[1] for problem in catalogues.find_problems(locale) if "pages" not in problem] == [
        "empty",
        "fuzzy",
        "missing",
        "no longer in the product",
    ]
    assert len([problem for problem in catalogues.find_problems(locale) if "pages" in problem]) == 1


def test_usage() -> None:
    assert catalogues.main(["translate"]) == 2


@pytest.mark.long
def test_strings_of_code_and_templates_are_found_and_speak_plainly() -> None:
    """No words by which a translated sentence is known: each has a plainer one. To gather the strings takes seconds; ``make check`` gathers
    them too, and holds them against the catalogue, whose words the next test looks through.
    """
    clumsy = re.compile(r"\b(?:lives|nobody|somebody|of it|it was not possible)\b", re.IGNORECASE)
    found = [message.id for message in catalogues.extract_messages() if message.id]
    texts = [text for identifier in found for text in ([identifier] if isinstance(identifier, str) else identifier)]
    assert {"Verification", "Log in"} <= set(texts)
    assert [text for text in texts if clumsy.search(text)] == []


def _english() -> list[str]:
    """The strings of the catalogue as they are marked, singular and plural."""
    [path] = catalogues.catalogue_paths()
    with path.open("rb") as file:
        return [text for message in read_po(file) for text in ((message.id,) if isinstance(message.id, str) else message.id)]


def test_no_string_speaks_of_lives_and_nobodies() -> None:
    """Who or what is meant is named, in plain words (look.md, section 6)."""
    banned = re.compile(r"\b(?:lives|nobody|somebody|of it|it was not possible)\b", re.IGNORECASE)
    assert [text for text in _english() if banned.search(text)] == []


def test_no_sentence_has_more_than_twelve_words() -> None:
    """A placeholder is a word; a colon and a semicolon end what is read in one breath."""
    placeholder, ends = re.compile(r"%\(\w+\)[sd]|\{\w+\}|<[^>]*>"), re.compile(r"(?<=[.?!:;])\s")
    word = re.compile(r"[A-Za-z0-9][\w'’.,/-]*")
    sentences = [sentence for text in _english() for sentence in ends.split(placeholder.sub("X", text))]
    assert len(sentences) > 3000
    assert [sentence for sentence in sentences if len(word.findall(sentence)) > 12] == []
