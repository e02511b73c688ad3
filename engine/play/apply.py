"""The state machine: `apply` turns a game and an event into the next game, and nothing else does.

    BUILD -> THROWN -> DEALT -> DRAW -> DISCARD -> CALLS -> { DISCARD of the next | DISCARD of a caller }
    DISCARD -> KAN -> DISCARD       a closed or added kan, its replacement drawn
    CALLS -> KAN -> DISCARD         an open kan
    DISCARD, CALLS, KAN -> SHOWING  tsumo, ron, robbed kan, kyuushu kyuuhai, exhausted wall
    any -> SHOWING                  chombo, redeal, a result that people enter
    SHOWING, CALLS -> ENDED         the confirmed result; automatic draws need no showing

An event is first checked whole by `engine.play.check`; the steps (`engine.play.turn`, `engine.play.claim`,
`engine.play.ending`) assume one that can be held. What people do against the rules is held too
(`faults.BREACHES`): the table cannot undo it, and a judge says what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Final

from engine.classical import turn as classical
from engine.play import claim, ending, turn
from engine.play.check import faults_of, held
from engine.result.chombo import chombo
from engine.result.game import called_off, next_hand
from engine.result.settle import result
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.faults import BREACHES, Fault, IllegalEventError
from engine.state.hand import Game, Hand, HandResult, Penalty, Phase
from engine.state.replace_fast import evolve


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of an event in the game `before`: judged once and, where it can be held, applied once.

    `faults` is everything wrong with it; `after` is the next game, None where the event is impossible.
    Hand it on instead of the event, and nobody judges the same event in the same game again.
    """

    event: ev.Event
    before: Game | None
    faults: Fault
    after: Game | None

    @property
    def game(self) -> Game:
        """The game after it; IllegalEventError where the event is impossible."""
        if self.after is None:
            raise IllegalEventError(self.event, self.faults)
        return self.after


def outcome(game: Game | None, event: ev.Event, *, trust: bool = False) -> Outcome:
    """What comes of the event now; `trust` as in `apply`. Raises nothing for an impossible one."""
    faults = faults_of(game, event, trust=trust)
    if faults and (game is None or not held(game.rules, faults)):
        return Outcome(event, game, faults, None)
    try:
        return Outcome(event, game, faults, _next(game, event, trust))
    except IllegalEventError as refused:  # a correction that cannot be replayed
        return Outcome(event, game, refused.faults, None)


def apply(game: Game | None, event: ev.Event, *, trust: bool = False) -> Game:
    """The game after the event; IllegalEventError, and nothing changed, if it cannot happen.

    `None` is the table before its first game. `trust` believes what a record states and the
    engine cannot know: where the game stands at a `HandStarted`, and who is tenpai at a draw
    when the hands are not in the record.
    """
    faults = faults_of(game, event, trust=trust)
    if faults and (game is None or not held(game.rules, faults)):
        raise IllegalEventError(event, faults)
    return _next(game, event, trust)


def _next(game: Game | None, event: ev.Event, trust: bool) -> Game:
    """The game after an event that was judged; IllegalEventError for a correction that breaks it."""
    if isinstance(event, ev.GameStarted):
        rules = Ruleset.preset(event.preset, event.options)
        start = rules.number("game.start_points")
        return Game(rules, event.names, (start, start, start, start), log=(event,))
    assert game is not None
    if isinstance(event, ev.Correct):
        return _corrected(game, event, trust)
    return evolve(_GAME_STEPS.get(type(event), _in_hand)(game, event), log=(*game.log, event))


def replay(events: Iterable[ev.Event], *, trust: bool = False) -> Game | None:
    """The game after a whole row of events."""
    start: Game | None = None
    return reduce(lambda game, event: apply(game, event, trust=trust), events, start)


def _corrected(game: Game, event: ev.Correct, trust: bool) -> Game:
    """The game with other events in its log (K-ASSIST-05); refused whole if it cannot be replayed."""
    course = (*game.log[: event.at], *event.events, *game.log[event.at + event.count :])
    new: Game | None = None
    try:
        for n, then in enumerate(course):
            follows = _announced(new, then, course[n + 1 :], trust)
            if follows is not None:
                new = apply(new, follows, trust=trust or isinstance(follows, ev.HandStarted))
    except IllegalEventError as refused:
        faults = Fault.CORRECTION_BREAKS | refused.faults & ~BREACHES
        raise IllegalEventError(event, faults) from refused
    if new is None:
        raise IllegalEventError(event, Fault.CORRECTION_BREAKS)
    return new


def _announced(game: Game | None, event: ev.Event, later: Sequence[ev.Event], trust: bool) -> ev.Event | None:
    """An event as it counts after a correction: what the table announced is derived anew.

    A hand that was played keeps its round, dealer and honba, as the people played it. One that was
    only announced follows from the game again, and so does its end: None when it does not follow.
    """
    if game is None or game.finished:
        return event
    if isinstance(event, ev.HandEnded):
        ended = result(game, trust=trust)
        if ended is None:
            raise IllegalEventError(event, Fault.RESULT_OPEN)
        return _same(event, ended)
    if game.in_play is not None:
        return event
    played = any(not isinstance(then, ev.Penalised | ev.Reseated) for then in later)
    if isinstance(event, ev.HandStarted) and (played or trust):
        return event if trust else _same(event, replace(event, kyotaku=game.kyotaku, scores=game.scores))
    if isinstance(event, ev.HandStarted | ev.GameEnded):
        follows = next_hand(game)
        if isinstance(event, ev.GameEnded) and event.by_time and isinstance(follows, ev.HandStarted):
            return called_off(game) if game.history else None
        return follows if type(follows) is type(event) else None
    return event


