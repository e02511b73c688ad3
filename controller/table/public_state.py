"""What everybody may see: the published snapshot and events. No concealed tile goes through here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from contract.messages import (
    Alert,
    CountedView,
    EventMessage,
    FindingView,
    MachineView,
    MeldView,
    NextView,
    PondTile,
    Question,
    ResultView,
    RoundView,
    RulingView,
    SeatView,
    Snapshot,
    Standing,
    WallView,
    WinView,
)
from contract.messages import Phase as Shown
from controller.machine.cycle import CycleStep
from controller.people.confirm import Confirmed, to_move
from controller.people.reading_confidence import LaidOpen
from controller.people.table_requests import ALONE, Beside
from controller.table.codec import fields_of, type_name
from engine.classical.account import Account, account
from engine.judge import Finding
from engine.result.game import next_hand, standings
from engine.result.settle import WinResult, wins
from engine.state.events import Dealt, Drawn, EndReason, Event, HandEnded, HandStarted, Penalised
from engine.state.hand import Game, Hand, Phase, Riichi, Seat
from engine.state.wall_break import wall_of
from engine.tiles.meld import Meld

WINDS: Final = ("E", "S", "W", "N")
_CYCLE: Final = {
    CycleStep.COLLECT: Shown.COLLECT,
    CycleStep.INTAKE: Shown.COLLECT,
    CycleStep.CLOSE: Shown.COLLECT,
    CycleStep.SHUFFLE: Shown.SHUFFLE,
    CycleStep.RAISE: Shown.RAISE,
    CycleStep.THROW: Shown.DICE,
    CycleStep.REHOME: Shown.DICE,
}
_RIICHI: Final = {
    Riichi.NO: "no",
    Riichi.DECLARED: "declared",
    Riichi.DISCARDED: "declared",
    Riichi.PAID: "paid",
}


@dataclass(frozen=True, slots=True)
class Stamp:
    """Which run of which game a picture is of, and when; `rev` and `ts_ms` are 0 until it goes out."""

    boot: str
    game: str
    rev: int = 0
    ts_ms: int = 0


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The machine, the camera and what a person should know about the table itself."""

    step: CycleStep
    machine: MachineView
    sight: str = "ok"
    alerts: Sequence[Alert] = ()


@dataclass(frozen=True, slots=True)
class Pending:
    """What waits for people; `window_closed` is `Inferred.window_closed`."""

    confirmed: Confirmed
    questions: Sequence[Question] = ()
    findings: Sequence[Finding] = ()
    window_closed: bool = False


@dataclass(frozen=True, slots=True)
class Proof:
    """What bears a result out: `pictures` gives the addresses of what is kept of lines of the journal,
    `laid_open` is what is known of the hands that were shown."""

    pictures: Callable[[Sequence[int]], list[str]] = lambda _: []
    laid_open: LaidOpen | None = None


NO_PROOF: Final = Proof()


def snapshot(
    game: Game | None,
    stamp: Stamp,
    around: Surroundings,
    pending: Pending,
    *,
    settled: Game | None = None,
    proof: Proof = NO_PROOF,
    beside: Beside = ALONE,
) -> Snapshot:
    """The whole public state. `settled` is the game just before its last `HandEnded` (`Table.settled`)."""
    confirmed, window_closed = pending.confirmed, pending.window_closed
    result = _result(game, confirmed, settled, window_closed)
    if result is not None and proof.laid_open is not None:
        result = proof.laid_open.on(result, proof.pictures)
    return Snapshot(
        boot=stamp.boot,
        game=stamp.game,
        rev=stamp.rev,
        ts_ms=stamp.ts_ms,
        phase=phase(game, around.step, confirmed, window_closed),
        seats=_seats(game, confirmed),
        result=result,
        questions=list(pending.questions),
        findings=[finding(f, proof.pictures(f.events)) for f in pending.findings],
        machine=around.machine,
        sight=around.sight,
        alerts=list(around.alerts),
        **{name: getattr(beside, name) for name in ("clock", "paused", "calls", "undo", "settle")},
        **({"preset": ""} if game is None else _of_the_game(game)),
        **({} if game is None or game.hand is None else _of_the_hand(game, game.hand, confirmed)),
    )


