"""The wall: dice to break, dead wall, and which physical tile comes when (R-WALL, R-DEAL).

The four walls are one closed ring of 68 stacks (R-WALL-02). A live wall is consumed from the
right end of a side to its left end, seen by its owner, and goes on at the right end of the
player to the left, seat - 1; the dead wall lies on the other side of the break.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

STACKS: Final = 17
"""Stacks on one side (R-WALL-01)."""
RING: Final = 4 * STACKS
LIVE: Final = 122
"""Tiles left of the break (R-WALL-09)."""
DEALT: Final = 53
"""Tiles taken in the deal, the dealer's fourteenth included (R-DEAL-03)."""
DEAD_STACKS: Final = 7


@dataclass(frozen=True, slots=True)
class WallPlace:
    """A tile of the wall: `stack` 0..16 from the right end as its owner sees it, `level` 1 upper, 0 lower."""

    side: int
    stack: int
    level: int


@dataclass(frozen=True, slots=True)
class Wall:
    """A broken wall: the side, and the stacks that stay to the right of the break (R-WALL-05).

    More than 17 stacks run on over the left neighbour's wall (R-WALL-07).
    """

    side: int
    stacks: int

    def _place(self, offset: int, level: int) -> WallPlace:
        """The place `offset` stacks from the break: 0 the first live one, -1 is D1."""
        position = (-self.side % 4 * STACKS + self.stacks + offset) % RING
        block, stack = divmod(position, STACKS)
        return WallPlace(-block % 4, stack, level)

    def live(self, n: int) -> WallPlace:
        """Where the `n`-th live tile lies, 0..121 in the order of drawing (R-WALL-09)."""
        if not 0 <= n < LIVE:
            raise ValueError(f"The live wall holds tiles 0 to {LIVE - 1}, not {n}.")
        return self._place(n // 2, 1 - n % 2)

    def dead(self, stack: int, level: int) -> WallPlace:
        """A tile of stack D1 (at the break) to D7."""
        if not 1 <= stack <= DEAD_STACKS:
            raise ValueError(f"The dead wall has stacks 1 to {DEAD_STACKS}, not {stack}.")
        return self._place(-stack, level)

    def indicator(self, n: int) -> WallPlace:
        """The `n`-th dora indicator, 0..4: the top of D3, then the tops of D4 to D7 (R-WALL-10)."""
        return self.dead(3 + n, 1)

    def ura(self, n: int) -> WallPlace:
        """The tile under the `n`-th indicator."""
        return self.dead(3 + n, 0)

    def replacement(self, n: int) -> WallPlace:
        """The `n`-th replacement tile, 0..3: D1 top, D1 bottom, D2 top, D2 bottom (R-WALL-10)."""
        if not 0 <= n < 4:
            raise ValueError(f"A hand has replacement tiles 0 to 3, not {n}.")
        return self.dead(1 + n // 2, 1 - n % 2)


def broken(dealer: int, total: int, second: int | None = None, *, sum_of_both: bool = False) -> Wall:
    """The wall that the dice break (R-WALL-04, R-WALL-05).

    `total` is the dealer's throw. With a double throw (R-WALL-07) `second` is the throw of the
    side's owner, which counts the stacks alone or, `sum_of_both`, together with the first.
    """
    for throw in (total, total if second is None else second):
        if not 2 <= throw <= 12:
            raise ValueError(f"Two dice show 2 to 12, not {throw}.")
    stacks = total if second is None else second + (total if sum_of_both else 0)
    return Wall((dealer + total - 1) % 4, stacks)


def taker(dealer: int, n: int) -> int:
    """The seat that takes the `n`-th live tile in the deal, 0..52 (R-DEAL-01, R-DEAL-02).

    Three times four tiles each; then of the next three stacks the dealer the upper tiles of the
    first and third, the others one tile each in turn order.
    """
    if not 0 <= n < DEALT:
        raise ValueError(f"The deal takes tiles 0 to {DEALT - 1}, not {n}.")
    return (dealer + (n // 4 if n < 48 else n - 48)) % 4
