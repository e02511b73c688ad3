"""What small displays read: derived from the snapshot, so that nothing here can differ from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal

from contract.messages import (
    AlertMessage,
    ClockView,
    MiniMessage,
    Model,
    Phase,
    ScoreMessage,
    SeatMessage,
    SeatScore,
    Snapshot,
    WinMessage,
)
from contract.messages.seat_panel import Button, Lamp
from controller.ending.confirm import asks_tenpai, to_move
from engine.state.hand import Game, Hand, Riichi
from engine.state.hand import Phase as At

_ASKED: Final[dict[Lamp, Literal["confirm", "reveal", "question"]]] = {
    Lamp.ASK_CONFIRM: "confirm",
    Lamp.ASK_TENPAI: "reveal",
    Lamp.ATTENTION: "question",
}
CALLED: Final = "call-"
"""Begins the name of a call among the alerts."""


def messages(
    shown: Snapshot, game: Game, lamps: Mapping[int, Lamp], window_closed: bool
) -> dict[str, Model | None]:
    """Each derived topic by its name, alerts excepted; None: there is nothing now."""
    seats = seat_messages(shown, game, lamps, window_closed)
    return {
        "win": win_message(shown),
        "clock": shown.clock or ClockView(),
        "score": score_message(shown),
        **{f"seat/{seat.seat}": seat for seat in seats},
        **{f"mini/{seat.seat}": mini_message(seat) for seat in seats},
    }


def win_message(shown: Snapshot) -> WinMessage | None:
    """The result as it is proposed or was paid; None while there is none."""
    result = shown.result
    if result is None or (shown.phase is not Phase.CONFIRM and not result.paid):
        return None
    hand = shown.hands_played - 1 if result.paid else shown.hands_played
    return WinMessage(
        boot=shown.boot, game=shown.game, rev=shown.rev, hand=hand, proposed=not result.paid, result=result
    )


def alert_messages(shown: Snapshot, since: Callable[[str], int]) -> dict[str, AlertMessage]:
    """The alerts by name; `since` is when an alert was first published."""
    found = {
        alert.code: AlertMessage(boot=shown.boot, since_ms=since(alert.code), **dict(alert))
        for alert in shown.alerts
    }
    if shown.paused is not None:
        said = f"The table is paused by {shown.paused.by}: {shown.paused.reason or 'no reason was given'}."
        found["paused"] = AlertMessage(
            boot=shown.boot, code="paused", message=said, since_ms=shown.paused.since_ms
        )
    for call in shown.calls:
        if not call.answered:
            where = "the table" if call.seat is None else shown.seats[call.seat].name or f"seat {call.seat}"
            found[f"{CALLED}{call.id}"] = AlertMessage(
                boot=shown.boot,
                code="referee_called",
                message=f"A referee is called by {where}.",
                since_ms=call.since_ms,
                seat=call.seat,
            )
    return found


def seat_messages(
    shown: Snapshot, game: Game, lamps: Mapping[int, Lamp], window_closed: bool
) -> list[SeatMessage]:
    """What each seat is asked for; `window_closed` as `Inferred.window_closed`."""
    scores = [seat.score for seat in shown.seats]
    return [
        SeatMessage(
            boot=shown.boot,
            rev=shown.rev,
            seat=me.seat,
            score=me.score,
            place=1 + sum(score > me.score for score in scores),
            diffs=[me.score - score for score in scores],
            wind=me.wind,
            dealer=me.seat == shown.dealer,
            riichi=me.riichi,
            turn=me.seat == shown.turn,
            asked=_asked(game, me.seat, lamps[me.seat]),
            lamp=lamps[me.seat],
            buttons=[] if shown.paused else _buttons(shown, game, lamps[me.seat], me.seat, window_closed),
            penalties=[ruled for ruled in shown.rulings if ruled.seat == me.seat],
        )
        for me in shown.seats
    ]


def score_message(shown: Snapshot) -> ScoreMessage:
    """Names and scores of all four."""
    scores = [seat.score for seat in shown.seats]
    one, two, three, four = (
        SeatScore(
            name=seat.name,
            wind=seat.wind,
            score=seat.score,
            place=1 + sum(score > seat.score for score in scores),
            riichi=seat.riichi != "no",
        )
        for seat in shown.seats
    )
    return ScoreMessage(
        boot=shown.boot,
        rev=shown.rev,
        game=shown.game,
        round=shown.round,
        dealer=shown.dealer,
        hands_played=shown.hands_played,
        seats=(one, two, three, four),
    )


def mini_message(seat: SeatMessage) -> MiniMessage:
    return MiniMessage(
        r=seat.rev,
        w=seat.wind,
        d=1 if seat.dealer else 0,
        s=seat.score,
        p=seat.place,
        x=0 if seat.riichi == "no" else 1,
        t=1 if seat.turn else 0,
    )


def _asked(game: Game, seat: int, lamp: Lamp) -> Literal["confirm", "reveal", "question"] | None:
    hand = game.in_play
    if hand is not None and hand.phase is At.SHOWING and seat in hand.to_show(game.rules):
        return "reveal"
    return _ASKED.get(lamp)


def _buttons(shown: Snapshot, game: Game, lamp: Lamp, seat: int, window_closed: bool) -> list[Button]:
    hand = game.in_play
    if hand is None:
        return [Button.START] if lamp is Lamp.ASK_START else []
    if shown.phase is Phase.CONFIRM:
        return [Button.CONFIRM, Button.DISPUTE]
    if hand.seats[seat].dead:
        return []
    noten = [Button.NOTEN] if seat in asks_tenpai(game, window_closed) else []
    mine = _in_turn(game, hand, seat) if to_move(hand) == seat else []
    return [*mine, *([Button.RON] if _may_win_from(hand, seat) else []), *noten]


def _in_turn(game: Game, hand: Hand, seat: int) -> list[Button]:
    me = hand.seats[seat]
    free = me.riichi is Riichi.NO and me.ready is None
    closed = me.closed or game.rules.game == "classical"
    first = game.rules.game == "riichi" and not me.pond and not any(s.melds for s in hand.seats)
    return [
        *([Button.RIICHI] if free and closed else []),
        Button.TSUMO,
        *([Button.ABORT] if first else []),
    ]


def _may_win_from(hand: Hand, seat: int) -> bool:
    """Another's tile is on offer, or others have declared a win on it already."""
    if hand.phase in (At.CALLS, At.KAN):
        return hand.turn != seat
    declared = [win.seat for win in hand.wins]
    return (
        hand.phase is At.SHOWING
        and any(w.source not in (seat, w.seat) for w in hand.wins)
        and seat not in declared
    )
