"""What was ruled at a table: settled by its four players (K-PEN-08), or by a referee there (K-JUDGE-07).

A table sends all of it again with each revision of a hand or result. Compared with what it had sent before,
each ruling is in the log once, and one that it sends no more is taken back there. What people at the desk
have taken back stays so, and what they have entered themselves is the same ruling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pydantic import ValidationError

from club.hub.writer import Writer
from club.log.desk import Refused
from club.log.events import Event, Penalised, PenaltyLifted, Reverted, Settled
from club.log.faults import LogRefusal
from club.log.steps.sanctions import same
from club.log.tournament.tournament import Penalty
from contract.messages import RecordMessage, ResultMessage, RulingView
from engine.state.events import Sanction

OF_A_REFEREE: Final = frozenset(
    (Sanction.REMINDER, Sanction.DEAD_HAND, Sanction.FINE, Sanction.DISQUALIFICATION)
)
"""Sanctions of a person that are sent with the result; a chombo is in the record of its hand."""
KNOWN: Final = frozenset(("penalised", "settled"))
"""Faults of what another person has entered already: it is one and the same."""
UNNAMED: Final = "table"
"""The reason of a ruling that names none."""


class Rulings:
    """Both methods give the faults of what the log refuses; LaterError where it cannot now."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def settled(self, device: str, played: RecordMessage) -> tuple[LogRefusal, ...]:
        """What the four have settled in a hand, of which the log has this revision."""
        tournament = self._writer.state.tournament(played.tournament)
        place = f"{device}/{played.game}/{played.hand}/"
        log = [entry for entry in tournament.log if entry.key.startswith(place)]
        undone = {seq for entry in log if isinstance(entry.event, Reverted) for seq in entry.event.seqs}
        known = {e.event: e.seq for e in log if isinstance(e.event, Settled) and e.seq not in undone}
        wanted, faults = _settled(played)
        gone = [s for event, s in known.items() if event not in wanted and s in tournament.settled]
        if gone:
            back = Reverted(tournament=tournament.id, seqs=tuple(gone), reason=f"taken back at {device}")
            faults += self._written({0: back}, f"{place}unsettled/{played.rev}")
        new = {n: event for n, event in enumerate(wanted) if event not in known}
        return (*faults, *self._written(new, f"{place}settled/{played.rev}"))

    def ruled(self, device: str, result: ResultMessage) -> tuple[LogRefusal, ...]:
        """What referees have ruled at the table in a game, of whose result the log has this revision."""
        place = f"{device}/{result.game}/result/"
        wanted = list(_ruled(result))
        gone = {
            seq: PenaltyLifted(tournament=result.tournament, penalty=seq, reason=f"taken back at {device}")
            for seq, penalty in self._penalties(result.tournament, place)
            if penalty.entry.key.startswith(place) and penalty.lifted is None and penalty.event not in wanted
        }
        lifted = self._written(gone, f"{place}lifted/{result.rev}")
        known = [penalty.event for _, penalty in self._penalties(result.tournament, place)]
        new = {n: event for n, event in enumerate(wanted) if not any(same(event, old) for old in known)}
        return (*lifted, *self._written(new, f"{place}ruling/{result.rev}"))

    def _penalties(self, number: int, place: str) -> Iterator[tuple[int, Penalty]]:
        """The penalties of the tournament by their entry, without those that this game has taken back
        itself."""
        tournament = self._writer.state.tournament(number)
        keys = {entry.seq: entry.key for entry in tournament.log}
        for seq, penalty in tournament.penalties.items():
            if penalty.lifted is None or not keys[penalty.lifted].startswith(place):
                yield seq, penalty

    def _written(self, events: Mapping[int, Event], key: str) -> list[LogRefusal]:
        """Each by itself, so that one that is refused takes no other with it."""
        outcomes = [self._writer.write(event, f"{key}/{number}") for number, event in events.items()]
        faults = (outcome.fault for outcome in outcomes if isinstance(outcome, Refused))
        return [fault for fault in faults if fault.code not in KNOWN]


def _settled(played: RecordMessage) -> tuple[list[Settled], list[LogRefusal]]:
    """What is to be in the log, and what cannot be."""
    wanted: list[Settled] = []
    faults: list[LogRefusal] = []
    for ruling in played.rulings:
        if not ruling.confirmed:
            continue
        try:
            wanted.append(_settlement(played, ruling))
        except ValidationError:
            faults.append(LogRefusal("judge_needed", reason=ruling.penalty or UNNAMED))
    return wanted, faults


def _settlement(played: RecordMessage, ruling: RulingView) -> Settled:
    return Settled.model_validate(
        {
            "tournament": played.tournament,
            "round": played.assigned_round,
            "table": int(played.label),
            "hand": played.hand,
            "person": played.players[ruling.seat],
            "reason": ruling.penalty or UNNAMED,
            "sanction": ruling.sanction,
            "confirmed": ruling.confirmed,
        }
    )


def _ruled(result: ResultMessage) -> Iterator[Penalised]:
    for ruling in result.rulings:
        fine = ruling.sanction == Sanction.FINE
        if ruling.confirmed or ruling.sanction not in OF_A_REFEREE or (fine and not ruling.points):
            continue
        yield Penalised(
            tournament=result.tournament,
            round=result.assigned_round,
            table=int(result.label),
            hand=ruling.hand,
            person=result.players[ruling.seat],
            reason=ruling.penalty or UNNAMED,
            sanction=Sanction(ruling.sanction),
            points=-abs(ruling.points) if fine else 0,
        )
