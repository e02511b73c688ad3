"""Which face each tile shows that lies on the mat when a hand is over: the game knows nearly all of them.

A zone counts only where it lies as the game says: else nobody knows which tile is which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from controller.infer.columns import columns, portions
from controller.infer.pond import truth_of
from controller.infer.reading import WHITE, TileSet
from engine.rules.ruleset import Ruleset
from engine.state.hand import Hand
from engine.tiles.meld import MeldType
from engine.tiles.tile import ALL, Face, Tile
from vision.calibration.mat import Zone
from vision.eyes.observation import TileSeen

Known = tuple[Face | None, TileSeen]
"""A tile, and the face that it shows; None: it lies with its back up."""


def faces_of(rules: Ruleset) -> tuple[Face | None, ...]:
    """All that can lie on a table by these rules, the back last."""
    tiles = TileSet.of(rules.counts("tiles.red_fives"))
    return (*(face for face in ALL if tiles.copies(face)), None)


def known(hand: Hand, zone: Zone, seat: int, tiles: Sequence[TileSeen]) -> list[Known]:
    """The tiles of a zone, in reading order, with their faces by the game; of a wall a back. None of them
    where the zone does not lie so."""
    flat = [tile for tile in tiles if not tile.raised]
    owner = hand.seats[seat]
    if len(flat) != len(tiles):
        return []
    if zone is Zone.POND:
        return _in_order(truth_of(owner.pond).tiles, flat)
    if zone is Zone.HAND:
        last = () if owner.win_tile is None else (owner.win_tile,)
        return _one_odd((*(owner.shown or ()), *last), flat)
    if zone is Zone.MELD:
        groups, rest = portions(owner.melds, columns(flat))
        sets = zip(owner.melds, groups, strict=True)
        open_ones = [(meld, group) for meld, group in sets if meld.type is not MeldType.ANKAN]
        lying = [
            (meld.tiles, [tile for column in group for tile in column.lying]) for meld, group in open_ones
        ]
        return [] if rest else [each for truth, row in lying for each in _one_odd(truth, row)]
    return _back(hand, flat) if zone is Zone.WALL else []


def _in_order(truth: Sequence[Tile | None], tiles: Sequence[TileSeen]) -> list[Known]:
    """A row whose order is known, in which a tile that the eyes missed would have moved all others by one:
    it agrees better as it lies."""
    if len(truth) != len(tiles):
        return []
    read = [tile.tile for tile in tiles]

    def agrees(by: int) -> int:
        return sum(
            face is not None and face == seen for face, seen in zip(truth[max(0, by) :], read, strict=False)
        )

    moved = sum(face is not None and face == seen for face, seen in zip(truth, read[1:], strict=False))
    if agrees(0) <= max(agrees(1), moved):
        return []
    return [(face, tile) for face, tile in zip(truth, tiles, strict=True) if face is not None]


def _one_odd(truth: Sequence[Tile], tiles: Sequence[TileSeen]) -> list[Known]:
    """Tiles in any order, of which at most one is misread: that one shows what is left."""
    if len(truth) != len(tiles):
        return []
    left, odd = Counter(truth), []
    for tile in tiles:
        if tile.tile is not None and left[tile.tile]:
            left[tile.tile] -= 1
        else:
            odd.append(tile)
    if len(odd) > 1:
        return []
    rest = dict(zip((tile.track for tile in odd), left.elements(), strict=True))
    return [(rest.get(tile.track, tile.tile), tile) for tile in tiles]


def _back(hand: Hand, tiles: Sequence[TileSeen]) -> list[Known]:
    """Of a wall, whose tiles lie with their backs up but for the indicators, the tile nearest its middle that
    is read as no face, or as a white dragon where none is an indicator."""
    turned = WHITE in (*hand.indicators, *hand.ura)
    backs = [tile for tile in tiles if tile.tile is None or (tile.tile == WHITE and not turned)]
    return [(None, min(backs, key=lambda tile: abs(tile.x)))] if backs else []
