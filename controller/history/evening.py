"""The evening of a game: the games of a table that were played one after the other, and its players. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from contract.messages import Model
from controller.history.figures import PlayerFigures, endings, player_figures
from controller.history.summary import Sitting

APART_MS: Final = 6 * 3600 * 1000
"""A pause that ends an evening: people have gone home and slept. Not measured."""


class Evening(Model):
    """`/history/<game>/evening.json`."""

    games: list[str]
    """The earliest first."""
    players: list[PlayerFigures]
    """The best result first; a name is a person."""


def neighbours(of: Sitting, others: Iterable[Sitting]) -> Iterator[Sitting]:
    """Of games in their order away from `of`, those that belong to the same evening."""
    last = of
    for other in others:
        early, late = sorted((last, other), key=lambda each: each.last_ms)
        begun = late.game.started_ms
        if begun is None or begun - early.last_ms > APART_MS:
            return
        yield (last := other)


def evening(sittings: Sequence[Sitting]) -> Evening:
    """What everybody did in these games, the earliest first."""
    numbers: dict[str, int] = {}
    names = [_people(each.game.names) for each in sittings]
    seats = [[numbers.setdefault(name, len(numbers)) for name in four] for four in names]
    hands = [
        replace(hand, players=(a, b, c, d))
        for each, (a, b, c, d) in zip(sittings, seats, strict=True)
        for hand in each.facts
    ]
    ends = [
        end
        for each, players in zip(sittings, seats, strict=True)
        for end in endings(each.game.standings, players)
    ]
    people = player_figures(list(numbers), hands, ends)
    people.sort(key=lambda player: -player.result)
    return Evening(games=[each.game.id for each in sittings], players=people)


def _people(names: Sequence[str]) -> list[str]:
    """Who sits there; of two of one name at a table the second is another person."""
    nth = [names[: seat + 1].count(name) for seat, name in enumerate(names)]
    return [f"{name} ({n})" if n > 1 else name for name, n in zip(names, nth, strict=True)]
