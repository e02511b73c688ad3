"""Signed links that sign somebody in until they expire (HMAC with SHA-256, RFC 2104)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import secrets
from dataclasses import asdict, dataclass

from club.sentences import ToldError


class BadLinkError(ToldError):
    """A link that signs nobody in."""


@dataclass(frozen=True, slots=True)
class Link:
    """`edition` is that of the account's links: a new edition makes all older ones void.

    `nonce` is set on a link that works once.
    """

    account: int
    edition: int
    expires_s: int
    nonce: str = ""


def once() -> str:
    """A nonce for a link that works once."""
    return secrets.token_urlsafe(12)


def sign(link: Link, key: bytes) -> str:
    """The link as text for an address: its parts, and what proves that this hub made it."""
    body = json.dumps(asdict(link), separators=(",", ":"), sort_keys=True).encode()
    return f"{_text(body)}.{_text(_proof(body, key))}"


def read(text: str, key: bytes, now_s: float) -> Link:
    """BadLinkError where this hub did not make the text, or it has expired."""
    head, _, tail = text.partition(".")
    try:
        body, proof = _bytes(head), _bytes(tail)
    except (binascii.Error, ValueError):
        raise BadLinkError("bad_link") from None
    if not hmac.compare_digest(proof, _proof(body, key)):
        raise BadLinkError("bad_link")
    link = Link(**json.loads(body))
    if now_s >= link.expires_s:
        raise BadLinkError("old_link")
    return link


def _proof(body: bytes, key: bytes) -> bytes:
    return hmac.digest(key, b"sign-in:" + body, hashlib.sha256)


def _text(body: bytes) -> str:
    return base64.urlsafe_b64encode(body).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
