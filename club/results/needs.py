"""What the rules of an event need of a game beyond its points: who has won a hand (R-OPT-02), and chips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from club.results.game import GameResult, Terms
from engine.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Lack:
    """A game of which nobody has said what the rules need: `needs` are names of fields of `GameResult`."""

    round: int
    table: int
    needs: tuple[str, ...]


def needs(rules: Ruleset, terms: Terms) -> tuple[str, ...]:
    """`won` where yakitori is played, `chips` where a chip is worth points."""
    asked = {"won": rules.flag("game.yakitori"), "chips": terms.chip != 0}
    return tuple(name for name, needed in asked.items() if needed)


def lacks(games: Iterable[GameResult], rules: Ruleset, terms: Terms) -> Iterator[Lack]:
    """The games that lack something, which counts nothing there until it is said."""
    needed = needs(rules, terms)
    for game in games:
        lacking = tuple(name for name in needed if getattr(game, name) is None)
        if lacking:
            yield Lack(game.round, game.table, lacking)
