"""The names that stand on the disk: of events, of their fields and of their values.

A journal must be read for as long as its club exists, so no name of Python reaches the disk. Whoever
renames something in `engine.state.events` changes the left side here and leaves the right; whoever adds,
removes or changes the meaning of something makes a new version of the journal with a step
(`controller.table.journal`). The topic `event` and the referee's tablet speak the same names, and leave the
secret fields out. An event, field or value
that is missing here ends the import.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import Any, Final, get_args, get_origin, get_type_hints

from engine.state import events as ev
from engine.state.events import EndReason, Sanction
from engine.state.faults import Fault
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Flower


@dataclass(frozen=True, slots=True)
class Words:
    """`name` of an event (empty for a part of one), and its fields: from Python's name to the written one.

    `secret` are the written names of fields that hold what only a player knows: the journal has them, the
    published event leaves them out.
    """

    name: str
    written: Mapping[str, str]
    secret: frozenset[str] = frozenset()

    @property
    def python(self) -> dict[str, str]:
        """Maps the written name of a field to Python's."""
        return {word: name for name, word in self.written.items()}


def _as(name: str = "", /, **written: str) -> Words:
    return Words(name, written)


def _hidden(words: Words, *secret: str) -> Words:
    return replace(words, secret=frozenset(secret))


