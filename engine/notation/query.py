"""JSON questions about a hand: a win to be valued, or a hand whose waits are asked for.

The shapes are those of the commands `score` and `waits`. Everything that is wrong with a question is
named, not the first fault only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.meld import Meld
from engine.notation.fields import (
    WINDS,
    Fault,
    QueryError,
    Reader,
    bad_field,
    flag_field,
    melds_field,
    number_field,
    row_field,
    seat_field,
    tile_field,
    tiles_field,
    too_many,
    wind_field,
)
from engine.presets import PRESETS
from engine.rules import Ruleset
from engine.tile import ALL, Tile
from engine.win import Win

__all__ = ["Fault", "HandQuery", "QueryError", "WinQuery", "hand_query", "win_query"]

FLAGS: Final = (
    "riichi",
    "double_riichi",
    "ippatsu",
    "haitei",
    "houtei",
    "rinshan",
    "chankan",
    "tenhou",
    "chihou",
    "renhou",
    "merged",
)


@dataclass(frozen=True, slots=True)
class WinQuery:
    """A win with the table around it: seats 0..3, `source` the seat the tile is from."""

    win: Win
    rules: Ruleset
    seat: int
    source: int
    dealer: int
    honba: int
    kyotaku: int
    pao: int | None


@dataclass(frozen=True, slots=True)
class HandQuery:
    """A hand of 13 or 14 tiles, each meld counting three."""

    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]


def hand_query(data: Mapping[str, object]) -> HandQuery:
    """The hand of a `waits` line; QueryError names what is wrong with it."""
    reader = Reader(data)
    tiles, melds = reader.read(tiles_field, data, "tiles"), reader.read(melds_field, data, None)
    if tiles is None or melds is None:
        raise QueryError(*reader.faults)
    faults = too_many([*tiles, *(tile for meld in melds for tile in meld.tiles)])
    if len(tiles) + 3 * len(melds) not in (13, 14):
        faults.append(_count("13 or 14", len(tiles) + 3 * len(melds)))
    if faults:
        raise QueryError(*faults)
    return HandQuery(tiles, melds)


def win_query(data: Mapping[str, object], preset: str = "rrc") -> WinQuery:
    """The win of a `score` line; QueryError names everything that contradicts.

    `preset` is used where the line names none; a recorded win says by `ruleset` what site it is from.
    """
    table, hand = Reader(data), Reader(data)
    rules = table.read(_rules, data, preset)
    seat, source, dealer = (table.read(seat_field, data, key) for key in ("seat", "from", "dealer"))
    pao = None if data.get("pao") is None else table.read(seat_field, data, "pao")
    wind = table.read(wind_field, data)
    flags = {name: table.read(flag_field, data, name) or False for name in FLAGS}
    honba, kyotaku = (table.read(number_field, data, key) or 0 for key in ("honba", "kyotaku"))
    melds, tile = hand.read(melds_field, data, seat), hand.read(tile_field, data, "win_tile")
    win = Win(
        hand.read(tiles_field, data, "tiles") or (),
        melds or (),
        ALL[0] if tile is None else tile,
        source == seat,
        ((seat or 0) - (dealer or 0)) % 4,
        wind or 0,
        indicators=hand.read(row_field, data, "dora_indicators") or (),
        ura=hand.read(row_field, data, "ura_indicators") or (),
        honba=honba,
        **flags,
    )
    faults = [*hand.faults, *table.faults]
    if rules is not None and not hand.faults:
        faults += _hand_faults(win, rules)
    if rules is not None and melds is not None and not table.faults:
        faults += [*_flag_faults(win, rules), *_said_twice(data, win)]
    if pao is not None and pao == seat:
        faults.append(
            Fault("PAO_SELF", "A winner is not responsible for the own hand: pao is another seat or null.")
        )
    if pao is not None and melds is not None and win.closed:
        faults.append(Fault("PAO_WITHOUT_CALL", "Nobody is responsible for a closed hand: pao is null."))
    if faults or rules is None or seat is None or source is None or dealer is None:
        raise QueryError(*faults)
    return WinQuery(win, rules, seat, source, dealer, honba, kyotaku, pao)


def _hand_faults(win: Win, rules: Ruleset) -> list[Fault]:
    size = len(win.tiles) + 3 * len(win.melds)
    faults = [] if size == 13 else [_count("13", size)]
    tiles = [*win.all_tiles, *win.indicators, *win.ura]
    faults += too_many(tiles)
    for tile, n in Counter(tiles).items():
        if tile.red and n > rules.counts("tiles.red_fives")[tile.suit]:
            faults.append(
                Fault("NO_SUCH_RED_FIVE", f"The set holds fewer than {n} of {tile}: see tiles.red_fives.")
            )
    others = (*win.tiles, *(tile for meld in win.melds for tile in meld.tiles), *win.indicators, *win.ura)
    if win.chankan and any(tile.kind == win.win_tile.kind for tile in others):
        faults.append(Fault("CHANKAN_TILE_HELD", f"All four {win.win_tile.plain} are in the robbed kan."))
    if len(win.indicators) > 5 or len(win.ura) > 5:
        faults.append(Fault("INDICATORS", "No more than five indicators are ever turned."))
    if len(win.ura) > len(win.indicators):
        faults.append(Fault("INDICATORS", "There are more ura indicators than dora indicators."))
    return faults


def _flag_faults(win: Win, rules: Ruleset) -> list[Fault]:
    """Flags that contradict each other, the hand or the seat."""
    riichi = win.riichi or win.double_riichi
    kan = any(meld.type.kan for meld in win.melds)
    first = win.tenhou or win.chihou or win.renhou
    late_renhou = rules.choice("score.renhou_window") == "first_go_around"
    checks = (
        (win.ippatsu and not riichi, "IPPATSU_WITHOUT_RIICHI", "Ippatsu needs a riichi."),
        (riichi and not win.closed, "RIICHI_OPEN", "Riichi is declared with a closed hand only."),
        (win.haitei and not win.tsumo, "HAITEI_ON_RON", "Haitei is a tsumo; the ron is houtei."),
        (win.houtei and win.tsumo, "HOUTEI_ON_TSUMO", "Houtei is a ron; the tsumo is haitei."),
        (win.rinshan and not win.tsumo, "RINSHAN_ON_RON", "Rinshan is a tsumo."),
        (win.rinshan and not kan, "RINSHAN_WITHOUT_KAN", "Rinshan needs a kan of the winner."),
        (win.rinshan and win.ippatsu, "IPPATSU_AFTER_KAN", "The kan of a rinshan ends ippatsu."),
        (win.chankan and win.tsumo, "CHANKAN_ON_TSUMO", "Chankan is a ron."),
        (win.chankan and win.houtei, "CHANKAN_HOUTEI", "A robbed kan is not the last discard."),
        (win.tenhou and not (win.tsumo and win.dealer), "TENHOU_SEAT", "Tenhou is a tsumo of the dealer."),
        (win.chihou and not win.tsumo, "CHIHOU_ON_RON", "Chihou is a tsumo; the ron is renhou."),
        (win.chihou and win.dealer, "CHIHOU_SEAT", "Chihou is for a player other than the dealer."),
        (win.renhou and win.tsumo, "RENHOU_ON_TSUMO", "Renhou is a ron."),
        (win.renhou and win.dealer and not late_renhou, "RENHOU_SEAT", "The dealer has drawn: no renhou."),
        (first and bool(win.melds), "FIRST_TURN_WITH_MELD", "A declared set ends the first go-around."),
        (
            first and riichi and not (win.renhou and late_renhou),
            "FIRST_TURN_RIICHI",
            "No riichi comes before the first draw.",
        ),
        (
            first and (win.haitei or win.houtei or win.chankan),
            "FIRST_TURN_LAST",
            "The first turn is not the last.",
        ),
        (win.merged and not win.tsumo, "MERGED_ON_RON", "Only a drawn tile is merged into the hand."),
    )
    return [Fault(code, text) for wrong, code, text in checks if wrong]


def _said_twice(data: Mapping[str, object], win: Win) -> list[Fault]:
    """What a recorded win says again in other words must agree with its seats."""
    checks = (
        (data.get("tsumo") not in (None, win.tsumo), "TSUMO_SEAT", "A tsumo is from the seat itself."),
        (data.get("seat_wind") not in (None, WINDS[win.seat_wind]), "SEAT_WIND", "The dealer sits East."),
    )
    return [Fault(code, text) for wrong, code, text in checks if wrong]


def _count(wanted: str, size: int) -> Fault:
    return Fault("TILE_COUNT", f"A hand has {wanted} tiles, each meld counting three, not {size}.")


def _rules(data: Mapping[str, object], preset: str) -> Ruleset:
    site = str(data.get("ruleset", "")).split("-")[0]
    name = data.get("preset", site if site in PRESETS else preset)
    options = {} if data.get("options") is None else data["options"]
    if not isinstance(name, str) or not isinstance(options, Mapping):
        raise bad_field("preset is a word and options an object.")
    if name == "classical":
        text = "A hand of Chinese Classical is counted by `jantaku settle`: name a preset of riichi."
        raise QueryError(Fault("BAD_RULES", text))
    try:
        return Ruleset.preset(name, options)
    except ValueError as error:
        raise QueryError(Fault("BAD_RULES", str(error))) from None
