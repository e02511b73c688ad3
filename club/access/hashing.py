"""Passwords, PINs and cards as hashes."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
"""OWASP's recommendation of Argon2id for a server with little memory: 19 MiB, two passes."""
_ONE: Final = threading.Lock()
"""One hash at a time, so that many who sign in at once cost no more memory than one."""
_NOBODY: Final = _HASHER.hash(secrets.token_urlsafe(16))


def hashed(secret: str) -> str:
    with _ONE:
        return _HASHER.hash(secret)


def fits(secret: str, kept: str | None) -> bool:
    """Whether the hash was made of this secret. Takes as long where there is no hash."""
    with _ONE:
        try:
            return _HASHER.verify(kept or _NOBODY, secret) and kept is not None
        except (VerificationError, InvalidHashError):
            return False


def outdated(kept: str) -> bool:
    """Whether the hash was made with other parameters than today's."""
    return _HASHER.check_needs_rehash(kept)


def card_hash(card: str, key: bytes) -> str:
    """A card's id as it is kept: found by it, and worthless without the hub's key."""
    return hmac.digest(key, b"card:" + card.strip().lower().encode(), hashlib.sha256).hex()
