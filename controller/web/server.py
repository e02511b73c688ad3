"""The web server of one table: the screens' files, where the broker is, and the camera's picture.

uvicorn runs in a thread of its own and installs no signal handlers. Screens get everything else
over MQTT. Pictures are encoded only when somebody looks.
"""

from __future__ import annotations

import asyncio
import base64
import errno
import hashlib
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from controller.brokers.broker import Address, loopback
from controller.brokers.certificates import Pair, hosts_of
from controller.brokers.pairing import CLOSED, Door
from controller.history.archive import Archive
from controller.topics import SCHEMA, Topics
from controller.web import history as web_history
from controller.web import pairing as web_pairing
from controller.web import referee as web_referee
from controller.web.static import SVG, PackedFiles, qr, send

if TYPE_CHECKING:
    from engine.hand import Game
    from vision.frame import Frame

SCREENS: Final = Path(__file__).resolve().parents[1] / "screens"
LANGUAGES: Final = ("en", "ru", "uk", "ja", "sv")
NEAR: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8090
PORTS_TRIED: Final = 20
PICTURE_SIDE: Final = 1280
"""Longest side in pixels: a full-screen overlay on a tablet, about 150 kB."""
FILM_S: Final = 0.25
FAREWELL_S: Final = 0.5
"""For answers under way when the server ends; what is open after it is cut off."""
"""Pause between pictures of `/camera.mjpg`: four a second cost a Pi little."""
LINE_DIGITS: Final = 9
"""No journal has longer numbers of its lines."""
POLICY: Final = (
    "default-src 'self'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'"
)
"""Nothing from elsewhere is ever loaded; inline styles carry the places of tiles."""
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-cache"),
)
STRICT: Final = (b"strict-transport-security", b"max-age=31536000")
"""Browsers that saw the encrypted page take no other for a year (RFC 6797)."""


class WebError(Exception):
    """The web server cannot start; the message says what to do."""


