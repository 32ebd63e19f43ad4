"""Translations with Babel alone, so that no gettext tools are needed: ``python -m causalflow.catalogues compile|update|check``.

``compile``: every ``locale/*/LC_MESSAGES/django.po`` whose ``.mo`` is missing or older. ``update``: writes new strings of code and
templates into the catalogues and drops those that are gone. ``check``: what a translator still owes, one line each; status 1 if any.
"""

import sys
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

PROJECT = Path(__file__).resolve().parent.parent
LOCALE = PROJECT / "locale"
PACKAGES = ("causalflow", "verification", "attribution", "mcp_server")
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}


def catalogue_paths(locale: Path = LOCALE) -> list[Path]:
    return sorted(locale.glob("*/LC_MESSAGES/django.po"))


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, domain="django", abort_invalid=True)


def _replace(path: Path, content: bytes) -> None:
    """Written whole or not at all: other processes may be reading."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)


def compile_stale(locale: Path = LOCALE) -> list[Path]:
    """Compile what is missing or older than its source; answers the paths written."""
    written = []
    for source in catalogue_paths(locale):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        buffer = BytesIO()
        write_mo(buffer, _read(source))
        _replace(target, buffer.getvalue())
        written.append(target)
    return written


def _sources() -> Iterator[tuple[Path, bytes]]:
    """Code as it stands, templates as the Python-like text into which Django turns them."""
    for package in PACKAGES:
        for path in sorted((PROJECT / package).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path, path.read_bytes()
    for folder in ("templates", *PACKAGES):
        for path in sorted((PROJECT / folder).rglob("*.html")):
            yield path, templatize(path.read_text(encoding="utf-8"), origin=str(path)).encode()


def extract_messages() -> Catalog:
    """Every string that product code and templates mark for translation, with the file it stands in."""
    found = Catalog(domain="django", charset="utf-8")
    for path, content in _sources():
        for _line, message, comments, context in extract("python", BytesIO(content), KEYWORDS, ["Translators:"]):
            found.add(message, None, [(str(path.relative_to(PROJECT)), 0)], auto_comments=comments, context=context)
    return found


def update_catalogues(locale: Path = LOCALE) -> None:
    template = extract_messages()
    for path in catalogue_paths(locale):
        catalogue = _read(path)
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        catalogue.obsolete.clear()
        buffer = BytesIO()
        write_po(buffer, catalogue, width=120, sort_output=True, omit_header=False, include_lineno=False)
        _replace(path, buffer.getvalue())


def _strings(message: Message) -> list[str]:
    return list(message.string) if isinstance(message.string, list | tuple) else [message.string or ""]


def find_problems(locale: Path = LOCALE) -> list[str]:
    """What a translator still owes: strings that are missing, empty, fuzzy, obsolete, or whose placeholders differ."""
    marked = {(message.id, message.context): message for message in extract_messages() if message.id}
    problems = []
    for path in catalogue_paths(locale):
        name, catalogue = path.parent.parent.name, _read(path)
        known = {(message.id, message.context): message for message in catalogue if message.id}
        problems += [f"{name}: missing: {identifier!r}" for identifier, _context in marked.keys() - known.keys()]
        problems += [f"{name}: no longer in the product: {identifier!r}" for identifier, _context in known.keys() - marked.keys()]
        for message in known.values():
            if message.fuzzy:
                problems.append(f"{name}: fuzzy: {message.id!r}")
            elif not all(text.strip() for text in _strings(message)):
                problems.append(f"{name}: empty: {message.id!r}")
            problems += [f"{name}: {error}: {message.id!r}" for error in message.check(catalogue)]
    return sorted(problems)


def main(arguments: list[str]) -> int:
    if arguments not in (["compile"], ["update"], ["check"]):
        sys.stderr.write("Usage: python -m causalflow.catalogues compile|update|check\n")
        return 2
    if arguments == ["update"]:
        update_catalogues()
    if arguments == ["check"]:
        problems = find_problems()
        sys.stderr.writelines(f"{problem}\n" for problem in problems)
        return 1 if problems else 0
    compile_stale()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
