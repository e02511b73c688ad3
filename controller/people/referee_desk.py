"""What a referee's screen needs beside the snapshot: the log of the hand, the penalty table, and what a
ruling would change before it is made. Pure; nothing here changes a game."""

from __future__ import annotations

from typing import Any, Final

from pydantic import Field, JsonValue

from contract.messages import Code, Model, ResultView, RoundView
from contract.stored.codec import encode, event_message
from controller.public.results import result_view
from controller.public.rounds import round_view
from controller.sentences.refusals import Refusal
from engine.explain.words import Words
from engine.judge.penalties import PENALTIES, Penalty, penalty
from engine.play.apply import apply, outcome
from engine.result.game import next_hand, penalties
from engine.result.settle import result
from engine.state import events as ev
from engine.state.hand import Game


class LogLine(Model):
    """An event of the hand that counts now."""

    at: int
    """Its number in the game's log, as a `correct` names it."""
    type: str
    data: dict[str, Any]
    """As in the topic `event`."""


class PenaltyRow(Model):
    """A row of the penalty table in the rules of this game."""

    id: str
    section: str
    violation: str
    """In the language asked for."""
    measure: str
    """What the row prescribes: a sanction, or what a table cannot carry out, such as discretion."""
    minimum: str | None
    """With mitigating circumstances."""


class HandLog(Model):
    """`/referee.json`."""

    game: str
    log: list[LogLine]
    """Of the hand in play, or the last one."""
    penalties: list[PenaltyRow]
    """Empty in Chinese Classical, whose rules name none."""


EMPTY: Final = HandLog(game="", log=[], penalties=[])
"""While no game is known."""


class Glance(Model):
    """What a ruling can change of a game."""

    scores: list[int]
    names: list[str]
    dead: list[bool]
    """Seats whose hand is dead."""
    after_uma: list[int]
    """What rulings take after uma, by seat; 0 or less."""
    hands: int
    """Finished hands."""
    round: RoundView | None
    result: ResultView | None
    """Of the hand, as far as it is decided and was not paid."""
    following: RoundView | None
    """The hand that would be dealt next, once that result is paid; null in play and at the end."""


class Effect(Model):
    """What an event would do: `after` is null where it is refused, and `code`, `message`, `reason` and
    `values` say why, as in a `Reply`."""

    event: dict[str, Any] | None
    """To be sent in a `ruling`."""
    code: Code = "ok"
    message: str = ""
    reason: str = ""
    values: dict[str, JsonValue] = Field(default_factory=dict)
    before: Glance
    after: Glance | None = None


def desk(game: Game, name: str, language: str) -> HandLog:
    """The log of the hand and the penalty table in a language."""
    words = Words(language)
    rows = PENALTIES if game.rules.game == "riichi" else ()
    return HandLog(
        game=name,
        log=_log(game),
        penalties=[_row(penalty(id_, game.rules.name), words) for id_ in rows],
    )


def _row(row: Penalty, words: Words) -> PenaltyRow:
    return PenaltyRow(
        id=row.id,
        section=row.section,
        violation=words.penalty(row.id),
        measure=row.standard.value,
        minimum=None if row.minimum is None else row.minimum.value,
    )


def _log(game: Game) -> list[LogLine]:
    starts = [at for at, event in enumerate(game.log) if isinstance(event, ev.HandStarted)]
    if not starts:
        return []
    messages = [
        (at, event_message(game.log[at], game="", seq=at, rev=0, ts_ms=0))
        for at in range(starts[-1] + 1, len(game.log))
    ]
    return [LogLine(at=at, type=message.type, data=message.data) for at, message in messages]


def effect(game: Game, event: ev.Event) -> Effect:
    """What the event would change now."""
    found = outcome(game, event)
    if found.after is None:
        return refused(game, Refusal.illegal(found.faults))
    return Effect(event=encode(event), before=_glance(game), after=_glance(found.after))


def refused(game: Game, why_not: Refusal) -> Effect:
    """Something that cannot be ruled, with why."""
    return Effect(
        event=None,
        code=why_not.code,
        message=str(why_not),
        reason=why_not.reason,
        values=why_not.values,
        before=_glance(game),
    )


def _glance(game: Game) -> Glance:
    hand = game.in_play
    ended = None if hand is None else result(game)
    return Glance(
        scores=list(game.scores),
        names=list(game.names),
        dead=[False] * 4 if hand is None else [seat.dead for seat in hand.seats],
        after_uma=list(penalties(game)),
        hands=len(game.history),
        round=None if hand is None else round_view(hand.started),
        result=None if ended is None else result_view(game, ended, paid=False),
        following=_following(game if ended is None else apply(game, ended)),
    )


def _following(game: Game) -> RoundView | None:
    """The hand after this one; None while one is played, and after the last."""
    if game.in_play is not None or game.finished or not game.history:
        return None
    follows = next_hand(game)
    return round_view(follows) if isinstance(follows, ev.HandStarted) else None
