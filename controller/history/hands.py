"""The finished hands of a game from its journal, and each of them move by move.

Pure: records in, models out. Corrections are carried out first, so what is shown is what counts. Everything
goes through `view.snapshot`: of the players' hands nothing is shown but what was laid open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Literal

from contract.messages import MachineCode, MachineView, Model, RoundView, Snapshot, Standing
from contract.stored.codec import event_message
from controller.ending.confirm import Confirmed
from controller.history.json_patch import Operation, changes
from controller.history.ukeire import Ukeire, certain_hands, ukeire
from controller.machine.transitions import CycleStep
from controller.public.rounds import WINDS
from controller.public.snapshot import Pending, Stamp, Surroundings, snapshot
from controller.table.journal import Record
from engine.play.apply import apply, replay
from engine.state import events as ev
from engine.state.hand import Game, HandResult
from engine.state.replace_fast import evolve
from engine.tiles.tile import Tile

_NOTHING_ASKED: Final = Confirmed(None, (None,) * 4)


class PlayedHand(Model):
    """A finished hand in the list of a game."""

    round: RoundView
    dealer: int
    scores: list[int]
    """At its beginning, by seat."""
    reason: str
    winners: list[int]
    deltas: list[int]
    """What its result moved, without the riichi deposits."""
    started_ms: int | None
    ended_ms: int | None


class PlayedGame(Model):
    """A game in the list: its finished hands in their order."""

    id: str
    preset: str
    rules: Literal["riichi", "classical"]
    names: list[str]
    started_ms: int | None
    finished: bool
    scores: list[int]
    standings: list[Standing]
    """After the game."""
    hands: list[PlayedHand]


class Frame(Model):
    """One event and what it changes in the snapshot, as JSON Patch (RFC 6902)."""

    at_ms: int | None
    """When it was accepted; null for one that came in by a correction."""
    type: str
    data: dict[str, Any]
    """As in the topic `event`."""
    changes: list[Operation]
    ukeire: Ukeire | None = None
    """After a discard of a hand that was laid open in the end, where it is certain what it held."""


class HandRecord(Model):
    """A finished hand: the snapshot at its beginning, and every event in its order."""

    game: str
    hand: int
    """0 is the first of the game."""
    hands: int
    first: Snapshot
    frames: list[Frame]


@dataclass(frozen=True)
class Course:
    """The events of a game as they count; `written` are its journal's by `id`, each with its moment."""

    id: str
    log: Sequence[ev.Event]
    written: Mapping[int, tuple[ev.Event, int]]

    @cached_property
    def start(self) -> Game:
        """The game before its first hand, with the names that its people turned out to have."""
        game = apply(None, self.log[0])
        names = [event.names for event in self.log if isinstance(event, ev.Reseated)]
        return evolve(game, names=names[-1]) if names else game

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """For every finished hand the place of its `HandStarted`, and that after its `HandEnded`."""
        found, begin = [], None
        for n, event in enumerate(self.log):
            if isinstance(event, ev.HandStarted):
                begin = n
            elif isinstance(event, ev.HandEnded) and begin is not None:
                found.append((begin, n + 1))
                begin = None
        return tuple(found)

    def hands_until(self, ms: int) -> int:
        """How many hands were over at this moment; one that a correction ended, with what followed it."""
        count = 0
        for _, end in self.spans:
            known = (at for event in self.log[end - 1 :] if (at := self.at_ms(event)) is not None)
            if next(known, ms + 1) > ms:
                break
            count += 1
        return count

    def first_hands(self, count: int) -> Course:
        """The game as it was after so many hands."""
        return replace(self, log=self.log[: self.spans[count - 1][1] if count else 1])

    def at_ms(self, event: ev.Event) -> int | None:
        """When the table accepted it, in milliseconds since 1970; None where a correction put it in."""
        known = self.written.get(id(event))
        return None if known is None else known[1]


def course(game: str, records: Iterable[Record]) -> Course | None:
    """What a journal holds; None before its game has begun. ValueError when it makes no game."""
    written = [(event, record.ts_ms) for record in records if (event := record.event) is not None]
    if not written:
        return None
    events = [event for event, _ in written]
    corrected = any(isinstance(event, ev.Correct) for event in events)
    log = _as_they_count(events) if corrected else events
    if not isinstance(log[0], ev.GameStarted):
        raise ValueError("Its first event begins no game.")
    return Course(game, log, {id(event): (event, ts_ms) for event, ts_ms in written})


def _as_they_count(events: Sequence[ev.Event]) -> Sequence[ev.Event]:
    """After the corrections, which compute anew what the table had announced."""
    game: Game | None = None
    for event in events:
        game = apply(game, event, trust=not isinstance(event, ev.Correct))
    return () if game is None else game.log


