"""Fields of JSON questions about tiles: read one at a time, what is wrong with one said in a sentence."""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, ParamSpec, TypeVar

from engine.meld import Meld, MeldType
from engine.tile import ALL, Tile, format_tiles, parse_tiles

WINDS: Final = "ESWN"
MOST: Final = 1_000_000
"""More counters or sticks than any game sees."""
_LONGEST: Final = 400
"""Characters that no row of the tiles of one set needs."""
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a question: a fixed code and a sentence."""

    code: str
    text: str


class QueryError(ValueError):
    """A question that cannot be answered; `faults` holds everything that is wrong with it."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(" ".join(fault.text for fault in faults))
        self.faults = faults


@dataclass(slots=True)
class Reader:
    """Reads field after field of a question and keeps what is wrong with each."""

    data: Mapping[str, object]
    faults: list[Fault] = field(default_factory=list)

    def read(self, reader: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """What `reader` finds; None, and its faults kept, if it finds faults."""
        try:
            return reader(*args, **kwargs)
        except QueryError as error:
            self.faults += error.faults
            return None

    def check(self, wrong: object, code: str, text: str) -> None:
        if wrong:
            self.faults.append(Fault(code, text))


def too_many(tiles: Iterable[Tile]) -> list[Fault]:
    """A fault for each kind of which the tiles hold more than the four of the set."""
    many = [kind for kind, n in Counter(tile.kind for tile in tiles).items() if n > 4]
    return [Fault("FIVE_COPIES", f"There are only four {ALL[kind]}: take the fifth out.") for kind in many]


def bad_field(text: str) -> QueryError:
    """The error of a field that is not what it should be."""
    return QueryError(Fault("BAD_FIELD", text))


def seat_field(data: Mapping[str, object], key: str) -> int:
    """A seat 0..3; QueryError for anything else, as in all the readers here."""
    found = data.get(key)
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found <= 3:
        raise bad_field(f"{key} is a seat from 0 to 3, not {reprlib.repr(found)}.")
    return found


def number_field(data: Mapping[str, object], key: str) -> int:
    """A number from 0 to `MOST`, 0 where it is left out."""
    found = data.get(key, 0)
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found <= MOST:
        raise bad_field(f"{key} is a number from 0 to {MOST}, not {reprlib.repr(found)}.")
    return found


def flag_field(data: Mapping[str, object], key: str) -> bool:
    """True or false, false where it is left out."""
    found = data.get(key, False)
    if not isinstance(found, bool):
        raise bad_field(f"{key} is true or false, not {reprlib.repr(found)}.")
    return found


def wind_field(data: Mapping[str, object]) -> int:
    """The `round_wind`, 0..3 for E S W N."""
    found = data.get("round_wind")
    if not isinstance(found, str) or len(found) != 1 or found not in WINDS:
        raise bad_field(f"round_wind is one of E S W N, not {reprlib.repr(found)}.")
    return WINDS.index(found)


def tiles_field(data: Mapping[str, object], key: str) -> tuple[Tile, ...]:
    """Tiles of a text such as `123m0p`."""
    found = data.get(key)
    if not isinstance(found, str):
        raise bad_field(f"{key} is a text of tiles such as 123m, not {reprlib.repr(found)}.")
    if len(found) > _LONGEST:
        raise QueryError(Fault("BAD_TILES", f"{key} has {len(found)} characters: no set has so many tiles."))
    try:
        return parse_tiles(found)
    except ValueError as error:
        raise QueryError(Fault("BAD_TILES", str(error))) from None


def tile_field(data: Mapping[str, object], key: str) -> Tile:
    """One tile."""
    tiles = tiles_field(data, key)
    if len(tiles) != 1:
        raise QueryError(Fault("BAD_TILES", f"{key} is one tile, not {format_tiles(tiles) or 'none'}."))
    return tiles[0]


def row_field(data: Mapping[str, object], key: str) -> tuple[Tile, ...]:
    """A list of tiles, empty where it is left out."""
    found = [] if data.get(key) is None else data[key]
    if not isinstance(found, list):
        raise bad_field(f"{key} is a list of tiles, not {reprlib.repr(found)}.")
    return tuple(tile_field({key: item}, key) for item in found)


def melds_field(data: Mapping[str, object], seat: int | None) -> tuple[Meld, ...]:
    """The `melds` of a seat (None if it is not known), at most four, none where they are left out."""
    found = [] if data.get("melds") is None else data["melds"]
    if not isinstance(found, list) or not all(isinstance(item, Mapping) for item in found):
        raise bad_field("melds is a list of objects with type and tiles.")
    if len(found) > 4:
        raise bad_field(f"A hand has at most four melds, not {len(found)}.")
    reader = Reader(data)
    melds = [reader.read(_meld, item, seat) for item in found]
    if reader.faults:
        raise QueryError(*reader.faults)
    return tuple(meld for meld in melds if meld is not None)


def _meld(data: Mapping[str, object], seat: int | None) -> Meld:
    """A meld; `called` and `from` may be left out, where they are told they must fit."""
    kind = data.get("type")
    if kind not in list(MeldType):
        raise bad_field(f"A meld is chi, pon, daiminkan, shouminkan or ankan, not {reprlib.repr(kind)}.")
    meld_type = MeldType(str(kind))
    tiles = tuple(sorted(tiles_field(data, "tiles"), key=lambda tile: tile.kind))
    called, source, added = None, None, None
    if meld_type is not MeldType.ANKAN and tiles:
        called = tile_field(data, "called") if data.get("called") is not None else tiles[0]
        source = _source(data, meld_type, seat)
    if meld_type is MeldType.SHOUMINKAN:
        rest = list(tiles)
        if called in rest:
            rest.remove(called)
        added = tile_field(data, "added") if data.get("added") is not None else next(iter(rest), None)
    try:
        return Meld(meld_type, tiles, called, source, added)
    except ValueError as error:
        raise QueryError(Fault("BAD_MELD", str(error))) from None


def _source(data: Mapping[str, object], meld_type: MeldType, seat: int | None) -> int:
    left = 3 if seat is None else (seat + 3) % 4
    source = left if data.get("from") is None else seat_field(data, "from")
    if seat is not None and data.get("from") is not None and "called" in data:
        if source == seat:
            raise QueryError(Fault("BAD_MELD", "A tile is called from another seat, not from the own."))
        if meld_type is MeldType.CHI and source != left:
            raise QueryError(Fault("BAD_MELD", f"A chi of seat {seat} is from seat {left}, not {source}."))
    return source
