"""JSON questions about the end of a hand: four hands, or four counted values, to be settled.

The shape is that of the command `settle`. Everything that is wrong with a question is named.
"""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.classical.rack import Mahjong, Rack
from engine.classical.shape import complete
from engine.meld import MeldType
from engine.notation.fields import (
    WINDS,
    Fault,
    QueryError,
    Reader,
    bad_field,
    flag_field,
    melds_field,
    row_field,
    seat_field,
    tile_field,
    tiles_field,
    too_many,
    wind_field,
)
from engine.rules import Ruleset
from engine.tile import Flower, Tile

Data = Mapping[str, object]
FLAGS: Final = ("loose", "last_tile", "robbed_kong", "ready_first", "first_hand")


@dataclass(frozen=True, slots=True)
class SettleQuery:
    """The end of a hand: `winner` on the tile of `source`, None where nobody won.

    `racks` by seat, or counted `values` instead.
    """

    rules: Ruleset
    east: int
    winner: int | None
    source: int | None = None
    racks: tuple[Rack, ...] = ()
    won: Mahjong | None = None
    values: tuple[int, ...] = ()


def settle_query(data: Data) -> SettleQuery:
    """The question of a `settle` line; QueryError names everything that contradicts."""
    reader = Reader(data)
    rules, east = reader.read(_rules, data), reader.read(_east, data)
    winner = reader.read(_winner, data, east or 0)
    racks: tuple[Rack, ...] | None = ()
    values: tuple[int, ...] | None = ()
    won = None
    if "values" in data:
        values = reader.read(_values, data)
        _check_values(reader, values or (), rules)
    else:
        racks = _racks(reader, east or 0)
        visible = reader.read(_visible, data) or ()
        won = None if winner is None else _mahjong(reader, racks, winner, visible)
        _check_tiles(reader, racks or (), (*visible, *(() if won is None else (won.tile,))))
        _check_draw(reader)
    if reader.faults or rules is None or east is None or racks is None or values is None:
        raise QueryError(*reader.faults)
    source = None if won is None else seat_field(data, "from")
    return SettleQuery(rules, east, winner, source, racks, won, values)


def _rules(data: Data) -> Ruleset:
    options = {} if data.get("options") is None else data["options"]
    if not isinstance(options, Mapping):
        raise bad_field(f"options is an object of rule options, not {reprlib.repr(options)}.")
    try:
        return Ruleset.preset("classical", options)
    except ValueError as error:
        raise QueryError(Fault("BAD_RULES", str(error))) from None


def _east(data: Data) -> int:
    """The seat of East; values by wind are given in the order of the winds, East first."""
    return 0 if isinstance(data.get("values"), Mapping) and "east" not in data else seat_field(data, "east")


def _winner(data: Data, east: int) -> int | None:
    """The winner by seat or by wind; None for a draw."""
    winner = data.get("winner")
    if winner is None:
        return None
    if isinstance(winner, str) and len(winner) == 1 and winner in WINDS:
        return (east + WINDS.index(winner)) % 4
    return seat_field(data, "winner")


def _values(data: Data) -> tuple[int, ...]:
    found = data["values"]
    if isinstance(found, Mapping):
        found = [found.get(wind) for wind in WINDS]
    numbers = found if isinstance(found, list) else []
    values = tuple(n for n in numbers if isinstance(n, int) and not isinstance(n, bool) and n >= 0)
    if len(values) != 4 or len(numbers) != 4:
        raise bad_field("values are four numbers from 0 up: a list by seat, or an object by E, S, W and N.")
    return values


def _check_values(reader: Reader, values: Sequence[int], rules: Ruleset | None) -> None:
    reader.check("hands" in reader.data, "HANDS_AND_VALUES", "Send either hands or their values, not both.")
    limit = max(values, default=0) if rules is None else rules.number("classical.limit_points")
    for value in values:
        reader.check(value % 10, "NOT_ROUNDED", f"The value {value} is to be rounded up to tens.")
        reader.check(value > limit, "OVER_LIMIT", f"The value {value} is more than the limit of {limit}.")


