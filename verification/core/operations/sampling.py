"""Which rulings a second person looks at: a share drawn by a hash, so that nobody can choose and everybody can check."""

import hashlib

_PARTS = 10_000


def is_drawn(key: str, *, percent: int) -> bool:
    """Whether the ruling with this key is among ``percent`` of all; what is drawn at a share is drawn at every higher one."""
    place = int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big") % _PARTS
    return place < percent * _PARTS // 100
