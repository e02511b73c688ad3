"""Recorded hands corrected or cancelled, and people in wrong seats, as events (K-ASSIST-05, K-FAIL-01).

What a correction changes is computed by the engine for the whole game; every hand that differs is entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from club.log.events import Event, HandCorrected, HandRecorded, Reseated
from club.log.events.base import Record, Sitting
from club.log.events.entry import LogEntry
from club.log.faults import LogRefusal
from club.log.tournament.game import Game as Played
from club.log.tournament.tournament import Tournament
from club.referee import hands, records
from club.referee.asked import CorrectHand, Reseat, Result
from engine.play.correct import Remedy, seating_remedy
from engine.state import events as ev
from engine.state.hand import Game

Full = Callable[[int], LogEntry]
"""An entry of the log with the moves of its hand."""


@dataclass(frozen=True, slots=True)
class Course:
    """A game as it was played and as a correction makes it."""

    before: Game
    after: Game

    @property
    def scores(self) -> tuple[ev.Seats4, ev.Seats4]:
        return self.before.scores, self.after.scores


def corrected(tournament: Tournament, full: Full, asked: CorrectHand) -> tuple[Event, ...]:
    """The hand as the referee puts it, and every later one that it changes. LogRefusal says why not."""
    course = correction(tournament, full, asked)
    return tuple(_entered(tournament, course, asked.round, asked.table, asked.reason))


def correction(tournament: Tournament, full: Full, asked: CorrectHand) -> Course:
    """What `corrected` would do."""
    played = _game(tournament, asked.round, asked.table)
    if asked.hand not in played.hands:
        raise LogRefusal("no_hand", hand=asked.hand + 1, table=asked.table)
    return _tried(tournament, full, played, lambda game: hands.corrected(game, asked.hand, _end(game, asked)))


def reseated(tournament: Tournament, full: Full, asked: Reseat) -> tuple[Event, ...]:
    """Up to three hands are entered again in the right seats; later on the seats are put right (K-FAIL-01).

    LogRefusal where people sit as they should, or the hands cannot be entered again.
    """
    played = _game(tournament, asked.round, asked.table)
    if sorted(asked.order) != [0, 1, 2, 3] or asked.order == (0, 1, 2, 3):
        raise LogRefusal("order")
    if seating_remedy(len(played.hands)) is Remedy.REENTER:
        course = reentry(tournament, full, asked)
        return tuple(_entered(tournament, course, asked.round, asked.table, asked.reason))
    people = played.sitting.players
    a, b, c, d = (people[asked.order[seat]] for seat in range(4))
    sitting = Sitting(table=asked.table, players=(a, b, c, d))
    event = Reseated(tournament=tournament.id, round=asked.round, sittings=(sitting,), reason=asked.reason)
    return (event,)


def reentry(tournament: Tournament, full: Full, asked: Reseat) -> Course:
    """What entering the hands again would do."""
    played = _game(tournament, asked.round, asked.table)
    return _tried(tournament, full, played, lambda game: hands.again(game, asked.order))


def record_of(hand_seq: int, full: Full) -> Record:
    """The record of a hand in full, with its moves."""
    event = full(hand_seq).event
    assert isinstance(event, HandRecorded | HandCorrected)
    return event.record


def _game(tournament: Tournament, round_: int, table: int) -> Played:
    found = tournament.rounds.get(round_)
    if found is None or table not in found.games:
        raise LogRefusal("no_table", table=table, round=round_)
    return found.games[table]


def _tried(tournament: Tournament, full: Full, played: Played, change: Callable[[Game], Game]) -> Course:
    before = carried(tournament, full, played)
    return Course(before, change(before))


def carried(tournament: Tournament, full: Full, played: Played) -> Game:
    """The game of its recorded hands, as the engine carries it. CorrectionError where one is missing."""
    if played.missing:
        missing = ", ".join(str(number + 1) for number in played.missing)
        raise hands.CorrectionError("not_recorded", hand=missing)
    kept = [played.hands[number] for number in sorted(played.hands)]
    seqs = [hand.corrected_seq or hand.seq for hand in kept]
    recorded = [record_of(seq, full) for seq in seqs if seq is not None]
    read = records.played(recorded, tournament.rules)
    return hands.carried(tournament.preset, tournament.options, read)


def _end(game: Game, asked: CorrectHand) -> hands.End:
    if asked.result is None:
        dealer = game.history[asked.hand].started.dealer
        return ev.Penalised(dealer, ev.Sanction.REDEAL)
    return result_of(asked.result)


def result_of(result: Result) -> ev.ResultEntered:
    """The event of a result that people read. CorrectionError where it contradicts itself."""
    try:
        wins = tuple(ev.EnteredWin(**win.model_dump()) for win in result.wins)
        return ev.ResultEntered(result.reason, wins, result.tenpai, result.riichi)
    except ValueError as error:
        raise hands.CorrectionError("contradicts") from error


def _entered(
    tournament: Tournament, course: Course, round_: int, table: int, reason: str
) -> Iterator[HandCorrected]:
    """The hands that differ, as they are to be entered."""
    ends = records.ends(course.after)
    before = records.ends(course.before)
    for number, hand in enumerate(course.after.history):
        same = number < len(before) and before[number] == ends[number]
        if same and course.before.history[number] == hand:
            continue
        after = _after(course.after, number)
        record = records.entered(hand, ends[number], after, tournament.rules)
        yield HandCorrected(
            tournament=tournament.id, round=round_, table=table, hand=number, record=record, reason=reason
        )


def _after(game: Game, number: int) -> Sequence[int]:
    """Points after a hand: those with which the next one began."""
    following = game.history[number + 1 :]
    return following[0].started.scores if following else game.scores
