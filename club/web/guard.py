"""What every answer carries, and which requests may change something."""

from __future__ import annotations

import secrets
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from club.access.sign_in import Session
from club.web.problem import ProblemError

POLICY: Final = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing from elsewhere is ever loaded; inline styles carry the places of tiles."""
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
FRESH: Final = (b"cache-control", b"no-cache")
STRICT: Final = (b"strict-transport-security", b"max-age=31536000")
CSRF: Final = "x-csrf-token"
LARGEST: Final = 2_000_000
"""Bytes of a request: a list of all people of the largest event."""


class Headers:
    """Puts the security headers on every answer."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self._app = app
        self._own = (*HEADERS, STRICT) if secure else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = message.get("headers", [])
                kept = any(name == b"cache-control" for name, _ in given)
                message["headers"] = [*given, *self._own, *(() if kept else (FRESH,))]
            await send(message)

        await self._app(scope, receive, guarded if scope["type"] == "http" else send)


def same_origin(request: Request) -> None:
    """ProblemError for a request that another site's page has sent."""
    origin = request.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != request.headers.get("host"):
        raise ProblemError(403, "foreign")


def proven(request: Request, session: Session) -> None:
    """ProblemError where the request lacks the session's token, which no other page knows."""
    same_origin(request)
    if not secrets.compare_digest(request.headers.get(CSRF, ""), session.csrf):
        raise ProblemError(403, "csrf")
