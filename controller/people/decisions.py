"""What people decide: rulings, penalties, what is taken back, a pause, calls and the clock.

Each decision waits until it lies on the disk; only then it is answered, in the order in which they came.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from contract.messages import (
    AddBody,
    CallBody,
    CaseBody,
    DiceBody,
    EntryBody,
    Name,
    PauseBody,
    PenaltyBody,
    RulingBody,
    SettleBody,
    SettleRequest,
    SignedBody,
    StartBody,
    StopBody,
    UndoBody,
    UndoRequest,
)
from contract.stored.codec import type_name
from controller.bus.commands import entry_of, penalty_of, ruling_of, settlement_of
from controller.bus.gate import Order
from controller.club_link.assignment import Assignment
from controller.people.table_requests import TableRequests
from controller.sentences.refusals import Refusal
from controller.table.writer import Accepted, Table
from engine.judge import settled_by_table
from engine.play.apply import Outcome, outcome
from engine.play.correct import rethrown
from engine.state import events as ev
from engine.state.hand import Game

_ANNOUNCED: Final = (ev.HandStarted, ev.DiceThrown, ev.Dealt)
"""What the machine did cannot be taken back by people."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What a decision came to: why not, or the event that follows from it."""

    why_not: Refusal | None = None
    accepted: Accepted | None = None


TYPED: Final = "The players say what the dice show."
DONE: Final = Decided()
JUDGED: Final[frozenset[Name]] = frozenset(
    ("rule", "ruling", "penalty", "undo", "settle", "result.enter", "dice.enter")
)
BESIDE: Final[frozenset[Name]] = frozenset(
    (
        "seat.signed",
        "referee.call",
        "referee.answer",
        "pause",
        "resume",
        "clock.start",
        "clock.pause",
        "clock.add",
    )
)
"""Decisions that move no point."""
NAMES: Final = JUDGED | BESIDE
"""The commands that are decisions."""


