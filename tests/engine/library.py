"""The independent library `mahjong` asked about a hand of ours (tests and benchmarks only)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld as TheirMeld

from engine.rules.ruleset import Ruleset
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import KINDS, Tile
from engine.value.win import Win

_EAST: Final = 27
_NAMES: Final = {
    "Menzen Tsumo": "menzen_tsumo",
    "Riichi": "riichi",
    "Ippatsu": "ippatsu",
    "Chankan": "chankan",
    "Rinshan Kaihou": "rinshan",
    "Haitei Raoyue": "haitei",
    "Houtei Raoyui": "houtei",
    "Renhou": "renhou",
    "Renhou (yakuman)": "renhou",
    "Pinfu": "pinfu",
    "Tanyao": "tanyao",
    "Iipeiko": "iipeikou",
    "Sanshoku Doujun": "sanshoku_doujun",
    "Ittsu": "ittsu",
    "Chantai": "chanta",
    "Honroutou": "honroutou",
    "Toitoi": "toitoi",
    "San Ankou": "sanankou",
    "San Kantsu": "sankantsu",
    "Sanshoku Doukou": "sanshoku_doukou",
    "Chiitoitsu": "chiitoitsu",
    "Shou Sangen": "shousangen",
    "Honitsu": "honitsu",
    "Junchan": "junchan",
    "Ryanpeikou": "ryanpeikou",
    "Chinitsu": "chinitsu",
    "Kokushi Musou": "kokushi_musou",
    "Kokushi Musou Juusanmen Matchi": "kokushi_musou",
    "Chuuren Poutou": "chuuren_poutou",
    "Daburu Chuuren Poutou": "chuuren_poutou",
    "Suu Ankou": "suuankou",
    "Suu Ankou Tanki": "suuankou",
    "Daisangen": "daisangen",
    "Shousuushii": "shousuushii",
    "Dai Suushii": "daisuushii",
    "Ryuuiisou": "ryuuiisou",
    "Suu Kantsu": "suukantsu",
    "Tsuu Iisou": "tsuuiisou",
    "Chinroutou": "chinroutou",
    "Tenhou": "tenhou",
    "Chiihou": "chiihou",
    "Dora": "dora",
    "Aka Dora": "red",
    "Ura Dora": "ura",
}


@dataclass(frozen=True, slots=True)
class Question:
    """A win in the arguments of the library; tiles by physical id 0..135."""

    tiles: list[int]
    win_tile: int
    melds: list[TheirMeld]
    indicators: list[int]
    ura: list[int]
    config: HandConfig

    def ask(self) -> HandResponse:
        """The library's answer."""
        return HandCalculator.estimate_hand_value(
            self.tiles,
            self.win_tile,
            melds=self.melds,
            dora_indicators=self.indicators,
            config=self.config,
            ura_dora_indicators=self.ura,
        )


def physical(tiles: Sequence[Tile], red_fives: bool) -> list[int]:
    """An id for each tile, no id twice; the first copy of a five is the red one where there is one."""
    left = {face: [4 * face + copy for copy in range(4)] for face in range(KINDS)}
    if red_fives:
        for suit in range(3):
            left[KINDS + suit] = [left[9 * suit + 4].pop(0)]
    return [left[tile].pop() for tile in tiles]


def question(win: Win, rules: Ruleset) -> Question:
    """The same win under the same rules in the library's words."""
    red_fives = rules.counts("tiles.red_fives")["m"] > 0
    rows = [win.concealed, *(meld.tiles for meld in win.melds), win.indicators, win.ura]
    ids = iter(physical([tile for row in rows for tile in row], red_fives))
    concealed, *sets, indicators, ura = [[next(ids) for _ in row] for row in rows]
    melds = [_meld(meld, tiles) for meld, tiles in zip(win.melds, sets, strict=True)]
    all_tiles = [*concealed, *(tile for tiles in sets for tile in tiles)]
    return Question(all_tiles, concealed[-1], melds, indicators, ura, _config(win, rules, red_fives))


def _meld(meld: Meld, tiles: list[int]) -> TheirMeld:
    name = {
        MeldType.CHI: TheirMeld.CHI,
        MeldType.PON: TheirMeld.PON,
        MeldType.SHOUMINKAN: TheirMeld.SHOUMINKAN,
    }
    return TheirMeld(name.get(meld.type, TheirMeld.KAN), tiles, opened=meld.open)


def _config(win: Win, rules: Ruleset, red_fives: bool) -> HandConfig:
    kazoe = rules.flag("score.kazoe_yakuman")
    options = OptionalRules(
        has_open_tanyao=rules.flag("call.open_tanyao"),
        has_aka_dora=red_fives,
        has_double_yakuman=bool(rules.value("score.double_yakuman")),
        kazoe_limit=HandConstants.KAZOE_LIMITED if kazoe else HandConstants.KAZOE_SANBAIMAN,
        kiriage=rules.flag("score.kiriage_mangan"),
        # The option is of ron; by tsumo the library takes the 2 fu of the tsumo itself for it (R-FU-07).
        fu_for_open_pinfu=win.tsumo or rules.number("fu.open_pinfu_ron") == 30,
        renhou_as_yakuman=rules.choice("score.renhou") == "yakuman",
        limit_to_sextuple_yakuman=False,
    )
    return HandConfig(
        is_tsumo=win.tsumo,
        is_riichi=win.riichi,
        is_ippatsu=win.ippatsu,
        is_rinshan=win.rinshan,
        is_chankan=win.chankan,
        is_haitei=win.haitei,
        is_houtei=win.houtei,
        is_daburu_riichi=win.double_riichi,
        is_tenhou=win.tenhou,
        is_renhou=win.renhou,
        is_chiihou=win.chihou,
        player_wind=_EAST + win.seat_wind,
        round_wind=_EAST + win.round_wind,
        options=options,
    )


def yaku_of(answer: HandResponse, opened: bool) -> dict[str, int]:
    """Our ids of the library's yaku with their han; `dora`, `red` and `ura` among them."""
    out: dict[str, int] = {}
    for yaku in answer.yaku or ():
        han = yaku.han_open if opened and yaku.han_open else yaku.han_closed
        if yaku.name == "Double Riichi":
            out |= {"riichi": 1, "double_riichi": 1}
        elif yaku.name.startswith("Yakuhai"):
            out["yakuhai"] = out.get("yakuhai", 0) + han
        else:
            out[_NAMES[yaku.name]] = han
    return out
