"""The 39 yaku: name, han closed and open, condition (R-YAKU; rules/yaku.json).

The full list has one source, RRC 2024; every other preset takes its values from there where it is
silent. The two that differ, open tanyao and the double yakuman, are rule options, and so are
renhou and nagashi mangan. `yakuhai` counts one han for each set.

Conditions are asked of facts: how the hand was won, and what its tiles and sets are. Few facts make many
hands, so the yaku of each combination are found once and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final, Generic, NamedTuple, TypeVar

from engine.rules.value_options import Scoring
from engine.tiles.suit import PON_CLASSES, PONS_AT, RUN_SPOTS, STRAIGHTS_AT, SUIT_BITS, TWINS_AT
from engine.tiles.tile import ALL, KIND_DIGITS, KINDS, packed
from engine.value.win import Form, Rack, Reading, Wait, Win, rack_of

YAKUMAN_HAN: Final = 13
Row = tuple[tuple[str, int], ...]
"""Yaku by id with their han, or with the times of a yakuman."""
_Facts = TypeVar("_Facts")

_WINDS: Final = frozenset(range(27, 31))
_DRAGONS: Final = {31: "haku", 32: "hatsu", 33: "chun"}
_YAOCHUU: Final = frozenset(tile.kind for tile in ALL[:KINDS] if tile.yaochuu)
_NINE_GATES: Final = tuple(0x311111113 << SUIT_BITS * n for n in range(3))
"""The nine gates before the fourteenth tile in each suit, packed."""
_GATES: Final = frozenset(
    gates + (1 << SUIT_BITS * n + 4 * number) for n, gates in enumerate(_NINE_GATES) for number in range(9)
)
_STANDARD, _SEVEN_PAIRS = Form.STANDARD, Form.SEVEN_PAIRS
_RYANMEN, _TANKI, _THIRTEEN = Wait.RYANMEN, Wait.TANKI, Wait.ORPHANS_13


def _digits(*kinds: int) -> int:
    """The digits of kinds in packed tiles."""
    return sum(15 << 4 * kind for kind in kinds)


_OUTER: Final = _digits(*_YAOCHUU)
_INNER: Final = _digits(*(kind for kind in range(KINDS) if kind not in _YAOCHUU))
_HATSU: Final = _digits(32)
_NOT_GREEN: Final = _digits(*range(KINDS)) - _digits(19, 20, 21, 23, 25, 32)
_SUITS: Final = tuple(_digits(*range(low, low + 9)) for low in (0, 9, 18))
_HONOURS: Final = _digits(*range(27, KINDS))


class How(NamedTuple):
    """How a hand was won; the names are those of `Win`."""

    tsumo: bool
    riichi: bool
    double_riichi: bool
    ippatsu: bool
    haitei: bool
    houtei: bool
    rinshan: bool
    chankan: bool
    tenhou: bool
    chihou: bool
    renhou: bool


class Hand(NamedTuple):
    """What a win in one reading is, as far as yaku ask for it: many hands are the same in this.

    `suits` counts the suits in the hand, `twins` the pairs of equal runs, `values` the yakuhai. Pons count
    only where there are enough for a yaku: three or four `concealed`, `kans`, of `winds`, two or three of
    `dragons`, three winds and two dragons only with the pair. The last three say what the winning tile
    completed: the pair, or a wait on every kind of the orphans or of the nine gates.
    """

    closed: bool
    suits: int
    honours: bool
    simples_only: bool
    yaochuu_only: bool
    green_only: bool
    hatsu: bool
    nine_gates: bool
    seven_pairs: bool = False
    thirteen_orphans: bool = False
    runs_in_three_suits: bool = False
    pons_in_three_suits: bool = False
    twins: int = 0
    straight: bool = False
    all_pons: bool = False
    concealed: int = 0
    kans: int = 0
    outside: bool = False
    values: int = 0
    winds: int = 0
    dragons: int = 0
    pinfu: bool = False
    single: bool = False
    every_orphan: bool = False
    every_gate: bool = False


how_of: Final[Callable[[Win], tuple[bool, ...]]] = attrgetter(*How._fields)
"""The fields of `How`."""
Look = tuple[bool, int, bool, bool, bool, bool, bool, bool]
"""The first fields of `Hand`: what is the same in every reading."""


def look_of(rack: Rack) -> Look:
    """The fields of `Hand` that count all tiles."""
    own = rack.all
    first, second, third = _SUITS
    return (
        rack.closed,
        (own & first > 0) + (own & second > 0) + (own & third > 0),
        own & _HONOURS > 0,
        not own & _OUTER,
        not own & _INNER,
        not own & _NOT_GREEN,
        own & _HATSU > 0 and not own & _NOT_GREEN,
        not rack.declared and own & KIND_DIGITS in _GATES,
    )


def facts_in(win: Win, reading: Reading, look: Look) -> tuple[Any, ...]:
    """The fields of `Hand` for one reading, in groups; they get their names only where they are new."""
    wait = reading.wait
    if reading.form is not _STANDARD:
        pairs = reading.form is _SEVEN_PAIRS
        return (
            look,
            (pairs, not pairs),
            _NO_CROSS,
            _NO_SETS,
            _NO_HONOURS,
            (False, wait is _TANKI, wait is _THIRTEEN, False),
        )
    pair, cross, honours, tally = reading.parts[3].pair, reading.cross, reading.honours, reading.tally
    return (
        look,
        _SETS_AND_PAIR,
        (cross & RUN_SPOTS > 0, cross > RUN_SPOTS) if cross else _NO_CROSS,
        _counted(tally),
        _honours(honours, pair, win.seat_wind, win.round_wind) if honours else _NO_HONOURS,
        (
            wait is _RYANMEN and not tally >> PONS_AT and not value_pair(win, pair, 4),
            wait is _TANKI,
            False,
            look[-1] and wait is not None and packed(win.tiles) & KIND_DIGITS in _NINE_GATES,
        ),
    )


_SETS_AND_PAIR: Final = (False, False)
_NO_CROSS: Final = (False, False)
_NO_SETS: Final = (0, False, False, 0, 0, False)
_NO_HONOURS: Final = (0, 0, 0)


@cache
def _counted(tally: int) -> tuple[int, bool, bool, int, int, bool]:
    """The fields `twins` to `outside` from the tally of the reading."""
    pons = [(tally >> PONS_AT + 3 * n & 7, pon) for n, pon in enumerate(PON_CLASSES)]
    concealed = sum(n for n, pon in pons if not pon.open)
    kans = sum(n for n, pon in pons if pon.kan)
    outer = (tally & 7) + sum(n for n, pon in pons if pon.yaochuu)
    return (
        tally >> TWINS_AT & 7,
        tally >> STRAIGHTS_AT & 7 > 0,
        sum(n for n, _ in pons) == 4,
        concealed if concealed > 2 else 0,
        kans if kans > 2 else 0,
        outer == 5,
    )


@cache
def _honours(honour_pons: int, pair: int, seat_wind: int, round_wind: int) -> tuple[int, int, int]:
    """The fields `values` to `dragons`."""
    winds, dragons = (honour_pons & 15).bit_count(), (honour_pons >> 4).bit_count()
    return (
        len(value_sets(honour_pons, seat_wind, round_wind)),
        winds if winds == 4 or (winds == 3 and pair in _WINDS) else 0,
        dragons if dragons == 3 or (dragons == 2 and pair in _DRAGONS) else 0,
    )


@cache
def value_sets(honour_pons: int, seat_wind: int, round_wind: int) -> tuple[str, ...]:
    """The yakuhai of pons of honours, a bit for each from East on; a wind of seat and round gives two."""
    names = ["seat_wind"] if honour_pons >> seat_wind & 1 else []
    names += ["round_wind"] if honour_pons >> round_wind & 1 else []
    return (*names, *(name for kind, name in _DRAGONS.items() if honour_pons >> kind - 27 & 1))


def value_pair(win: Win, kind: int, double_wind: int) -> int:
    """Fu of a pair (R-FU-04); `double_wind` those of one that is seat and round wind."""
    if kind < 27:
        return 0
    winds = (kind == 27 + win.seat_wind) + (kind == 27 + win.round_wind)
    if winds == 2:
        return double_wind
    return 2 if winds or kind in _DRAGONS else 0


class Yaku(NamedTuple, Generic[_Facts]):
    """`closed` and `open` are han, or times the yakuman value; 0 is not counted in that state.

    `condition` says how often it is there: once, but for `yakuhai`, which counts for each set. `excludes`
    are the weaker yaku that it leaves out.
    """

    id: str
    closed: int
    open: int
    condition: Callable[[_Facts, Scoring], int]
    excludes: tuple[str, ...] = ()
    yakuman: bool = False


_BY_HOW: Final[tuple[Yaku[How], ...]] = (
    Yaku("riichi", 1, 0, lambda how, _: how.riichi or how.double_riichi),
    Yaku(
        "double_riichi",
        1,
        0,
        lambda how, rules: how.double_riichi and rules.double_riichi,
    ),
    Yaku("ippatsu", 1, 0, lambda how, rules: how.ippatsu and rules.ippatsu),
    Yaku("menzen_tsumo", 1, 0, lambda how, _: how.tsumo),
    Yaku(
        "haitei",
        1,
        1,
        lambda how, rules: how.tsumo and how.haitei and (rules.haitei_with_rinshan or not how.rinshan),
    ),
    Yaku("houtei", 1, 1, lambda how, _: not how.tsumo and how.houtei),
    Yaku("rinshan", 1, 1, lambda how, _: how.tsumo and how.rinshan),
    Yaku("chankan", 1, 1, lambda how, _: not how.tsumo and how.chankan),
    Yaku("tenhou", 1, 0, lambda how, _: how.tenhou, yakuman=True),
    Yaku("chiihou", 1, 0, lambda how, _: how.chihou, yakuman=True),
    Yaku(
        "renhou",
        1,
        0,
        lambda how, rules: how.renhou and not how.tsumo and rules.renhou == "yakuman",
        yakuman=True,
    ),
)
_BY_SHAPE: Final[tuple[Yaku[Hand], ...]] = (
    Yaku("pinfu", 1, 0, lambda hand, _: hand.pinfu),
    Yaku(
        "tanyao",
        1,
        1,
        lambda hand, rules: hand.simples_only and (hand.closed or rules.open_tanyao),
    ),
    Yaku("iipeikou", 1, 0, lambda hand, _: hand.twins >= 1),
    Yaku("yakuhai", 1, 1, lambda hand, _: hand.values),
    Yaku("chiitoitsu", 2, 0, lambda hand, _: hand.seven_pairs),
    Yaku("sanshoku_doujun", 2, 1, lambda hand, _: hand.runs_in_three_suits),
    Yaku("sanshoku_doukou", 2, 2, lambda hand, _: hand.pons_in_three_suits),
    Yaku("ittsu", 2, 1, lambda hand, _: hand.straight),
    Yaku("chanta", 2, 1, lambda hand, _: hand.outside),
    Yaku("toitoi", 2, 2, lambda hand, _: hand.all_pons),
    Yaku("sanankou", 2, 2, lambda hand, _: hand.concealed == 3),
    Yaku("sankantsu", 2, 2, lambda hand, _: hand.kans == 3),
    Yaku("honroutou", 2, 2, lambda hand, _: hand.yaochuu_only, ("chanta",)),
    Yaku(
        "shousangen",
        2,
        2,
        lambda hand, _: hand.dragons == 2,
    ),
    Yaku("honitsu", 3, 2, lambda hand, _: hand.suits == 1 and hand.honours),
    Yaku(
        "junchan",
        3,
        2,
        lambda hand, _: hand.outside and not hand.honours,
        ("chanta",),
    ),
    Yaku(
        "ryanpeikou",
        3,
        0,
        lambda hand, _: hand.twins == 2,
        ("iipeikou", "chiitoitsu"),
    ),
    Yaku(
        "chinitsu",
        6,
        5,
        lambda hand, _: hand.suits == 1 and not hand.honours,
        ("honitsu",),
    ),
    Yaku("kokushi_musou", 1, 0, lambda hand, _: hand.thirteen_orphans, yakuman=True),
    Yaku("chuuren_poutou", 1, 0, lambda hand, _: hand.nine_gates, yakuman=True),
    Yaku("suuankou", 1, 0, lambda hand, _: hand.concealed == 4, yakuman=True),
    Yaku("suukantsu", 1, 1, lambda hand, _: hand.kans == 4, yakuman=True),
    Yaku("daisangen", 1, 1, lambda hand, _: hand.dragons == 3, yakuman=True),
    Yaku(
        "shousuushii",
        1,
        1,
        lambda hand, _: hand.winds == 3,
        yakuman=True,
    ),
    Yaku("daisuushii", 1, 1, lambda hand, _: hand.winds == 4, yakuman=True),
    Yaku("tsuuiisou", 1, 1, lambda hand, _: not hand.suits, yakuman=True),
    Yaku(
        "chinroutou",
        1,
        1,
        lambda hand, _: hand.yaochuu_only and not hand.honours,
        yakuman=True,
    ),
    Yaku(
        "ryuuiisou",
        1,
        1,
        lambda hand, rules: hand.green_only and (hand.hatsu or not rules.ryuuiisou_needs_hatsu),
        yakuman=True,
    ),
)
_ALL: Final[tuple[Yaku[Any], ...]] = (*_BY_HOW, *_BY_SHAPE)
YAKU: Final[Mapping[str, Yaku[Any]]] = {yaku.id: yaku for yaku in _ALL}
# When a yakuman counts double by itself, by the name of the rule (R-YAKU-03).
_DOUBLE: Final[Mapping[str, tuple[str, Callable[[Hand], bool]]]] = {
    "daisuushii": ("daisuushii", lambda _: True),
    "suuankou_tanki": ("suuankou", lambda hand: hand.single),
    "kokushi_13_sided": ("kokushi_musou", lambda hand: hand.every_orphan),
    "chuuren_9_sided": ("chuuren_poutou", lambda hand: hand.every_gate),
}


class Found(NamedTuple):
    """Ordinary yaku with their han, yakuman with their times; the han in all; whether pinfu is there."""

    yaku: Row
    yakuman: Row
    han: int
    pinfu: bool = False


@lru_cache(maxsize=1 << 12)
def yaku_by_how(how: tuple[bool, ...], closed: bool, rules: Scoring) -> Found:
    """The yaku that the way of winning gives."""
    yaku, yakuman = _found(_BY_HOW, How(*how), closed, rules)
    return Found(yaku, yakuman, sum(han for _, han in yaku))


@lru_cache(maxsize=1 << 16)
def yaku_by_shape(facts: tuple[Any, ...], rules: Scoring) -> Found:
    """The yaku of a hand with these facts."""
    hand = Hand(*(field for group in facts for field in group))
    ordinary, yakuman = _found(_BY_SHAPE, hand, hand.closed, rules)
    double = {name for name, met in map(_DOUBLE.__getitem__, rules.double_yakuman) if met(hand)}
    if hand.seven_pairs:
        ordinary = tuple(
            (name, rules.seven_pairs_han if name == "chiitoitsu" else han) for name, han in ordinary
        )
    yakuman = tuple((name, 2 if name in double else times) for name, times in yakuman)
    return Found(ordinary, yakuman, sum(han for _, han in ordinary), ("pinfu", 1) in ordinary)


def ordinary(win: Win, reading: Reading, rules: Scoring) -> Row:
    """The ordinary yaku of a win in one reading with their han, beside a yakuman, too."""
    look = look_of(rack_of(win))
    by_how = yaku_by_how(how_of(win), win.closed, rules)
    return by_how.yaku + yaku_by_shape(facts_in(win, reading, look), rules).yaku


def _found(table: Sequence[Yaku[_Facts]], facts: _Facts, closed: bool, rules: Scoring) -> tuple[Row, Row]:
    """The yaku of a table that are there, exclusions applied: ordinary ones and yakuman."""
    found = []
    for yaku in table:
        amount = yaku.closed if closed else yaku.open
        if amount and (times := yaku.condition(facts, rules)):
            found.append((yaku, amount * times))
    dropped = {name for yaku, _ in found for name in yaku.excludes}
    ordinary = [(y.id, amount) for y, amount in found if not y.yakuman and y.id not in dropped]
    return tuple(ordinary), tuple((yaku.id, amount) for yaku, amount in found if yaku.yakuman)
