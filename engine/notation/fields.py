"""What the JSON questions about tiles have in common: shapes of their fields, and tiles that cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.notation.schema import (
    MOST_NAMED,
    TILE,
    TILES,
    Check,
    Path,
    QuestionFault,
    Schema,
    faults,
    nullable,
    record,
    rows,
    shown,
    whole,
    word,
)
from engine.rules.nearest import asked, nearest, quoted
from engine.rules.option_values import unknown_option
from engine.rules.presets import PRESETS, table_of
from engine.rules.ruleset import Ruleset
from engine.state.tile_count import limit
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import ALL, KINDS, Tile, parse_tiles

Data = Mapping[str, Any]
WINDS: Final = "ESWN"
MOST: Final = 1_000_000
"""More counters or sticks than any game sees."""
SEAT: Final = whole("a seat from 0 to 3", 0, 3)
NUMBER: Final = whole(f"a number from 0 to {MOST}", 0, MOST)
WIND: Final = word("one of E S W N", *WINDS)
OPTIONS: Final = nullable({"type": "object", "title": "an object of rule options by their ids"})
MELD: Final = record(
    "a meld with type and tiles",
    {
        "type": word("chi, pon, daiminkan, shouminkan or ankan", *MeldType),
        "tiles": TILES,
        "called": nullable(TILE),
        "from": nullable(SEAT),
        "added": nullable(TILE),
    },
    ("type", "tiles"),
)
MELDS: Final = nullable(rows("a list of at most four melds with type and tiles", MELD, most=4))
INDICATORS: Final = nullable(rows("a list of tiles", TILE))
ID: Final[Schema] = {"title": "any name of the line, which the answer repeats"}
SENDER: Final[Mapping[str, Schema]] = {
    name: {"title": "anything: for the sender, not read"} for name in ("source", "expected", "note")
}


_KIND: Final = tuple(tile.kind for tile in ALL)
_FEWEST_PLAIN: Final = 3
"""Plain fives that are too many where two of the four are red."""


class QueryError(ValueError):
    """A question that cannot be answered; `faults` holds everything that is wrong with it."""

    def __init__(self, *found: QuestionFault) -> None:
        super().__init__(" ".join(fault.text for fault in found))
        self.faults = found


@dataclass(slots=True)
class QuestionLine:
    """A question while it is read: `data` as it was sent, its sound `fields`, and what is wrong so far."""

    data: Data
    fields: Data
    faults: list[QuestionFault]

    @classmethod
    def of(cls, data: Data, shape: Schema, check: Check) -> QuestionLine:
        """The line with a fault for every field that has not its shape; `check` is `fits(shape)`."""
        if check(data):
            return cls(data, data, [])
        line = cls(data, data, list(faults(shape, data)))
        line.fields = {name: value for name, value in data.items() if line.sound(name)}
        return line

    def sound(self, *path: str | int) -> bool:
        """Whether nothing is wrong at the path or below it."""
        return not self.faults or all(fault.path[: len(path)] != path for fault in self.faults)

    @property
    def misnamed(self) -> bool:
        """A field with a name that no line has: what it says is not known."""
        return any(fault.code == "UNKNOWN_FIELD" and len(fault.path) == 1 for fault in self.faults)

    def check(self, wrong: object, code: str, text: str) -> None:
        if wrong:
            self.faults.append(QuestionFault(code, text))

    def refuse(self, shape: Schema) -> QueryError:
        """The error with all the faults, those of a field in the order of the fields, the others last."""
        order = {name: at for at, name in enumerate(shape["properties"])}

        def key(fault: QuestionFault) -> tuple[int, tuple[int, ...]]:
            if not fault.path:
                return len(order) + 1, ()
            places = tuple(part for part in fault.path if isinstance(part, int))
            return order.get(str(fault.path[0]), len(order)), places

        return QueryError(*sorted(self.faults, key=key))

    def tiles(self, name: str) -> tuple[Tile, ...]:
        """The tiles of a text, none where it is left out."""
        return parse_tiles(self.fields.get(name) or "")

    def row(self, name: str) -> tuple[Tile, ...]:
        """The tiles of a list of texts, none where it is left out."""
        return tuple(tile for text in self.fields.get(name) or () for tile in parse_tiles(text))

    def melds(self, seat: int | None, *path: str | int) -> tuple[Meld, ...] | None:
        """The melds of a seat (None if it is not known); None, and a fault for each, if some are none."""
        holder: Any = self.data
        for part in path:
            holder = holder[part]
        items = holder.get("melds")
        found = []
        for at, item in enumerate(items if isinstance(items, list) else ()):
            where = (*path, "melds", at)
            if self.sound(*where):
                try:
                    found.append(_meld(item, seat))
                except ValueError as error:
                    self.faults.append(QuestionFault("BAD_MELD", f"{shown(where)}: {error}", where))
        return tuple(found) if self.sound(*path, "melds") else None

    def rules(self, preset: str) -> Ruleset | None:
        """The rules of the preset with the options of the line; None, and faults, if there are none such."""
        options = self.fields.get("options") or {}
        if not self.sound("options"):
            return None
        try:
            return Ruleset.preset(preset, options)
        except ValueError as error:
            self.faults += _wrong_options(preset, options) or [
                QuestionFault("BAD_RULES", str(error), ("options",))
            ]
            return None


def no_preset(name: str) -> QuestionFault:
    """The fault of a preset that riichi has not."""
    near = nearest(name, PRESETS)
    meant = f" ({asked(near, ())})" if near else ""
    text = f"There is no preset {quoted(name)}{meant}: use one of {', '.join(PRESETS)}."
    return QuestionFault("BAD_RULES", text, ("preset",), near)


def _wrong_options(preset: str, options: Mapping[str, object]) -> list[QuestionFault]:
    """What is wrong with each option by itself."""
    known = table_of(preset).options
    found: list[QuestionFault] = []
    for name, value in options.items():
        if len(found) == MOST_NAMED:
            break
        where: Path = ("options", name)
        if name not in known:
            near = nearest(name, known)
            found.append(QuestionFault("BAD_RULES", unknown_option(name, preset, known), where, near))
            continue
        try:
            Ruleset.preset(preset, {name: value})
        except ValueError as error:
            found.append(QuestionFault("BAD_RULES", str(error), where))
    return found


def wrong_copies(
    tiles: Iterable[Tile], rules: Ruleset | None, *, reds_known: bool = True
) -> list[QuestionFault]:
    """A fault for each tile of which there are more than the set of the rules holds (R-SET-02).

    Without rules any set will do. `reds_known` is false for a record that does not say whether its set has
    red fives.
    """
    kinds, reds = [0] * KINDS, [0, 0, 0]
    for tile in tiles:
        if tile >= KINDS:
            reds[tile - KINDS] += 1
        kinds[_KIND[tile]] += 1
    found = []
    if max(kinds) > 4:
        many = [ALL[kind] for kind, n in enumerate(kinds) if n > 4]
        found = [
            QuestionFault("FIVE_COPIES", f"There are only four {tile}: take the fifth out.") for tile in many
        ]
    for n, red in zip(reds, ALL[KINDS:], strict=True):
        plain = kinds[_KIND[red]] - n
        if not n and plain < _FEWEST_PLAIN:
            continue
        if n and n > (2 if rules is None else limit(rules, red)):
            text = f"The set holds fewer than {n} of {red}: see tiles.red_fives."
            found.append(QuestionFault("NO_SUCH_RED_FIVE", text))
        elif rules is not None and reds_known and plain + n <= 4 and plain > limit(rules, red.plain):
            found.append(QuestionFault("RED_FIVE_MISSING", _red_missing(rules, red, plain)))
    return found


def _red_missing(rules: Ruleset, red: Tile, plain: int) -> str:
    reds = limit(rules, red)
    some = f"{reds} of the four {red.plain} are" if reds > 1 else f"one of the four {red.plain} is"
    remedy = f"write {red}, or say with the option tiles.red_fives that the set has none."
    return f"There are {plain} plain {red.plain}, but {some} red under these rules: {remedy}"


def _meld(data: Data, seat: int | None) -> Meld:
    """A meld; `called` and `from` may be left out, where they are given they must fit."""
    kind = MeldType(data["type"])
    tiles = tuple(sorted(parse_tiles(data["tiles"]), key=_KIND.__getitem__))
    said = {name: data.get(name) for name in ("called", "from", "added")}
    called, source, added = None, None, None
    if kind is not MeldType.ANKAN and tiles:
        called = tiles[0] if said["called"] is None else parse_tiles(said["called"])[0]
        source = _source(said["from"], kind, seat)
    elif said["called"] is not None or said["from"] not in (None, seat):
        raise ValueError("nobody gives a tile to an ankan: leave called and from out.")
    if kind is MeldType.SHOUMINKAN:
        rest = list(tiles)
        if called in rest:
            rest.remove(called)
        added = next(iter(rest), None) if said["added"] is None else parse_tiles(said["added"])[0]
    elif said["added"] is not None:
        raise ValueError(f"a tile is added to a shouminkan, not to a {kind.value}: leave added out.")
    return Meld(kind, tiles, called, source, added)


def _source(said: int | None, kind: MeldType, seat: int | None) -> int:
    left = 3 if seat is None else (seat + 3) % 4
    source = left if said is None else said
    if seat is not None and source == seat:
        raise ValueError("a tile is called from another seat, not from the own.")
    if seat is not None and kind is MeldType.CHI and source != left:
        raise ValueError(f"a chi of seat {seat} is from seat {left}, not {source}.")
    return source


def count_fault(wanted: str, size: int) -> QuestionFault:
    return QuestionFault("TILE_COUNT", f"A hand has {wanted} tiles, each meld counting three, not {size}.")
