"""The fitted file of the judge of claims: read as it was shipped, refused when it was not."""

from hashlib import sha256

import pytest

from verification.core.claims.scoring import FILE, parse_support, shipped_support
from verification.core.fitted.files import FittedFileError


def test_the_shipped_file_is_the_one_of_its_digest():
    content, digest = FILE.read()
    assert sha256(content).hexdigest() == digest
    assert shipped_support() == parse_support(content, digest)


def test_a_changed_file_is_refused():
    content, digest = FILE.read()
    with pytest.raises(FittedFileError, match="not the file"):
        parse_support(content + b" ", digest)


def test_another_format_is_refused():
    content = b'{"format": 99}'
    with pytest.raises(FittedFileError, match="has format 99, this version reads 1"):
        parse_support(content, sha256(content).hexdigest())