EVENTS: Final[dict[type[Any], Words]] = {
    ev.GameStarted: _as("game_started", preset="preset", options="options", names="names"),
    ev.HandStarted: _as(
        "hand_started",
        round_wind="round_wind",
        number="number",
        honba="honba",
        kyotaku="kyotaku",
        dealer="dealer",
        scores="scores",
    ),
    ev.DiceThrown: _as("dice_thrown", dice="dice"),
    ev.Dealt: _hidden(_as("dealt", hands="hands"), "hands"),
    ev.DoraRevealed: _as("dora_revealed", tile="tile"),
    ev.Drawn: _hidden(_as("drawn", seat="seat", tile="tile", replacement="replacement"), "tile"),
    ev.RiichiDeclared: _as("riichi_declared", seat="seat"),
    ev.ReadyDeclared: _as("ready_declared", seat="seat"),
    ev.FlowerLaid: _as("flower_laid", seat="seat", flower="flower"),
    ev.Discarded: _as("discarded", seat="seat", tile="tile", sideways="sideways", tsumogiri="tsumogiri"),
    ev.Identified: _as("identified", seat="seat", index="index", tile="tile"),
    ev.RiichiPaid: _as("riichi_paid", seat="seat"),
    ev.RiichiWithdrawn: _as("riichi_withdrawn", seat="seat"),
    ev.Called: _as("called", seat="seat", meld="meld", fetched="fetched"),
    ev.Fetched: _as("fetched", seat="seat"),
    ev.KanDeclared: _as("kan_declared", seat="seat", meld="meld"),
    ev.WinDeclared: _as("win_declared", seat="seat", source="source"),
    ev.WinWithdrawn: _as("win_withdrawn", seat="seat"),
    ev.HandShown: _as("hand_shown", seat="seat", tiles="tiles", win_tile="win_tile"),
    ev.UraRevealed: _as("ura_revealed", tiles="tiles"),
    ev.NotenDeclared: _as("noten_declared", seat="seat"),
    ev.AbortDeclared: _as("abort_declared", seat="seat"),
    ev.Penalised: _as(
        "penalised",
        seat="seat",
        sanction="sanction",
        penalty="penalty",
        points="points",
        confirmed="confirmed",
    ),
    ev.ResultEntered: _as("result_entered", reason="reason", wins="wins", tenpai="tenpai", riichi="riichi"),
    ev.HandEnded: _as(
        "hand_ended", reason="reason", deltas="deltas", kyotaku="kyotaku", winners="winners", tenpai="tenpai"
    ),
    ev.GameEnded: _as("game_ended", scores="scores", by_time="by_time"),
    ev.Reseated: _as("reseated", names="names"),
    ev.Correct: _as("correct", at="at", count="count", events="events", reason="reason"),
}
PARTS: Final[dict[type[Any], Words]] = {
    Meld: _as(type="type", tiles="tiles", called="called", source="source", added="added"),
    ev.EnteredWin: _as(
        seat="seat", source="source", han="han", fu="fu", yakuman="yakuman", responsible="responsible"
    ),
}
"""What events are made of."""
VALUES: Final[Mapping[type[Enum], Mapping[Any, str]]] = {
    EndReason: {
        EndReason.WIN: "win",
        EndReason.EXHAUSTIVE: "exhaustive",
        EndReason.NAGASHI: "nagashi",
        EndReason.KYUUSHU: "kyuushu_kyuuhai",
        EndReason.SUUFON: "suufon_renda",
        EndReason.SUUCHA: "suucha_riichi",
        EndReason.SUUKAIKAN: "suukaikan",
        EndReason.SANCHAHOU: "sanchahou",
        EndReason.CHOMBO: "chombo",
        EndReason.REDEAL: "redeal",
    },
    Sanction: {
        Sanction.REMINDER: "reminder",
        Sanction.DEAD_HAND: "dead_hand",
        Sanction.CHOMBO: "chombo",
        Sanction.REDEAL: "redeal",
        Sanction.FINE: "fine",
        Sanction.DISQUALIFICATION: "disqualification",
    },
    MeldType: {
        MeldType.CHI: "chi",
        MeldType.PON: "pon",
        MeldType.DAIMINKAN: "daiminkan",
        MeldType.SHOUMINKAN: "shouminkan",
        MeldType.ANKAN: "ankan",
    },
    Flower: {
        Flower.F1: "1f",
        Flower.F2: "2f",
        Flower.F3: "3f",
        Flower.F4: "4f",
        Flower.G1: "1g",
        Flower.G2: "2g",
        Flower.G3: "3g",
        Flower.G4: "4g",
    },
}
FAULTS: Final[Mapping[Fault, str]] = {
    Fault.NO_GAME: "NO_GAME",
    Fault.GAME_RUNNING: "GAME_RUNNING",
    Fault.UNKNOWN_RULES: "UNKNOWN_RULES",
    Fault.HAND_RUNNING: "HAND_RUNNING",
    Fault.WRONG_HAND: "WRONG_HAND",
    Fault.GAME_NOT_OVER: "GAME_NOT_OVER",
    Fault.WRONG_SCORES: "WRONG_SCORES",
    Fault.WRONG_MOMENT: "WRONG_MOMENT",
    Fault.OUT_OF_TURN: "OUT_OF_TURN",
    Fault.WINDOW_CLOSED: "WINDOW_CLOSED",
    Fault.HAND_IS_DRAWN: "HAND_IS_DRAWN",
    Fault.WALL_EMPTY: "WALL_EMPTY",
    Fault.WRONG_WALL_END: "WRONG_WALL_END",
    Fault.TILE_NOT_IN_HAND: "TILE_NOT_IN_HAND",
    Fault.TILE_UNREAD: "TILE_UNREAD",
    Fault.FIVE_COPIES: "FIVE_COPIES",
    Fault.INDICATOR_NOT_DUE: "INDICATOR_NOT_DUE",
    Fault.SIDEWAYS_WITHOUT_RIICHI: "SIDEWAYS_WITHOUT_RIICHI",
    Fault.NOT_TSUMOGIRI: "NOT_TSUMOGIRI",
    Fault.KUIKAE: "KUIKAE",
    Fault.RIICHI_OPEN_HAND: "RIICHI_OPEN_HAND",
    Fault.RIICHI_NOTEN: "RIICHI_NOTEN",
    Fault.RIICHI_FURITEN: "RIICHI_FURITEN",
    Fault.RIICHI_TOO_LATE: "RIICHI_TOO_LATE",
    Fault.RIICHI_AFTER_CALL: "RIICHI_AFTER_CALL",
    Fault.RIICHI_TWICE: "RIICHI_TWICE",
    Fault.RIICHI_POINTS: "RIICHI_POINTS",
    Fault.RIICHI_FROZEN: "RIICHI_FROZEN",
    Fault.RIICHI_KAN: "RIICHI_KAN",
    Fault.RIICHI_NOT_DECLARED: "RIICHI_NOT_DECLARED",
    Fault.RIICHI_CALL: "RIICHI_CALL",
    Fault.CALL_OWN_TILE: "CALL_OWN_TILE",
    Fault.CALL_WRONG_TILE: "CALL_WRONG_TILE",
    Fault.CALL_AFTER_DRAW: "CALL_AFTER_DRAW",
    Fault.CHI_NOT_FROM_LEFT: "CHI_NOT_FROM_LEFT",
    Fault.CALL_LAST_DISCARD: "CALL_LAST_DISCARD",
    Fault.KAN_AFTER_CALL: "KAN_AFTER_CALL",
    Fault.KAN_NOT_OWN: "KAN_NOT_OWN",
    Fault.KAN_FIFTH: "KAN_FIFTH",
    Fault.NO_SUCH_PON: "NO_SUCH_PON",
    Fault.WIN_TWICE: "WIN_TWICE",
    Fault.TSUMO_AFTER_CALL: "TSUMO_AFTER_CALL",
    Fault.NOT_COMPLETE: "NOT_COMPLETE",
    Fault.NO_YAKU: "NO_YAKU",
    Fault.FURITEN: "FURITEN",
    Fault.ROB_NOT_KOKUSHI: "ROB_NOT_KOKUSHI",
    Fault.SHOWN_COUNT: "SHOWN_COUNT",
    Fault.SHOWN_DIFFERS: "SHOWN_DIFFERS",
    Fault.SHOWN_TWICE: "SHOWN_TWICE",
    Fault.NOT_A_WINNER: "NOT_A_WINNER",
    Fault.NO_RIICHI_WINNER: "NO_RIICHI_WINNER",
    Fault.URA_COUNT: "URA_COUNT",
    Fault.NOTEN_IN_RIICHI: "NOTEN_IN_RIICHI",
    Fault.TENPAI_HIDDEN: "TENPAI_HIDDEN",
    Fault.NOT_FIRST_TURN: "NOT_FIRST_TURN",
    Fault.NOT_NINE_KINDS: "NOT_NINE_KINDS",
    Fault.ABORT_NOT_PLAYED: "ABORT_NOT_PLAYED",
    Fault.NO_SUCH_DISCARD: "NO_SUCH_DISCARD",
    Fault.ALREADY_READ: "ALREADY_READ",
    Fault.RESULT_OPEN: "RESULT_OPEN",
    Fault.WRONG_RESULT: "WRONG_RESULT",
    Fault.DEAD_HAND: "DEAD_HAND",
    Fault.NOT_FETCHED: "NOT_FETCHED",
    Fault.NOTHING_TO_FETCH: "NOTHING_TO_FETCH",
    Fault.RIICHI_STANDS: "RIICHI_STANDS",
    Fault.WIN_NOT_DECLARED: "WIN_NOT_DECLARED",
    Fault.WIN_SHOWN: "WIN_SHOWN",
    Fault.CHOMBO_CANCELLED: "CHOMBO_CANCELLED",
    Fault.ONE_CHOMBO: "ONE_CHOMBO",
    Fault.ENTERED_RESULT: "ENTERED_RESULT",
    Fault.CORRECTION_PLACE: "CORRECTION_PLACE",
    Fault.CORRECTION_BREAKS: "CORRECTION_BREAKS",
    Fault.NOT_PLAYED: "NOT_PLAYED",
    Fault.NOT_READY: "NOT_READY",
    Fault.READY_TWICE: "READY_TWICE",
    Fault.READY_NOTEN: "READY_NOTEN",
    Fault.READY_FROZEN: "READY_FROZEN",
    Fault.KAN_HELD_TILE: "KAN_HELD_TILE",
}
"""Why an event was refused."""


