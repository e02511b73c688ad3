"""What the host asks for: the next game, the end of a game, of the evening, of the program."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from contract.messages import GameBody, GameEndBody, PlayerBody, PowerBody
from contract.messages.host import What
from controller.loop.beginnings import Games
from controller.loop.following import Accepting
from controller.machine.preparation import Preparation
from controller.machine.transitions import CycleStep, Trigger
from controller.people.hosting import Hosting
from controller.sentences.alerts import Alerts
from controller.sentences.refusals import Refusal
from engine.play.correct import cancelled
from engine.result.game import called_off

if TYPE_CHECKING:
    from controller.bus.gate import Order
    from controller.bus.mqtt import Bus
    from controller.power import Power

IDLE: Final = (CycleStep.BOOT, CycleStep.HOMING, CycleStep.WAIT, CycleStep.DONE)
"""Steps of the cycle at which no hand is being prepared or played."""
_THROWING: Final = (CycleStep.THROW, CycleStep.REHOME)
CLOSING: Final = "closing"
CLOSING_SENTENCE: Final = "The table ends as soon as the machine has come to rest: keep hands away."


class HostOrders:
    """Each waits for the disk and gets its one answer. `begin` starts a game; where that raises JournalError,
    the order waits."""

    def __init__(
        self,
        bus: Bus,
        hosting: Hosting,
        games: Games,
        accepting: Accepting,
        preparation: Preparation,
        alerts: Alerts,
        begin: Callable[[float, GameBody | None], None],
        power: Power | None,
    ) -> None:
        self._bus = bus
        self._hosting = hosting
        self._games = games
        self._accepting = accepting
        self._preparation = preparation
        self._alerts = alerts
        self._begin = begin
        self._power = power
        self._waiting: list[Order] = []
        self._ending: str | None = None
        self.closing: What | None = None
        """What happens once the machine has come to rest; nothing begins to move until then."""

    def receive(self, orders: Iterable[Order]) -> None:
        """What came in this turn."""
        self._waiting += orders

    def carry_out(self, now: float) -> None:
        """What waits, in its order."""
        while self._waiting:
            why_not = self._done(self._waiting[0], now)
            self._bus.answer(self._waiting.pop(0), why_not)
        self._alerts.warn("host_list", self._hosting.book.trouble)

    def ended(self, *, written: bool) -> What | None:
        """What was asked for and may happen now: the machine rests, and everything lies on the disk."""
        return self.closing if written and not self._preparation.moving else None

    def _done(self, order: Order, now: float) -> Refusal | None:
        match order.read():
            case GameBody() as body:
                return self._set(body, now)
            case GameEndBody() as body:
                return self._end(body)
            case PlayerBody(name=name):
                keeps = order.name == "player.keep"
                return self._hosting.keep(name) if keeps else self._hosting.forget(name)
            case PowerBody(what=what):
                return self._close(what)
        return self._end_evening(now)

    @property
    def _idle(self) -> bool:
        return self._preparation.cycle.step in IDLE

    def _set(self, body: GameBody, now: float) -> Refusal | None:
        why_not = self._hosting.refuses(body, self._games.table, idle=self._idle)
        if why_not is None:
            self._begin(now, self._hosting.seated(body))
        return why_not

    def _end(self, body: GameEndBody) -> Refusal | None:
        """The hand in play is taken out, and what stands then is the result."""
        game, step = self._games.game, self._preparation.cycle.step
        if body.game not in (None, self._games.table.name):
            return Refusal("other_game")
        if self._games.assigned:
            return Refusal("club_ends")
        if game.finished and self._ending == self._games.table.name:
            self._ending = None
            return None  # the disk was full when its end was to be written
        if game.finished or not (game.history or game.in_play is not None):
            return Refusal("nothing_to_end")
        view = self._preparation.view
        machine = view.state != "none" and view.walls is None
        if step in _THROWING and (machine or not game.history):
            return Refusal("hand_prepared")
        self._ending = self._games.table.name
        if game.in_play is not None:
            self._accepting.propose(cancelled(game, len(game.history), "the host ends the game"))
            self._accepting.submit()
        if self._games.game.history:
            self._accepting.propose(called_off(self._games.game))
            self._accepting.submit()
        else:
            self._preparation.tell(Trigger.HAND_OVER)
        self._ending = None
        return None

    def _end_evening(self, now: float) -> Refusal | None:
        why_not = self._hosting.end_evening(self._games.game)
        if why_not is None and not self._games.game.finished and self._idle and not self._games.assigned:
            self._begin(now, None)
        return why_not

    def _close(self, what: What) -> Refusal | None:
        why_not = None if self._power is None else self._power.refuses(what)
        if self._power is None and what.startswith("computer"):
            why_not = Refusal("no_power")
        if why_not is None:
            self.closing = None if what == "stay" else what
            self._alerts.warn(CLOSING, None if self.closing is None else CLOSING_SENTENCE)
        return why_not
