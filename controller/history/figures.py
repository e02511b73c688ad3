"""What players did in the games of a table, as its pages show it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from contract.messages import Model, Standing
from engine.statistics import figures
from engine.statistics.facts import HandFacts


class Share(Model):
    """A share: `count` of `of`."""

    count: int
    of: int


class Average(Model):
    """The mean of `count` amounts is `total / count`."""

    total: float
    count: int


class PlayerFigures(Model):
    """What a player did. Hands that count as not played are left out (R-CHOMBO-05)."""

    name: str
    result: float
    """The sum of the results of the finished games after uma and oka, in thousands."""
    hands: int
    win: Share
    tsumo: Share
    """Of the wins."""
    deal_in: Share
    riichi: Share
    riichi_won: Share
    riichi_dealt_in: Share
    called: Share
    tenpai: Share
    """Of the exhaustive draws."""
    win_points: Average
    deal_in_points: Average
    mean_place: Average
    """Of the finished games."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What a finished game gave to player number `player`."""

    player: int
    place: int
    tied: int
    points: Fraction
    result: float
    """In thousands."""


def endings(standings: Sequence[Standing], players: Sequence[int]) -> list[Ending]:
    """The final account of a game; `players` are their numbers by seat."""
    places = [each.place for each in standings]
    return [
        Ending(players[each.seat], each.place, places.count(each.place), Fraction(each.score), each.points)
        for each in standings
    ]


def player_figures(
    names: Sequence[str], hands: Iterable[HandFacts], ends: Sequence[Ending]
) -> list[PlayerFigures]:
    """The figures of everybody who played a hand; the number of a player is the place in `names`."""
    found = figures.statistics(hands, [(end.player, end) for end in ends])
    return [
        _of(name, found[player], sum(end.result for end in ends if end.player == player))
        for player, name in enumerate(names)
        if player in found
    ]


def _of(name: str, did: figures.Statistics, result: float) -> PlayerFigures:
    return PlayerFigures(
        name=name,
        result=round(result, 1),
        hands=did.hands,
        win=_share(did.win),
        tsumo=_share(did.tsumo),
        deal_in=_share(did.deal_in),
        riichi=_share(did.riichi),
        riichi_won=_share(did.riichi_won),
        riichi_dealt_in=_share(did.riichi_dealt_in),
        called=_share(did.called),
        tenpai=_share(did.tenpai),
        win_points=_average(did.win_points),
        deal_in_points=_average(did.deal_in_points),
        mean_place=_average(did.mean_place),
    )


def _share(of: figures.Share) -> Share:
    return Share(count=of.count, of=of.of)


def _average(of: figures.Mean) -> Average:
    return Average(total=float(of.total), count=of.count)
