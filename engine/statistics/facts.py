"""What statistics know of a finished hand, from the events of a table or from what a club keeps of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.notation.played import PlayedGame, PlayedHand, moved
from engine.state import events as ev
from engine.state.events import EndReason, Seats4


@dataclass(frozen=True, slots=True)
class HandFacts:
    """A hand; seats are numbers 0 to 3 and `players` the people by seat.

    `source` is who dealt in, None after a tsumo or a draw. `deltas` are what the result moved, honba and
    sticks included, riichi deposits not. `riichi` are seats whose stick lay on the table, `called` those
    with another's tile in a set, None where nobody kept it. `offenders` were given chombo.
    """

    players: Seats4
    ending: EndReason
    deltas: tuple[int, ...]
    winners: tuple[int, ...] = ()
    source: int | None = None
    riichi: frozenset[int] = frozenset()
    called: frozenset[int] | None = None
    tenpai: frozenset[int] = frozenset()
    offenders: frozenset[int] = frozenset()


def hands_of(game: PlayedGame, players: Seats4) -> Iterator[HandFacts]:
    """The finished hands of a table's journal or of a record."""
    for hand in game.hands:
        if hand.ended is not None:
            yield _of_events(hand, hand.ended, players)


def _of_events(hand: PlayedHand, ended: ev.HandEnded, players: Seats4) -> HandFacts:
    in_play = hand.game.in_play
    entered = None if in_play is None else in_play.entered
    declared = [
        move for move in hand.moves if isinstance(move, ev.WinDeclared) and move.seat in ended.winners
    ]
    wins = declared if entered is None else entered.wins
    sources = {won.source for won in wins if won.source != won.seat}
    deltas, riichi = moved(hand, ended)
    return HandFacts(
        players,
        ended.reason,
        deltas,
        ended.winners,
        next(iter(sources), None),
        riichi,
        frozenset(move.seat for move in hand.moves if isinstance(move, ev.Called)),
        frozenset(seat for seat in range(4) if ended.tenpai[seat]),
        frozenset() if in_play is None else frozenset(in_play.offenders),
    )


def of_record(
    players: Seats4,
    ending: EndReason,
    deltas: Seats4,
    *,
    winners: Mapping[int, int | None] = MappingProxyType({}),
    riichi: Collection[int] = (),
    tenpai: Collection[int] = (),
    offenders: Collection[int] = (),
    called: Collection[int] | None = None,
) -> HandFacts:
    """The hand as a club keeps it. `winners` gives each one's source, the winner itself after a tsumo.

    Where that is None, because nobody kept it, who dealt in is the only one who paid. `called` None: nobody
    kept who called.
    """
    payers = [seat for seat in range(4) if deltas[seat] < 0]
    source = payers[0] if ending is EndReason.WIN and len(payers) == 1 else None
    for winner, kept in winners.items():
        if kept is not None:
            source = None if kept == winner else kept
    return HandFacts(
        players,
        ending,
        deltas,
        tuple(winners),
        source,
        frozenset(riichi),
        None if called is None else frozenset(called),
        frozenset(tenpai),
        frozenset(offenders),
    )
