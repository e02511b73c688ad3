"""Statistics of players over hands and games, every figure with the number it rests on; exact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from engine.state.events import EndReason
from engine.statistics.facts import HandFacts


class Ending(Protocol):
    """What a game gave to a player: the place, by how many it is shared, and the points before uma."""

    @property
    def place(self) -> int: ...
    @property
    def tied(self) -> int: ...
    @property
    def points(self) -> Fraction: ...


@dataclass(frozen=True, slots=True)
class Share:
    """`count` of `of`; `value` is None where there was no occasion."""

    count: int
    of: int

    @property
    def value(self) -> Fraction | None:
        return Fraction(self.count, self.of) if self.of else None


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of `count` amounts that add up to `total`; `value` is None where there was none."""

    total: Fraction
    count: int

    @property
    def value(self) -> Fraction | None:
        return self.total / self.count if self.count else None


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a player did. Hands ended by chombo or dealt anew do not count, but for `chombo` (R-CHOMBO-05).

    `called` and `called_won` are of the hands of which it is known who called. `win_points` and
    `deal_in_points` are what the result moved, honba and sticks included. `tenpai` is of exhaustive draws.
    Of games: `places` first to fourth, a shared place as the first of its group, `below_zero` at the end.
    """

    hands: int
    win: Share
    tsumo: Share
    deal_in: Share
    riichi: Share
    riichi_won: Share
    riichi_dealt_in: Share
    called: Share
    called_won: Share
    tenpai: Share
    drawn: Share
    win_points: Mean
    deal_in_points: Mean
    chombo: Share
    places: tuple[Share, Share, Share, Share]
    mean_place: Mean
    points: Mean
    below_zero: Share


def statistics(hands: Iterable[HandFacts], games: Iterable[tuple[int, Ending]] = ()) -> dict[int, Statistics]:
    """The statistics of everybody who played, by player; `games` are endings, each with whose it is."""
    played: dict[int, list[tuple[int, HandFacts]]] = {}
    for hand in hands:
        for seat, player in enumerate(hand.players):
            played.setdefault(player, []).append((seat, hand))
    ended: dict[int, list[Ending]] = {}
    for player, ending in games:
        ended.setdefault(player, []).append(ending)
    people = sorted(played.keys() | ended.keys())
    return {player: _of(played.get(player, []), ended.get(player, [])) for player in people}


def _of(played: Sequence[tuple[int, HandFacts]], games: Sequence[Ending]) -> Statistics:
    hands = [(seat, hand) for seat, hand in played if not hand.ending.void]
    won = [(seat, hand) for seat, hand in hands if seat in hand.winners]
    dealt = [(seat, hand) for seat, hand in hands if seat == hand.source]
    riichi = [(seat, hand) for seat, hand in hands if seat in hand.riichi]
    known = [(seat, hand, hand.called) for seat, hand in hands if hand.called is not None]
    called = [(seat, hand) for seat, hand, callers in known if seat in callers]
    drawn = [(seat, hand) for seat, hand in hands if hand.ending in (EndReason.EXHAUSTIVE, EndReason.NAGASHI)]
    places = [sum(game.place == place for game in games) for place in range(1, 5)]
    first, second, third, fourth = (Share(count, len(games)) for count in places)
    return Statistics(
        hands=len(hands),
        win=Share(len(won), len(hands)),
        tsumo=Share(sum(hand.source is None for _, hand in won), len(won)),
        deal_in=Share(len(dealt), len(hands)),
        riichi=Share(len(riichi), len(hands)),
        riichi_won=Share(sum(seat in hand.winners for seat, hand in riichi), len(riichi)),
        riichi_dealt_in=Share(sum(seat == hand.source for seat, hand in riichi), len(riichi)),
        called=Share(len(called), len(known)),
        called_won=Share(sum(seat in hand.winners for seat, hand in called), len(called)),
        tenpai=Share(sum(seat in hand.tenpai for seat, hand in drawn), len(drawn)),
        drawn=Share(len(drawn), len(hands)),
        win_points=_mean(Fraction(hand.deltas[seat]) for seat, hand in won),
        deal_in_points=_mean(Fraction(-hand.deltas[seat]) for seat, hand in dealt),
        chombo=Share(sum(seat in hand.offenders for seat, hand in played), len(played)),
        places=(first, second, third, fourth),
        mean_place=_mean(Fraction(2 * game.place + game.tied - 1, 2) for game in games),
        points=_mean(game.points for game in games),
        below_zero=Share(sum(game.points < 0 for game in games), len(games)),
    )


def _mean(amounts: Iterable[Fraction]) -> Mean:
    amounts = list(amounts)
    return Mean(sum(amounts, Fraction(0)), len(amounts))
