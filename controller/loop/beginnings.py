"""How a game and a hand begin: the first game, the next one, that which the club assigns, and START."""

from __future__ import annotations

from collections.abc import Callable

from contract.messages import AssignBody
from controller.club_link.link import ClubLink
from controller.machine.attendant import Attendant
from controller.machine.cycle import CycleStep, Trigger
from controller.people.table_requests import Floor
from controller.sentences.alerts import Alerts
from controller.sentences.refusals import Refusal
from controller.table.journal import JournalError
from controller.table.writer import Table
from engine.state.events import GameStarted
from engine.state.hand import Game

OpenGame = Callable[[], tuple[Table, GameStarted]]
"""A new journal's table, and the announcement of the game that nobody has assigned."""
BETWEEN = (CycleStep.WAIT, CycleStep.DONE)
"""Steps of the cycle at which START begins a hand."""


class Games:
    """Owns the table of the game that is played; another game is another table."""

    def __init__(
        self, open_game: OpenGame, table: Table | None, seam: ClubLink, floor: Floor, now: float
    ) -> None:
        """`table` is the game to resume at `now`; None: a new one begins."""
        self._open_game = open_game
        self._assignment = seam.assignment
        self._floor = floor
        self.table = self._begin() if table is None else table
        seam.restore(self.table)
        floor.limited(seam.assignment.limit())
        floor.restore(self.table.records, now)

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def _begin(self, body: AssignBody | None = None) -> Table:
        table, usual = self._open_game()
        try:
            table.submit(usual if body is None else self._assignment.announced(body))
            self._assignment.begin(table, body)
        except JournalError:
            table.close()
            raise
        return table

    def renew(self, now: float, body: AssignBody | None = None) -> None:
        """The next game, or that which the club assigns; JournalError when its journal cannot be begun."""
        table = self._begin(body)
        try:
            self._floor.limited(self._assignment.limit())
            self._floor.next_game(table, now)
        except JournalError:
            table.close()
            self._assignment.restore(self.table.records)
            raise
        self.table.close()
        self.table = table

    def no_hand(self) -> Refusal | None:
        """Why START may not begin a hand now."""
        return self._floor.no_hand(self.game) or self._assignment.no_hand(self.game)


class Start:
    """Handles START, by key or command. `renew`, called with the time, begins the next game after one."""

    def __init__(
        self,
        games: Games,
        floor: Floor,
        attendant: Attendant,
        alerts: Alerts,
        renew: Callable[[float], None],
    ) -> None:
        self._games = games
        self._floor = floor
        self._attendant = attendant
        self._alerts = alerts
        self._renew = renew

    def press(self, now: float) -> Refusal | None:
        """Clears what stopped the machine, or begins a hand; a refusal when nothing begins."""
        paused = self._floor.paused is not None
        if not paused and self._attendant.clear():
            return None
        begins = paused or self._attendant.cycle.step in BETWEEN
        why_not = self._games.no_hand() if begins else None
        self._alerts.warn("no_hand", why_not)
        if why_not is None and begins:
            why_not = self._ready(now)
        if why_not is None:
            self._alerts.warned()
            self._attendant.tell(Trigger.START)
        return why_not

    def _ready(self, now: float) -> Refusal | None:
        """A hand may begin: of another game where this one is over. A refusal when the disk is full."""
        try:
            if self._attendant.cycle.step is CycleStep.DONE:
                self._renew(now)
            self._floor.begin_hand(self._games.table, now)
        except JournalError as error:
            self._alerts.put("journal", str(error))
            return Refusal("journal", detail=str(error))
        return None

    @property
    def awaited(self) -> bool:
        """Whether START has an effect: before another hand only where one may begin."""
        stopped = self._attendant.stopped
        if self._attendant.cycle.step in BETWEEN and not stopped and self._games.no_hand() is not None:
            return False
        return self._attendant.cycle.waits_for_start or stopped
