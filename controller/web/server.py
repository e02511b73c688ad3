"""The web server of one table: the screens' files, the way to the broker, and the camera's picture.

uvicorn runs in a thread of its own (`runtime.web`) and installs no signal handlers. Screens get everything
else over MQTT, at `/mqtt` of the same origin. Pictures are encoded only when somebody looks.
"""

from __future__ import annotations

import asyncio
import base64
import ssl
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

import screens
from contract.messages import SCHEMA
from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import Account
from controller.broker.broker import Address, loopback
from controller.broker.certificates import Pair, hosts_of
from controller.broker.pairing import CLOSED, Door
from controller.bus.authority import CALIBRATORS, CONFIGURATORS, INVITERS, JUDGES, SERVICERS
from controller.config import Config
from controller.history.archive import Archive
from controller.setup.form import Around
from controller.web import doctor as web_doctor
from controller.web import entry as web_entry
from controller.web import hand as web_hand
from controller.web import history as web_history
from controller.web import host as web_host
from controller.web import pairing as web_pairing
from controller.web import phones as web_phones
from controller.web import referee as web_referee
from controller.web import setup as web_setup
from controller.web.doctor import Examine
from controller.web.hand import Hands
from controller.web.phones import PhoneDoor
from controller.web.picture import Picture
from controller.web.place import CONNECTIONS, WebError, bind, can_serve
from controller.web.referee import Playing
from controller.web.setup import Doorway, Setup
from runtime.health import Health
from runtime.tasks import Tasks
from runtime.web import numbers
from runtime.web.address import NEAR, page_of
from runtime.web.crowd import Crowd, Listener
from runtime.web.files import Files
from runtime.web.guard import Guard, Names, Rules
from runtime.web.road import Road
from runtime.web.serve import Serving, Wish, mqtt_route
from upkeep import routes as upkeep_routes

if TYPE_CHECKING:
    from controller.calibration.desk import Calibrating
    from controller.people.host_desk import HostDesk
    from controller.teaching.desk import Teaching
    from engine.state.hand import Game
    from upkeep.desk import CareDesk
    from vision.camera.frame import Frame

FILM_S: Final = 0.25
"""Pause between pictures of `/camera.mjpg`: four a second cost a Pi little."""
LINE_DIGITS: Final = 9
"""No journal has longer numbers of its lines."""
LARGEST: Final = 65_536
"""Bytes of a request: the longest correction of a hand has a tenth of that."""


