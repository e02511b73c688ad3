"""Tiles: 37 faces (34 kinds and three red fives) and 136 physical ids (R-SET-01, R-SET-02)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Self

KINDS: Final = 34
FACES: Final = 37
SUITS: Final = "mpsz"

_TEXT: Final = (
    tuple(f"{n}{s}" for s in "mps" for n in range(1, 10))
    + tuple(f"{n}z" for n in range(1, 8))
    + ("0m", "0p", "0s")
)


class Tile(int):
    """A face: 0..33 are the kinds (1m..9m 1p..9p 1s..9s 1z..7z), 34..36 the red fives 0m 0p 0s.

    Compares and hashes as the integer, so `0m != 5m`; compare `.kind` where a red five
    counts as a five.
    """

    __slots__ = ()

    def __new__(cls, face: int) -> Self:
        if not 0 <= face < FACES:
            raise ValueError(f"A tile face is a number from 0 to {FACES - 1}, not {face}.")
        return super().__new__(cls, face)

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The tile of a two-letter text such as `5m`, `0p` or `7z`; ValueError otherwise."""
        found = _BY_TEXT.get(text)
        if found is None:
            raise ValueError(f"{text!r} is no tile: write a digit and m, p, s or z, as in 5m.")
        return found

    @property
    def kind(self) -> int:
        """0..33; a red five has the kind of the plain five."""
        return int(self) if self < KINDS else (int(self) - KINDS) * 9 + 4

    @property
    def red(self) -> bool:
        return self >= KINDS

    @property
    def plain(self) -> Tile:
        """The same kind without the red colour."""
        return ALL[self.kind]

    @property
    def suit(self) -> str:
        return SUITS[self.kind // 9]

    @property
    def number(self) -> int:
        """1..9 in the suits, 1..7 for E S W N white green red."""
        return self.kind % 9 + 1

    @property
    def honour(self) -> bool:
        return self.kind >= 27

    @property
    def terminal(self) -> bool:
        """A 1 or 9 of a suit (R-SET-03)."""
        return self.kind < 27 and self.kind % 9 in (0, 8)

    @property
    def yaochuu(self) -> bool:
        """Terminal or honour."""
        return self.honour or self.terminal

    def __str__(self) -> str:
        return _TEXT[self]

    def __repr__(self) -> str:
        return f"Tile({_TEXT[self]!r})"


ALL: Final = tuple(Tile(face) for face in range(FACES))
_BY_TEXT: Final = {str(t): t for t in ALL}
_RUNS: Final = re.compile(rf"([0-9]+)([{SUITS}])").findall
WINDS: Final = ALL[27:31]
sort_key: Final = tuple(2 * tile.kind + (not tile.red) for tile in ALL).__getitem__
"""Order of a sorted hand: by kind, a red five before the plain ones."""
KIND_DIGITS: Final = (1 << 4 * KINDS) - 1
one_packed: Final = tuple(1 << 4 * tile | 1 << 4 * tile.kind for tile in ALL).__getitem__


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Tiles of a text such as `123m0p55z`; blanks are ignored. ValueError names the fault."""
    whole = "".join(text.split())
    runs = _RUNS(whole)
    try:
        found = tuple([_BY_TEXT[digit + suit] for digits, suit in runs for digit in digits])
    except KeyError:
        return _parsed(text)
    # What stands between the runs is missing in them.
    return found if len(found) + len(runs) == len(whole) else _parsed(text)


def _parsed(text: str) -> tuple[Tile, ...]:
    """The same letter by letter, which finds the fault."""
    out: list[Tile] = []
    digits: list[str] = []
    for char in text:
        if char.isspace():
            continue
        if char.isdigit() and char.isascii():
            digits.append(char)
        elif char in SUITS and digits:
            out.extend(Tile.parse(d + char) for d in digits)
            digits.clear()
        else:
            raise ValueError(f"{text!r} is no row of tiles: {char!r} stands where it cannot.")
    if digits:
        raise ValueError(f"{text!r} is no row of tiles: the last digits have no suit letter.")
    return tuple(out)


def format_tiles(tiles: Iterable[Face]) -> str:
    """`123m0p55z` in the given order; digits share the suit letter that follows them."""
    out: list[str] = []
    suit = ""
    for tile in tiles:
        text = str(tile)
        digit, letter = text[0], text[1]
        if suit and letter != suit:
            out.append(suit)
        suit = letter
        out.append(digit)
    return "".join(out) + suit


def packed(tiles: Iterable[Tile], more: int = 0) -> int:
    """Copies of each face as one number with a hexadecimal digit for each, 1m in the lowest.

    A red five counts as a five in the digit of its kind, and once more as itself above the 34 kinds;
    `KIND_DIGITS` leaves the kinds. More than fifteen copies spill over. `more` are tiles packed already.
    """
    return sum(map(one_packed, tiles), more)


def full_set(red_fives: int = 1) -> tuple[Tile, ...]:
    """The 136 tiles by physical id; the first `red_fives` (0 or 1) copies of a five are red."""
    if red_fives not in (0, 1):
        raise ValueError(f"A suit has no or one red five, not {red_fives}.")
    return tuple(tile_of_id(i, red_fives) for i in range(4 * KINDS))


def tile_of_id(physical: int, red_fives: int = 1) -> Tile:
    """The face of physical tile 0..135: kind `id // 4`, copy `id % 4`."""
    kind, copy = divmod(physical, 4)
    if red_fives and copy == 0 and kind < 27 and kind % 9 == 4:
        return ALL[KINDS + kind // 9]
    return ALL[kind]


class Flower(StrEnum):
    """The eight extra tiles of Chinese Classical (C-FLOWER-01).

    Plum, orchid, chrysanthemum, bamboo `1f`..`4f`; spring, summer, autumn, winter `1g`..`4g`.
    """

    F1 = "1f"
    F2 = "2f"
    F3 = "3f"
    F4 = "4f"
    G1 = "1g"
    G2 = "2g"
    G3 = "3g"
    G4 = "4g"

    @property
    def number(self) -> int:
        """1..4."""
        return int(self.value[0])

    @property
    def wind(self) -> int:
        """The wind of its number, 0 East to 3 North (C-FLOWER-05)."""
        return self.number - 1

    @property
    def season(self) -> bool:
        return self.value[1] == "g"

    @classmethod
    def row(cls, text: str) -> tuple[Self, ...]:
        """The tiles of a text such as `1f3g` or `13f`; ValueError for any other text."""
        if not re.fullmatch(r"(\s*[1-4]+[fg])*\s*", text):
            raise ValueError(f"{text!r} is no row of flowers: write numbers 1 to 4 and f or g, as in 1f3g.")
        return tuple(cls(digit + kind) for digits, kind in re.findall(r"(\d+)(\w)", text) for digit in digits)


Face = Tile | Flower
"""What can be printed on a tile."""
