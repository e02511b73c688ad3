"""What a record says of a win, compared with what the engine finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.notation.yaku_words import Row, row_of
from engine.result.settle import WinResult
from engine.state.faults import sentence
from engine.tiles.tile import Tile, format_tiles
from engine.value.score import HandValue
from engine.value.win import Win


@dataclass(frozen=True, slots=True)
class WinClaim:
    """What a record says of one win; None where it does not say.

    `points` is the value without honba and sticks, `sticks` how many this winner takes, `han` holds
    the dora, `yaku` is a canonical row of `engine.notation.yaku_words`. `tile` is the winning one,
    `indicators` those turned, `honba` the counters of the hand or those that this winner is paid.
    """

    seat: int
    deltas: tuple[int, ...] | None = None
    points: int | None = None
    sticks: int | None = None
    fu: int | None = None
    han: int | None = None
    yaku: Row | None = None
    tile: Tile | None = None
    indicators: tuple[Tile, ...] | None = None
    honba: int | None = None
    responsible: int | None = None


def compared(found: Sequence[WinResult], claims: Sequence[WinClaim]) -> tuple[str, ...]:
    """One phrase for each thing in which a record and the engine differ."""
    out: list[str] = []
    for claim in claims:
        win = next((w for w in found if w.seat == claim.seat), None)
        if win is None or win.value is None:
            why = "" if win is None or not win.faults else f" ({sentence(win.faults)})"
            out.append(f"the win of seat {claim.seat} is not valid{why}")
            continue
        out += _won(win, win.win, claim)
        out += _paid(win, win.value, claim)
        out += _valued(win.value, claim)
    return tuple(out)


def _won(result: WinResult, win: Win | None, claim: WinClaim) -> Iterator[str]:
    if win is None:
        return
    if claim.tile not in (None, win.win_tile):
        yield f"seat {claim.seat} wins on {win.win_tile}, recorded {claim.tile}"
    if claim.indicators not in (None, win.indicators):
        turned, recorded = format_tiles(win.indicators), format_tiles(claim.indicators or ())
        yield f"the dora indicators are {turned}, recorded {recorded or 'none'}"
    if claim.honba not in (None, win.honba, result.honba):
        yield f"seat {claim.seat} wins with {win.honba} honba, recorded {claim.honba}"
    if claim.responsible not in (None, result.responsible):
        found = "nobody" if result.responsible is None else f"seat {result.responsible}"
        yield f"{found} is responsible for the win of seat {claim.seat}, recorded seat {claim.responsible}"


def _paid(win: WinResult, worth: HandValue, claim: WinClaim) -> Iterator[str]:
    if claim.deltas is not None and claim.deltas != win.deltas:
        yield f"seat {claim.seat} moves {win.deltas}, recorded {claim.deltas}"
    if claim.points is not None and claim.points != worth.points:
        yield f"seat {claim.seat} wins {worth.points}, recorded {claim.points}"
    if claim.sticks is not None and claim.sticks != win.sticks:
        yield f"seat {claim.seat} takes {win.sticks} sticks, recorded {claim.sticks}"


def _valued(worth: HandValue, claim: WinClaim) -> Iterator[str]:
    """Fu and han of a yakuman say nothing, and records count its han each in their own way."""
    ours, theirs = row_of(worth), claim.yaku
    if worth.yakuman:
        if theirs is not None and ours.keys() != theirs.keys():
            yield f"seat {claim.seat} has {' '.join(ours)}, recorded {' '.join(theirs)}"
        return
    if claim.fu is not None and claim.fu != worth.fu:
        yield f"seat {claim.seat} has {worth.fu} fu, recorded {claim.fu}"
    if claim.han is not None and claim.han != worth.han:
        yield f"seat {claim.seat} has {worth.han} han, recorded {claim.han}"
    if theirs is not None and ours != theirs:
        yield f"seat {claim.seat} has {_text(ours)}, recorded {_text(theirs)}"


def _text(row: Row) -> str:
    return ", ".join(f"{name} {han}" for name, han in row.items()) or "no yaku"
