"""A game that its players keep, hand by hand: what they see of it, and the events of what they enter.

The engine pays every hand and says which one follows; the log has the same records as of a table that sees.
"""

from __future__ import annotations

from dataclasses import dataclass

from club.assistant.asked import EndGame, Trial
from club.log.events import Event, GameRecorded, HandRecorded
from club.log.faults import LogRefusal
from club.log.steps.common import game_at, require_on, require_open, started
from club.log.tournament.game import Game as Played
from club.log.tournament.tournament import Tournament
from club.referee import records
from club.referee.correcting import Full, carried, result_of
from club.referee.hands import Played as PlayedHand
from club.referee.hands import with_hand
from engine.play.apply import apply
from engine.result.game import next_hand
from engine.state import events as ev
from engine.state.hand import Game


@dataclass(frozen=True, slots=True)
class Kept:
    """The game at a table as the engine carries it; `hand` is the one in play, None after the last."""

    tournament: Tournament
    round: int
    table: int
    game: Game
    hand: ev.HandStarted | None

    @property
    def number(self) -> int:
        """Of the hand in play, the first is 0."""
        return len(self.game.history)

    @property
    def played(self) -> Played:
        """The game as the log has it."""
        return self.tournament.rounds[self.round].games[self.table]

    @property
    def over(self) -> bool:
        return self.hand is None or self.played.result is not None


def name(round_: int, table: int) -> str:
    """What such a game is called in the log."""
    return f"phones-{round_}-{table}"


def goes_on(tournament: Tournament, round_: int, table: int) -> bool:
    """Whether players may enter hands of that game: telephones are allowed, it has begun, nothing else
    records it, and it has no result."""
    found = tournament.rounds[round_]
    game = found.games[table]
    going = found.started is not None and game.result is None and not tournament.over(round_)
    return tournament.plan.telephones and going and game.id in {None, name(round_, table)}


def kept(tournament: Tournament, full: Full, round_: int, table: int) -> Kept:
    """The game as its players see it. LogRefusal where it has not begun, a device records that table, or
    hands cannot be carried on."""
    played = game_at(started(tournament, round_), round_, table)
    if played.id not in {None, name(round_, table)}:
        raise LogRefusal("by_device", table=table)
    return _kept(tournament, round_, table, carried(tournament, full, played))


def playing(now: Kept) -> Game | None:
    """The game within the hand in play; None where it is over."""
    return None if now.hand is None or now.over else apply(now.game, now.hand, trust=True)


def after(now: Kept, asked: Trial) -> Kept:
    """The game with the hand in play ended so. LogRefusal says why it cannot be."""
    if now.number != asked.hand:
        raise LogRefusal("hand_known", hand=asked.hand + 1)
    if now.hand is None or now.over:
        raise LogRefusal("game_over", table=now.table)
    game = with_hand(now.game, PlayedHand(now.hand, result_of(asked.result)))
    return _kept(now.tournament, now.round, now.table, game)


def entered(tournament: Tournament, full: Full, round_: int, table: int, asked: Trial) -> tuple[Event, ...]:
    """The hand, and the end of the game where none follows. LogRefusal as `kept` and `after` raise it."""
    _require_going(tournament, round_, table)
    now = after(kept(tournament, full, round_, table), asked)
    scores = now.game.scores
    record = records.entered(now.game.history[-1], records.ends(now.game)[-1], scores, tournament.rules)
    recorded = HandRecorded(
        tournament=tournament.id,
        round=round_,
        table=table,
        game=name(round_, table),
        hand=asked.hand,
        record=record,
    )
    return (recorded,) if now.hand is not None else (recorded, _end(now))


def ended(
    tournament: Tournament, full: Full, round_: int, table: int, asked: EndGame, now_ms: int
) -> tuple[Event, ...]:
    """The end of a game whose time is over (K-TIMER-02). LogRefusal while there is time left."""
    _require_going(tournament, round_, table)
    now = kept(tournament, full, round_, table)
    if now.number != asked.hands:
        raise LogRefusal("hand_known", hand=asked.hands + 1)
    if now.played.result is not None:
        raise LogRefusal("game_over", table=table)
    if now.hand is not None and not timed_out(tournament, round_, table, now_ms):
        raise LogRefusal("time_left", table=table)
    return (_end(now),)


def timed_out(tournament: Tournament, round_: int, table: int, now_ms: int) -> bool:
    """Whether main and extra time have passed since the gong; a clock that stood still has more."""
    gong = tournament.rounds[round_].started
    if gong is None:
        return False
    extra_s = sum(seconds for where, seconds in tournament.granted(round_) if where in (None, table))
    return now_ms - gong.ts_ms >= 1000 * (60 * tournament.minutes(round_) + extra_s)


def _kept(tournament: Tournament, round_: int, table: int, game: Game) -> Kept:
    following = next_hand(game)
    hand = following if isinstance(following, ev.HandStarted) else None
    return Kept(tournament, round_, table, game, hand)


def _require_going(tournament: Tournament, round_: int, table: int) -> None:
    """LogRefusal where nothing is entered now: the event is over, the round is off, the table is stopped."""
    require_open(tournament)
    require_on(tournament, round_)
    if started(tournament, round_).frozen.keys() & {table, None}:
        raise LogRefusal("table_stopped", table=table)


def _end(now: Kept) -> GameRecorded:
    return GameRecorded(
        tournament=now.tournament.id,
        round=now.round,
        table=now.table,
        source="table",
        scores=now.game.scores,
        sticks_left=now.game.kyotaku,
        game=name(now.round, now.table),
        hands=now.number,
        rev=1 + (now.played.reported.rev if now.played.reported is not None else 0),
    )
