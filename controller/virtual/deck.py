"""The wall as people take it: tiles in turn from one end, replacements from the other."""

from __future__ import annotations

from engine.classical.wall import LOOSE, ClassicalWall
from engine.rules.ruleset import Ruleset
from engine.state.wall_break import wall_of
from engine.tiles.wall import DEALT, Wall, WallPlace

Throw = tuple[int, int]


class Deck:
    """A broken wall of a game by `rules`, as far as it has been taken.

    `throws` are the dealer's dice and, where the rules ask for two throws, those of the side's owner.
    """

    def __init__(self, rules: Ruleset, dealer: int, throws: tuple[Throw, ...]) -> None:
        wall = wall_of(rules, dealer, throws)
        if wall is None:
            raise ValueError("The rules ask for another throw of the dice.")
        self.wall: Wall = wall
        self._classical = ClassicalWall(wall) if rules.game == "classical" else None
        self._drawn = DEALT - 1
        self._replaced = 0

    def live(self, n: int) -> WallPlace:
        """Where the `n`-th tile in the order of dealing and drawing lies."""
        return self.wall.live(n) if self._classical is None else self._classical.live(n)

    def draw(self) -> WallPlace:
        """The next tile after the deal."""
        self._drawn += 1
        return self.live(self._drawn - 1)

    def replace(self) -> WallPlace:
        """The next replacement, in Chinese Classical the next loose tile."""
        self._replaced += 1
        n = self._replaced - 1
        return self.wall.replacement(n) if self._classical is None else self._classical.loose(n)

    @property
    def loose(self) -> tuple[WallPlace, ...]:
        """The tiles that are laid on the dead wall before the deal (C-WALL-05); none in riichi."""
        return () if self._classical is None else tuple(self._classical.loose(n) for n in range(LOOSE))