def _complete(kind: object, python: Iterable[object], table: Mapping[Any, str]) -> None:
    """Nothing is missing, nothing is left over, no word means two things."""
    found = set(python)
    if found != set(table) or len(set(table.values())) != len(table):
        wrong = ", ".join(sorted(map(str, found ^ set(table)))) or "one word for two things"
        raise TypeError(f"{kind} does not agree with contract/stored/vocabulary.py: {wrong}.")


def _parts(hint: Any) -> Iterable[type[Any]]:
    """Dataclasses and enums in a type hint."""
    if get_origin(hint) is not None or get_args(hint):
        return [part for each in get_args(hint) for part in _parts(each)]
    made = isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, Enum))
    return [hint] if made else []


def _check() -> None:
    _complete("Event", get_args(ev.Event), {kind: words.name for kind, words in EVENTS.items()})
    _complete("Fault", Fault, FAULTS)
    for values, table in VALUES.items():
        _complete(values.__name__, values, table)
    for kind, words in (EVENTS | PARTS).items():
        _complete(kind.__name__, (f.name for f in fields(kind)), words.written)
        for hint in get_type_hints(kind).values():
            unknown = set(_parts(hint)) - EVENTS.keys() - PARTS.keys() - VALUES.keys()
            if unknown:
                raise TypeError(
                    f"{kind.__name__} is made of {unknown}, which contract/stored/vocabulary.py lacks."
                )


_check()
