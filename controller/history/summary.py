"""What a game was like: the values of its hands, its turning points, and what its players did in it.

Pure: the events of a journal in, models out. Of the hands it holds what was laid open or entered, as the
replay does.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from contract.messages import Model
from controller.history.figures import PlayerFigures, endings, player_figures
from controller.history.hands import Course, PlayedGame, played_game
from controller.public.results import result_view
from engine.notation.played import PlayedHand, played
from engine.statistics.facts import HandFacts, hands_of
from runtime.spreadsheet import cell

Turning = Literal["lead", "swing"]
_SEATS: Final = (0, 1, 2, 3)


class WonHand(Model):
    """A win and what it was worth; han, fu and yaku are those of riichi."""

    seat: int
    source: int
    """Who discarded the tile; the winner itself after a tsumo."""
    points: int
    """Without honba and sticks."""
    yaku: list[tuple[str, int]]
    """Id and han; none where the result was entered by han and fu."""
    han: int = 0
    fu: int = 0
    yakuman: int = 0
    """How many; 0 for a counted one."""
    limit: str | None = None
    dora: int = 0
    """With red fives and ura dora."""


class HandLine(Model):
    """A finished hand in the summary of its game."""

    wins: list[WonHand]
    riichi: list[int]
    scores: list[int]
    """After it."""
    turning: list[Turning]
    """`lead`: from now on another player leads. `swing`: no hand of the game gave more to one player."""


class GameSummary(Model):
    """`/history/<game>/summary.json`."""

    hands: list[HandLine]
    players: list[PlayerFigures]
    """By seat."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game as an evening counts it; the players of its facts are its seats."""

    game: PlayedGame
    facts: tuple[HandFacts, ...]
    summary: GameSummary
    last_ms: int
    """When its last event was accepted, in milliseconds since 1970."""


def sitting(course: Course) -> Sitting:
    """What a journal says of its game."""
    game, found = played_game(course), played(course.log)
    facts = tuple(hands_of(found, _SEATS))
    scores = [*(hand.scores for hand in game.hands[1:]), game.scores]
    hands = [
        HandLine(wins=_wins(hand), riichi=sorted(row.riichi), scores=after, turning=turning)
        for hand, row, after, turning in zip(
            (hand for hand in found.hands if hand.ended is not None),
            facts,
            scores,
            turning_points(game),
            strict=False,  # the scores of a game without a hand lead nowhere
        )
    ]
    people = player_figures(game.names, facts, endings(game.standings, _SEATS))
    last_ms = max(at for _, at in course.written.values())
    return Sitting(game, facts, GameSummary(hands=hands, players=people), last_ms)


def turning_points(game: PlayedGame) -> list[list[Turning]]:
    """Of each hand. Who leads alone for the first time turns nothing; a tie for first place is no lead."""
    most = max((max(hand.deltas) for hand in game.hands), default=0)
    after = [*(hand.scores for hand in game.hands[1:]), game.scores]
    leader: int | None = None
    out: list[list[Turning]] = []
    for hand, scores in zip(game.hands, after, strict=False):
        turning: list[Turning] = ["swing"] if 0 < most == max(hand.deltas) else []
        if scores.count(max(scores)) == 1:
            first = scores.index(max(scores))
            if leader not in (None, first):
                turning.insert(0, "lead")
            leader = first
        out.append(turning)
    return out


def _wins(hand: PlayedHand) -> list[WonHand]:
    assert hand.ended is not None
    view = result_view(hand.game, hand.ended, paid=True)
    riichi = [
        WonHand(
            seat=won.seat,
            source=won.source,
            points=won.points,
            han=won.han,
            fu=won.fu,
            yakuman=won.yakuman,
            limit=won.limit,
            yaku=won.yaku,
            dora=won.dora + won.red + won.ura,
        )
        for won in view.wins
    ]
    classical = [
        WonHand(seat=each.seat, source=each.source, points=each.value, yaku=[])
        for each in view.counted
        if each.source is not None
    ]
    return riichi or classical


def table(of: Sitting) -> str:
    """The game as a table for spreadsheets (RFC 4180): a line for each win, and for each hand without one."""
    out = io.StringIO()
    writer = csv.writer(out)
    names = [cell(name) for name in of.game.names]
    writer.writerow([*_HEAD, *(f"{name} {what}" for what in ("+/-", "after") for name in names)])
    for n, (hand, line) in enumerate(zip(of.game.hands, of.summary.hands, strict=True), 1):
        place = (n, hand.round.wind, hand.round.number, hand.round.honba, names[hand.dealer], hand.reason)
        riichi = " ".join(of.game.names[seat] for seat in line.riichi)
        for won in _lines(line, of.game.names):
            writer.writerow([*place, cell(riichi), *map(cell, won), *hand.deltas, *line.scores])
    return out.getvalue()


_HEAD: Final = (
    *("hand", "wind", "number", "honba", "dealer", "reason", "riichi"),
    *("winner", "from", "points", "han", "fu", "yakuman", "yaku", "dora"),
)


def _lines(hand: HandLine, names: Sequence[str]) -> Iterator[Sequence[object]]:
    for won in hand.wins:
        yaku = " ".join(f"{name}:{han}" for name, han in won.yaku)
        worth = (won.points, won.han, won.fu, won.yakuman, yaku, won.dora)
        yield names[won.seat], names[won.source], *worth
    if not hand.wins:
        yield ("",) * 8
