"""What only its owner may know: private files, and the entries of mosquitto's password file."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from pathlib import Path
from typing import Final

from runtime.stored import replace_file

HASH_ROUNDS: Final = 101
"""mosquitto's own default; a secret is 192 random bits, so more rounds would add nothing."""


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def password_hash(password: str) -> str:
    """An entry of mosquitto's password file: `$7$`, PBKDF2 with SHA-512 (mosquitto_passwd(1))."""
    return _hashed(password, secrets.token_bytes(12))


def password_fits(password: str, kept: str) -> bool:
    """Whether an entry of the password file was made of this password."""
    salt = kept.split("$")[3] if kept.count("$") == 4 else ""
    return hmac.compare_digest(_hashed(password, base64.b64decode(salt)), kept)


def write_secret(path: Path, text: str) -> None:
    """Whole or not at all, and never readable by others; keeps the owner of the file that it replaces."""
    replace_file(path, text.encode(), private=True)


def _hashed(password: str, salt: bytes) -> str:
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, HASH_ROUNDS, 64)
    return f"$7${HASH_ROUNDS}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"
