"""Limit hands: worth exactly the limit, whatever their sets count (C-LIMIT)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.classical.doubles import Counted, last_tile, one_suit, suits
from engine.classical.rack import Mahjong, Rack
from engine.classical.reading import DRAGONS, WINDS, Reading
from engine.classical.shape import heavenly_twins, thirteen_wonders
from engine.rules.ruleset import Ruleset
from engine.tiles.tile import ALL, Tile

_GREEN: Final = frozenset(Tile.parse(text).kind for text in ("2s", "3s", "4s", "6s", "8s", "6z"))
_ONE_OF_DOTS: Final = Tile.parse("1p").kind
_FIVE_OF_DOTS: Final = Tile.parse("5p").kind
_NO_SETS: Final = Reading((), None)


def limit_hand(rack: Rack, won: Mahjong, readings: Sequence[Reading], rules: Ruleset) -> str | None:
    """The first limit hand of the table that a mahjong is, None for an ordinary one.

    `readings` are those of four sets and a pair; a hand of another shape has none.
    """
    hands = [Counted(rack, reading, won, rules) for reading in readings or (_NO_SETS,)]
    return next((name for name, holds in _LIMITS.items() if any(holds(hand, won) for hand in hands)), None)


def _pungs_only(hand: Counted) -> bool:
    return len(hand.reading.pungs) == 4


def _buried_treasure(hand: Counted, _won: Mahjong) -> bool:
    concealed = all(not part.open for part in hand.reading.sets)
    return _pungs_only(hand) and concealed and one_suit(hand, honours=False)


def _jade(hand: Counted, _won: Mahjong) -> bool:
    return _pungs_only(hand) and {tile.kind for tile in hand.tiles} <= _GREEN


def _scholars(hand: Counted, _won: Mahjong) -> bool:
    """All dragons; the fourth pung and the pair are of one suit."""
    rest = [part.kind for part in hand.reading.pungs if part.kind not in DRAGONS]
    if hand.reading.pungs_of(DRAGONS) < 3 or not rest or hand.reading.pair is None:
        return False
    tiles = [ALL[kind] for kind in (*rest, hand.reading.pair)]
    return len(suits(tiles)) == 1 and not any(tile.honour for tile in tiles)


_LIMITS: Final[dict[str, Callable[[Counted, Mahjong], bool]]] = {
    "buried_treasure": _buried_treasure,
    "emperors_suite": lambda hand, _: all(tile.honour for tile in hand.tiles),
    "heads_and_tails": lambda hand, _: all(tile.terminal for tile in hand.tiles),
    "imperial_jade": _jade,
    "heavenly_twins": lambda hand, won: heavenly_twins((*hand.rack.tiles, won.tile)),
    "three_great_scholars": _scholars,
    "four_joys": lambda hand, _: hand.reading.pungs_of(WINDS) == 4,
    "four_by_four": lambda hand, _: hand.reading.kongs == 4,
    "thirteen_wonders": lambda hand, won: thirteen_wonders((*hand.rack.tiles, won.tile)),
    "moon_from_the_sea": lambda hand, won: last_tile(hand, won) and won.tile.kind == _ONE_OF_DOTS,
    "grapes_on_the_roof": lambda _, won: won.loose and won.tile.kind == _FIVE_OF_DOTS,
}
"""Id -> condition, in the order of the table (C-LIMIT-04)."""
