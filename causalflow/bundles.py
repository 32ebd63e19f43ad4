"""The scripts and styles of Django's admin in one file each: a form of its own asks for twenty.

A bundle is made of the installed files when it is first looked for, so it always fits the Django that is installed. It lies beside
the database until ``collectstatic`` copies it.
"""

import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

_JQUERY = ("admin/js/vendor/jquery/jquery.min.js",)
_SELECT2 = (
    "admin/js/vendor/select2/select2.full.min.js",
    "admin/js/vendor/select2/i18n/en.js",
    "admin/js/vendor/select2/i18n/zh-CN.js",
)
_COMMON = ("admin/js/jquery.init.js", "admin/js/core.js", "admin/js/admin/RelatedObjectLookups.js")
# Which files a bundle holds, in the order in which they are read.
BUNDLES: Mapping[str, tuple[str, ...]] = {
    "admin/js/office-list.js": (*_JQUERY, *_COMMON, "admin/js/actions.js", "admin/js/filters.js"),
    "admin/js/office-form.js": (
        *_JQUERY,
        *_SELECT2,
        *_COMMON,
        "admin/js/autocomplete.js",
        "admin/js/inlines.js",
        "admin/js/change_form.js",
    ),
    "admin/css/office-list.css": ("admin/css/changelists.css", "css/office.css"),
    "admin/css/office-form.css": (
        *("admin/css/widgets.css", "admin/css/forms.css", "admin/css/vendor/select2/select2.min.css", "admin/css/autocomplete.css"),
        "css/office.css",
    ),
}
# Of what Django gives to every page: for lists alone, and for fields that are filled from others, of which our forms have none.
UNUSED = ("admin/js/actions.js", "admin/js/urlify.js", "admin/js/prepopulate.js", "admin/js/vendor/xregexp/xregexp.min.js")
_IMPORT = re.compile(r"^@import url\('widgets\.css'\);$", re.MULTILINE)


def _folder() -> Path:
    return Path(settings.VAR_DIR) / "bundles"


def _read(name: str) -> str:
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(f"{name} is not among the static files; is Django's admin whole?")
    return _IMPORT.sub("", Path(path).read_text(encoding="utf-8"))


def build(name: str) -> Path:
    """The bundle's file, written anew where its parts have changed; of two that write at once, both write the same."""
    path = _folder() / name
    gap = "\n;\n" if name.endswith(".js") else "\n"
    text = gap.join(_read(part) for part in BUNDLES[name]) + "\n"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as draft:
            draft.write(text)
        Path(draft.name).chmod(0o644)
        Path(draft.name).replace(path)
    return path


class BundleFinder(BaseFinder):
    """Django's staticfiles look here behind the folders of files that lie in the tree."""

    def check(self, **_kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **_kwargs: Any) -> Any:
        if path not in BUNDLES:
            return []
        return [str(build(path))] if find_all else str(build(path))

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        storage = FileSystemStorage(location=_folder())
        storage.prefix = ""  # type: ignore[attr-defined]
        for name in BUNDLES:
            build(name)
            yield name, storage
