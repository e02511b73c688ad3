"""Wins and calls in the mjai lines of a hand: records of 0.1 keep them there and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

Lines = Sequence[Mapping[str, object]]
MOST: Final = 1000
"""Of han, of fu and of yakuman: more than any hand has."""
_CALLS: Final = frozenset(("chi", "pon", "daiminkan"))


def wins(moves: Lines) -> tuple[dict[str, int | None], ...] | None:
    """The wins as `HandWin` has them; None where there are no lines, or a win of no seat."""
    found = [_win(line) for line in moves if line.get("type") == "hora"]
    whole = [win for win in found if win is not None]
    return tuple(whole) if moves and len(whole) == len(found) else None


def called(moves: Lines) -> tuple[int, ...] | None:
    """The seats; None where there is no line of the play, as of a result that somebody entered."""
    if all(line.get("type") == "hora" for line in moves):
        return None
    seats = {_seat(line.get("actor")) for line in moves if line.get("type") in _CALLS}
    return tuple(sorted(seat for seat in seats if seat is not None))


def _win(line: Mapping[str, object]) -> dict[str, int | None] | None:
    seat, source = _seat(line.get("actor")), _seat(line.get("target"))
    if seat is None or source is None:
        return None
    han, fu, yakuman = (_number(line.get(name)) for name in ("fan", "fu", "yakuman"))
    pao = _seat(line.get("pao"))
    return {"seat": seat, "source": source, "han": han, "fu": fu, "yakuman": yakuman, "responsible": pao}


def _seat(value: object) -> int | None:
    return value if type(value) is int and 0 <= value <= 3 else None


def _number(value: object) -> int:
    return value if type(value) is int and 0 <= value <= MOST else 0
