"""JSON questions about a hand: a win to be valued, or a hand whose waits are asked for.

The shapes are those of the commands `score` and `waits`. Everything that is wrong with a question is
named, not the first fault only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.notation.fields import (
    ID,
    INDICATORS,
    MELDS,
    NUMBER,
    OPTIONS,
    SEAT,
    SENDER,
    WIND,
    WINDS,
    Data,
    QueryError,
    QuestionLine,
    count_fault,
    no_preset,
    wrong_copies,
)
from engine.notation.schema import FLAG, TILE, TILES, QuestionFault, Schema, fits, nullable, record, whole
from engine.rules.presets import PRESETS
from engine.rules.ruleset import Ruleset
from engine.tiles.meld import Meld
from engine.tiles.tile import ALL, Tile
from engine.value.win import Win

__all__ = ["HAND", "WIN", "HandQuery", "QueryError", "QuestionFault", "WinQuery", "hand_query", "win_query"]

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
FlagCheck = tuple[bool, str, str]
"""Whether something is wrong with the flags, its code, and why."""
HAND: Final = record("A line", {"id": ID, "tiles": TILES, "melds": MELDS, **SENDER}, ("tiles",))
"""A line of `waits`."""
_RECORDED: Final[dict[str, Schema]] = {
    "ruleset": {"type": ["string", "null"], "title": "the rules of a recorded win, its site first"},
    "tsumo": nullable(FLAG),
    "seat_wind": nullable(WIND),
    "honba_round": nullable(whole("the counters of the hand, not read", 0)),
    "multi_ron": nullable(whole("which of several winners this is, not read", 0)),
}
"""What records of wins say besides."""
WIN: Final = record(
    "A line",
    {
        "id": ID,
        "preset": {"type": "string", "title": f"one of {', '.join(PRESETS)}"},
        "options": OPTIONS,
        "tiles": TILES,
        "melds": MELDS,
        "win_tile": TILE,
        "seat": SEAT,
        "from": SEAT,
        "dealer": SEAT,
        "round_wind": WIND,
        **dict.fromkeys(FLAGS, FLAG),
        "dora_indicators": INDICATORS,
        "ura_indicators": INDICATORS,
        "honba": NUMBER,
        "kyotaku": NUMBER,
        "pao": nullable(SEAT),
        **_RECORDED,
        **SENDER,
    },
    ("tiles", "win_tile", "seat", "from", "dealer", "round_wind"),
)
"""A line of `score`."""
_IS_HAND, _IS_WIN = fits(HAND), fits(WIN)


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


def hand_query(data: Data) -> HandQuery:
    """The hand of a `waits` line; QueryError names what is wrong with it."""
    line = QuestionLine.of(data, HAND, _IS_HAND)
    tiles, melds = line.tiles("tiles"), line.melds(None)
    if melds is not None and line.sound("tiles") and not line.misnamed:
        line.faults += wrong_copies([*tiles, *(tile for meld in melds for tile in meld.tiles)], None)
        if len(tiles) + 3 * len(melds) not in (13, 14):
            line.faults.append(count_fault("13 or 14", len(tiles) + 3 * len(melds)))
    if line.faults or melds is None:
        raise line.refuse(HAND)
    return HandQuery(tiles, melds)


def win_query(data: Data, preset: str = "rrc") -> WinQuery:
    """The win of a `score` line; QueryError names everything that contradicts.

    `preset` is used where the line names none; a recorded win says by `ruleset` what site it is from.
    """
    line = QuestionLine.of(data, WIN, _IS_WIN)
    rules = _rules(line, preset)
    seat, source, dealer, pao = (line.fields.get(name) for name in ("seat", "from", "dealer", "pao"))
    melds = line.melds(seat)
    wind = line.fields.get("round_wind")
    win = Win(
        line.tiles("tiles"),
        melds or (),
        next(iter(line.tiles("win_tile")), ALL[0]),
        source == seat,
        ((seat or 0) - (dealer or 0)) % 4,
        0 if wind is None else WINDS.index(wind),
        indicators=line.row("dora_indicators"),
        ura=line.row("ura_indicators"),
        honba=line.fields.get("honba") or 0,
        **{name: line.fields.get(name, False) for name in FLAGS},
    )
    if not line.misnamed:
        _check(line, win, rules, melds is not None)
    if line.faults or rules is None or seat is None or source is None or dealer is None:
        raise line.refuse(WIN)
    return WinQuery(win, rules, seat, source, dealer, win.honba, line.fields.get("kyotaku") or 0, pao)


_OF_HAND: Final = ("tiles", "melds", "win_tile", "dora_indicators", "ura_indicators")
_OF_TABLE: Final = tuple(name for name in WIN["properties"] if name not in _OF_HAND)


def _check(line: QuestionLine, win: Win, rules: Ruleset | None, melds: bool) -> None:
    """Contradictions, as far as the fields that they are between could be read."""
    fine = not line.faults
    hand, table = (fine or all(map(line.sound, names)) for names in (_OF_HAND, _OF_TABLE))
    if rules is not None and hand:
        _check_hand(line, win, rules)
    if rules is not None and melds and table:
        _check_flags(line, win, rules)
        _check_said_twice(line, win)
    pao = line.fields.get("pao")
    own, closed = pao is not None and pao == line.fields.get("seat"), pao is not None and melds and win.closed
    line.check(own, "PAO_SELF", "A winner is not responsible for the own hand: pao is another seat or null.")
    line.check(closed, "PAO_WITHOUT_CALL", "Nobody is responsible for a closed hand: pao is null.")


def _check_hand(line: QuestionLine, win: Win, rules: Ruleset) -> None:
    size = len(win.tiles) + 3 * len(win.melds)
    if size != 13:
        line.faults.append(count_fault("13", size))
    tiles = [*win.all_tiles, *win.indicators, *win.ura]
    line.faults += wrong_copies(tiles, rules, reds_known=_reds_known(line.fields.get("ruleset") or ""))
    if win.chankan:
        held = sum(tile.kind == win.win_tile.kind for tile in tiles) > 1
        line.check(held, "CHANKAN_TILE_HELD", f"All four {win.win_tile.plain} are in the robbed kan.")
    many = len(win.indicators) > 5 or len(win.ura) > 5
    line.check(many, "INDICATORS", "No more than five indicators are ever turned.")
    more = len(win.ura) > len(win.indicators)
    line.check(more, "INDICATORS", "There are more ura indicators than dora indicators.")


def _reds_known(ruleset: str) -> bool:
    """Whether a record that names its rules as `site-aka-kuitan` says that its set has red fives."""
    words = ruleset.split("-")[1:]
    return not words or "aka" in words


def _check_flags(line: QuestionLine, win: Win, rules: Ruleset) -> None:
    """Flags that contradict each other, the hand or the seat."""
    said = [name for name in FLAGS if line.fields.get(name)]
    if not said or (said == ["riichi"] and win.closed):
        return
    for wrong, code, text in (
        *_riichi_flags(win),
        *_last_tile_flags(win),
        *_first_turn_flags(win, rules),
        (win.merged and not win.tsumo, "MERGED_ON_RON", "Only a drawn tile is merged into the hand."),
    ):
        line.check(wrong, code, text)


def _riichi_flags(win: Win) -> tuple[FlagCheck, ...]:
    riichi = win.riichi or win.double_riichi
    return (
        (win.ippatsu and not riichi, "IPPATSU_WITHOUT_RIICHI", "Ippatsu needs a riichi."),
        (riichi and not win.closed, "RIICHI_OPEN", "Riichi is declared with a closed hand only."),
        (
            win.double_riichi and win.ippatsu and bool(win.melds) and win.closed,
            "DOUBLE_RIICHI_KAN",
            "A kan comes before a riichi, which is then no double riichi, or after it and ends ippatsu.",
        ),
    )


def _last_tile_flags(win: Win) -> tuple[FlagCheck, ...]:
    """Flags of the last draw, the last discard and of kans."""
    kan = any(meld.type.kan for meld in win.melds)
    return (
        (win.haitei and not win.tsumo, "HAITEI_ON_RON", "Haitei is a tsumo; the ron is houtei."),
        (win.houtei and win.tsumo, "HOUTEI_ON_TSUMO", "Houtei is a ron; the tsumo is haitei."),
        (win.rinshan and not win.tsumo, "RINSHAN_ON_RON", "Rinshan is a tsumo."),
        (win.rinshan and not kan, "RINSHAN_WITHOUT_KAN", "Rinshan needs a kan of the winner."),
        (win.rinshan and win.ippatsu, "IPPATSU_AFTER_KAN", "The kan of a rinshan ends ippatsu."),
        (win.chankan and win.tsumo, "CHANKAN_ON_TSUMO", "Chankan is a ron."),
        (win.chankan and win.houtei, "CHANKAN_HOUTEI", "A robbed kan is not the last discard."),
    )


def _first_turn_flags(win: Win, rules: Ruleset) -> tuple[FlagCheck, ...]:
    riichi = win.riichi or win.double_riichi
    first = win.tenhou or win.chihou or win.renhou
    late_renhou = rules.choice("score.renhou_window") == "first_go_around"
    return (
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
    )


def _check_said_twice(line: QuestionLine, win: Win) -> None:
    """What a recorded win says again in other words must agree with its seats."""
    tsumo, wind = line.fields.get("tsumo"), line.fields.get("seat_wind")
    line.check(tsumo not in (None, win.tsumo), "TSUMO_SEAT", "A tsumo is from the seat itself.")
    line.check(wind not in (None, WINDS[win.seat_wind]), "SEAT_WIND", "The dealer sits East.")


def _rules(line: QuestionLine, preset: str) -> Ruleset | None:
    site = str(line.fields.get("ruleset") or "").partition("-")[0]
    name = line.fields.get("preset") or (site if site in PRESETS else preset)
    if not line.sound("preset"):
        return None
    if name == "classical":
        text = "A hand of Chinese Classical is counted by `jantaku settle`: name a preset of riichi."
        line.faults.append(QuestionFault("BAD_RULES", text, ("preset",)))
    elif name not in PRESETS:
        line.faults.append(no_preset(name))
    else:
        return line.rules(name)
    return None
