"""What tables have played goes into the log exactly once, and only then it is acknowledged.

Each hand has the key `{table}/{game}/{hand}/{rev}`, so a repeat is recognised by the log itself, also after
a kill between the commit and the acknowledgement. Revisions count from 0 at a table and from 1 in the log.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pydantic import ValidationError

from club.hub.desired_state import device_of, same_log
from club.hub.messages import BadMessageError, OfGame
from club.hub.rulings import Rulings
from club.hub.writer import Writer
from club.log.desk import Accepted, Refused
from club.log.events import Event, GameRecorded, HandRecorded, Reverted, Settled
from club.log.events.base import Four, HandWin, Record
from club.log.faults import LogRefusal
from club.log.state import taken_back
from club.log.tournament.game import Game, GameEnd, Hand
from club.log.tournament.tournament import Round, Tournament
from contract.messages import RecordMessage, ResultMessage
from engine.state.events import EndReason

WINDS: Final = "ESWN"
OTHER_LOG: Final = "other_log"
"""The reason of what was played for another log."""


@dataclass(frozen=True, slots=True)
class Written:
    """The log has it: `acknowledge` is the answer to the table, `new` whether it was new. `refused` says what
    of the rulings beside it the log does not take."""

    acknowledge: Mapping[str, Any]
    new: bool
    refused: tuple[LogRefusal, ...] = ()


class Recorder:
    """`Writer.write` may wait for its database: call from a thread that nothing else waits for."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._rulings = Rulings(writer)

    def hand(self, device: str, played: RecordMessage) -> Written:
        """A finished hand, and what its players have settled in it. BadMessageError says why the log refuses
        it, LaterError that it cannot now."""
        tournament, found, table = self._sitting(device, played)
        game, known = found.games[table], found.games[table].hands.get(played.hand)
        where = {"game": played.game, "hand": played.hand}
        if played.withdrawn:
            return self._withdraw(tournament, device, played, where)
        record = _record(played)
        event = HandRecorded(
            tournament=tournament.id,
            round=played.assigned_round,
            table=table,
            game=played.game,
            hand=played.hand,
            rev=played.rev + 1,
            record=record,
        )
        highest = 0 if known is None or game.id != played.game else known.rev
        written = self._write(event, f"{device}/{played.game}/{played.hand}/{played.rev}", where, highest)
        now = self._game(played).hands.get(played.hand)
        if not _is_it(written, played, now):
            return written
        return replace(written, refused=self._rulings.settled(device, played))

    def result(self, device: str, result: ResultMessage) -> Written:
        """The end of a game, with what referees ruled at the table; otherwise as `hand`."""
        tournament, found, table = self._sitting(device, result)
        game = found.games[table]
        where = {"game": result.game, "hand": None}
        if result.withdrawn:
            return self._withdraw(tournament, device, result, where)
        event = GameRecorded(
            tournament=tournament.id,
            round=result.assigned_round,
            table=table,
            source="table",
            scores=_four(result.scores),
            sticks_left=result.sticks_left,
            game=result.game,
            hands=result.hands,
            rev=result.rev + 1,
        )
        highest = game.reported.rev if game.reported is not None and game.id == result.game else 0
        written = self._write(event, f"{device}/{result.game}/result/{result.rev}", where, highest)
        if not _is_it(written, result, self._game(result).reported):
            return written
        return replace(written, refused=self._rulings.ruled(device, result))

    def _game(self, message: OfGame) -> Game:
        """The game as the log has it now."""
        return (
            self._writer.state.tournament(message.tournament)
            .rounds[message.assigned_round]
            .games[int(message.label)]
        )

    def _sitting(self, device: str, message: OfGame) -> tuple[Tournament, Round, int]:
        """Where the hand was played by the log; BadMessageError for a table that does not sit there."""
        state = self._writer.state
        if not same_log(message.assignment, state):
            raise BadMessageError(
                OTHER_LOG,
                f"Game {message.game} of {device} was played for another log (sitting {message.assignment}) "
                "and stays at its table: start the hub with the database of that log to take it in.",
            )
        tournament = state.tournaments.get(message.tournament)
        found = None if tournament is None else tournament.rounds.get(message.assigned_round)
        table = int(message.label) if message.label.isdecimal() else 0
        if tournament is None or found is None or table not in found.games:
            raise BadMessageError(
                "elsewhere",
                f"{device} reports of table {message.label} in round {message.assigned_round} of tournament "
                f"{message.tournament}, which the log does not know.",
            )
        if device_of(tournament, table) != device:
            raise BadMessageError("forged", f"Table {table} is {device_of(tournament, table)}, not {device}.")
        people = {*found.games[table].sitting.players, *found.games[table].drawn.players, *found.sits(table)}
        if not set(message.players) <= people:
            raise BadMessageError("forged", f"Others sit at table {table} than {device} reports.")
        return tournament, found, table

    def _withdraw(
        self, tournament: Tournament, device: str, message: OfGame, where: dict[str, Any]
    ) -> Written:
        """Takes back every revision that the log has of it, if it has any, and what was settled in it."""
        gone = taken_back(tournament.log)
        place = f"{device}/{message.game}/{'result' if where['hand'] is None else where['hand']}"
        seqs = [
            entry.seq
            for entry in tournament.log
            if entry.seq not in gone
            and entry.key.startswith(f"{place}/")
            and isinstance(entry.event, HandRecorded | GameRecorded | Settled)
        ]
        if not seqs:
            return Written({**where, "rev": message.rev}, new=False)
        event = Reverted(tournament=tournament.id, seqs=tuple(seqs), reason=f"withdrawn at {device}")
        return self._write(event, f"{place}/{message.rev}", where, 0)

    def _write(self, event: Event, key: str, where: dict[str, Any], highest: int) -> Written:
        """`highest` is the revision that the log has of it; what it has otherwise is sent again above it."""
        rev = int(key.rpartition("/")[2])
        outcome = self._writer.write(event, key)
        if not isinstance(outcome, Refused):
            return Written({**where, "rev": rev}, new=isinstance(outcome, Accepted))
        fault = outcome.fault
        if fault.code == "other_events":
            return Written({**where, "rev": max(rev, highest - 1) + 1}, new=False)
        if fault.code == "old":
            return Written({**where, "rev": max(rev + 1, highest - 1)}, new=False)
        raise BadMessageError(fault.code, fault.sentence)


