"""A hall of ordinary tables with a wall: log, clocks and web server; time goes on and may be skipped."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from club.hub.timekeeper import CLOCK_FILE, Timekeeper
from club.log.desk import Accepted
from club.log.events import (
    Event,
    GameRecorded,
    Registered,
    RoundClosed,
    RoundDrawn,
    RoundStarted,
    StageAdded,
    TournamentCreated,
)
from club.log.events.base import Plan, Sitting
from club.log.people.people import Details
from tests.club.screens.lasting_stand import LastingStand

SCORES = ((46500, 25300, 34100, 14100), (38000, 31000, 29000, 22000), (52300, 8700, 30000, 29000))
MINUTE = 60_000


class WallStand(LastingStand):
    """The hub's part of keeping time is done by `tick`, after every entry too. `runs`: time goes on by
    itself; else only by `skip`."""

    def __init__(self, folder: Path, *, runs: bool = True) -> None:
        self._runs = runs
        self._skipped_ms = 0
        self._begun = time.monotonic()
        super().__init__(folder)
        self.keeper = Timekeeper(folder / CLOCK_FILE, self.now_ms, self.now_ms)

    @property
    def now_s(self) -> float:
        """The hub's time of day, which is not that of the browser."""
        gone = time.monotonic() - self._begun if self._runs else 0.0
        return self._base_s + gone + self._skipped_ms / 1000

    @now_s.setter
    def now_s(self, value: float) -> None:
        self._base_s = value

    def now_ms(self) -> int:
        return int(self.now_s * 1000)

    def enter(self, *events: Event) -> Accepted:
        done = super().enter(*events)
        if hasattr(self, "keeper"):
            self.tick()
        return done

    def tick(self) -> None:
        """What the hub does several times a second."""
        self.hall.set_clocks(self.keeper.follow(self.desk.state))

    def skip(self, ms: int) -> None:
        """So much time passes at once; pages hear of it with the next news, here of a table elsewhere."""
        self._skipped_ms += ms
        self.tick()
        self.hall.put("elsewhere", hands=self._skipped_ms)

    def event(
        self, number: int, name: str, people: Iterable[str], rounds: int = 3, **plan: object
    ) -> list[int]:
        """An event with its people, nothing drawn; their ids."""
        ids = [self.people.add(Details(each)) for each in people]
        laid = Plan.model_validate(plan)
        self.enter(TournamentCreated(tournament=number, name=name, preset="rrc", plan=laid))
        self.enter(*(Registered(tournament=number, person=person) for person in ids))
        self.enter(StageAdded(tournament=number, stage=1, method="manual", rounds=rounds))
        return ids

    def draw(self, number: int, round_: int, ids: Sequence[int]) -> None:
        """Fours in the order given; who is left over sits out."""
        tables = len(ids) // 4
        sittings = tuple(
            Sitting(table=n + 1, players=(ids[4 * n], ids[4 * n + 1], ids[4 * n + 2], ids[4 * n + 3]))
            for n in range(tables)
        )
        byes = tuple(ids[4 * tables :])
        self.enter(RoundDrawn(tournament=number, round=round_, sittings=sittings, byes=byes, method="manual"))

    def gong(self, number: int, round_: int) -> None:
        self.enter(RoundStarted(tournament=number, round=round_))

    def result(self, number: int, round_: int, table: int) -> None:
        """From a sheet of paper."""
        scores = SCORES[table % len(SCORES)]
        self.enter(GameRecorded(tournament=number, round=round_, table=table, source="sheet", scores=scores))

    def finish(self, number: int, round_: int) -> None:
        """The tables that still play, then the round."""
        games = self.desk.state.tournament(number).rounds[round_].games
        for table, game in games.items():
            if game.result is None:
                self.result(number, round_, table)
        self.enter(RoundClosed(tournament=number, round=round_))
