"""The files that a fit writes and the product ships: each with its digest, refused where it is not the one that was shipped."""

import json
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Any


class FittedFileError(ValueError):
    """A fitted file is missing, changed or of another version; the message says which and what to do."""


@dataclass(frozen=True, slots=True)
class FittedFile:
    """``{name}.json`` with ``{name}.sha256`` in the folder ``data`` of ``package``; ``command`` writes both anew."""

    package: str
    name: str
    format: int
    command: str

    def read(self) -> tuple[bytes, str]:
        """The file and the digest that it was shipped with. ``FittedFileError`` where one of them can't be read."""
        folder = files(self.package).joinpath("data")
        try:
            content = folder.joinpath(f"{self.name}.json").read_bytes()
            return content, folder.joinpath(f"{self.name}.sha256").read_text(encoding="ascii").strip()
        except OSError as problem:
            raise FittedFileError(f"{problem.filename or self.name} can't be read: {self._remedy}") from problem

    def parse(self, content: bytes, digest: str) -> dict[str, Any]:
        """What the file holds. ``FittedFileError`` where it is not the one of ``digest`` (SHA-256, hexadecimal) or of another format."""
        if sha256(content).hexdigest() != digest:
            raise FittedFileError(f"{self.name}.json is not the file that {self.name}.sha256 names: {self._remedy}")
        shape: dict[str, Any] = json.loads(content)
        if shape.get("format") != self.format:
            raise FittedFileError(f"{self.name}.json has format {shape.get('format')}, this version reads {self.format}: {self._remedy}")
        return shape

    @property
    def _remedy(self) -> str:
        return f"install the product again, or run `{self.command}`"