class Decisions:
    """Carries out orders at the table and its requests; a JournalError means that nothing has changed."""

    def __init__(
        self,
        requests: TableRequests,
        assignment: Assignment,
        wall_ms: Callable[[], int],
        *,
        watched: bool = True,
    ) -> None:
        """`watched`: a camera follows the hands, so nobody but a referee enters how they ended."""
        self._watched = watched
        self.by_people = False
        """No machine of ours throws the dice now, so people may say what they show."""
        self._requests = requests
        self._assignment = assignment
        self._wall_ms = wall_ms

    def decide(self, order: Order, table: Table, game: Game, now: float) -> Decided:
        match order.read():
            case RulingBody() as body:
                return _submitted(table, ruling_of(body, table.name, game))
            case PenaltyBody() as body:
                return _submitted(table, penalty_of(body, game))
            case EntryBody() as body:
                return self._entered(body, table)
            case DiceBody(dice=dice):
                return self._dice(dice, table, game)
            case UndoBody() as body:
                return self._undo(body, order.by, table, game)
            case CaseBody() as body:
                return self._settle(body, order.by, table, game)
        return Decided(self._beside(order, table, game, now))

    def _beside(self, order: Order, table: Table, game: Game, now: float) -> Refusal | None:
        """What moves no point; why it cannot be."""
        match order.read():
            case PauseBody() as body:
                return self._requests.pause(table, order.by, body, now)
            case StartBody(left_ms=left_ms):
                return self._requests.start_clock(table, game, now, left_ms)
            case StopBody(recalled=recalled):
                return (
                    self._requests.recall(table, now) if recalled else self._requests.stop_clock(table, now)
                )
            case AddBody(ms=ms, last=last):
                return self._requests.add_time(table, game, ms, now, last=last)
            case CallBody() as body:
                return self._requests.call(table, secrets.token_hex(4), order.by, body)
            case SettleBody() as body:
                return self._requests.answer(table, body)
            case SignedBody() as body:
                return self._assignment.sign(table, body)
        return self._requests.resume(table, now)

    def lapse(self, table: Table) -> None:
        """A request to undo is over as soon as anything else has happened; one to settle when its hand is, or
        when it is ruled."""
        undo, settle, game = self._requests.undo, self._requests.settle, table.game
        if undo is not None and undo.seq != _last_line(table):
            self._requests.undo = None
        if settle is not None and game is not None and not _open(settle, game):
            self._requests.settle = None

    def _entered(self, body: EntryBody, table: Table) -> Decided:
        if self._watched:
            return Decided(Refusal("table_sees"))
        if self._requests.paused is not None:
            return Decided(Refusal("paused"))
        return _submitted(table, entry_of(body))

    def _dice(self, dice: tuple[int, int], table: Table, game: Game) -> Decided:
        if not (self._watched and self.by_people):
            return Decided(Refusal("dice_reported"))
        if self._requests.paused is not None:
            return Decided(Refusal("paused"))
        event = rethrown(game, dice, TYPED)
        return _submitted(table, Refusal("dice_over") if event is None else event)

    def _undo(self, body: UndoBody, by: str, table: Table, game: Game) -> Decided:
        why_not, line = _cannot_undo(game, body.seat), _last_line(table)
        if why_not is None and body.seq not in (None, line):
            why_not = Refusal("moved_on")
        if why_not is not None:
            return Decided(why_not)
        if body.seat is None:
            return self._taken_back(table, game, by)
        if not body.agree:
            self._requests.ask_undo(table, None)
            return DONE
        asked = self._requests.undo or self._asked(game, by, line)
        agreed = [yes or seat == body.seat for seat, yes in enumerate(asked.agreed)]
        if all(agreed):
            return self._taken_back(table, game, "all four")
        self._requests.ask_undo(table, asked.model_copy(update={"agreed": agreed}))
        return DONE

    def _settle(self, body: CaseBody, by: str, table: Table, game: Game) -> Decided:
        """K-PEN-08."""
        ruling, asked = settlement_of(body, game), self._requests.settle
        if isinstance(ruling, Refusal):
            return Decided(ruling)
        if asked is not None and (asked.seat, asked.row) != (body.offender, body.row):
            return Decided(Refusal("other_case"))
        if not body.agree:
            self._requests.ask_settle(table, None)
            return DONE
        asked = asked or self._case(ruling, by, game)
        found = outcome(game, ruling)
        why_not = self._cannot_settle(asked, found, game)
        if why_not is not None:
            return Decided(why_not)
        agreed = [yes or seat == body.seat for seat, yes in enumerate(asked.agreed)]
        if settled_by_table(ruling, (seat for seat, yes in enumerate(agreed) if yes)):
            return _submitted(table, found)
        self._requests.ask_settle(table, asked.model_copy(update={"agreed": agreed}))
        return DONE

    def _cannot_settle(self, asked: SettleRequest, found: Outcome, game: Game) -> Refusal | None:
        if self._requests.paused is not None:
            return Refusal("case_paused")
        if found.faults:
            return Refusal.illegal(found.faults)
        return None if _open(asked, game) else Refusal("case_ruled")

    def _case(self, ruling: ev.Penalised, by: str, game: Game) -> SettleRequest:
        return SettleRequest(
            by=by,
            seat=ruling.seat,
            row=ruling.penalty,
            sanction=ruling.sanction,
            hand=len(game.history),
            agreed=[False] * 4,
            since_ms=self._wall_ms(),
        )

    def _asked(self, game: Game, by: str, line: int) -> UndoRequest:
        last = game.log[-1]
        return UndoRequest(
            by=by,
            seq=line,
            type=type_name(last),
            seat=getattr(last, "seat", None),
            agreed=[False] * 4,
            since_ms=self._wall_ms(),
        )

    def _taken_back(self, table: Table, game: Game, by: str) -> Decided:
        self._requests.undo = None
        return _submitted(table, ev.Correct(len(game.log) - 1, 1, (), f"taken back by {by}"))


def _submitted(table: Table, event: ev.Event | Outcome | Refusal) -> Decided:
    """An event at the table, or why there is none."""
    if isinstance(event, Refusal):
        return Decided(event)
    answer = table.submit(event)
    if isinstance(answer, Accepted):
        return Decided(accepted=answer)
    return Decided(Refusal.illegal(answer.fault))


def _cannot_undo(game: Game, seat: int | None) -> Refusal | None:
    if game.in_play is None:
        return Refusal("hand_recorded")
    last = game.log[-1]
    if isinstance(last, _ANNOUNCED):
        return Refusal("nothing_to_undo")
    if isinstance(last, ev.Penalised) and seat is not None:
        return Refusal("ruling_stands")
    return None


def _open(asked: SettleRequest, game: Game) -> bool:
    """Whether its hand is being played and nobody has ruled on it."""
    ruled = {(p.hand, p.ruling.seat, p.ruling.penalty) for p in game.penalties}
    here = game.in_play is not None and len(game.history) == asked.hand
    return here and (asked.hand, asked.seat, asked.row) not in ruled


def _last_line(table: Table) -> int:
    """The journal's line of the last event that counts; -1 before the first."""
    return next((r.seq for r in reversed(table.records) if r.kind == "event"), -1)
