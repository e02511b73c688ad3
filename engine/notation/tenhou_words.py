"""The words of tenhou.net/6: tiles as numbers, calls, results of hands and values of wins as text.

Tiles are 11-19 characters, 21-29 circles, 31-39 bamboos, 41-47 honours, 51 52 53 the red fives. A call
writes the tiles of the set with a letter before the called tile (c p m) or the added one (k); the
place of the letter says whose tile it was. An ankan has its letter (a) before the last tile.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from engine.notation.yaku_words import Row, canonical, kanji, row_of
from engine.state.events import EndReason
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import ALL, Tile
from engine.value.points import ron_points, tsumo_points
from engine.value.score import HandValue
from engine.value.win import Win

UNSEEN: Final = 0
"""A tile that nobody has seen; in a column of discards the place that an open kan leaves empty."""
TSUMOGIRI: Final = 60
WIN: Final = "和了"
ALL_TENPAI, ALL_NOTEN = "全員聴牌", "全員不聴"
DRAWS: Final = {
    EndReason.EXHAUSTIVE: "流局",
    EndReason.NAGASHI: "流し満貫",
    EndReason.KYUUSHU: "九種九牌",
    EndReason.SUUFON: "四風連打",
    EndReason.SUUCHA: "四家立直",
    EndReason.SUUKAIKAN: "四槓散了",
    EndReason.SANCHAHOU: "三家和了",
}
_LETTERS: Final = {MeldType.CHI: "c", MeldType.PON: "p", MeldType.DAIMINKAN: "m"}
CALLS: Final = {letter: kind for kind, letter in _LETTERS.items()}
_LIMITS: Final = {
    "mangan": "満貫",
    "haneman": "跳満",
    "baiman": "倍満",
    "sanbaiman": "三倍満",
    "yakuman": "役満",
}
_NUMBERS: Final = {
    tile: 51 + tile.kind // 9 if tile.red else 10 * (tile.kind // 9 + 1) + tile.number for tile in ALL
}
_TILES: Final = {number: tile for tile, number in _NUMBERS.items()}
_SCORE: Final = re.compile(r"(?:(\d+)符(\d+)飜|\D*)(\d+)(?:-(\d+))?点(∀)?")
_YAKU: Final = re.compile(r"(.+)\((?:(\d+)飜|役満)\)")


def number(tile: Tile | None) -> int:
    return UNSEEN if tile is None else _NUMBERS[tile]


def tile_of(found: object) -> Tile | None:
    """The tile of a number, None for an unseen one; ValueError for anything else."""
    if found == UNSEEN and isinstance(found, int):
        return None
    tile = _TILES.get(found) if isinstance(found, int) else None
    if tile is None:
        raise ValueError(f"{found!r} is no tile.")
    return tile


class WrittenCall(NamedTuple):
    """A call as written: its letter, all tiles in order, and the index of the marked tile."""

    letter: str
    tiles: tuple[Tile, ...]
    place: int

    @property
    def marked(self) -> Tile:
        return self.tiles[self.place]

    def source(self, seat: int) -> int:
        """The seat the tile came from: first place the left, second the opposite, else the right."""
        return (seat + (3, 2)[self.place]) % 4 if self.place < 2 else (seat + 1) % 4


def entry(text: str) -> WrittenCall:
    """A call read; ValueError when the text is not one."""
    letter = re.search("[a-z]", text)
    digits = re.sub("[a-z]", "", text)
    if (
        letter is None
        or len(digits) not in (6, 8)
        or not re.fullmatch("[0-9]+", digits)
        or letter.start() % 2
    ):
        raise ValueError(f"{text!r} is no call.")
    tiles = tuple(
        tile for i in range(0, len(digits), 2) if (tile := tile_of(int(digits[i : i + 2]))) is not None
    )
    if letter.start() // 2 >= len(tiles):
        raise ValueError(f"{text!r} is no call.")
    return WrittenCall(letter.group(), tiles, letter.start() // 2)


def call_text(seat: int, meld: Meld) -> str:
    """A chi, pon or open kan of a seat."""
    assert meld.source is not None
    return _marked(_LETTERS[meld.type], meld.called, meld.own, _place(seat, meld.source, len(meld.own)))


def kan_text(seat: int, meld: Meld) -> str:
    """A closed or an added kan; a red five stands last in a closed one."""
    if meld.type is MeldType.ANKAN:
        *three, last = sorted(meld.tiles, key=lambda tile: tile.red)
        return _marked("a", last, three, 3)
    assert meld.source is not None
    rest = list(meld.tiles)
    assert meld.added is not None
    rest.remove(meld.added)
    return _marked("k", meld.added, rest, _place(seat, meld.source, 2))


def _place(seat: int, source: int, last: int) -> int:
    return {3: 0, 2: 1, 1: last}[(source - seat) % 4]


def _marked(letter: str, tile: Tile | None, others: list[Tile] | tuple[Tile, ...], place: int) -> str:
    parts = [str(number(other)) for other in others]
    parts.insert(place, f"{letter}{number(tile)}")
    return "".join(parts)


class Worth(NamedTuple):
    """What the text of a win is made of; `limit` and `base` as in `engine.value.points`."""

    fu: int
    han: int
    limit: str | None
    base: int
    dealer: bool
    tsumo: bool


def score_text(worth: Worth) -> str:
    """Fu and han or the limit, and what is paid: `30符4飜7700点`, `満貫2000-4000点`, `倍満8000点∀`."""
    name = f"{worth.fu}符{worth.han}飜" if worth.limit is None else _LIMITS[worth.limit]
    if not worth.tsumo:
        return f"{name}{ron_points(worth.base, worth.dealer)}点"
    by_dealer, by_other = tsumo_points(worth.base, worth.dealer)
    return f"{name}{by_other}点∀" if worth.dealer else f"{name}{by_other}-{by_dealer}点"


def yaku_texts(worth: HandValue, win: Win) -> list[str]:
    """`立直(1飜)` for each yaku and each kind of dora, `国士無双(役満)` for each yakuman."""
    level = "役満" if worth.yakuman else "{}飜"
    return [f"{kanji(name, win, worth)}({level.format(han)})" for name, han in row_of(worth).items()]


class WinTexts(NamedTuple):
    """What the texts of a win say; None where they do not."""

    points: int | None = None
    fu: int | None = None
    han: int | None = None
    yaku: Row | None = None


def win_texts(texts: list[str]) -> WinTexts:
    """Reads the score and the yaku of a win; what is not understood is left out."""
    score = _SCORE.fullmatch(texts[0]) if texts else None
    if score is None:
        return WinTexts()
    fu, han, paid, by_dealer, by_all = score.groups()
    points = 2 * int(paid) + int(by_dealer) if by_dealer else int(paid) * (3 if by_all else 1)
    found = [_YAKU.fullmatch(text) for text in texts[1:]]
    pairs = [(m[1], 13 if m[2] is None else int(m[2])) for m in found if m is not None]
    yaku = canonical(pairs) if pairs and len(pairs) == len(found) else None
    return WinTexts(points, None if fu is None else int(fu), None if han is None else int(han), yaku)
