"""How a game and a hand begin: the first game, the next one, that which the club assigns, and START."""

from __future__ import annotations

from collections.abc import Callable

from contract.messages import ActCode, ActView, AssignBody, GameBody
from controller.club_link.link import ClubLink
from controller.eyes.absent import NoEyes
from controller.eyes.watch import Watch
from controller.machine.preparation import Preparation
from controller.machine.transitions import CycleStep, Trigger
from controller.people.hosting import Hosting
from controller.people.table_requests import TableRequests
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
        self,
        open_game: OpenGame,
        table: Table | None,
        club_link: ClubLink,
        hosting: Hosting,
        requests: TableRequests,
        now: float,
    ) -> None:
        """`table` is the game to resume at `now`; None: a new one begins."""
        self._open_game = open_game
        self._assignment = club_link.assignment
        self._hosting = hosting
        self._requests = requests
        self.table = self._begin() if table is None else table
        club_link.restore(self.table)
        hosting.restore(self.table.records)
        requests.limited(club_link.assignment.limit())
        requests.restore(self.table.records, now)

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    @property
    def assigned(self) -> bool:
        """The club says who plays, and when the game is over."""
        return self._assignment.chosen_elsewhere

    @property
    def drawn(self) -> bool:
        """The table has drawn the seats of this game."""
        return self._hosting.drawn

    def _begin(self, body: AssignBody | GameBody | None = None) -> Table:
        table, usual = self._open_game()
        chosen = body if isinstance(body, GameBody) else None
        try:
            if isinstance(body, AssignBody):
                table.submit(self._assignment.announced(body))
            else:
                chosen = chosen or self._hosting.planned(usual)
                table.submit(usual if chosen is None else self._hosting.announced(chosen))
            self._assignment.begin(table, body if isinstance(body, AssignBody) else None)
            self._hosting.begin(table, chosen, usual)
        except JournalError:
            table.close()
            raise
        if isinstance(body, GameBody):
            self._hosting.chose(body, usual)
        return table

    def renew(self, now: float, body: AssignBody | GameBody | None = None) -> None:
        """The next game, or that which the club assigns or the host chooses; JournalError when its journal
        cannot be begun."""
        table = self._begin(body)
        try:
            self._requests.next_game(table, self._assignment.limit(), now)
        except JournalError:
            table.close()
            self._assignment.restore(self.table.records)
            self._hosting.restore(self.table.records)
            raise
        self.table.close()
        self.table = table

    def no_hand(self) -> Refusal | None:
        """Why START may not begin a hand now."""
        return self._requests.no_hand(self.game) or self._assignment.no_hand(self.game)


class Start:
    """Handles START, by key or command. `renew`, called with the time, begins the next game after one."""

    def __init__(
        self,
        games: Games,
        requests: TableRequests,
        preparation: Preparation,
        alerts: Alerts,
        renew: Callable[[float], None],
        watch: Watch | NoEyes,
    ) -> None:
        self._games = games
        self._requests = requests
        self._preparation = preparation
        self._alerts = alerts
        self._renew = renew
        self._watch = watch

    def press(self, now: float) -> Refusal | None:
        """Clears what stopped the machine, or begins a hand; a refusal when nothing follows from it."""
        paused = self._requests.paused is not None
        if not paused and self._preparation.clear():
            return None
        begins = paused or self._preparation.cycle.step in BETWEEN
        if not begins and not self._preparation.cycle.waits_for_start:
            return Refusal("hand_on")
        why_not = self._no_hand() if begins else None
        self._alerts.warn("no_hand", why_not)
        if why_not is None and begins:
            why_not = self._ready(now)
        if why_not is None:
            self._alerts.warned()
            self._preparation.tell(Trigger.START)
        return why_not

    def act(self, chosen: ActView, now: float) -> Refusal | None:
        """Somebody chose what the machine offers; a refusal when that is over, or no hand may begin."""
        why_not = self._preparation.refuses(chosen)
        if why_not is None and chosen.act is ActCode.START:
            return self.press(now)
        if why_not is None and chosen.act is ActCode.BY_HAND:
            why_not = self._no_hand() or self._renewed(now)
        if why_not is None:
            self._preparation.act(chosen)
        return why_not

    @property
    def may_begin(self) -> bool:
        """Whether another hand may begin."""
        return self._no_hand() is None

    def _renewed(self, now: float) -> Refusal | None:
        """After a game the next one begins. A refusal when the disk is full."""
        try:
            if self._preparation.cycle.step is CycleStep.DONE:
                self._renew(now)
        except JournalError as error:
            self._alerts.put("journal", str(error))
            return Refusal("journal", detail=str(error))
        return None

    def _no_hand(self) -> Refusal | None:
        """Nothing of a hand would be read by a camera of which nobody knows where it sees the mat."""
        return self._games.no_hand() or (None if self._watch.calibrated else Refusal("uncalibrated"))

    def _ready(self, now: float) -> Refusal | None:
        """A hand may begin: of another game where this one is over. A refusal when the disk is full."""
        why_not = self._renewed(now)
        if why_not is not None:
            return why_not
        try:
            self._requests.begin_hand(self._games.table, now)
            self._alerts.clear("journal")
        except JournalError as error:
            self._alerts.put("journal", str(error))
            return Refusal("journal", detail=str(error))
        return None

    @property
    def awaited(self) -> bool:
        """Whether START has an effect: before another hand only where one may begin."""
        stopped = self._preparation.stopped
        if self._preparation.cycle.step in BETWEEN and not stopped and self._no_hand() is not None:
            return False
        return self._preparation.cycle.waits_for_start or stopped
