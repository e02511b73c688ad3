"""Which requests may change something; the origin of all is checked at the door (`runtime.web.guard`)."""

from __future__ import annotations

import secrets
from typing import Final

from starlette.requests import Request

from club.access.sign_in import Session
from club.web.request.problem import ProblemError

CSRF: Final = "x-csrf-token"
LARGEST: Final = 2_000_000
"""Bytes of a request: a list of all people of the largest event."""


def proven(request: Request, session: Session) -> None:
    """ProblemError where the request lacks the session's token, which no other page knows."""
    if not secrets.compare_digest(request.headers.get(CSRF, "").encode(), session.csrf.encode()):
        raise ProblemError(403, "csrf")
