"""Passwords in addresses: a page sees stars, and what it sends back with stars keeps the password."""

from __future__ import annotations

import re
from typing import Final

STARS: Final = "***"
_WITH: Final = re.compile(r"^([a-z][a-z0-9+.-]*://[^/@:\s]*):([^@]*)@(.*)$", re.IGNORECASE | re.DOTALL)


def masked(address: str) -> str:
    """The address without the password in it."""
    return _WITH.sub(lambda found: f"{found[1]}:{STARS}@{found[3]}", address)


def unmasked(address: str, known: str) -> str | None:
    """What a person sent for an address that was shown masked; `known` is the one with the password.

    None where the stars stand for no password that is known there: it belongs to the user and host that it
    was given for, and goes to no other.
    """
    found = _WITH.match(address)
    if found is None or found[2] != STARS:
        return address
    before = _WITH.match(known)
    if before is None or (before[1], _host(before[3])) != (found[1], _host(found[3])):
        return None
    return f"{found[1]}:{before[2]}@{found[3]}"


def _host(rest: str) -> str:
    return re.split(r"[/?#]", rest, maxsplit=1)[0]
