"""A club without a hub: log, hall, accounts and web server over a fresh database, asked over HTTP."""

from __future__ import annotations

import http.client
import itertools
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from club.access.roles import Grant, Role
from club.access.services import Access
from club.hub.table_status import Hall
from club.log.desk import Accepted, LogDesk
from club.log.events import (
    Event,
    GameRecorded,
    Registered,
    RoundDrawn,
    RoundStarted,
    StageAdded,
    TournamentCreated,
)
from club.log.events.base import Plan, Sitting
from club.log.people.people import Details, People
from club.log.store.store import Store
from club.web.care import Upkeep
from club.web.server import Config, Server
from runtime.web.road import Road
from tests.club.databases import laid_out
from tests.club.web.contract import check
from tests.upkeep.computer import Computer

NOW_S: Final = 1_800_000_000.0
EVENT: Final = 1
PLAN: Final = Plan()
NAMES: Final = (
    "Anna Ozola",
    "Bo Ek",
    "Chie Sato",
    "Dan Orlov",
    "Eva Berg",
    "Fedir Koval",
    "Gunta Liepa",
    "Hiro Mori",
)


@dataclass(frozen=True)
class Answer:
    """`data` is what the JSON says, None where it is none."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


@dataclass
class Browser:
    """Keeps its cookie and its token as a browser does."""

    port: int
    cookie: str = ""
    csrf: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, body: object = None, **headers: str) -> Answer:
        sent = None if body is None else json.dumps(body)
        given = {"content-type": "application/json", "x-csrf-token": self.csrf} | headers
        answer = self._ask("POST", path, sent, given)
        if answer.status == 200 and "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].split(";")[0]
            self.csrf = answer.data.get("csrf", "")
        return answer

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        own = {"cookie": self.cookie} if self.cookie else {}
        link.request(method, path, body, own | self.headers | headers)
        answer = link.getresponse()
        found = Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        link.close()
        check(method, path, found.status, found.headers.get("content-type", ""), found.body)
        return found


class Stand:
    """`now_s` and `uptime_s` are moved by hand; without a `url` the database lies in the folder."""

    served: type[Server] = Server

    def __init__(
        self,
        folder: Path,
        delay_s: float = 300,
        streams: Sequence[str] = (),
        url: str | None = None,
        road: Road | None = None,
        port: int = 0,
    ) -> None:
        self.now_s = NOW_S
        self.uptime_s = 1000.0
        self.store = Store(url or laid_out(folder / "club.db"))
        if url is not None:
            (folder / "club.head").write_text("{}")  # as a hub leaves it, by which its data are known
        self.desk = LogDesk(self.store)
        self.people = People(self.store)
        self.hall = Hall(lambda: self.uptime_s, lambda: int(self.now_s * 1000))
        self.access = Access(self.store.database)
        if not self.access.accounts.all():
            self.access.accounts.add("director", grants=(Grant(Role.DIRECTOR),))
        self._keys = itertools.count()
        self.computer = Computer(folder / "computer")
        self.upkeep: Upkeep | None = Upkeep(self.computer.desk, folder)
        self._config = Config(port=0, delay_s=delay_s, streams=streams, road=road)
        self.server = self._serve(port)

    def _serve(self, port: int) -> Server:
        made = self.served(
            self.desk,
            self.people,
            self.hall,
            self.access,
            replace(self._config, port=port),
            lambda: self.now_s,
            lambda: self.uptime_s,
            upkeep=self.upkeep,
        )
        made.start()
        return made

    def restart(self) -> None:
        """The server ends and begins again at the same address."""
        self.server.stop()
        self.server = self._serve(self.server.port)

    def count_from(self, first: int) -> None:
        """Keys and accounts are new in a database that has some of another stand."""
        self._keys = itertools.count(first)

    def close(self) -> None:
        self.server.stop()
        self.store.close()

    def enter(self, *events: Event) -> Accepted:
        """Submits as the organisers would, and is accepted."""
        done = self.desk.submit(events, "test", f"test-{next(self._keys)}", int(self.now_s * 1000))
        assert isinstance(done, Accepted), done
        return done

    def browser(self) -> Browser:
        """A stranger's."""
        return Browser(self.server.port)

    def account(self, role: Role, person: int | None = None, tournament: int | None = None) -> int:
        name = f"{role}-{person}-{tournament}-{next(self._keys)}"
        return self.access.accounts.add(name, person, (Grant(role, tournament),))

    def signed(self, role: Role, person: int | None = None, tournament: int | None = None) -> Browser:
        """The browser of somebody with this role."""
        link = self.access.accounts.link(self.account(role, person, tournament), int(self.now_s) + 60)
        made = self.browser()
        assert made.post("/api/sign-in", {"link": link}).status == 200
        return made

    def tournament(
        self, rounds: int = 2, names: Iterable[str] = NAMES, plan: Plan = PLAN, *, seated: bool = True
    ) -> list[int]:
        """A tournament of these players, its first round drawn by hand where they are `seated`; their ids."""
        ids = [self.people.add(Details(name)) for name in names]
        drawn = tuple(
            Sitting(table=n // 4 + 1, players=(ids[n], ids[n + 1], ids[n + 2], ids[n + 3]))
            for n in range(0, len(ids) - 3, 4)
        )
        self.enter(TournamentCreated(tournament=EVENT, name="Winter Cup", preset="rrc", plan=plan))
        self.enter(*(Registered(tournament=EVENT, person=person) for person in ids))
        self.enter(StageAdded(tournament=EVENT, stage=1, method="manual", rounds=rounds))
        if seated:
            self.enter(RoundDrawn(tournament=EVENT, round=1, sittings=drawn, method="manual"))
        return ids

    def registered(self, names: Iterable[str]) -> list[int]:
        """More players of the tournament; their ids."""
        ids = [self.people.add(Details(name)) for name in names]
        self.enter(*(Registered(tournament=EVENT, person=person) for person in ids))
        return ids

    def played(self) -> list[int]:
        """The same with a result of table 1."""
        ids = self.tournament()
        self.enter(RoundStarted(tournament=EVENT, round=1))
        scores = (46500, 25300, 34100, 14100)
        self.enter(GameRecorded(tournament=EVENT, round=1, table=1, source="sheet", scores=scores))
        return ids
