"""Changes of people, sealed: that a row was changed, added or removed is seen, and a forgotten name is not.

A digest is made with a salt that lies in the row and goes with it; without it nobody finds a name by trying.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable
from typing import Final

SALT_BYTES: Final = 32
FORGOTTEN: Final = ""
"""The digest of somebody of whom nothing is left."""


def salt() -> bytes:
    """A new one for each change, so that nobody sees who changed back to what they were."""
    return secrets.token_bytes(SALT_BYTES)


def digest(kept: bytes, person: int, details: Iterable[str | None], online: Iterable[tuple[str, str]]) -> str:
    """The digest of everything that is known of a person: `details` in the order of the table, `online` by
    platform."""
    said = json.dumps([person, *details, sorted(map(list, online))])
    return hmac.digest(kept, said.encode(), hashlib.sha256).hex()


def chained(before: str, seq: int, person: int, made: str) -> str:
    """SHA-256 over the hash before and what a change says."""
    return hashlib.sha256(json.dumps([before, seq, person, made]).encode()).hexdigest()
