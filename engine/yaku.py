"""The 39 yaku: name, han closed and open, condition (R-YAKU; rules/yaku.json).

The full list has one source, RRC 2024; every other preset takes its values from there where it is
silent. The two that differ, open tanyao and the double yakuman, are rule options, and so are
renhou and nagashi mangan. `yakuhai` counts one han for each set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.rules import Ruleset
from engine.shape import counts
from engine.win import Form, Reading, Wait, Win

YAKUMAN_HAN: Final = 13
_GREEN: Final = frozenset((19, 20, 21, 23, 25, 32))
_NINE_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)
_WINDS: Final = ("E", "S", "W", "N")
_DRAGONS: Final = {31: "haku", 32: "hatsu", 33: "chun"}


@dataclass(frozen=True)
class Hand:
    """A win in one reading, with the facts that several yaku ask for."""

    win: Win
    reading: Reading
    rules: Ruleset

    @cached_property
    def runs(self) -> tuple[int, ...]:
        return tuple(block.kind for block in self.reading.sets if block.run)

    @cached_property
    def pons(self) -> tuple[int, ...]:
        """Kinds of pons and kans; a kan counts as a pon for every yaku."""
        return tuple(block.kind for block in self.reading.sets if not block.run)

    @cached_property
    def concealed_pons(self) -> int:
        return sum(not block.run and not block.open for block in self.reading.sets)

    @cached_property
    def kans(self) -> int:
        return sum(block.kan for block in self.reading.sets)

    @cached_property
    def kinds(self) -> frozenset[int]:
        return frozenset(tile.kind for tile in self.win.all_tiles)

    @cached_property
    def suits(self) -> frozenset[int]:
        """0..2 for the suits in the hand, 3 for honours."""
        return frozenset(kind // 9 for kind in self.kinds)

    @cached_property
    def standard(self) -> bool:
        return self.reading.form is Form.STANDARD

    @cached_property
    def outside(self) -> bool:
        """Every set and the pair hold a terminal or honour."""
        return self.standard and all(b.yaochuu for b in self.reading.sets) and _yaochuu(self.reading.pair)

    @cached_property
    def twin_runs(self) -> int:
        return sum(n // 2 for n in Counter(self.runs).values())


def _yaochuu(kind: int) -> bool:
    return kind >= 27 or kind % 9 in (0, 8)


def value_sets(hand: Hand) -> tuple[str, ...]:
    """The names of the yakuhai of a hand: seat_wind, round_wind, haku, hatsu, chun."""
    names = []
    for kind in hand.pons:
        if kind == 27 + hand.win.seat_wind:
            names.append("seat_wind")
        if kind == 27 + hand.win.round_wind:
            names.append("round_wind")
        if kind in _DRAGONS:
            names.append(_DRAGONS[kind])
    return tuple(names)


def value_pair(win: Win, kind: int, double_wind: int) -> int:
    """Fu of a pair (R-FU-04); `double_wind` those of one that is seat and round wind."""
    winds = (kind == 27 + win.seat_wind) + (kind == 27 + win.round_wind)
    if winds == 2:
        return double_wind
    return 2 if winds or kind in _DRAGONS else 0


def _pinfu(hand: Hand) -> bool:
    return (
        hand.standard
        and len(hand.runs) == 4
        and not value_pair(hand.win, hand.reading.pair, 4)
        and hand.reading.wait is Wait.RYANMEN
    )


def _same_in_three_suits(kinds: tuple[int, ...]) -> bool:
    found = {kind for kind in kinds if kind < 27}
    return any({n, n + 9, n + 18} <= found for n in range(9))


def _ittsu(hand: Hand) -> bool:
    return any({low, low + 3, low + 6} <= set(hand.runs) for low in (0, 9, 18))


def _chuuren(hand: Hand) -> bool:
    if hand.win.melds or len(hand.suits) != 1 or 3 in hand.suits:
        return False
    low = 9 * min(hand.suits)
    own = counts(hand.win.concealed)[low : low + 9]
    return all(n >= least for n, least in zip(own, _NINE_GATES, strict=True))


def _nine_sided(hand: Hand) -> bool:
    """The winning tile came to exactly 1112345678999: any tile of the suit would have done."""
    own = counts(hand.win.tiles)
    return any(tuple(own[low : low + 9]) == _NINE_GATES for low in (0, 9, 18))


def _ryuuiisou(hand: Hand) -> bool:
    needed = hand.rules.flag("yaku.ryuuiisou_needs_hatsu")
    return hand.kinds <= _GREEN and (32 in hand.kinds or not needed)


def _haitei(hand: Hand) -> bool:
    alone = not hand.win.rinshan or hand.rules.flag("yaku.rinshan_haitei_combine")
    return hand.win.tsumo and hand.win.haitei and alone


@dataclass(frozen=True, slots=True)
class Yaku:
    """`closed` and `open` are han, or times the yakuman value; 0 is not counted in that state."""

    id: str
    closed: int
    open: int
    yakuman: bool
    condition: Callable[[Hand], bool]
    excludes: tuple[str, ...] = ()


def _y(
    name: str,
    closed: int,
    open_: int,
    condition: Callable[[Hand], bool],
    *excludes: str,
    yakuman: bool = False,
) -> Yaku:
    return Yaku(name, closed, open_, yakuman, condition, excludes)


# A yaku leaves out those in its last names (`excludes` of the contract, written at the stronger).
_TABLE: Final = (
    _y("riichi", 1, 0, lambda h: h.win.riichi or h.win.double_riichi),
    _y("double_riichi", 1, 0, lambda h: h.win.double_riichi and h.rules.flag("riichi.double_riichi")),
    _y("ippatsu", 1, 0, lambda h: h.win.ippatsu and h.rules.flag("riichi.ippatsu")),
    _y("menzen_tsumo", 1, 0, lambda h: h.win.tsumo),
    _y("pinfu", 1, 0, _pinfu),
    _y("tanyao", 1, 1, lambda h: not any(map(_yaochuu, h.kinds))),
    _y("iipeikou", 1, 0, lambda h: h.twin_runs >= 1),
    _y("yakuhai", 1, 1, lambda h: bool(value_sets(h))),
    _y("haitei", 1, 1, _haitei),
    _y("houtei", 1, 1, lambda h: not h.win.tsumo and h.win.houtei),
    _y("rinshan", 1, 1, lambda h: h.win.tsumo and h.win.rinshan),
    _y("chankan", 1, 1, lambda h: not h.win.tsumo and h.win.chankan),
    _y("chiitoitsu", 2, 0, lambda h: h.reading.form is Form.SEVEN_PAIRS),
    _y("sanshoku_doujun", 2, 1, lambda h: _same_in_three_suits(h.runs)),
    _y("sanshoku_doukou", 2, 2, lambda h: _same_in_three_suits(h.pons)),
    _y("ittsu", 2, 1, _ittsu),
    _y("chanta", 2, 1, lambda h: h.outside),
    _y("toitoi", 2, 2, lambda h: len(h.pons) == 4),
    _y("sanankou", 2, 2, lambda h: h.concealed_pons == 3),
    _y("sankantsu", 2, 2, lambda h: h.kans == 3),
    _y("honroutou", 2, 2, lambda h: all(map(_yaochuu, h.kinds)), "chanta"),
    _y("shousangen", 2, 2, lambda h: len({31, 32, 33} & set(h.pons)) == 2 and h.reading.pair >= 31),
    _y("honitsu", 3, 2, lambda h: len(h.suits) == 2 and 3 in h.suits),
    _y("junchan", 3, 2, lambda h: h.outside and 3 not in h.suits, "chanta"),
    _y("ryanpeikou", 3, 0, lambda h: h.twin_runs == 2, "iipeikou", "chiitoitsu"),
    _y("chinitsu", 6, 5, lambda h: len(h.suits) == 1 and 3 not in h.suits, "honitsu"),
    _y("tenhou", 1, 0, lambda h: h.win.tenhou, yakuman=True),
    _y("chiihou", 1, 0, lambda h: h.win.chihou, yakuman=True),
    _y("kokushi_musou", 1, 0, lambda h: h.reading.form is Form.ORPHANS, yakuman=True),
    _y("chuuren_poutou", 1, 0, _chuuren, yakuman=True),
    _y("suuankou", 1, 0, lambda h: h.concealed_pons == 4, yakuman=True),
    _y("suukantsu", 1, 1, lambda h: h.kans == 4, yakuman=True),
    _y("daisangen", 1, 1, lambda h: {31, 32, 33} <= set(h.pons), yakuman=True),
    _y(
        "shousuushii",
        1,
        1,
        lambda h: len({27, 28, 29, 30} & set(h.pons)) == 3 and h.reading.pair in range(27, 31),
        yakuman=True,
    ),
    _y("daisuushii", 1, 1, lambda h: {27, 28, 29, 30} <= set(h.pons), yakuman=True),
    _y("tsuuiisou", 1, 1, lambda h: h.suits == {3}, yakuman=True),
    _y("chinroutou", 1, 1, lambda h: 3 not in h.suits and all(map(_yaochuu, h.kinds)), yakuman=True),
    _y("ryuuiisou", 1, 1, _ryuuiisou, yakuman=True),
    _y("renhou", 1, 0, lambda h: h.win.renhou and not h.win.tsumo, yakuman=True),
)
YAKU: Final[Mapping[str, Yaku]] = {yaku.id: yaku for yaku in _TABLE}


def ordinary(hand: Hand) -> tuple[tuple[str, int], ...]:
    """The ordinary yaku of a hand with their han, exclusions applied."""
    found = {yaku.id: han for yaku in _TABLE if not yaku.yakuman and (han := _han(yaku, hand))}
    dropped = {name for key in found for name in YAKU[key].excludes}
    return tuple((key, han) for key, han in found.items() if key not in dropped)


def yakuman(hand: Hand) -> tuple[tuple[str, int], ...]:
    """The yakuman of a hand, each with 1, or 2 where the rules count it double (R-YAKU-03)."""
    return tuple((yaku.id, times) for yaku in _TABLE if yaku.yakuman and (times := _times(yaku, hand)))


def _han(yaku: Yaku, hand: Hand) -> int:
    han = yaku.closed if hand.win.closed else yaku.open
    if not han or not yaku.condition(hand):
        return 0
    if yaku.id == "yakuhai":
        return len(value_sets(hand))
    if yaku.id == "tanyao" and not hand.win.closed and not hand.rules.flag("call.open_tanyao"):
        return 0
    if yaku.id == "chiitoitsu" and hand.rules.choice("score.chiitoitsu_variant") == "1han_50fu":
        return 1
    return han


def _times(yaku: Yaku, hand: Hand) -> int:
    if yaku.id == "renhou" and hand.rules.choice("score.renhou") != "yakuman":
        return 0
    if not (yaku.closed if hand.win.closed else yaku.open) or not yaku.condition(hand):
        return 0
    double = hand.rules.value("score.double_yakuman")
    assert isinstance(double, tuple)
    forms = {
        "daisuushii": "daisuushii",
        "suuankou_tanki": "suuankou" if hand.reading.wait is Wait.TANKI else "",
        "kokushi_13_sided": "kokushi_musou" if hand.reading.wait is Wait.ORPHANS_13 else "",
        "chuuren_9_sided": "chuuren_poutou" if hand.reading.wait and _nine_sided(hand) else "",
    }
    return 2 if any(forms[name] == yaku.id for name in double) else 1
