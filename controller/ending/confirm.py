"""A result is previewed, the seats confirm it, and only then are points moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from typing import Final

from contract.messages import Question
from contract.messages.seat_panel import Button, Lamp
from controller.infer.question import WAITS, refused
from controller.infer.show import RON_WINDOW
from controller.panel.panel import PanelSignal
from engine.play.apply import Outcome, apply, outcome
from engine.result.game import next_hand
from engine.result.settle import result, wins
from engine.state.events import Event, GameEnded, HandEnded, Penalised
from engine.state.hand import Game, Hand, Phase

_ALL: Final = (0, 1, 2, 3)


class Who(StrEnum):
    """Whose confirmation moves the points."""

    ALL = "all"
    ONE = "one"
    """Whoever is first to do it."""
    PARTIES = "parties"
    """Those who win or pay; everybody where nobody does."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """`preview` is what waits for the seats, `answers` who confirmed (True) or disputes (False).

    `rulings` are part of the preview: chombo that the table settles itself when all four agree
    (K-PEN-08). `outcomes` come when nothing is waited for any more: their events pay the hand.
    """

    preview: HandEnded | None
    answers: tuple[bool | None, bool | None, bool | None, bool | None]
    outcomes: tuple[Outcome, ...] = ()
    questions: tuple[Question, ...] = ()
    rulings: tuple[Penalised, ...] = ()
    counts_at: float | None = None
    """When silence counts as agreement, in seconds of the time of play; None: it does not."""
    others_may_win: bool = False
    """The preview is of a ron, and others still have time to win on the same tile: nothing is paid before."""

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(found.event for found in self.outcomes)


class Confirm:
    """Collects the answers to one result after another; after a restart the seats are asked anew."""

    def __init__(self, who: Who = Who.ALL, silence_s: float | None = None) -> None:
        """`silence_s`: a result that nobody disputes counts after so many seconds; None: never by itself."""
        self._who = who
        self._silence = silence_s
        self._preview: HandEnded | None = None
        self._rulings: tuple[Penalised, ...] = ()
        self._since = 0.0
        self._answers: dict[int, bool] = {}

    def feed(
        self,
        game: Game,
        signals: Sequence[PanelSignal],
        now: float,
        rulings: tuple[Penalised, ...] = (),
        *,
        claim_pending: bool = False,
    ) -> Confirmed:
        """The state of the confirmation; `events` end the hand, and the game, when it is complete.

        `rulings` are legal now and belong to the result that is previewed; `claim_pending` as
        `Inferred.claim_pending`.
        """
        if game.in_play is None:
            return Confirmed(None, (None,) * 4, _game_over(game))
        before = game
        game = reduce(apply, rulings, game)
        found = result(game)
        if (found, rulings) != (self._preview, self._rulings):
            self._preview, self._rulings, self._since = found, rulings, now
            self._answers.clear()
        if claim_pending:
            self._since = now
        if found is None or (_claimable(game) and now - self._since < RON_WINDOW):
            return Confirmed(None, (None,) * 4, questions=_invalid(game))
        for signal in signals:
            if signal.button in (Button.CONFIRM, Button.DISPUTE):
                self._answers[signal.seat] = signal.button is Button.CONFIRM
        a, b, c, d = (self._answers.get(seat) for seat in range(4))
        given = [self._answers.get(seat) for seat in self._asked(found)]
        agreed = any(given) if self._who is Who.ONE and not rulings else all(given)
        counts_at = None if claim_pending else self._counts_at(game)
        silent = counts_at is not None and now >= counts_at
        others_may_win = now - self._since < RON_WINDOW and any(
            not self._answers.get(seat) for seat in _others(game)
        )
        if (agreed or silent) and not others_may_win and False not in (a, b, c, d):
            settled = [replace(ruling, confirmed=_ALL) for ruling in rulings]
            return Confirmed(None, (a, b, c, d), _ending(before, (*settled, found)))
        questions = (*_disputed((a, b, c, d)), *_invalid(game))
        return Confirmed(found, (a, b, c, d), (), questions, rulings, counts_at, others_may_win)

    def _counts_at(self, game: Game) -> float | None:
        """When silence counts; never where a win is not borne out, or with a ruling."""
        if self._silence is None or self._rulings or False in self._answers.values() or _invalid(game):
            return None
        return self._since + self._silence + RON_WINDOW * bool(_others(game))

    def _asked(self, preview: HandEnded) -> list[int]:
        parties = [seat for seat in range(4) if preview.deltas[seat]]
        alone = parties and self._who is Who.PARTIES and not self._rulings
        return parties if alone else list(_ALL)


def _claimable(game: Game) -> bool:
    return game.in_play is not None and game.in_play.phase is Phase.CALLS


def _others(game: Game) -> frozenset[int]:
    """Seats that may win on the same tile, too, until they agree to the result: those who neither won by ron
    nor pay it. A result that people entered names all of its winners."""
    hand = game.in_play
    if hand is None or hand.unwatched or all(win.seat == win.source for win in hand.wins):
        return frozenset()
    return frozenset(range(4)).difference(*((win.seat, win.source) for win in hand.wins))


def _ending(game: Game, events: Sequence[Event]) -> tuple[Outcome, ...]:
    """What comes of the events that end the hand, one after another, and of the end of the game."""
    found: list[Outcome] = []
    for event in events:
        found.append(outcome(game, event))
        after = found[-1].after
        if after is None:
            return tuple(found)
        game = after
    return (*found, *_game_over(game))


def _game_over(game: Game) -> tuple[Outcome, ...]:
    """The end of the game, where the service was stopped between it and the last payment."""
    if game.finished or not game.history:
        return ()
    follows = next_hand(game)
    return (outcome(game, follows),) if isinstance(follows, GameEnded) else ()


def _disputed(answers: Sequence[bool | None]) -> tuple[Question, ...]:
    return tuple(
        Question(id=f"dispute.{seat}", code="contradiction", seat=seat, faults=["DISPUTED"])
        for seat, answer in enumerate(answers)
        if answer is False
    )


def _invalid(game: Game) -> tuple[Question, ...]:
    """Wins that the shown hand does not bear out."""
    if game.in_play is None:
        return ()
    return tuple(refused(f"win.{w.seat}", w.seat, w.faults) for w in wins(game) if w.faults)


def to_move(hand: Hand) -> int | None:
    """The seat that everybody waits for; a draw is not seen, so after a discard the next one."""
    if hand.phase in (Phase.DRAW, Phase.DISCARD, Phase.KAN):
        return hand.turn
    return hand.next_seat if hand.phase is Phase.CALLS else None


def asks_tenpai(game: Game, window_closed: bool) -> list[int]:
    """Seats that must show the hand, or at an exhaustive draw say noten; winners know it themselves."""
    hand = game.in_play
    if hand is None or (hand.phase is not Phase.SHOWING and not window_closed):
        return []
    winners = [win.seat for win in hand.wins]
    return [seat for seat in hand.to_show(game.rules) if seat not in winners]


def lamps(
    game: Game | None,
    confirmed: Confirmed,
    *,
    waits_for_start: bool = False,
    window_closed: bool = False,
    questions: Sequence[Question] = (),
) -> dict[int, Lamp]:
    """What each seat's lamp shows. `window_closed` as `Inferred.window_closed`."""
    out = dict.fromkeys(range(4), Lamp.OFF)
    hand = None if game is None else game.in_play
    if waits_for_start and (hand is None or hand.phase is Phase.BUILD):
        return dict.fromkeys(range(4), Lamp.ASK_START)
    if game is None or hand is None:
        return out
    mover = None if confirmed.preview else to_move(hand)
    if mover is not None:
        out[mover] = Lamp.TURN
    for question in questions:
        if question.code in WAITS:
            continue
        for seat in range(4) if question.seat is None else (question.seat,):
            out[seat] = Lamp.ATTENTION
    for seat in asks_tenpai(game, window_closed):
        out[seat] = Lamp.ASK_TENPAI
    if confirmed.preview is not None:
        for seat, answer in enumerate(confirmed.answers):
            asked = Lamp.ASK_CONFIRM if answer is None else Lamp.OFF
            out[seat] = Lamp.ATTENTION if answer is False else asked
    return out