def _of_the_game(game: Game) -> dict[str, object]:
    return {
        "preset": game.rules.name,
        "rules": game.rules.game,
        "rulings": [
            RulingView(
                seat=ruled.ruling.seat,
                sanction=ruled.ruling.sanction,
                penalty=ruled.ruling.penalty,
                points=ruled.ruling.points,
                hand=ruled.hand,
                confirmed=list(ruled.ruling.confirmed),
            )
            for ruled in game.penalties
        ],
        "standings": _standings(game),
        "hands_played": len(game.history),
        "next": _next(game),
    }


def _of_the_hand(game: Game, hand: Hand, confirmed: Confirmed) -> dict[str, object]:
    return {
        "round": _round(game),
        "dealer": game.dealer,
        "turn": None if confirmed.preview is not None else to_move(hand),
        "tiles_left": None if hand.phase is Phase.BUILD else hand.live_left,
        "loose": None if game.rules.game == "riichi" else hand.loose,
        "dice": hand.dice,
        "wall": _wall(game, hand),
        "dora": [str(t) for t in hand.indicators],
        "ura": [str(t) for t in hand.ura],
    }


def phase(game: Game | None, step: CycleStep, confirmed: Confirmed, window_closed: bool = False) -> Shown:
    """Where the table stands, for people: the machine's cycle until the deal, then the hand."""
    if game is not None and game.finished:
        return Shown.FINISHED
    hand = None if game is None else game.in_play
    if hand is None or hand.phase in (Phase.BUILD, Phase.THROWN):
        return _CYCLE.get(step, Shown.IDLE)
    if confirmed.preview is not None:
        return Shown.CONFIRM
    if game is not None and _showing(game, hand, window_closed) is not None:
        return Shown.SHOW
    return Shown.DEAL if hand.phase in (Phase.DEALT, Phase.DRAW) else Shown.PLAY


def _round(game: Game) -> RoundView:
    wind = WINDS[game.round_wind]
    return RoundView(wind=wind, number=game.number, honba=game.honba, kyotaku=game.kyotaku)


def _wall(game: Game, hand: Hand) -> WallView | None:
    broken = wall_of(game.rules, game.dealer, hand.throws)
    return None if broken is None else WallView(seat=broken.side, stacks=broken.stacks)


def _next(game: Game) -> NextView | None:
    """The hand to come between two hands; None in play and where the game ends."""
    if game.finished or game.in_play is not None:
        return None
    begun = next_hand(game)
    if not isinstance(begun, HandStarted):
        return None
    wind = WINDS[begun.round_wind]
    return NextView(wind=wind, number=begun.number, honba=begun.honba, dealer=begun.dealer)


def _seats(game: Game | None, confirmed: Confirmed) -> list[SeatView]:
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
        "melds": [_meld(m) for m in seat.melds],
        "concealed": len(seat.concealed),
        "dead": seat.dead,
        "ready": seat.ready is not None,
        "flowers": [str(flower) for flower in seat.flowers],
    }


def _meld(meld: Meld) -> MeldView:
    return MeldView(
        type=meld.type.value,
        tiles=[str(t) for t in meld.tiles],
        called=None if meld.called is None else str(meld.called),
        source=meld.source,
    )


def _showing(game: Game, hand: Hand, window_closed: bool) -> EndReason | None:
    """Why hands are to be laid open now; None while they are not. The first who opens a hand, or says
    noten, does so when the last discard can no longer be won on."""
    if hand.phase is Phase.SHOWING:
        return hand.ending
    exhausted = window_closed and hand.automatic_end(game.rules) is EndReason.EXHAUSTIVE
    if exhausted and hand.to_show(game.rules):
        return EndReason.EXHAUSTIVE
    return None


def _result(
    game: Game | None, confirmed: Confirmed, settled: Game | None, window_closed: bool
) -> ResultView | None:
    if game is None or game.hand is None:
        return None
    if confirmed.preview is not None:
        return result_view(game, confirmed.preview, paid=False, rulings=confirmed.rulings)
    if game.hand.phase is Phase.ENDED and settled is not None and game.history:
        return result_view(settled, game.history[-1].ended, paid=True)
    reason = _showing(game, game.hand, window_closed)
    return None if reason is None else _begun(game.hand, reason)


def _begun(hand: Hand, reason: EndReason) -> ResultView:
    """What is known of a result while hands are still being laid open."""
    shown = [None if s.shown is None else [str(t) for t in s.shown] for s in hand.seats]
    tenpai = [tiles is not None and reason is EndReason.EXHAUSTIVE for tiles in shown]
    return ResultView(reason=reason.value, tenpai=tenpai, shown=shown, deltas=[0, 0, 0, 0])