def played_game(course: Course) -> PlayedGame:
    """The game's line of the list, and its hands."""
    results = _results(course)
    return PlayedGame(
        id=course.id,
        preset=results.rules.name,
        rules=results.rules.game,
        names=list(results.names),
        started_ms=course.at_ms(course.log[0]),
        finished=results.finished,
        scores=list(results.scores),
        standings=_snapshot(course.id, results).standings,
        hands=[played_hand(course, begin, end) for begin, end in course.spans],
    )


def _results(course: Course) -> Game:
    """The game as far as its results go. Only rulings need a replay of all that was played."""
    if any(isinstance(event, ev.Penalised) for event in course.log):
        played = replay(course.log, trust=True)
        assert played is not None
        return evolve(played, names=course.start.names)
    game = course.start
    for begin, end in course.spans:
        result = HandResult(*_bounds(course, begin, end))
        game = evolve(game, scores=after(course, begin, end), history=(*game.history, result))
    last = course.log[-1]
    return evolve(game, scores=last.scores, finished=True) if isinstance(last, ev.GameEnded) else game


def _bounds(course: Course, begin: int, end: int) -> tuple[ev.HandStarted, ev.HandEnded]:
    started, ended = course.log[begin], course.log[end - 1]
    assert isinstance(started, ev.HandStarted)
    assert isinstance(ended, ev.HandEnded)
    return started, ended


def after(course: Course, begin: int, end: int) -> ev.Seats4:
    """The scores after a hand: those before it, less the deposits, with what its result moved."""
    started, ended = _bounds(course, begin, end)
    stick = course.start.rules.number("riichi.deposit")
    laid = [event.seat for event in course.log[begin:end] if isinstance(event, ev.RiichiPaid)]
    a, b, c, d = (
        score + ended.deltas[seat] - stick * laid.count(seat) for seat, score in enumerate(started.scores)
    )
    return a, b, c, d


def played_hand(course: Course, begin: int, end: int) -> PlayedHand:
    """The finished hand whose events are those of a span."""
    started, ended = _bounds(course, begin, end)
    return PlayedHand(
        round=RoundView(
            wind=WINDS[started.round_wind],
            number=started.number,
            honba=started.honba,
            kyotaku=started.kyotaku,
        ),
        dealer=started.dealer,
        scores=list(started.scores),
        reason=ended.reason.value,
        winners=list(ended.winners),
        deltas=list(ended.deltas),
        started_ms=course.at_ms(started),
        ended_ms=course.at_ms(ended),
    )


def hand_record(course: Course, number: int) -> HandRecord | None:
    """Hand `number` of the game, the first is 0; None for one that is not finished."""
    if not 0 <= number < len(course.spans):
        return None
    begin, end = course.spans[number]
    game = apply(course.start, course.log[begin], trust=True)
    shown = first = _snapshot(course.id, game, number)
    certain = _certain(course, begin, end)
    frames = []
    for at, event in enumerate(course.log[begin + 1 : end], 1):
        before, game = game, apply(game, event, trust=True)
        paid = isinstance(event, ev.HandEnded)
        following = _snapshot(course.id, game, number + paid, before if paid else None)
        frame = _frame(event, course.at_ms(event), shown, following)
        if at in certain and game.hand is not None and isinstance(event, ev.Discarded):
            frame = frame.model_copy(update={"ukeire": ukeire(game.hand, event.seat, certain[at])})
        frames.append(frame)
        shown = following
    return HandRecord(game=course.id, hand=number, hands=len(course.spans), first=first, frames=frames)


def _certain(course: Course, begin: int, end: int) -> Mapping[int, tuple[Tile, ...]]:
    """Hands after discards, by the place in the span; Chinese Classical counts another distance."""
    start = course.log[0]
    if not isinstance(start, ev.GameStarted) or course.start.rules.game != "riichi":
        return {}
    return certain_hands(start, course.log[begin:end])


def _frame(event: ev.Event, at_ms: int | None, before: Snapshot, after: Snapshot) -> Frame:
    written = event_message(event, game="", seq=0, rev=0, ts_ms=0)
    return Frame(
        at_ms=at_ms,
        type=written.type,
        data=written.data,
        changes=changes(before.model_dump(mode="json"), after.model_dump(mode="json")),
    )


def _snapshot(course: str, game: Game, played: int = 0, settled: Game | None = None) -> Snapshot:
    """What everybody could see at that moment, apart from the machine and what was asked."""
    seen = snapshot(
        game,
        Stamp("", course),
        Surroundings(CycleStep.THROW, MachineView(state=MachineCode.READY)),
        Pending(_NOTHING_ASKED),
        settled=settled,
    )
    return seen.model_copy(update={"hands_played": played})
