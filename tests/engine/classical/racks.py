"""Hands of Chinese Classical for the tests, in words."""

from __future__ import annotations

from engine.classical.rack import Mahjong, Rack
from engine.classical.score import HandValue, loser_value, winner_value
from engine.rules.ruleset import Ruleset
from engine.tiles.tile import Flower, Tile, parse_tiles
from tests.engine.hands import WINDS, displayed

PLAIN = Ruleset.preset("classical")


def options(**values: object) -> Ruleset:
    return Ruleset.preset("classical", {f"classical.{name}": value for name, value in values.items()})


def rack(tiles: str, *melds: str, seat: str = "W", field: str = "E", flowers: str = "") -> Rack:
    """A hand with melds as displayed; by default no wind is worth anything but East of the round."""
    return Rack(
        parse_tiles(tiles),
        tuple(map(displayed, melds)),
        WINDS.index(seat),
        WINDS.index(field),
        Flower.row(flowers),
    )


def lost(tiles: str, *melds: str, rules: Ruleset = PLAIN, **places: str) -> HandValue:
    return loser_value(rack(tiles, *melds, **places), rules)


def won(
    tiles: str,
    tile: str,
    *melds: str,
    wall: bool = False,
    rules: Ruleset = PLAIN,
    seat: str = "W",
    field: str = "E",
    flowers: str = "",
    **flags: bool,
) -> HandValue:
    """The value of a win on another player's tile, or from the wall."""
    mine = rack(tiles, *melds, seat=seat, field=field, flowers=flowers)
    found = winner_value(mine, Mahjong(Tile.parse(tile), wall, **flags), rules)
    assert found is not None
    return found