def _racks(reader: Reader, east: int) -> tuple[Rack, ...] | None:
    round_wind = reader.read(wind_field, reader.data)
    hands = reader.data.get("hands")
    if not isinstance(hands, list) or len(hands) != 4 or not all(isinstance(hand, Mapping) for hand in hands):
        reader.check(True, "BAD_FIELD", "hands is a list of four objects with tiles, melds and flowers.")
        return None
    racks = []
    for seat, hand in enumerate(hands):
        own = Reader(hand)
        tiles, melds = own.read(tiles_field, hand, "tiles"), own.read(melds_field, hand, seat)
        flowers = own.read(_flowers, hand)
        if tiles is not None and melds is not None:
            size = len(tiles) + 3 * len(melds)
            counted = "without the winning tile, each set counting three"
            own.check(size != 13, "TILE_COUNT", f"A hand has 13 tiles {counted}, not {size}.")
            racks.append(Rack(tiles, melds, (seat - east) % 4, round_wind or 0, flowers or ()))
        reader.faults += [Fault(fault.code, f"Seat {seat}: {fault.text}") for fault in own.faults]
    return tuple(racks) if len(racks) == 4 else None


def _flowers(data: Data) -> tuple[Flower, ...]:
    found = data.get("flowers", "")
    if not isinstance(found, str):
        raise bad_field(f"flowers is a text of flowers such as 1f3g, not {reprlib.repr(found)}.")
    try:
        return Flower.row(found)
    except ValueError as error:
        raise QueryError(Fault("BAD_TILES", str(error))) from None


def _mahjong(
    reader: Reader, racks: tuple[Rack, ...] | None, winner: int, visible: Sequence[Tile]
) -> Mahjong | None:
    data = reader.data
    source, tile = reader.read(seat_field, data, "from"), reader.read(tile_field, data, "win_tile")
    loose, last, robbed, ready, first = (reader.read(flag_field, data, name) or False for name in FLAGS)
    if source is None or tile is None or racks is None:
        return None
    sets = (t for rack in racks for meld in rack.melds if meld.open for t in meld.tiles)
    seen = sum(t.kind == tile.kind for t in (*sets, *visible)) >= 3
    won = Mahjong(tile, source == winner, loose, last, robbed, ready, first, seen)
    _check_win(reader, racks, won, winner, source)
    return won


def _visible(data: Data) -> tuple[Tile, ...]:
    """The discards lying in the middle; open sets are taken from the hands (C-DOUBLE-10)."""
    return (
        tiles_field(data, "visible") if isinstance(data.get("visible"), str) else row_field(data, "visible")
    )


def _check_win(reader: Reader, racks: Sequence[Rack], won: Mahjong, winner: int, source: int) -> None:
    """Circumstances that contradict each other or the hands."""
    mine, theirs = racks[winner], racks[source]
    kong = any(meld.type.kan for meld in mine.melds) or mine.flowers
    pung = any(meld.type is MeldType.PON and meld.kind == won.tile.kind for meld in theirs.melds)
    size = len(mine.tiles) + 3 * len(mine.melds)
    check = reader.check
    check(won.loose and not won.from_wall, "LOOSE_FROM_OTHER", "A loose tile is drawn by the winner.")
    check(won.loose and not kong, "LOOSE_WITHOUT_KONG", "A loose tile follows a kong or a flower.")
    check(won.loose and won.last, "LOOSE_LAST_TILE", "The last tile of the wall is no loose tile.")
    check(won.robbed and won.from_wall, "ROBBED_OWN_KONG", "A kong is robbed from another player.")
    check(won.robbed and not pung, "ROBBED_WITHOUT_PUNG", f"Seat {source} has no open pung of {won.tile}.")
    check(won.robbed and won.last, "ROBBED_LAST_TILE", "A robbed tile is neither drawn nor discarded last.")
    whole = (*mine.tiles, won.tile)
    check(size == 13 and not complete(whole, len(mine.melds)), "NOT_COMPLETE", "The hand is not complete.")


def _check_tiles(reader: Reader, racks: Sequence[Rack], others: Sequence[Tile]) -> None:
    """No tile exists too often over the whole table."""
    held = (t for rack in racks for t in (*rack.tiles, *(t for meld in rack.melds for t in meld.tiles)))
    reader.faults += too_many((*held, *others))
    flowers = Counter(flower for rack in racks for flower in rack.flowers)
    for flower, n in flowers.items():
        reader.check(n > 1, "FLOWER_TWICE", f"There is only one {flower}.")
    options = reader.data.get("options")
    off = isinstance(options, Mapping) and options.get("classical.flowers") is False
    reader.check(off and flowers, "FLOWERS_OFF", "classical.flowers is false, so there are no flowers.")


def _check_draw(reader: Reader) -> None:
    said = [name for name in ("from", "win_tile", *FLAGS) if reader.data.get(name) not in (None, False)]
    draw = reader.data.get("winner") is None
    reader.check(draw and said, "NO_WINNER", f"Without a winner there is no {', '.join(said)}.")
