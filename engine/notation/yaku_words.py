"""What records call the yaku of a win: one canonical row, and the names of tenhou and of mjai records.

The canonical row distinguishes the yakuhai (seat_wind, round_wind, haku, hatsu, chun), counts double
riichi as one yaku, and ends with dora, red and ura.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.tiles.shape import counts
from engine.value.score import HandValue
from engine.value.win import Wait, Win

Row = dict[str, int]
"""Canonical id to han, 13 for each yakuman value."""
_WIND_KANJI: Final = "東南西北"
_NINE_GATES: Final = [3, 1, 1, 1, 1, 1, 1, 1, 3]
_ORDERED: Final = (
    ("門前清自摸和", "menzen_tsumo"),
    ("立直", "riichi"),
    ("一発", "ippatsu"),
    ("槍槓", "chankan"),
    ("嶺上開花", "rinshan"),
    ("海底摸月", "haitei"),
    ("河底撈魚", "houtei"),
    ("平和", "pinfu"),
    ("断幺九", "tanyao"),
    ("一盃口", "iipeikou"),
    *((f"自風 {wind}", "seat_wind") for wind in _WIND_KANJI),
    *((f"場風 {wind}", "round_wind") for wind in _WIND_KANJI),
    ("役牌 白", "haku"),
    ("役牌 發", "hatsu"),
    ("役牌 中", "chun"),
    ("両立直", "double_riichi"),
    ("七対子", "chiitoitsu"),
    ("混全帯幺九", "chanta"),
    ("一気通貫", "ittsu"),
    ("三色同順", "sanshoku_doujun"),
    ("三色同刻", "sanshoku_doukou"),
    ("三槓子", "sankantsu"),
    ("対々和", "toitoi"),
    ("三暗刻", "sanankou"),
    ("小三元", "shousangen"),
    ("混老頭", "honroutou"),
    ("二盃口", "ryanpeikou"),
    ("純全帯幺九", "junchan"),
    ("混一色", "honitsu"),
    ("清一色", "chinitsu"),
    ("人和", "renhou"),
    ("天和", "tenhou"),
    ("地和", "chiihou"),
    ("大三元", "daisangen"),
    ("四暗刻", "suuankou"),
    ("四暗刻単騎", "suuankou"),
    ("字一色", "tsuuiisou"),
    ("緑一色", "ryuuiisou"),
    ("清老頭", "chinroutou"),
    ("九蓮宝燈", "chuuren_poutou"),
    ("純正九蓮宝燈", "chuuren_poutou"),
    ("国士無双", "kokushi_musou"),
    ("国士無双１３面", "kokushi_musou"),
    ("大四喜", "daisuushii"),
    ("小四喜", "shousuushii"),
    ("四槓子", "suukantsu"),
    ("ドラ", "dora"),
    ("裏ドラ", "ura"),
    ("赤ドラ", "red"),
)
BY_NUMBER: Final = tuple(name for _, name in _ORDERED)
"""Canonical id by the number of the yaku in tenhou XML."""
BY_KANJI: Final[Mapping[str, str]] = dict(_ORDERED)
_KANJI: Final = {name: kanji for kanji, name in reversed(_ORDERED)}
_PLACE: Final = {name: place for place, name in reversed(tuple(enumerate(BY_NUMBER)))}
_LAST: Final = {"dora": 100, "red": 101, "ura": 102}
_ALIASES: Final = {
    "aka_dora": "red",
    "akadora": "red",
    "red_five": "red",
    "ura_dora": "ura",
    "uradora": "ura",
    "ittsuu": "ittsu",
    "ikkitsukan": "ittsu",
    "reach": "riichi",
    "double_reach": "double_riichi",
    "menzenchin_tsumoho": "menzen_tsumo",
    "tanyaochu": "tanyao",
    "ipeko": "iipeikou",
    "ryanpeko": "ryanpeikou",
    "jikaze": "seat_wind",
    "bakaze": "round_wind",
    "chitoitsu": "chiitoitsu",
    "honiso": "honitsu",
    "chiniso": "chinitsu",
    "toitoiho": "toitoi",
}


def row_of(worth: HandValue) -> Row:
    """The canonical row of a value; `ura` only where it counts."""
    row: Row = {}
    for name, han in worth.yaku:
        if name == "yakuhai":
            row |= dict.fromkeys(worth.value_sets, 1)
        elif name == "double_riichi":
            row[name] = row.pop("riichi", 0) + han
        else:
            row[name] = han
    row |= {"dora": worth.dora, "red": worth.red, "ura": worth.ura}
    return {name: row[name] for name in sorted(row, key=_order) if row[name]}


def _order(name: str) -> int:
    return _LAST.get(name) or _PLACE[name]


def canonical(named: Iterable[tuple[str, int]]) -> Row | None:
    """The row of names and han as a record has them; None when a name is not understood."""
    row: Row = {}
    for name, han in named:
        found = BY_KANJI.get(name) or _ALIASES.get(name, name)
        if found not in _PLACE:
            return None
        if han:
            row[found] = row.get(found, 0) + han
    return row


def kanji(name: str, win: Win, worth: HandValue) -> str:
    """Tenhou's name of a canonical yaku in this win."""
    if name == "seat_wind":
        return f"自風 {_WIND_KANJI[win.seat_wind]}"
    if name == "round_wind":
        return f"場風 {_WIND_KANJI[win.round_wind]}"
    return _widest(name, win, worth) or _KANJI[name]


def _widest(name: str, win: Win, worth: HandValue) -> str | None:
    """The name of a yakuman on its widest wait, which tenhou calls differently."""
    wait = None if worth.reading is None else worth.reading.wait
    if name == "suuankou" and wait is Wait.TANKI:
        return "四暗刻単騎"
    if name == "kokushi_musou" and wait is Wait.ORPHANS_13:
        return "国士無双１３面"
    if name == "chuuren_poutou":
        low = win.win_tile.kind // 9 * 9
        return "純正九蓮宝燈" if counts(win.tiles)[low : low + 9] == _NINE_GATES else None
    return None