class Web:
    """Serves from `start` to `stop`. `show` gives it the picture that the camera page displays.

    `port` None looks for a free one from 8090 on; a port that was asked for and is taken is an
    error. `evidence` gives the picture of a line of a game's journal as JPEG, `archive` the games that
    were played. `hands` reads and values hands. Whom `door` knows as a judge sees evidence and the newest
    hands, and lets displays in. With `tls` host and port are encrypted, and this computer's own pages lie at
    another port, on the loopback interface. Screens reach `broker` through it. `watched`: there is a camera.
    `listener` is a socket that listens there already; at `calibrating` the camera is calibrated, `teaching`
    teaches it tiles. `setup` lets whom the door knows set the table up; `examine` is the doctor, `care` asks
    the computer for what keeps it well.
    """

    def __init__(  # noqa: PLR0913 - one parameter a part
        self,
        topics: Topics,
        broker: Address,
        host: str = "127.0.0.1",
        port: int | None = None,
        evidence: Callable[[str, int], bytes | None] | None = None,
        archive: Archive | None = None,
        door: Door = CLOSED,
        tls: Pair | None = None,
        *,
        health: Health | None = None,
        watched: bool = True,
        hands: Hands | None = None,
        listener: Listener | None = None,
        calibrating: Calibrating | None = None,
        teaching: Teaching | None = None,
        setup: Setup | None = None,
        examine: Examine | None = None,
        care: CareDesk | None = None,
    ) -> None:
        self._care = care
        self._topics = topics
        self._broker = broker
        self._host = host
        self._asked = port
        self._evidence = evidence
        self._archive = archive
        self._door = door
        self._tls = None if loopback(host) else tls
        self._follows: Playing = lambda: None
        self._desk: HostDesk | None = None
        self._picture = Picture()
        self._ui = screens.fingerprint(screens.TABLE, screens.SHARED)
        self._stopping = threading.Event()
        self._watched = watched
        self._health = health or Health(Tasks())
        self._hands = hands or Hands()
        self._listener = listener
        self._calibrating, self._teaching = calibrating, teaching
        self._setup = setup
        self._examine = examine
        self._served: list[Serving] = []
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
            return page_of("http", NEAR, self._near_port)
        return page_of("http", self._host, self.port)

    @cached_property
    def far(self) -> str | None:
        """The same page as other computers reach it; None: they do not."""
        if loopback(self._host):
            return None
        from controller.broker.discovery import addresses  # noqa: PLC0415 - only where others are served

        known = addresses(self._host)
        if self._tls is not None:
            hosts = {host for host in self._certified if "*" not in host}
            known = [host for host in known if host in hosts] or sorted(hosts) or known
        return page_of("http" if self._tls is None else "https", known[0], self.port) if known else None

    @cached_property
    def _certified(self) -> frozenset[str]:
        """Names and addresses of the certificate."""
        return frozenset() if self._tls is None else frozenset(hosts_of(self._tls.certificate))

    @property
    def _rules(self) -> Rules:
        names = Names.of([*self._door.names, *self._certified])
        return Rules(names, LARGEST, frozenset({"/overlay.html"}), {web_hand.READ: web_hand.LARGEST_PICTURE})

    def show(self, frame: Frame | None) -> None:
        """The frame to be seen from now on; None when the camera is gone. Costs nothing."""
        self._picture.show(frame)

    def follow(self, playing: Playing) -> None:
        """Whoever asks what would be paid is answered by the game that `playing` gives then, which is never
        an older one than the screens show."""
        self._follows = playing

    def hosts(self, desk: HostDesk) -> None:
        """The host's page reads this."""
        self._desk = desk

    def _playing(self) -> tuple[str, Game] | None:
        return self._follows()

    def start(self) -> None:
        """Returns when it answers. WebError where the port is taken, the libraries are missing, or the
        certificate that the broker's must be signed by is none."""
        if not screens.complete():
            raise WebError(screens.MISSING)
        crowd = Crowd(*CONNECTIONS)
        sock = self._listener or bind(self._host, self._asked, crowd)
        self.port = sock.getsockname()[1]
        self._serve(sock, self._tls)
        if self._tls is not None:
            near = bind(NEAR, None, crowd)
            self._near_port = near.getsockname()[1]
            self._serve(near, None)

    def _serve(self, sock: Listener, tls: Pair | None) -> None:
        wish = Wish("web", self._rules, road_to(self._broker), tls)
        served = Serving(self.app(), sock, wish, self._health.tasks)
        self._served.append(served)
        served.start()

    def listener(self) -> Listener:
        """The socket of the pages, once more; WebError while they are not served."""
        if not self._served:
            raise WebError("The pages are not served.")
        return self._served[0].listener()

    def stop(self) -> None:
        """Ends all connections; safe to call twice."""
        self._stopping.set()
        for served in self._served:
            served.ask_to_stop()
        for served in self._served:
            served.stop()
        self._served.clear()

    def app(self) -> Starlette:
        """The ASGI application, for tests and for servers of the club's own."""
        numbers.register()
        files = page_files()
        routes = [
            Route("/", lambda _: RedirectResponse("index.html")),
            Route("/config.json", self._config),
            Route("/camera.jpg", self._still),
            Route("/camera.mjpg", self._film),
            *self._health.routes(),
            Route("/evidence/{game}/{line}.jpg", self._kept),
            *web_referee.routes(self._playing),
            *web_entry.routes(self._playing),
            *self._hands.routes(),
            *web_doctor.routes(self._examine, lambda: self._picture.frame, self._may_examine),
            *self._of_calibration(),
            *web_history.routes(self._archive, lambda request: not self._may_see(request)),
            *web_pairing.routes(self._door, self._may_see, self._of_the_house),
            *web_phones.routes(self._phones()),
            *self._setup_routes(),
            *web_host.routes(lambda: self._desk, self._playing, self._of_the_house, self._may_service),
            *upkeep_routes.routes(
                self._care, lambda: "hand" if self._in_hand() else None, self._of_the_house
            ),
            mqtt_route(),
            Route("/{path:path}", files.answer),
        ]
        counted, guard = Middleware(self._health.counted), Middleware(Guard, rules=self._rules)
        return Starlette(routes=routes, middleware=[counted, guard])

    def _of_calibration(self) -> list[Route]:
        if not self._watched:
            return []
        from controller.web import calibrate, teach  # noqa: PLC0415 - a table without camera needs no OpenCV

        taught = teach.routes(self._teaching, self._may_calibrate)
        return [*calibrate.routes(self._calibrating, self._may_calibrate), *taught]

    def _config(self, _request: Request) -> Response:
        guest = self._broker.guest
        return JSONResponse(
            {
                "guest": guest and {"device": guest[0], "key": guest[1]},
                "root": self._topics.root,
                "schema": SCHEMA,
                "languages": screens.TABLE_LANGUAGES,
                "ui": self._ui,
                "far": self.far,
                "camera": self._watched,
                "setup": self._setup is not None,
            }
        )

    async def _still(self, _request: Request) -> Response:
        found = await run_in_threadpool(self._picture.jpeg)
        if found is None:
            return PlainTextResponse("There is no picture: the camera has given none yet.", 503)
        return Response(found[0], media_type="image/jpeg", headers={"x-frame-time": f"{found[1]:.3f}"})

    async def _kept(self, request: Request) -> Response:
        """A picture of the past, for judges."""
        if not await run_in_threadpool(self._may_see, request):
            return PlainTextResponse("Evidence is for judges: sign in with the account of one.", 403)
        game, line = request.path_params["game"], request.path_params["line"]
        found = None
        if self._evidence is not None and line.isdecimal() and len(line) <= LINE_DIGITS:
            found = await run_in_threadpool(self._evidence, game, int(line))
        if found is None:
            return PlainTextResponse("Not found.", 404)
        return Response(found, media_type="image/jpeg")

    def _may_see(self, request: Request) -> bool:
        """Whether it comes with the account of a judge."""
        return self._role(request) in JUDGES

    def _may_examine(self, request: Request) -> bool:
        return self._may_configure(request) or self._may_see(request)

    def _may_service(self, request: Request) -> bool:
        return self._role(request) in SERVICERS

    def _may_invite(self, request: Request) -> bool:
        return self._role(request) in INVITERS

    def _may_calibrate(self, request: Request) -> bool:
        return self._role(request) in CALIBRATORS

    def _may_configure(self, request: Request) -> bool:
        account = account_of(request)
        if account is None:
            return False
        return any(known(*account) in CONFIGURATORS for known in (self._door.own_role, self._door.role))

    def _of_the_house(self, request: Request) -> bool:
        return self._role(request) is Role.HOUSE

    def _role(self, request: Request) -> Role | None:
        """Of the account with which it comes."""
        account = account_of(request)
        return None if account is None else self._door.role(*account)

    def _whose(self, request: Request) -> Account | None:
        """The account with which it comes, once it is known."""
        account = account_of(request)
        return None if account is None or self._role(request) is None else Account.of(account[0])

    def _phones(self) -> PhoneDoor:
        def names() -> list[str]:
            found = self._playing()
            return [] if found is None else list(found[1].names)

        def far() -> str | None:
            return self.far

        setup = self._setup is not None
        return PhoneDoor(self._door.phones, self._may_invite, self._whose, far, names, setup)

    def _in_hand(self) -> bool:
        found = self._playing()
        return found is not None and found[1].in_play is not None

    def _setup_routes(self) -> list[Route]:
        setup = self._setup
        if setup is None:
            return []

        def around() -> Around:
            board = setup.board
            return Around(setup.boot, self._in_hand(), far=self.far, since=setup.revision, board=board)

        def begin(config: Config | None) -> int:
            setup.desk.again.set()
            return self.port if config is None else config.web.port or self.port

        doorway = Doorway(self._may_configure, around, partial(can_serve, own=self.port), begin)
        return web_setup.routes(setup, doorway)

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


def account_of(request: Request) -> tuple[str, str] | None:
    """The account with which a request comes, unchecked: its name and secret (RFC 7617)."""
    kind, _, encoded = request.headers.get("authorization", "").partition(" ")
    with suppress(ValueError):
        device, _, secret = base64.b64decode(encoded, validate=True).decode().partition(":")
        return (device, secret) if kind.lower() == "basic" and device else None
    return None


def page_files(pages: Sequence[str] = screens.PAGES) -> Files:
    """Pages of a table, what makes one of them an app, and their words."""
    files = screens.with_words(screens.served(*screens.TABLE_WORDS), screens.SETUP).put(screens.TABLE, pages)
    return files.put(screens.TABLE, screens.APP).put(screens.TABLE, screens.PARTS, "table/")


def road_to(broker: Address) -> Road:
    """The way of the screens to a broker. WebError where the certificate of its authority cannot be read."""
    if broker.screens is not None:
        return Road(broker.screens)
    try:
        tls = ssl.create_default_context(cafile=broker.ca) if broker.tls else None
    except (OSError, ValueError) as error:
        raise WebError(f"{broker.ca} is no certificate: copy the club's ca.pem there.") from error
    return Road(None, broker.host, broker.port, tls)