def _same(event: ev.Event, derived: ev.Event) -> ev.Event:
    """The event itself where nothing about it has changed: its moment is known by it."""
    return event if derived == event else derived


def _in_hand(game: Game, event: ev.Event) -> Game:
    assert game.hand is not None
    step = _GAMES[game.rules.game][type(event)]
    hand = step(game.rules, game.hand, event)
    if hand.before_word is not None and isinstance(event, _BESIDE_A_WORD):
        hand = evolve(hand, before_word=step(game.rules, hand.before_word, event))
    if hand.before is not None and isinstance(event, _BESIDE_A_CALL):
        hand = evolve(hand, before=step(game.rules, hand.before, event))
    if hand.before_kan is not None and isinstance(event, _BESIDE_A_CALL):
        hand = evolve(hand, before_kan=step(game.rules, hand.before_kan, event))
    return evolve(game, hand=hand)


def _hand_started(game: Game, event: ev.HandStarted) -> Game:
    if game.rules.game == "classical":
        hand = classical.hand_started(game.rules, event)
    else:
        most = 5 if game.rules.flag("dora.kan_dora") else 1
        hand = Hand(event, turn=event.dealer, most_indicators=most)
    return evolve(
        game,
        hand=hand,
        round_wind=event.round_wind,
        number=event.number,
        dealer=event.dealer,
        honba=event.honba,
        kyotaku=event.kyotaku,
        scores=event.scores,
    )


def _hand_ended(game: Game, event: ev.HandEnded) -> Game:
    assert game.hand is not None
    a, b, c, d = (score + delta for score, delta in zip(game.scores, event.deltas, strict=True))
    return evolve(
        game,
        scores=(a, b, c, d),
        kyotaku=event.kyotaku,
        hand=evolve(game.hand, phase=Phase.ENDED, ending=event.reason),
        history=(*game.history, HandResult(game.hand.started, event)),
    )


def _game_ended(game: Game, event: ev.GameEnded) -> Game:
    return evolve(game, finished=True, scores=event.scores, kyotaku=0)


def _reseated(game: Game, event: ev.Reseated) -> Game:
    return evolve(game, names=event.names)


def _riichi_paid(game: Game, event: ev.RiichiPaid) -> Game:
    stick = game.rules.number("riichi.deposit")
    a, b, c, d = (score - (stick if i == event.seat else 0) for i, score in enumerate(game.scores))
    return evolve(_in_hand(game, event), scores=(a, b, c, d), kyotaku=game.kyotaku + 1)


def _penalised(game: Game, event: ev.Penalised) -> Game:
    """Every ruling is kept; one that concerns the hand also changes it (K-PEN-02)."""
    after = -event.points
    if event.sanction is ev.Sanction.CHOMBO:
        after = chombo(game.rules, event.seat, game.dealer).after_uma
    kept = evolve(game, penalties=(*game.penalties, Penalty(len(game.history), event, after)))
    return kept if game.in_play is None else _in_hand(kept, event)


_GAME_STEPS: Final[dict[type, Callable[[Game, Any], Game]]] = {
    ev.HandStarted: _hand_started,
    ev.HandEnded: _hand_ended,
    ev.GameEnded: _game_ended,
    ev.Reseated: _reseated,
    ev.RiichiPaid: _riichi_paid,
    ev.Penalised: _penalised,
}

_STEPS: Final[dict[type, Callable[[Ruleset, Hand, Any], Hand]]] = {
    ev.DiceThrown: turn.dice,
    ev.Dealt: turn.dealt,
    ev.DoraRevealed: turn.dora,
    ev.Drawn: turn.drawn,
    ev.RiichiDeclared: turn.riichi,
    ev.RiichiWithdrawn: turn.riichi_withdrawn,
    ev.Discarded: turn.discarded,
    ev.Identified: turn.identified,
    ev.RiichiPaid: turn.paid,
    ev.Fetched: turn.fetched,
    ev.Called: claim.called,
    ev.KanDeclared: claim.kan_declared,
    ev.WinDeclared: claim.won,
    ev.WinWithdrawn: claim.win_withdrawn,
    ev.HandShown: ending.shown,
    ev.UraRevealed: ending.ura,
    ev.NotenDeclared: ending.noten,
    ev.AbortDeclared: ending.abort,
    ev.Penalised: ending.penalised,
    ev.ResultEntered: ending.entered,
}

_GAMES: Final = {"riichi": _STEPS, "classical": _STEPS | classical.STEPS}

_BESIDE_A_WORD: Final = (ev.RiichiPaid, ev.DoraRevealed, ev.Identified, ev.Fetched, ev.Penalised)
"""What may happen between a word and its withdrawal and stays when the word is taken back."""

_BESIDE_A_CALL: Final = (ev.RiichiPaid, ev.RiichiWithdrawn, ev.Identified, ev.Fetched, ev.Penalised)
"""What may happen between a call or a kan and a ron that makes it void, and stays."""
