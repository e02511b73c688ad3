"""What the tests of accounts have in common: a moment, an address, a secret."""

from __future__ import annotations

from club.access.roles import Identity
from club.access.sign_in import SignIn

NOW = 1_800_000_000.0
ADDRESS = "192.0.2.7"
SECRET = "correct horse"


def known(sign_in: SignIn, token: str, now_s: float = NOW) -> Identity:
    session = sign_in.session(token, now_s)
    assert session is not None
    return session.identity