class _Picture:
    """The latest frame, and its JPEG once somebody asked for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._frame: Frame | None = None
        self._encoded: tuple[Frame, bytes] | None = None

    def show(self, frame: Frame | None) -> None:
        self._frame = frame

    def jpeg(self) -> tuple[bytes, float] | None:
        """JPEG and time of the latest frame, None while there is none."""
        frame = self._frame
        if frame is None:
            return None
        with self._lock:
            if self._encoded is None or self._encoded[0] is not frame:
                from vision.jpeg import encode  # noqa: PLC0415 - a table without camera needs no OpenCV

                self._encoded = (frame, encode(frame.pixels, PICTURE_SIDE))
            return self._encoded[1], frame.t


class Web:
    """Serves from `start` to `stop`. `show` gives it the picture that the camera page displays.

    `port` None looks for a free one from 8090 on; a port that was asked for and is taken is an
    error. `evidence` gives the picture of a line of a game's journal as JPEG, `archive` the games that
    were played. Whom `door` knows as a judge sees evidence and the newest hands from anywhere, and lets
    displays in. With `tls` host and port are encrypted, and this computer's own pages lie at another
    port, on the loopback interface.
    """

    def __init__(
        self,
        topics: Topics,
        broker: Address,
        host: str = "127.0.0.1",
        port: int | None = None,
        evidence: Callable[[str, int], bytes | None] | None = None,
        archive: Archive | None = None,
        door: Door = CLOSED,
        tls: Pair | None = None,
    ) -> None:
        self._topics = topics
        self._broker = broker
        self._host = host
        self._asked = port
        self._evidence = evidence
        self._archive = archive
        self._door = door
        self._tls = None if loopback(host) else tls
        self._followed: tuple[str, Game] | None = None
        self._picture = _Picture()
        self._ui = _fingerprint()
        self._stopping = threading.Event()
        self._served: list[tuple[uvicorn.Server, threading.Thread]] = []
        self._near_port = 0
        self.port = 0

    @property
    def ui(self) -> str:
        """Version of the screens' files."""
        return self._ui

    @property
    def url(self) -> str:
        """The page that links to all screens, as seen from this machine."""
        if self._tls is not None:
            return _page("http", NEAR, self._near_port)
        return _page("http", NEAR if self._host in ("0.0.0.0", "") else self._host, self.port)

    @cached_property
    def far(self) -> str | None:
        """The same page as other computers reach it; None: they do not."""
        if loopback(self._host):
            return None
        from controller.bus.discovery import addresses  # noqa: PLC0415 - only where others are served

        known = addresses(self._host)
        if self._tls is not None:
            hosts = {host for host in hosts_of(self._tls.certificate) if "*" not in host}
            known = [host for host in known if host in hosts] or sorted(hosts) or known
        return _page("http" if self._tls is None else "https", known[0], self.port) if known else None

    def show(self, frame: Frame | None) -> None:
        """The frame to be seen from now on; None when the camera is gone. Costs nothing."""
        self._picture.show(frame)

    def follow(self, playing: tuple[str, Game] | None) -> None:
        """The game that is played from now on, by its name, for the referee's screen."""
        self._followed = playing

    def _playing(self) -> tuple[str, Game] | None:
        return self._followed

    def start(self) -> None:
        """Returns when the port is bound. WebError when it is taken, the libraries are missing, or browsers
        would not let encrypted pages reach the broker."""
        if not (SCREENS / "vendor" / "mqtt.js").is_file():
            raise WebError(
                "The screens' libraries are missing: run `python controller/screens/vendor.py` once."
            )
        if self._tls is not None and (self._broker.websocket_for(self._host) or "").startswith("ws:"):
            raise WebError(
                "Browsers let no encrypted page reach a broker that is not: name one with mqtts:// and "
                "wss:// in broker.url and broker.websocket, or leave web.certificate out."
            )
        sock = _bind(self._host, self._asked)
        self.port = sock.getsockname()[1]
        self._serve(sock, self._tls)
        if self._tls is not None:
            near = _bind(NEAR, None)
            self._near_port = near.getsockname()[1]
            self._serve(near, None)

    def _serve(self, sock: socket.socket, tls: Pair | None) -> None:
        config = uvicorn.Config(
            self.app(),
            log_level="error",
            access_log=False,
            ws="none",
            lifespan="off",
            timeout_graceful_shutdown=1,
            ssl_certfile=tls and tls.certificate,
            ssl_keyfile=tls and tls.key,
        )
        server = _Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, name="web", daemon=True)
        self._served.append((server, thread))
        thread.start()

    def stop(self) -> None:
        """Ends all connections; safe to call twice."""
        self._stopping.set()
        for server, _ in self._served:
            server.should_exit = True
        for _, thread in self._served:
            thread.join(timeout=5)
        self._served.clear()

    def app(self) -> Starlette:
        """The ASGI application, for tests and for servers of the club's own."""
        routes = [
            Route("/", lambda _: RedirectResponse("index.html")),
            Route("/config.json", self._config),
            Route("/camera.jpg", self._still),
            Route("/camera.mjpg", self._film),
            Route("/health", self._report),
            Route("/qr/{seat:int}.svg", self._qr),
            Route("/evidence/{game}/{line}.jpg", self._kept),
            *web_referee.routes(self._playing),
            *web_history.routes(self._archive, lambda request: not self._may_see(request)),
            *web_pairing.routes(self._door.pairing, self._may_see),
            Mount("/", PackedFiles(directory=SCREENS)),
        ]
        return Starlette(routes=routes, middleware=[Middleware(_Guard)])

    def _config(self, request: Request) -> Response:
        return JSONResponse(
            {
                "websocket": self._broker.websocket_for(request.url.hostname or "127.0.0.1"),
                "root": self._topics.root,
                "schema": SCHEMA,
                "languages": LANGUAGES,
                "ui": self._ui,
                "far": self.far,
            }
        )

    def _qr(self, request: Request) -> Response:
        """What a phone reads to open the display of a seat; only where phones reach the table."""
        seat = request.path_params["seat"]
        if self.far is None or seat not in range(4):
            return PlainTextResponse("Not found.", 404)
        return send(qr(f"{self.far}seat.html?seat={seat}"), SVG, request.headers)

    async def _still(self, _request: Request) -> Response:
        found = await run_in_threadpool(self._picture.jpeg)
        if found is None:
            return PlainTextResponse("There is no picture: the camera has given none yet.", 503)
        return Response(found[0], media_type="image/jpeg", headers={"x-frame-time": f"{found[1]:.3f}"})

    async def _kept(self, request: Request) -> Response:
        """A picture of the past: for this computer and for judges, and for no other site's page."""
        if not await run_in_threadpool(self._may_see, request):
            return PlainTextResponse("Evidence is for the table's own computer and for judges.", 403)
        game, line = request.path_params["game"], request.path_params["line"]
        found = None
        if self._evidence is not None and line.isdecimal() and len(line) <= LINE_DIGITS:
            found = await run_in_threadpool(self._evidence, game, int(line))
        if found is None:
            return PlainTextResponse("Not found.", 404)
        own = {"cross-origin-resource-policy": "same-origin"}
        return Response(found, media_type="image/jpeg", headers=own)

    def _may_see(self, request: Request) -> bool:
        """Whether it comes from this computer, or with the account of a judge (RFC 7617)."""
        here = loopback(request.client.host if request.client else "")
        if here and loopback(request.url.hostname or "localhost"):  # no name that another site has given it
            return True
        kind, _, encoded = request.headers.get("authorization", "").partition(" ")
        with suppress(ValueError):
            device, _, secret = base64.b64decode(encoded, validate=True).decode().partition(":")
            return kind.lower() == "basic" and bool(device) and self._door.judge(device, secret)
        return False

    def _film(self, _request: Request) -> Response:
        return StreamingResponse(self._pictures(), media_type="multipart/x-mixed-replace; boundary=frame")

    async def _pictures(self) -> AsyncIterator[bytes]:
        last: bytes | None = None
        while not self._stopping.is_set():
            found = await run_in_threadpool(self._picture.jpeg)
            if found is not None and found[0] is not last:
                last = found[0]
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(last)}\r\n\r\n"
                yield head.encode() + last + b"\r\n"
            await asyncio.sleep(FILM_S)

    def _report(self, _request: Request) -> Response:
        return JSONResponse({"ok": True})


