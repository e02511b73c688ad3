"""What everybody may see: the published snapshot. No concealed tile goes through here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from contract.messages import (
    Alert,
    ClockView,
    EnterableView,
    MachineView,
    Pause,
    Question,
    RefereeCall,
    SettleRequest,
    SightCode,
    Snapshot,
    UndoRequest,
)
from controller.ending.confirm import Confirmed, to_move
from controller.ending.reading_confidence import ReadingConfidence
from controller.machine.transitions import CycleStep
from controller.public.judged import finding_view, ruling_views, standing_views
from controller.public.phases import phase
from controller.public.results import current_result
from controller.public.rounds import next_view, round_view, wall_view
from controller.public.seats import seat_views
from engine.judge import Finding
from engine.state.hand import Game, Hand, Phase


@dataclass(frozen=True, slots=True)
class Stamp:
    """Run, game, revision and time of a snapshot; `rev` and `ts_ms` are 0 until it is published."""

    boot: str
    game: str
    rev: int = 0
    ts_ms: int = 0


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The machine, the camera and what a person should know about the table itself."""

    step: CycleStep
    machine: MachineView
    sight: SightCode = SightCode.OK
    alerts: Sequence[Alert] = ()


@dataclass(frozen=True, slots=True)
class Pending:
    """What waits for people; `window_closed` is `Inferred.window_closed`."""

    confirmed: Confirmed
    questions: Sequence[Question] = ()
    findings: Sequence[Finding] = ()
    window_closed: bool = False
    counts_at_ms: int | None = None
    """When silence counts as agreement to the preview, Unix time."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What people have asked for beside the game."""

    clock: ClockView | None = None
    paused: Pause | None = None
    calls: tuple[RefereeCall, ...] = ()
    undo: UndoRequest | None = None
    settle: SettleRequest | None = None
    drawn: bool = False
    """The table has drawn the seats."""


ALONE: Final = Beside()


@dataclass(frozen=True, slots=True)
class Proof:
    """What bears a result out: `pictures` gives the addresses of what is kept of lines of the journal,
    `laid_open` is what is known of the hands that were shown."""

    pictures: Callable[[Sequence[int]], list[str]] = lambda _: []
    laid_open: ReadingConfidence | None = None


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
    result = current_result(game, confirmed, settled, window_closed)
    if result is not None and confirmed.preview is not None:
        open_ = {"counts_at_ms": pending.counts_at_ms, "others_may_win": confirmed.others_may_win}
        result = result.model_copy(update=open_)
    if result is not None and proof.laid_open is not None:
        result = proof.laid_open.on(result, proof.pictures)
    return Snapshot(
        boot=stamp.boot,
        game=stamp.game,
        rev=stamp.rev,
        ts_ms=stamp.ts_ms,
        phase=phase(game, around.step, confirmed, window_closed),
        seats=seat_views(game, confirmed),
        result=result,
        questions=list(pending.questions),
        findings=[finding_view(f, proof.pictures(f.events)) for f in pending.findings],
        machine=around.machine,
        sight=around.sight,
        alerts=list(around.alerts),
        clock=beside.clock,
        paused=beside.paused,
        calls=list(beside.calls),
        undo=beside.undo,
        settle=beside.settle,
        drawn=beside.drawn,
        **({"preset": ""} if game is None else _of_the_game(game)),
        **({} if game is None or game.hand is None else _of_the_hand(game, game.hand, confirmed)),
    )


def _of_the_game(game: Game) -> dict[str, object]:
    return {
        "preset": game.rules.name,
        "rules": game.rules.game,
        "enterable": EnterableView.of(game.rules) if game.rules.game == "riichi" else None,
        "rulings": ruling_views(game),
        "standings": standing_views(game),
        "hands_played": len(game.history),
        "next": next_view(game),
    }


def _of_the_hand(game: Game, hand: Hand, confirmed: Confirmed) -> dict[str, object]:
    return {
        "round": round_view(game),
        "dealer": game.dealer,
        "turn": None if confirmed.preview is not None else to_move(hand),
        "tiles_left": None if hand.phase is Phase.BUILD else hand.live_left,
        "loose": None if game.rules.game == "riichi" else hand.loose,
        "dice": hand.dice,
        "wall": wall_view(game, hand),
        "dora": [str(t) for t in hand.indicators],
        "ura": [str(t) for t in hand.ura],
    }
