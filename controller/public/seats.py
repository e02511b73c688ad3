"""What lies on the mat before each seat."""

from __future__ import annotations

from typing import Final

from contract.messages import (
    MeldView,
    PondTile,
    SeatView,
)
from controller.ending.confirm import Confirmed
from controller.public.rounds import WINDS
from engine.state.hand import Game, Riichi, Seat
from engine.tiles.meld import Meld

_RIICHI: Final = {
    Riichi.NO: "no",
    Riichi.DECLARED: "declared",
    Riichi.DISCARDED: "declared",
    Riichi.PAID: "paid",
}


def seat_views(game: Game | None, confirmed: Confirmed) -> list[SeatView]:
    """All four, also before a game has begun."""
    if game is None:
        return [SeatView(seat=n, name="", wind=WINDS[n], score=0) for n in range(4)]
    hand = game.hand
    return [
        SeatView(
            seat=n,
            name=game.names[n],
            wind=WINDS[(n - game.dealer) % 4],
            score=game.scores[n],
            confirmed=confirmed.answers[n] if confirmed.preview is not None else None,
            **({} if hand is None else _on_the_mat(hand.seats[n])),
        )
        for n in range(4)
    ]


def _on_the_mat(seat: Seat) -> dict[str, object]:
    pond = [
        PondTile(
            tile=None if p.tile is None else str(p.tile),
            sideways=p.sideways,
            called=p.called_by is not None,
        )
        for p in seat.pond
    ]
    return {
        "riichi": _RIICHI[seat.riichi],
        "pond": pond,
        "melds": [meld_view(m) for m in seat.melds],
        "concealed": len(seat.concealed),
        "dead": seat.dead,
        "ready": seat.ready is not None,
        "flowers": [str(flower) for flower in seat.flowers],
    }


def meld_view(meld: Meld) -> MeldView:
    """A set that lies open, or in a result."""
    return MeldView(
        type=meld.type.value,
        tiles=[str(t) for t in meld.tiles],
        called=None if meld.called is None else str(meld.called),
        source=meld.source,
    )
