"""A club with a referee at its desk: log, hall and web server, and a browser that has signed in."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from club.access.roles import Role
from club.hub.table_status import Sitting as Seated
from club.hub.table_status import TableClock
from club.log.desk import Accepted
from club.log.events import Called, Event, GameRecorded, RoundClosed, RoundStarted, StageClosed
from club.log.events.base import Plan
from club.log.tournament.tournament import Tournament
from club.referee.hands import End
from club.referee.ruling import Who
from tests.club.referee.given import REFEREE, Event8, won
from tests.club.screens import address
from tests.club.screens.lasting_stand import LastingStand
from tests.controller.screens.looking import Looking
from tests.controller.screens.pages import SNAPSHOTS


class DeskStand(Looking):
    """Eight players at two tables in round 1. `people` are those of table 1, by seat."""

    def __init__(self, driver: Any, folder: Path, role: Role = Role.REFEREE) -> None:
        self.driver = driver
        self.club = LastingStand(folder)
        self.club.now_s = time.time()
        self.people = self.club.tournament(rounds=1, plan=Plan())[:4]
        self.club.enter(RoundStarted(tournament=1, round=1))
        self.board = self.club.account(Role.REFEREE)
        browser = self.club.signed(role)
        self._cookie = browser.cookie
        self._log = Event8(self.club.desk)
        self._log.now_ms = int(self.club.now_s * 1000)
        for table in (1, 2):
            self._seat(table)

    def _seat(self, table: int) -> None:
        a, b, c, d = self.tournament.rounds[1].sits(table)
        sitting = Seated(id=f"s{table}", tournament=1, round=1, label=str(table), players=(a, b, c, d))
        signed = sitting.model_copy(
            update={"signed": tuple(s.model_copy(update={"state": "signed"}) for s in sitting.signed)}
        )
        clock = TableClock(running=True, left_ms=1_200_000)
        self.club.hall.put(f"table-{table}", online=True, sitting=signed, clock=clock)

    def close(self) -> None:
        address.leave(self.driver)
        self.club.close()

    @property
    def tournament(self) -> Tournament:
        return self.club.desk.state.tournament(1)

    def open(self, *, signed: bool = True, lang: str = "en", theme: str = "dark") -> None:
        url = self.club.server.url
        address.signed(self.driver, self._cookie if signed else "")
        self.driver.get_log("browser")
        address.go(self.driver, f"{url}desk.html?tournament=1&lang={lang}&theme={theme}")
        self.wait(lambda: self.find("[data-seq]") or self.find("[data-notice]"))

    # what happens in the club

    def enter(self, *events: Event) -> Accepted:
        return self.club.enter(*events)

    def rule(self, who: Who = REFEREE, **body: object) -> list[int]:
        """Another referee rules about seat 2 of table 1."""
        return self._log.rule(who, **({"persons": [self.people[2]]} | body))

    def play(self, *ends: End) -> None:
        self._log.play(*ends)

    def show(self, name: str) -> None:
        """What lies on table 1, by the name of a snapshot."""
        self.club.hall.depict("table-1", json.loads((SNAPSHOTS / f"{name}.json").read_text("utf-8")))

    def finish(self) -> None:
        """Both tables end their games, and round and stage are closed."""
        entered: Iterable[Event] = (
            GameRecorded(
                tournament=1, round=1, table=table, source="sheet", scores=(33_000, 31_000, 29_000, 27_000)
            )
            for table in (1, 2)
        )
        self.enter(*entered)
        self.enter(RoundClosed(tournament=1, round=1), StageClosed(tournament=1, stage=1))

    def full(self) -> None:
        """A bit of everything that the desk shows."""
        self.play(won(1, 0, 3), won(2, 3, 2, 40))
        self.show("play_kuikae")
        self.rule(reason="P-42")
        _, penalty = self.rule(reason="P-14")
        self._log.act("lift", penalty=penalty, reason="Valid")
        self._log.act("freeze", round=1, table=2)
        self.enter(Called(tournament=1, round=1, table=1, seat=2))

    def last_event(self) -> Event:
        return self.tournament.log[-1].event

    # what the page shows

    def type(self, name: str, text: str) -> None:
        """Writes into a field as a person does, key by key in the end."""
        self.wait(lambda: self.find(f'[name="{name}"]'))
        self.write(f'[name="{name}"]', text)

    def look_at(self, table: int) -> None:
        self.click(f'[data-table="{table}"]')
        self.wait(lambda: self.find(f'[data-case="{table}"]'))

    def settle(self) -> None:
        """Until nothing is asked of the club any more."""
        self.wait(lambda: not any(text.endswith("…") for text in self.texts(".right p.quiet")))