class _Server(uvicorn.Server):
    """Leaves no connection open at its end: browsers leave the farewell of TLS unanswered."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(FAREWELL_S, self._abort)
        await super().shutdown(sockets)

    def _abort(self) -> None:
        for left in self.server_state.connections:
            left.transport.abort()


class _Guard:
    """Puts the security headers on every answer and hides what is no screen: Python and npm files."""

    HIDDEN: Final = (".py", ".pyc", "package.json", "package-lock.json", ".npmrc")

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                strict = (STRICT,) if scope.get("scheme") == "https" else ()
                message["headers"] = [*message.get("headers", ()), *HEADERS, *strict]
            await send(message)

        if scope["path"].endswith(self.HIDDEN):
            await PlainTextResponse("Not found.", 404)(scope, receive, guarded)
        else:
            await self._app(scope, receive, guarded)


def _fingerprint() -> str:
    """Changes with the screens' files: an open screen loads itself anew after an update."""
    digest = hashlib.sha256()
    for path in sorted(p for kind in ("*.html", "*/*.js", "*/*.css", "*/*.json") for p in SCREENS.glob(kind)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _page(scheme: str, host: str, port: int) -> str:
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"


def _bind(host: str, asked: int | None) -> socket.socket:
    ports = [asked] if asked is not None else [*range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED), 0]
    for port in ports:
        sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, port))
            sock.listen(128)
            return sock
        except OSError as error:
            sock.close()
            if asked is not None or error.errno != errno.EADDRINUSE:
                raise WebError(_why(error, host, port)) from None
    raise WebError("No free port for the web page was found; give one with --port.")


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use by another program: give another one with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the administrator: give one above 1023 with --port."
    return f"The web page cannot be served at {host}:{port} ({error.strerror}): check the host."
