"""Events of a table as records give them: hand by hand, without what was taken back.

At a real table a tile is drawn and goes back for a late call, a word is withdrawn, a discard is
named later. A record holds only what stood in the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.play.apply import apply, replay
from engine.result.settle import wins
from engine.state import events as ev
from engine.state.hand import Game


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand: its events as they stood, the game before the result, the result.

    `ended` is None for a hand that is still being played; then `game` is the last known state.
    """

    moves: tuple[ev.Event, ...]
    game: Game
    ended: ev.HandEnded | None

    @property
    def started(self) -> ev.HandStarted:
        assert isinstance(self.moves[0], ev.HandStarted)
        return self.moves[0]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """`game` is the last state, `finished` the event that ended the game if it has ended."""

    started: ev.GameStarted
    hands: tuple[PlayedHand, ...]
    game: Game
    finished: ev.GameEnded | None

    @property
    def options(self) -> dict[str, object]:
        """The options by which the game differs from its preset."""
        differs = self.game.rules.overrides
        return {key: value for key, value in self.started.options.items() if key in differs}


def played(events: Iterable[ev.Event]) -> PlayedGame:
    """A game from `GameStarted` on, as its corrections leave it.

    ValueError when it does not begin so, IllegalEventError as `apply`.
    """
    events = tuple(events)
    if any(isinstance(event, ev.Correct) for event in events):
        corrected = replay(events, trust=True)
        events = () if corrected is None else corrected.log
    game: Game | None = None
    started: ev.GameStarted | None = None
    finished: ev.GameEnded | None = None
    hands: list[PlayedHand] = []
    moves: list[ev.Event] = []
    for event in events:
        before, game = game, apply(game, event, trust=True)
        if isinstance(event, ev.GameStarted):
            started = event
        elif isinstance(event, ev.GameEnded):
            finished = event
        elif isinstance(event, ev.HandEnded):
            assert before is not None
            hands.append(PlayedHand(tuple(moves), before, event))
            moves = []
        elif isinstance(event, ev.HandStarted):
            moves = [event]
        elif moves:
            _add(moves, event, game)
    if started is None or game is None:
        raise ValueError("the events do not begin with the start of a game.")
    if moves:
        hands.append(PlayedHand(tuple(moves), game, None))
    return PlayedGame(started, tuple(hands), game, finished)


def paid_wins(hand: PlayedHand) -> tuple[ev.EnteredWin, ...]:
    """The wins that the result pays: those that people entered, else those of the hands shown."""
    result = hand.game.hand
    if hand.ended is None or hand.ended.reason is not ev.EndReason.WIN or result is None:
        return ()
    if result.entered is not None:
        return result.entered.wins
    return tuple(
        ev.EnteredWin(won.seat, won.source, won.value.han, won.value.fu, won.value.yakuman, won.responsible)
        for won in wins(hand.game)
        if won.value is not None and won.paid
    )


def laid_open(event: ev.Event) -> ev.Event:
    """The event without tiles that nobody but their owner has seen."""
    if isinstance(event, ev.Dealt):
        return ev.Dealt()
    return replace(event, tile=None) if isinstance(event, ev.Drawn) else event


def moved(hand: PlayedHand, ended: ev.HandEnded) -> tuple[tuple[int, ...], frozenset[int]]:
    """What the result moves without the riichi deposits, by seat, and who laid one.

    A result that people entered pays the deposits itself that nobody had seen.
    """
    paid = {move.seat for move in hand.moves if isinstance(move, ev.RiichiPaid)}
    entered = None if hand.game.in_play is None else hand.game.in_play.entered
    if entered is None:
        return ended.deltas, frozenset(paid)
    stick = hand.game.rules.number("riichi.deposit")
    laid = frozenset(entered.riichi)
    deltas = (delta + stick * ((n in laid) - (n in paid)) for n, delta in enumerate(ended.deltas))
    return tuple(deltas), laid


def _add(moves: list[ev.Event], event: ev.Event, game: Game) -> None:
    """Adds an event and takes out what it undoes."""
    if isinstance(event, ev.Identified):
        _name(moves, event)
        return
    if isinstance(event, ev.RiichiWithdrawn):
        _take_out(moves, ev.RiichiDeclared(event.seat))
        _lay_straight(moves, event.seat)
        return
    if isinstance(event, ev.WinWithdrawn):
        last = next(e for e in reversed(moves) if isinstance(e, ev.WinDeclared) and e.seat == event.seat)
        _take_out(moves, last)
        return
    _turn_back(moves, game)
    if isinstance(event, ev.Called) or (isinstance(event, ev.WinDeclared) and event.seat != event.source):
        _put_back(moves)
    if isinstance(event, ev.Called):
        _name_called(moves, event)
    if isinstance(event, ev.RiichiPaid):
        moves.insert(max(_discards(moves, event.seat), default=len(moves) - 1) + 1, event)
    elif not isinstance(event, ev.Fetched):
        moves.append(event)


def _put_back(moves: list[ev.Event]) -> None:
    """The draw that a late claim takes back (R-CALL-02)."""
    for at in range(len(moves) - 1, 0, -1):
        if isinstance(moves[at], ev.Discarded | ev.Called | ev.KanDeclared):
            return
        if isinstance(moves[at], ev.Drawn):
            del moves[at]
            return


def _take_out(moves: list[ev.Event], event: ev.Event) -> None:
    """Removes the last such event."""
    del moves[len(moves) - 1 - moves[::-1].index(event)]


def _discards(moves: list[ev.Event], seat: int) -> Iterator[int]:
    return (i for i, e in enumerate(moves) if isinstance(e, ev.Discarded) and e.seat == seat)


def _name(moves: list[ev.Event], event: ev.Identified) -> None:
    at = list(_discards(moves, event.seat))[event.index]
    _change(moves, at, tile=event.tile)


def _name_called(moves: list[ev.Event], event: ev.Called) -> None:
    """A call names the discard that was not read."""
    at = max(i for i, e in enumerate(moves) if isinstance(e, ev.Discarded))
    _change(moves, at, tile=event.meld.called)


def _lay_straight(moves: list[ev.Event], seat: int) -> None:
    for at in _discards(moves, seat):
        _change(moves, at, sideways=False)


def _change(moves: list[ev.Event], at: int, **fields: object) -> None:
    discard = moves[at]
    assert isinstance(discard, ev.Discarded)
    moves[at] = replace(discard, **fields)  # type: ignore[arg-type]


def _turn_back(moves: list[ev.Event], game: Game) -> None:
    """An indicator that a robbed kan took back lies in the wall again (R-KAN-11)."""
    assert game.hand is not None
    turned = [i for i, e in enumerate(moves) if isinstance(e, ev.DoraRevealed)]
    for at in reversed(turned[len(game.hand.indicators) :]):
        del moves[at]
