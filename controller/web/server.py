"""The web server of one table: the screens' files, the way to the broker, and the camera's picture.

uvicorn runs in a thread of its own (`runtime.web`) and installs no signal handlers. Screens get everything
else over MQTT, at `/mqtt` of the same origin. Pictures are encoded only when somebody looks.
"""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

import screens
from contract.messages import SCHEMA
from contract.topics import Topics
from controller.broker.broker import Address
from controller.broker.certificates import Pair
from controller.broker.pairing import CLOSED, Door
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
from controller.web.place import WebError, can_serve
from controller.web.referee import Playing
from controller.web.rights import Rights
from controller.web.setup import Doorway, Setup
from controller.web.sockets import Sockets
from runtime.health import Health
from runtime.tasks import Tasks
from runtime.web import numbers
from runtime.web.crowd import Listener
from runtime.web.files import Files
from runtime.web.guard import Guard, Names, Rules
from runtime.web.road import Road
from runtime.web.serve import mqtt_route
from upkeep import routes as upkeep_routes

if TYPE_CHECKING:
    from controller.calibration.desk import Calibrating
    from controller.people.host_desk import HostDesk
    from controller.teaching.desk import Teaching
    from engine.state.hand import Game
    from upkeep.desk import CareDesk
    from vision.camera.frame import Frame

LINE_DIGITS: Final = 9
"""No journal has longer numbers of its lines."""
LARGEST: Final = 65_536
"""Bytes of a request: the longest correction of a hand has a tenth of that."""


class Web:
    """Serves from `start` to `stop`. `show` gives it the picture that the camera page displays. `evidence`
    gives the picture of a line of a game's journal as JPEG, `archive` the games that were played; `hands`
    reads and values photographed hands. Judges, by the role that `door` gives an account, see evidence and
    the newest hands, and may authorise displays. `watched`: there is a camera. `calibrating` calibrates it,
    `teaching` teaches it tiles. `setup` sets the table up, for accounts that may configure it; `examine` is
    the doctor, `care` asks the computer for backups and updates. Screens reach `broker` through this
    server. Host, port, `tls` and `listener` are those of `Sockets`."""

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
        self._sockets = Sockets(host, port, tls, listener)
        self._evidence = evidence
        self._archive = archive
        self._door = door
        self._rights = Rights(door)
        self._follows: Playing = lambda: None
        self._desk: HostDesk | None = None
        self._picture = Picture()
        self._ui = screens.fingerprint(screens.TABLE, screens.SHARED)
        self._stopping = threading.Event()
        self._watched = watched
        self._health = health or Health(Tasks())
        self._hands = hands or Hands()
        self._hands.follow(lambda: None if (found := self._follows()) is None else found[1])
        self._calibrating, self._teaching = calibrating, teaching
        self._setup = setup
        self._examine = examine

    @property
    def ui(self) -> str:
        """Version of the screens' files."""
        return self._ui

    @property
    def port(self) -> int:
        """The port of the pages; 0 until they are served."""
        return self._sockets.port

    @property
    def url(self) -> str:
        """The page that links to all screens, as this computer reaches it."""
        return self._sockets.url

    @property
    def far(self) -> str | None:
        """The same page as other computers reach it; None: they do not."""
        return self._sockets.far

    @property
    def _rules(self) -> Rules:
        names = Names.of([*self._door.names, *self._sockets.certified])
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
        self._sockets.open(self.app(), self._rules, road_to(self._broker), self._health.tasks)

    def listener(self) -> Listener:
        """The socket of the pages, once more; WebError while they are not served."""
        return self._sockets.listener()

    def stop(self) -> None:
        """Ends all connections; safe to call twice."""
        self._stopping.set()
        self._sockets.close()

    def app(self) -> Starlette:
        """The ASGI application, for tests and for servers of the club's own."""
        numbers.register()
        files = page_files()
        routes = [
            Route("/", lambda _: RedirectResponse("index.html")),
            Route("/config.json", self._config),
            *self._picture.routes(self._stopping),
            *self._health.routes(),
            Route("/evidence/{game}/{line}.jpg", self._kept),
            *web_referee.routes(self._playing),
            *web_entry.routes(self._playing),
            *self._hands.routes(),
            *web_doctor.routes(self._examine, lambda: self._picture.frame, self._rights.examine),
            *self._of_calibration(),
            *web_history.routes(self._archive, lambda request: not self._rights.judge(request)),
            *web_pairing.routes(self._door, self._rights.judge, self._rights.house),
            *web_phones.routes(self._phones()),
            *self._setup_routes(),
            *web_host.routes(lambda: self._desk, self._playing, self._rights.house, self._rights.service),
            *upkeep_routes.routes(
                self._care, lambda: "hand" if self._in_hand() else None, self._rights.house
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

        taught = teach.routes(self._teaching, self._rights.calibrate)
        return [*calibrate.routes(self._calibrating, self._rights.calibrate), *taught]

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

    async def _kept(self, request: Request) -> Response:
        """A picture of the past, for judges."""
        if not await run_in_threadpool(self._rights.judge, request):
            return PlainTextResponse("Evidence is for judges: sign in with the account of one.", 403)
        game, line = request.path_params["game"], request.path_params["line"]
        found = None
        if self._evidence is not None and line.isdecimal() and len(line) <= LINE_DIGITS:
            found = await run_in_threadpool(self._evidence, game, int(line))
        if found is None:
            return PlainTextResponse("Not found.", 404)
        return Response(found, media_type="image/jpeg")

    def _phones(self) -> PhoneDoor:
        def names() -> list[str]:
            found = self._playing()
            return [] if found is None else list(found[1].names)

        def far() -> str | None:
            return self.far

        setup = self._setup is not None
        return PhoneDoor(self._door.phones, self._rights.invite, self._rights.account, far, names, setup)

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

        def check(config: Config) -> None:
            can_serve(config, own=self.port)

        doorway = Doorway(self._rights.configure, around, check, begin)
        return web_setup.routes(setup, doorway)


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