def _is_it(written: Written, message: OfGame, now: Hand | GameEnd | None) -> bool:
    """Whether the log has `now` what the table sent, and nothing else or newer."""
    return now is not None and now.rev == message.rev + 1 and written.acknowledge["rev"] == message.rev


def _record(played: RecordMessage) -> Record:
    """The hand as the log stores it; BadMessageError for a hand that contradicts itself."""
    if played.round is None or played.dealer is None:
        raise BadMessageError("malformed", "round: a hand that counts has one.")
    if played.reason not in set(EndReason):
        raise BadMessageError("malformed", f"reason: no hand ends by {played.reason!r}.")
    deltas, scores, moves = _four(played.deltas), _four(played.scores), _lines(played.mjai)
    try:
        return Record(
            dealer=played.dealer,
            wind=WINDS.index(played.round.wind),
            number=played.round.number,
            honba=played.round.honba,
            reason=EndReason(played.reason),
            winners=tuple(played.winners),
            wins=_wins(played),
            called=None if played.called is None else tuple(played.called),
            deltas=deltas,
            scores=scores,
            riichi=tuple(played.riichi),
            sticks=played.sticks,
            offenders=tuple(played.offenders),
            tenpai=tuple(played.tenpai),
            started_ms=played.started_ms,
            ended_ms=played.ended_ms,
            findings=tuple(each.model_dump(mode="json", exclude_unset=True) for each in played.findings),
            moves=moves,
        )
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise BadMessageError("malformed", f"{first['loc']}: {first['msg']}"[:200]) from error


def _wins(played: RecordMessage) -> tuple[HandWin, ...] | None:
    """None of a table of 0.1, which leaves them in its `mjai`."""
    if "wins" not in played.model_fields_set:
        return None
    return tuple(HandWin(**win.model_dump(include=set(HandWin.model_fields))) for win in played.wins)


def _lines(mjai: Sequence[str]) -> tuple[dict[str, Any], ...]:
    try:
        found = tuple(json.loads(line) for line in mjai)
    except ValueError as error:
        raise BadMessageError("malformed", "mjai: a line is no JSON.") from error
    if not all(isinstance(line, dict) for line in found):
        raise BadMessageError("malformed", "mjai: a line is no object.")
    return found


def _four(points: Sequence[int]) -> Four:
    if len(points) != 4:
        raise BadMessageError("malformed", "deltas and scores: what counts has four of each.")
    a, b, c, d = points
    return a, b, c, d
