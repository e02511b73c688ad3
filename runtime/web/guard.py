"""Who may ask at all: pages of this server's own names, and nobody through another site's page.

A page of another site can make a browser ask here and, where its name is made to lead here (DNS rebinding),
read the answer: the first comes with a foreign `Origin`, the second with a foreign `Host`.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from runtime.web.address import loopback, plain
from runtime.web.words import FOREIGN_HOST, FOREIGN_PAGE, TOO_LARGE, said
from words import FIRST

STRICT: Final = (b"strict-transport-security", b"max-age=31536000")
"""Browsers that saw the encrypted page take no other for a year (RFC 6797)."""
FRESH: Final = (b"cache-control", b"no-cache")
ALWAYS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
POLICY: Final = (
    "default-src 'self'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'{sockets}; base-uri 'none'; form-action 'none'{frames}"
)
"""Nothing from elsewhere is ever loaded; inline styles carry the places of tiles."""
UNFRAMED: Final = "; frame-ancestors 'none'"
READING: Final = ("GET", "HEAD")


@dataclass(frozen=True)
class Names:
    """Under which names a server is asked: this computer's, and `more` (configured, or its certificate's,
    `*.` for any one label). Looked up anew each time, as a name or an address may change."""

    more: frozenset[str] = frozenset()

    @classmethod
    def of(cls, names: Iterable[str]) -> Names:
        return cls(frozenset(plain(name.lower().rstrip(".")) for name in names))

    def know(self, host: str, own: str) -> bool:
        """Whether a name or an address is ours; `own` is the address at which we were reached."""
        name = plain(host.lower().rstrip("."))
        if not name:
            return False
        if name == "localhost" or loopback(name) or name == plain(own):
            return True
        machine = socket.gethostname().lower()
        short = machine.partition(".")[0]
        if name in {machine, short, f"{short}.local"} or name in self.more:
            return True
        return f"*.{name.partition('.')[2]}" in self.more

    def best(self, own: str) -> str:
        """The name to use instead, for a browser that came under an unknown one."""
        return next((name for name in sorted(self.more) if "*" not in name), plain(own))


@dataclass(frozen=True)
class Problem:
    """Why a request is refused: a status, and the sentence by its key."""

    status: int
    says: str
    values: Mapping[str, str] = field(default_factory=dict)

    def sentence(self, wished: str) -> str:
        """The sentence in the first known language of an `Accept-Language`."""
        return said(self.says, wished, self.values)


def plainly(problem: Problem, wished: str) -> Response:
    """The answer for people."""
    return PlainTextResponse(problem.sentence(wished), problem.status)


@dataclass(frozen=True)
class Rules:
    """Of one server. `largest`: bytes of a body, `larger`: of those sent to these paths. `framed`: pages that
    others may show in theirs."""

    names: Names
    largest: int
    framed: frozenset[str] = field(default_factory=frozenset)
    larger: Mapping[str, int] = field(default_factory=dict)

    def most(self, scope: Scope) -> int:
        """Bytes of the body of a request."""
        return self.larger.get(scope["path"], self.largest)

    def problem(self, scope: Scope) -> Problem | None:
        """Why a request is refused; None: it is not."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        own, port = scope.get("server") or ("", 0)
        name = host_name(host)
        if not self.names.know(name, str(own)):
            best = self.names.best(str(own))
            here = f"{scope['scheme']}://{f'[{best}]' if ':' in best else best}:{port}/"
            return Problem(421, FOREIGN_HOST, {"host": name or "?", "here": here})
        if self._foreign(scope, headers, host):
            return Problem(403, FOREIGN_PAGE)
        length = headers.get("content-length", "")
        return self.large(scope) if length.isdecimal() and int(length) > self.most(scope) else None

    def large(self, scope: Scope) -> Problem:
        return Problem(413, TOO_LARGE, {"most": str(self.most(scope))})

    def refused(self, scope: Scope) -> bool:
        return self.problem(scope) is not None

    def _foreign(self, scope: Scope, headers: Headers, host: str) -> bool:
        """Whether a page of another site asks, for more than to be left for ours."""
        if len(headers.getlist("origin")) > 1:
            return True
        origin = headers.get("origin")
        if origin is not None:
            return not _same(origin, host, scope["scheme"])
        if headers.get("sec-fetch-site", "none") in {"none", "same-origin"}:
            return False
        if scope["method"] not in READING or headers.get("sec-fetch-mode") != "navigate":
            return True
        return headers.get("sec-fetch-dest", "document") != "document" and scope["path"] not in self.framed


def host_name(host: str) -> str:
    """The name or address in a `Host`, without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _same(origin: str, host: str, scheme: str) -> bool:
    """Whether an origin is that of the server's own pages. A page that is not encrypted is another site's
    to one that is, as anybody in the network can pass for it."""
    try:
        parts, own = urlsplit(origin), urlsplit(f"//{host}")
        ports = parts.port, own.port
    except ValueError:
        return False
    if parts.scheme not in {"http", "https"} or (scheme in {"https", "wss"} and parts.scheme != "https"):
        return False
    usual = 443 if parts.scheme == "https" else 80
    return bool(parts.hostname) and (parts.hostname, ports[0] or usual) == (own.hostname, ports[1] or usual)


class TooLargeError(Exception):
    """More came than anybody needs."""


class Guard:
    """Refuses what no page of ours asks, and puts the security headers on every answer."""

    def __init__(
        self, app: ASGIApp, rules: Rules, answer: Callable[[Problem, str], Response] = plainly
    ) -> None:
        self._app = app
        self._rules = rules
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = self._dressed(scope, list(message.get("headers", [])))
            await send(message)

        problem = self._rules.problem(scope)
        if problem is None:
            try:
                await self._app(scope, _measured(receive, self._rules.most(scope)), guarded)
            except TooLargeError:
                problem = None if begun else self._rules.large(scope)
        if problem is not None:
            wished = Headers(scope=scope).get("accept-language", FIRST)
            await self._answer(problem, wished)(scope, receive, guarded)

    def _dressed(self, scope: Scope, given: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        kept = any(name == b"cache-control" for name, _ in given)
        host = Headers(scope=scope).get("host", "")
        secure = scope.get("scheme") == "https"
        sockets = (
            f" {'wss' if secure else 'ws'}://{host}" if self._rules.names.know(host_name(host), "") else ""
        )
        frames = "" if scope["path"] in self._rules.framed else UNFRAMED
        policy = (b"content-security-policy", POLICY.format(sockets=sockets, frames=frames).encode())
        more = ((STRICT,) if secure else ()) + (() if kept else (FRESH,))
        return [*given, policy, *ALWAYS, *more]


def _measured(receive: Receive, largest: int) -> Receive:
    """TooLargeError once a body without a length of its own is larger."""
    came = 0

    async def measured() -> Message:
        nonlocal came
        message = await receive()
        came += len(message.get("body", b""))
        if came > largest:
            raise TooLargeError
        return message

    return measured
