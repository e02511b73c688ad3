"""What statistics know of a finished hand, from the events of a table or from what a club keeps of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.notation.played import PlayedGame, PlayedHand
from engine.state import events as ev
from engine.state.events import EndReason, Seats4

_CALLS = frozenset(("chi", "pon", "daiminkan"))


@dataclass(frozen=True, slots=True)
class HandFacts:
    """A hand; seats are numbers 0 to 3 and `players` the people by seat.

    `source` is who dealt in, None after a tsumo or a draw. `deltas` are what the result moved, honba and
    sticks included, riichi deposits not. `riichi` are seats whose stick lay on the table, `called` those
    with another's tile in a set, None where nobody kept it. `offenders` were given chombo.
    """

    players: Seats4
    ending: EndReason
    deltas: Seats4
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
    wins = [move for move in hand.moves if isinstance(move, ev.WinDeclared) and move.seat in ended.winners]
    sources = {won.source for won in wins if won.source != won.seat}
    in_play = hand.game.in_play
    return HandFacts(
        players,
        ended.reason,
        ended.deltas,
        ended.winners,
        next(iter(sources), None),
        frozenset(move.seat for move in hand.moves if isinstance(move, ev.RiichiPaid)),
        frozenset(move.seat for move in hand.moves if isinstance(move, ev.Called)),
        frozenset(seat for seat in range(4) if ended.tenpai[seat]),
        frozenset() if in_play is None else frozenset(in_play.offenders),
    )


def of_record(
    players: Seats4,
    ending: EndReason,
    deltas: Seats4,
    *,
    winners: Collection[int] = (),
    riichi: Collection[int] = (),
    tenpai: Collection[int] = (),
    offenders: Collection[int] = (),
    moves: Iterable[Mapping[str, object]] = (),
) -> HandFacts:
    """The hand as a club keeps it. `moves` are mjai lines of what was laid open, where there are any.

    Without them who dealt in is the only one who paid, and nobody knows who called.
    """
    moves = tuple(moves)
    payers = [seat for seat in range(4) if deltas[seat] < 0]
    source = payers[0] if ending is EndReason.WIN and len(payers) == 1 else None
    for move in moves:
        if move.get("type") == "hora":
            target = move.get("target")
            source = target if isinstance(target, int) and target != move.get("actor") else None
    called = (move.get("actor") for move in moves if move.get("type") in _CALLS)
    return HandFacts(
        players,
        ending,
        deltas,
        tuple(winners),
        source,
        frozenset(riichi),
        frozenset(seat for seat in called if isinstance(seat, int)) if moves else None,
        frozenset(tenpai),
        frozenset(offenders),
    )
