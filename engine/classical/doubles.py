"""Doubles: the factors of everybody and those of the winner only (C-DOUBLE)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from engine.classical.base import Parts
from engine.classical.rack import Mahjong, Rack
from engine.classical.reading import DRAGONS, WINDS, Reading, pair_parts
from engine.rules.ruleset import Ruleset
from engine.tiles.tile import ALL, Tile


@dataclass(frozen=True, slots=True)
class Counted:
    """A hand as it is counted; `won` is None for a loser."""

    rack: Rack
    reading: Reading
    won: Mahjong | None
    rules: Ruleset

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the hand without flowers."""
        rack, won = self.rack, () if self.won is None else (self.won.tile,)
        return (*rack.tiles, *won, *(tile for meld in rack.melds for tile in meld.tiles))


def doubles(hand: Counted) -> Parts:
    """Every factor of the hand by id, one entry each time it applies."""
    found = [(name, factor, times(hand)) for name, (factor, times) in _EVERYONE.items()]
    if hand.won is not None:
        won = hand.won
        found += [(name, factor, int(holds(hand, won))) for name, (factor, holds) in _WINNER.items()]
    return tuple((name, factor) for name, factor, times in found for _ in range(times))


def suits(tiles: Iterable[Tile]) -> set[str]:
    """The suits of the tiles, honours left out."""
    return {tile.suit for tile in tiles if not tile.honour}


def one_suit(hand: Counted, *, honours: bool) -> bool:
    """All tiles, also those of a loser, are of one suit, with or without honours (C-DOUBLE-08)."""
    return len(suits(hand.tiles)) == 1 and any(tile.honour for tile in hand.tiles) == honours


def _flowers(hand: Counted) -> int:
    """Factors of flowers: one a tile, or one for the seat and one for the round (C-FLOWER-05)."""
    rack, twice = hand.rack, hand.rules.choice("classical.flower_both") == "double"
    matches = [(f.wind == rack.seat_wind) + (f.wind == rack.round_wind) for f in rack.flowers]
    return sum(matches) if twice else sum(map(bool, matches))


_EVERYONE: Final[dict[str, tuple[int, Callable[[Counted], int]]]] = {
    "dragon_set": (2, lambda hand: hand.reading.pungs_of(DRAGONS)),
    "seat_wind_set": (2, lambda hand: _wind_sets(hand, hand.rack.seat_wind)),
    "round_wind_set": (2, lambda hand: _wind_sets(hand, hand.rack.round_wind)),
    "one_suit_with_honours": (2, lambda hand: one_suit(hand, honours=True)),
    "one_suit": (8, lambda hand: one_suit(hand, honours=False)),
    "own_or_round_flower": (2, _flowers),
}
"""Id -> factor and how often it applies (C-DOUBLE-01)."""


def _wind_sets(hand: Counted, wind: int) -> int:
    return hand.reading.pungs_of(WINDS[wind : wind + 1])


def no_points(hand: Counted) -> bool:
    """Four chows and a pair without value (C-DOUBLE-04)."""
    return not hand.reading.pungs and not pair_parts(hand.rack, hand.reading.pair)


def last_tile(hand: Counted, won: Mahjong) -> bool:
    """The last tile before the dead wall, drawn or, by option, discarded (C-DOUBLE-05)."""
    discarded = not won.robbed and hand.rules.flag("classical.last_tile_includes_discard")
    return won.last and (won.from_wall or discarded)


def _outside(hand: Counted) -> bool:
    pair = hand.reading.pair
    return pair is not None and ALL[pair].yaochuu and all(part.outside for part in hand.reading.sets)


def _fully_concealed(hand: Counted, won: Mahjong) -> bool:
    """No open set; by option only with a tile from the wall (C-DOUBLE-07)."""
    needs_wall = hand.rules.flag("classical.concealed_hand_needs_self_draw")
    return hand.rack.closed and (won.from_wall or not needs_wall)


def _ready_first(hand: Counted, won: Mahjong) -> bool:
    """Ready at the first deal, in either reading of the words (C-DOUBLE-09)."""
    window = hand.rules.choice("classical.ready_first_window")
    return won.ready_first if window == "first_own_turn" else won.first_hand


def _sets_and_pair(hand: Counted, kinds: range) -> bool:
    """All sets of these kinds but one, which is the pair (C-DOUBLE-06)."""
    return hand.reading.pungs_of(kinds) == len(kinds) - 1 and hand.reading.pair in kinds


_WINNER: Final[dict[str, tuple[int, Callable[[Counted, Mahjong], bool]]]] = {
    "all_pungs": (2, lambda hand, _: len(hand.reading.pungs) == 4),
    "no_points": (2, lambda hand, _: no_points(hand)),
    "on_loose_tile": (2, lambda _, won: won.loose),
    "last_tile": (2, last_tile),
    "robbed_kong": (2, lambda _, won: won.robbed),
    "three_wind_sets_and_pair": (4, lambda hand, _: _sets_and_pair(hand, WINDS)),
    "two_dragon_sets_and_pair": (2, lambda hand, _: _sets_and_pair(hand, DRAGONS)),
    "outside_hand": (2, lambda hand, _: _outside(hand)),
    "fully_concealed": (2, _fully_concealed),
    "two_or_three_kongs": (2, lambda hand, _: hand.reading.kongs in (2, 3)),
    "last_of_four": (2, lambda _, won: won.last_of_four),
    "ready_at_first_turn": (2, _ready_first),
}
"""Id -> factor and whether it applies to the win (C-DOUBLE-03)."""