def result_view(
    before: Game, ended: HandEnded, *, paid: bool, rulings: Sequence[Penalised] = ()
) -> ResultView:
    """A result with all that it is made of; `before` is the game when nothing was paid yet and
    `rulings` what the result still needs."""
    hand = before.hand
    assert hand is not None
    found = _account(before, ended)
    return ResultView(
        reason=ended.reason.value,
        wins=[] if ended.reason.void else [_win(hand, w) for w in wins(before) if w.value and w.paid],
        counted=[] if found is None else _counted(found),
        transfers=[] if found is None else _transfers(found),
        again=_again(before, ended.reason),
        tenpai=list(ended.tenpai),
        shown=[None if s.shown is None else [str(t) for t in s.shown] for s in hand.seats],
        deltas=list(ended.deltas),
        offenders=[*hand.offenders, *(ruling.seat for ruling in rulings)],
        paid=paid,
    )


def _account(game: Game, ended: HandEnded) -> Account | None:
    """How Chinese Classical counts the mahjong that ended the hand; None for everything else."""
    counted = game.rules.game == "classical" and ended.reason is EndReason.WIN
    return account(game) if counted else None


def _counted(found: Account) -> list[CountedView]:
    return [
        CountedView(
            seat=seat,
            source=found.source if seat == found.winner else None,
            tiles=[str(t) for t in rack.tiles],
            melds=[_meld(m) for m in rack.melds],
            flowers=[str(flower) for flower in rack.flowers],
            win_tile=str(found.tile) if seat == found.winner else None,
            base=list(worth.base),
            doubles=list(worth.doubles),
            limit=worth.limit,
            points=worth.value if worth.limit else worth.points * worth.factor,
            value=worth.value,
        )
        for seat, (rack, worth) in enumerate(zip(found.racks, found.values, strict=True))
    ]


def _transfers(found: Account) -> list[tuple[int, int, int]]:
    return [(paid.payer, paid.receiver, paid.points) for paid in found.settlement.payments]


def _again(game: Game, reason: EndReason) -> bool:
    """Dealt again, or a draw of Chinese Classical that is replayed (C-DRAW-02)."""
    draw = game.rules.game == "classical" and reason is EndReason.EXHAUSTIVE
    return reason is EndReason.REDEAL or (draw and game.rules.choice("classical.draw") == "replay")


def finding(finding: Finding, pictures: list[str]) -> FindingView:
    return FindingView(
        kind=finding.kind.value,
        clause=finding.clause,
        seat=finding.seat,
        penalty=finding.penalty,
        sanction=finding.sanction,
        minimum=finding.minimum,
        waived=finding.waived,
        pictures=pictures,
    )


def _win(hand: Hand, won: WinResult) -> WinView:
    worth, win = won.value, won.win
    assert worth is not None
    assert win is not None
    return WinView(
        seat=won.seat,
        source=won.source,
        tiles=[str(t) for t in win.tiles],
        melds=[_meld(m) for m in hand.seats[won.seat].melds],
        win_tile=str(win.win_tile),
        yaku=list(worth.yaku),
        dora=worth.dora,
        red=worth.red,
        ura=worth.ura,
        han=worth.han,
        fu=worth.fu,
        fu_parts=list(worth.fu_parts),
        limit=worth.limit,
        yakuman=worth.yakuman,
        points=worth.points,
        deltas=list(won.deltas),
        responsible=won.responsible,
    )


def _standings(game: Game) -> list[Standing]:
    if not game.finished:
        return []
    return [
        Standing(
            seat=s.seat,
            place=s.place,
            score=int(s.points),
            points=float(s.total / 1000),
            uma=int(s.uma),
            oka=int(s.oka),
            penalty=int(s.penalty),
        )
        for s in standings(game)
    ]


def event_message(event: Event, *, game: str, seq: int, rev: int, ts_ms: int) -> EventMessage:
    """One event for sound and animation, without what the players hold."""
    data = fields_of(event)
    if isinstance(event, Dealt):
        data = {}
    elif isinstance(event, Drawn):
        del data["tile"]
    return EventMessage(game=game, seq=seq, rev=rev, ts_ms=ts_ms, type=type_name(event), data=data)
