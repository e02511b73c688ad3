"""A club whose tables keep pictures: a real broker, a hub, tables without cameras, and the web server."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from club.access.roles import Grant, Role
from club.access.services import Access
from club.hub.pictures import Pictures
from club.log.events import RoundStarted
from club.web.server import Config, Server
from contract.messages import FindingView, JudgedMessage
from controller.evidence.store import CLIP, PICTURE, Store
from engine.state import events as ev
from tests.club.hub.evening import Evening
from tests.club.web.stand import Browser
from tests.controller.club import Club
from vision.camera.film import film
from vision.camera.jpeg import encode


@cache
def photo() -> bytes:
    """A picture that comes in several pieces."""
    grain = np.random.default_rng(1).integers(0, 256, (480, 640, 3), np.uint8)
    return encode(grain, 640)


@cache
def clip() -> bytes:
    return film([photo(), photo(), photo()], 3.0)


class Gallery:
    """Table 1 has played a hand and is in its second. Of lines `over` and `playing` of its journal there are
    pictures, of the first a clip, too."""

    def __init__(self, club: Club, folder: Path) -> None:
        self.evening = Evening(club, folder, 2, pictures=(pictures := Pictures(wait_s=60.0)))
        self.access = Access(self.evening.store.database)
        self.server = Server(
            self.evening.desk,
            self.evening.people,
            self.evening.hub.hall,
            self.access,
            Config(port=0),
            pictures=pictures,
        )
        self.server.start()
        self.table = self.evening.tables[0]
        self._play()
        self._keep()
        self._stopping = threading.Event()
        self._minder = threading.Thread(target=self._mind)
        self._minder.start()

    def _play(self) -> None:
        self.evening.draw()
        self.evening.enter(RoundStarted(tournament=1, round=1))
        assert self.evening.until(lambda: self.started == 2)
        assert self.evening.until(lambda: self.evening.game().hands, play=False)

    @property
    def started(self) -> int:
        """Hands that the table has begun."""
        return sum(isinstance(record.event, ev.HandStarted) for record in self.table.table.records)

    def _keep(self) -> None:
        """Pictures of the payment of the first hand, and of the beginning of the one in play."""
        records = self.table.table.records
        self.game = self.table.table.name
        self.over = next(r.seq for r in records if isinstance(r.event, ev.HandEnded))
        self.playing = max(r.seq for r in records if isinstance(r.event, ev.HandStarted))
        store = Store(self.table.setting.folder / "games", 50_000_000)
        store.open()
        for line in (self.over, self.playing):
            store.put(self.game, line, PICTURE, photo())
        store.put(self.game, self.over, CLIP, clip())

    def _mind(self) -> None:
        """The tables' main loops, whose people do nothing."""
        while not self._stopping.is_set():
            for table in self.evening.tables:
                table.still()
            time.sleep(0.01)

    def signed(self, role: Role, person: int | None = None) -> Browser:
        """The browser of somebody with this role."""
        accounts = self.access.accounts
        made = accounts.add(f"{role}-{person}", person, (Grant(role),))
        browser = Browser(self.server.port)
        assert (
            browser.post("/api/sign-in", {"link": accounts.link(made, int(time.time()) + 60)}).status == 200
        )
        return browser

    def find(self, finding: Mapping[str, Any]) -> None:
        """The judge of the first table finds something in the hand in play, which only referees may see."""
        views = [FindingView(minimum=None, **finding)]
        judged = JudgedMessage(boot="b", game=self.game, hand=1, findings=views)
        self.table.bus.show("judged", judged)

    def cut(self) -> None:
        """The first table goes away."""
        self.evening.relays[0].cut()
        end = time.monotonic() + 60
        while self.evening.view().online and time.monotonic() < end:
            time.sleep(0.05)

    def close(self) -> None:
        self._stopping.set()
        self._minder.join()
        self.server.stop()
        self.evening.close()
