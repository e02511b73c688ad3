"""What one player holds when a hand ends, and how the winner got the last tile."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tiles.meld import Meld
from engine.tiles.tile import Flower, Tile


@dataclass(frozen=True, slots=True)
class Rack:
    """One player's side of a hand that is over: 13 tiles, each declared set counting three.

    `tiles` are the concealed ones without a winning tile. Winds are 0..3 for E S W N.
    """

    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    seat_wind: int
    round_wind: int
    flowers: tuple[Flower, ...] = ()

    @property
    def closed(self) -> bool:
        """No open set; a concealed kong leaves the hand closed (C-DOUBLE-07)."""
        return not any(meld.open for meld in self.melds)


@dataclass(frozen=True, slots=True)
class Mahjong:
    """How the winner got the last tile (C-WIN-02).

    `from_wall` from the live wall or, `loose`, from the loose tiles; `last` it was the last tile
    before the dead wall; `robbed` it was added to another player's pung; `ready_first` the winner
    declared ready in the first own turn, `first_hand` it is the first hand of the game
    (C-DOUBLE-09); `last_of_four` the other three copies lie open on the table (C-DOUBLE-10).
    """

    tile: Tile
    from_wall: bool
    loose: bool = False
    last: bool = False
    robbed: bool = False
    ready_first: bool = False
    first_hand: bool = False
    last_of_four: bool = False
