"""JSON questions about the end of a hand: four hands, or four counted values, to be settled.

The shape is that of the command `settle`. Everything that is wrong with a question is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.classical.rack import Mahjong, Rack
from engine.classical.shape import complete
from engine.notation.fields import (
    ID,
    MELDS,
    OPTIONS,
    SEAT,
    SENDER,
    WIND,
    WINDS,
    Data,
    QuestionLine,
    wrong_copies,
)
from engine.notation.schema import (
    FLAG,
    FLOWERS,
    TILE,
    TILES,
    QuestionFault,
    fits,
    nullable,
    record,
    rows,
    whole,
    word,
)
from engine.rules.ruleset import Ruleset
from engine.tiles.meld import MeldType
from engine.tiles.tile import Flower, Tile, parse_tiles

FLAGS: Final = ("loose", "last_tile", "robbed_kong", "ready_first", "first_hand")
_HAND: Final = record(
    "a hand with tiles, melds and flowers", {"tiles": TILES, "melds": MELDS, "flowers": FLOWERS}, ("tiles",)
)
_VALUE: Final = whole("a number from 0 up", 0)
_VALUES: Final = "four numbers from 0 up: a list by seat, or an object by E, S, W and N"
SETTLE: Final = record(
    "A line",
    {
        "id": ID,
        "preset": word("classical, or left out", "classical"),
        "options": OPTIONS,
        "round_wind": WIND,
        "east": SEAT,
        "winner": {
            "title": "a seat from 0 to 3, a wind, or null for a draw",
            "anyOf": [SEAT, WIND, {"type": "null"}],
        },
        "hands": rows("a list of four hands, by seat", _HAND, 4, 4),
        "values": {
            "title": _VALUES,
            "anyOf": [rows(_VALUES, _VALUE, 4, 4), record(_VALUES, dict.fromkeys(WINDS, _VALUE), WINDS)],
        },
        "from": nullable(SEAT),
        "win_tile": nullable(TILE),
        "visible": {
            "title": "a text or a list of tiles",
            "anyOf": [TILES, rows("a list of tiles", TILE), {"type": "null"}],
        },
        **dict.fromkeys(FLAGS, FLAG),
        **SENDER,
    },
)
"""A line of `settle`: with hands it also needs round_wind and east, with a winner win_tile and from."""
_IS_SETTLE: Final = fits(SETTLE)


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
    line = QuestionLine.of(data, SETTLE, _IS_SETTLE)
    rules, east = line.rules("classical"), _east(line)
    winner = _winner(line, east or 0)
    racks: tuple[Rack, ...] | None = ()
    values: tuple[int, ...] = ()
    won = None
    if "values" in data:
        values = _values(line)
        _check_values(line, values, rules)
    else:
        racks = _racks(line, east or 0)
        visible = _visible(line)
        won = None if winner is None else _mahjong(line, racks, winner, visible)
        _check_tiles(line, racks or (), (*visible, *(() if won is None else (won.tile,))), rules)
        _check_draw(line)
    if line.faults or rules is None or east is None or racks is None:
        raise line.refuse(SETTLE)
    source = None if won is None else line.fields.get("from")
    return SettleQuery(rules, east, winner, source, racks, won, values)


def _need(line: QuestionLine, *names: str) -> None:
    """Faults for the fields that such a line cannot do without."""
    meant = {near for fault in line.faults for near in fault.near if len(fault.path) == 1}
    for name in names:
        if line.data.get(name) is None and line.sound(name) and name not in meant:
            title = SETTLE["properties"][name]["title"]
            line.faults.append(QuestionFault("BAD_FIELD", f"{name} is missing: it is {title}.", (name,)))


def _east(line: QuestionLine) -> int | None:
    """The seat of East; values by wind are given in the order of the winds, East first."""
    if isinstance(line.data.get("values"), dict) and "east" not in line.data:
        return 0
    _need(line, "east")
    east: int | None = line.fields.get("east")
    return east


def _winner(line: QuestionLine, east: int) -> int | None:
    """The winner by seat or by wind; None for a draw."""
    winner = line.fields.get("winner")
    return (east + WINDS.index(winner)) % 4 if isinstance(winner, str) else winner


def _values(line: QuestionLine) -> tuple[int, ...]:
    found = line.fields.get("values") or ()
    return tuple(found[wind] for wind in WINDS) if isinstance(found, dict) else tuple(found)


def _check_values(line: QuestionLine, values: Sequence[int], rules: Ruleset | None) -> None:
    line.check("hands" in line.data, "HANDS_AND_VALUES", "Send either hands or their values, not both.")
    limit = max(values, default=0) if rules is None else rules.number("classical.limit_points")
    for value in values:
        line.check(value % 10, "NOT_ROUNDED", f"The value {value} is to be rounded up to tens.")
        line.check(value > limit, "OVER_LIMIT", f"The value {value} is more than the limit of {limit}.")


def _racks(line: QuestionLine, east: int) -> tuple[Rack, ...] | None:
    _need(line, "round_wind", "hands")
    hands, wind = line.data.get("hands"), line.fields.get("round_wind")
    if not isinstance(hands, list) or len(hands) != 4 or not all(isinstance(hand, dict) for hand in hands):
        return None
    racks = []
    for seat, hand in enumerate(hands):
        melds = line.melds(seat, "hands", seat)
        if melds is not None and line.sound("hands", seat):
            tiles = parse_tiles(hand["tiles"])
            size = len(tiles) + 3 * len(melds)
            if size != 13:
                counted = "without the winning tile, each set counting three"
                text = f"hands[{seat}]: a hand has 13 tiles {counted}, not {size}."
                line.faults.append(QuestionFault("TILE_COUNT", text, ("hands", seat)))
            flowers = Flower.row(hand.get("flowers", ""))
            seat_wind, round_wind = (seat - east) % 4, 0 if wind is None else WINDS.index(wind)
            racks.append(Rack(tiles, melds, seat_wind, round_wind, flowers))
    return tuple(racks) if len(racks) == 4 else None


def _mahjong(
    line: QuestionLine, racks: tuple[Rack, ...] | None, winner: int, visible: Sequence[Tile]
) -> Mahjong | None:
    _need(line, "from", "win_tile")
    source, tiles = line.fields.get("from"), line.tiles("win_tile")
    loose, last, robbed, ready, first = (line.fields.get(name) or False for name in FLAGS)
    if source is None or not tiles or racks is None:
        return None
    (tile,) = tiles
    sets = (t for rack in racks for meld in rack.melds if meld.open for t in meld.tiles)
    seen = sum(t.kind == tile.kind for t in (*sets, *visible)) >= 3
    won = Mahjong(tile, source == winner, loose, last, robbed, ready, first, seen)
    _check_win(line, racks, won, winner, source)
    return won


def _visible(line: QuestionLine) -> tuple[Tile, ...]:
    """The discards lying in the middle; open sets are taken from the hands (C-DOUBLE-10)."""
    return line.tiles("visible") if isinstance(line.fields.get("visible"), str) else line.row("visible")


def _check_win(line: QuestionLine, racks: Sequence[Rack], won: Mahjong, winner: int, source: int) -> None:
    """Circumstances that contradict each other or the hands."""
    mine, theirs = racks[winner], racks[source]
    kong = any(meld.type.kan for meld in mine.melds) or mine.flowers
    pung = any(meld.type is MeldType.PON and meld.kind == won.tile.kind for meld in theirs.melds)
    size = len(mine.tiles) + 3 * len(mine.melds)
    check = line.check
    check(won.loose and not won.from_wall, "LOOSE_FROM_OTHER", "A loose tile is drawn by the winner.")
    check(won.loose and not kong, "LOOSE_WITHOUT_KONG", "A loose tile follows a kong or a flower.")
    check(won.loose and won.last, "LOOSE_LAST_TILE", "The last tile of the wall is no loose tile.")
    check(won.robbed and won.from_wall, "ROBBED_OWN_KONG", "A kong is robbed from another player.")
    check(won.robbed and not pung, "ROBBED_WITHOUT_PUNG", f"Seat {source} has no open pung of {won.tile}.")
    check(won.robbed and won.last, "ROBBED_LAST_TILE", "A robbed tile is neither drawn nor discarded last.")
    whole = (*mine.tiles, won.tile)
    check(size == 13 and not complete(whole, len(mine.melds)), "NOT_COMPLETE", "The hand is not complete.")


def _check_tiles(
    line: QuestionLine, racks: Sequence[Rack], others: Sequence[Tile], rules: Ruleset | None
) -> None:
    """No tile exists too often over the whole table."""
    held = (t for rack in racks for t in (*rack.tiles, *(t for meld in rack.melds for t in meld.tiles)))
    line.faults += wrong_copies((*held, *others), rules)
    flowers = Counter(flower for rack in racks for flower in rack.flowers)
    for flower, n in flowers.items():
        line.check(n > 1, "FLOWER_TWICE", f"There is only one {flower}.")
    off = (line.fields.get("options") or {}).get("classical.flowers") is False
    line.check(off and flowers, "FLOWERS_OFF", "classical.flowers is false, so there are no flowers.")


def _check_draw(line: QuestionLine) -> None:
    said = [name for name in ("from", "win_tile", *FLAGS) if line.data.get(name) not in (None, False)]
    draw = line.data.get("winner") is None and not line.misnamed
    line.check(draw and said, "NO_WINNER", f"Without a winner there is no {', '.join(said)}.")
