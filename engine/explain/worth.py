"""What the tiles of a win are worth in the hand that is played, as somebody enters them after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.notation.query import QueryError, win_query
from engine.state.hand import Game
from engine.value.score import value, why_not

WINDS: Final = "ESWN"


@dataclass(frozen=True, slots=True)
class Worth:
    """Of a hand that wins (`ok`); else `faults` are codes of what is wrong with the hand or the question."""

    ok: bool
    faults: tuple[str, ...] = ()
    han: int = 0
    fu: int = 0
    yakuman: int = 0
    limit: str | None = None
    yaku: tuple[tuple[str, int], ...] = ()
    dora: int = 0
    red: int = 0
    ura: int = 0


def worth_of(game: Game, asked: Mapping[str, Any]) -> Worth:
    """The win of a question (`engine.notation.query`) in the hand in play, which says rules, winds and
    counters; what is asked of them is not read. ValueError while no hand is played."""
    try:
        query = win_query({**asked, **_known(game)})
    except QueryError as error:
        return Worth(ok=False, faults=tuple(fault.code for fault in error.faults))
    worth = value(query.win, query.rules)
    if worth is None:
        reason = why_not(query.win, query.rules)
        return Worth(ok=False, faults=() if reason is None else (reason.value,))
    return Worth(
        ok=True,
        han=worth.han,
        fu=worth.fu,
        yakuman=worth.yakuman,
        limit=worth.limit,
        yaku=worth.yaku,
        dora=worth.dora,
        red=worth.red,
        ura=worth.ura,
    )


def _known(game: Game) -> dict[str, Any]:
    """What the table knows itself."""
    hand = game.in_play
    if hand is None:
        raise ValueError("No hand is played.")
    return {
        "preset": game.rules.name,
        "options": dict(game.rules.record),
        "dealer": game.dealer,
        "round_wind": WINDS[hand.round_wind],
        "honba": hand.honba,
    }
