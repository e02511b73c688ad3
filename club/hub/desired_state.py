"""What the log says every table should receive: who sits there, by which rules, and orders of the desk.

Pure. A table is named by its device, `table-7` for table 7 unless it is bound to another (`TableBound`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from club.log.events import (
    Answered,
    CallClosed,
    Frozen,
    Penalised,
    Reverted,
    RoundsCalledOff,
    RoundShortened,
    RoundStarted,
    Ruled,
    Settled,
    TimeAdded,
    Unfrozen,
)
from club.log.events.base import Plan
from club.log.events.entry import LogEntry
from club.log.state import State
from club.log.tournament.tournament import Tournament
from engine.rules.presets import table_of
from engine.rules.ruleset import Ruleset
from engine.state.events import Sanction

OF_THE_HAND: Final = (Sanction.DEAD_HAND, Sanction.CHOMBO, Sanction.REDEAL)
"""Sanctions that the table itself has to carry out; points after uma are the log's."""
MINUTES: Final = "timer.minutes"
"""The option of the main time (K-TIMER-01)."""
DAY_MS: Final = 86_400_000
"""More than any round."""
ORDERS: Final = 24
"""Digits of the hash in the id of an order."""


@dataclass(frozen=True, slots=True)
class DesiredState:
    """A sitting that a device should play, by the `log` of that name. `begun`: the gong of the round has
    sounded; `recalled`: it has, and was taken back."""

    device: str
    log: str
    tournament: int
    round: int
    table: int
    players: tuple[int, int, int, int]
    preset: str
    options: Mapping[str, Any] = field(repr=False)
    begun: bool = False
    recalled: bool = False
    hands: int = 0
    """Recorded already."""

    @property
    def id(self) -> str:
        """Another one when anything of it changes, and in another log: a new one counts from 1, too."""
        said = json.dumps([self.players, self.preset, dict(self.options)], sort_keys=True)
        digest = hashlib.sha256(said.encode()).hexdigest()[:8]
        return f"{self.log}-{self.tournament}-{self.round}-{self.table}-{digest}"


@dataclass(frozen=True, slots=True)
class Order:
    """A command to a device; `id` is for good (`order_id`), so that a table carries it out once."""

    device: str
    id: str
    name: str
    body: Mapping[str, Any]
    names: tuple[int, ...] = ()
    """People whose names its event takes, by seat: they are not in the log."""
    table: int | None = None
    """Of time that is given back: of this table, no more than the hall's clock has left for it."""


def order_id(word: str, entry: LogEntry) -> str:
    """The id of an order that follows from an entry, whose hash no entry of any other log has."""
    return f"{word}-{entry.hash[:ORDERS]}"


def same_log(assignment: str, state: State) -> bool:
    """Whether a sitting of this id is of this log (`Wanted.id`)."""
    return bool(state.log) and assignment.partition("-")[0] == state.log


def device_of(tournament: Tournament, table: int) -> str:
    """The name of the device that stands as this table."""
    return tournament.devices.get(table, f"table-{table}")


def options_of(tournament: Tournament, round_: int | None = None) -> dict[str, Any]:
    """The options by which it is played, or a round of it that is shorter than planned."""
    found = planned(tournament.preset, tournament.options, tournament.plan)
    shorter = round_ is not None and any(cut.before for cut in tournament.cuts.get(round_, ()))
    if round_ is not None and shorter and MINUTES in found:
        found[MINUTES] = tournament.minutes(round_)
    return found


def planned(preset: str, options: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
    """Options with the time limit of a plan, where the rules know one."""
    timed = {MINUTES: plan.minutes, "timer.after": plan.after}
    known = table_of(preset).options
    return {**{key: value for key, value in timed.items() if key in known}, **options}


def rules_of(tournament: Tournament, round_: int | None = None) -> Ruleset:
    """The rules with the time limit of the plan, or of a round that is shorter."""
    return Ruleset.preset(tournament.preset, options_of(tournament, round_))


def after_of(tournament: Tournament) -> str:
    """What is played when the time is over (K-TIMER-02, K-TIMER-03)."""
    return str(options_of(tournament).get("timer.after", tournament.plan.after))


def current(tournament: Tournament) -> int | None:
    """The round that is played, or else the next one that is drawn; None without one."""
    if tournament.closed is not None:
        return None
    if tournament.playing is not None:
        return tournament.playing
    return min(
        (n for n, r in tournament.rounds.items() if r.started is None and not tournament.over(n)),
        default=None,
    )


def wanted(state: State) -> dict[str, DesiredState]:
    """The sitting of every device; a game whose result is known is nobody's to play any more."""
    out: dict[str, DesiredState] = {}
    for number, tournament in sorted(state.tournaments.items()):
        round_ = current(tournament)
        if round_ is None:
            continue
        found, options = tournament.rounds[round_], options_of(tournament, round_)
        for table, game in found.games.items():
            device = device_of(tournament, table)
            if game.result is None and device not in out:
                out[device] = DesiredState(
                    device=device,
                    log=state.log,
                    tournament=number,
                    round=round_,
                    table=table,
                    players=found.sits(table),
                    preset=tournament.preset,
                    options=options,
                    begun=found.started is not None,
                    recalled=found.started is None and _rung(tournament, round_),
                    hands=len(game.hands),
                )
    return out


def let_go(state: State, tournament: int, round_: int) -> bool:
    """Whether the tables may drop their assignment of that round: it was called off, or the event is over."""
    found = state.tournaments.get(tournament)
    return found is not None and (found.closed is not None or round_ in found.off)


def _rung(tournament: Tournament, round_: int) -> bool:
    """Whether the gong of the round has sounded once, whatever became of it."""
    return any(isinstance(e.event, RoundStarted) and e.event.round == round_ for e in tournament.log)


def orders(tournament: Tournament, entry: LogEntry) -> Iterator[Order]:
    """What an entry sends to the tables."""
    event = entry.event
    if isinstance(event, TimeAdded):
        for device in _devices(tournament, event):
            yield Order(device, order_id("time", entry), "clock.add", {"ms": event.seconds * 1000})
    elif isinstance(event, RoundShortened):
        yield from _shortened(tournament, entry, event)
    elif isinstance(event, RoundsCalledOff):
        yield from _dismissed(tournament, entry, event)
    elif isinstance(event, Reverted):
        yield from _reverted(tournament, entry, event)
    elif isinstance(event, Frozen):
        reason = {"reason": "the referee has stopped the table", "clock": event.clock}
        for device in _devices(tournament, event):
            yield Order(device, order_id("pause", entry), "pause", reason)
    elif isinstance(event, Unfrozen):
        for device in _devices(tournament, event):
            yield Order(device, order_id("resume", entry), "resume", {})
    elif isinstance(event, Answered | CallClosed | Ruled | Settled):
        known = tournament.calls.get(event.call or 0)
        device, _, call = ("", "", "") if known is None else known.entry.key.partition("/")
        if call:
            body = {"id": call, "done": not isinstance(event, Answered)}
            yield Order(device, order_id("call", entry), "referee.answer", body)
    elif isinstance(event, Penalised) and event.sanction in OF_THE_HAND:
        yield from _ruled(tournament, entry, event)


def _reverted(tournament: Tournament, entry: LogEntry, event: Reverted) -> Iterator[Order]:
    """Time that was granted is taken back, and what was taken is given back."""
    for gone in (e for e in tournament.log if e.seq in event.seqs):
        if isinstance(gone.event, TimeAdded):
            for device in _devices(tournament, gone.event):
                back = {"ms": -gone.event.seconds * 1000}
                yield Order(device, order_id(f"time-{gone.seq}", entry), "clock.add", back)
        elif isinstance(gone.event, RoundShortened):
            yield from _lengthened(tournament, entry, gone.event, gone.seq)
        elif isinstance(gone.event, RoundsCalledOff):
            yield from _recalled(tournament, entry, gone.event, gone.seq)


def _shortened(tournament: Tournament, entry: LogEntry, event: RoundShortened) -> Iterator[Order]:
    """The round that is played; one that is to come is assigned with less time."""
    for cut in tournament.cuts.get(event.round, ()):
        if cut.seq == entry.seq and not cut.before:
            for table in tournament.rounds[event.round].games:
                body = {"ms": -cut.of(table) * 1000} | ({"last": True} if event.ends else {})
                yield Order(device_of(tournament, table), order_id("short", entry), "clock.add", body)


def _lengthened(tournament: Tournament, entry: LogEntry, event: RoundShortened, seq: int) -> Iterator[Order]:
    """A round that is played has its time again, as far as it has not passed."""
    found = tournament.rounds.get(event.round)
    if found is None or tournament.playing != event.round:
        return
    for table in found.games:
        own = sum(seconds for where, seconds in found.added if where == table) if event.ends else 0
        body = {"ms": (event.seconds + own) * 1000}
        device = device_of(tournament, table)
        yield Order(device, order_id(f"short-{seq}", entry), "clock.add", body, table=table)


def _dismissed(tournament: Tournament, entry: LogEntry, event: RoundsCalledOff) -> Iterator[Order]:
    """No hand follows the one in play, and no table stays frozen: then it can be let go."""
    for number in event.rounds:
        found = tournament.rounds.get(number)
        if found is None or found.started is None:
            continue
        for table, game in found.games.items():
            device = device_of(tournament, table)
            if game.result is None:
                yield Order(device, order_id("off", entry), "clock.add", {"ms": 0, "last": True})
            if found.frozen.keys() & {table, None}:
                yield Order(device, order_id("resume", entry), "resume", {})


def _recalled(tournament: Tournament, entry: LogEntry, event: RoundsCalledOff, seq: int) -> Iterator[Order]:
    """The round that was called off is played on: its tables have the time again that the hall has left."""
    playing = tournament.playing
    if playing is None or playing not in event.rounds:
        return
    for table, game in tournament.rounds[playing].games.items():
        if game.result is None:
            device = device_of(tournament, table)
            yield Order(device, order_id(f"off-{seq}", entry), "clock.add", {"ms": DAY_MS}, table=table)


def _ruled(tournament: Tournament, entry: LogEntry, event: Penalised) -> Iterator[Order]:
    """A ruling about the hand in play of a frozen table: while it is stopped, it cannot be another hand."""
    found, table = tournament.rounds.get(event.round or 0), event.table
    if found is None or table is None or table not in found.games or not found.frozen.keys() & {table, None}:
        return
    game, sits = found.games[table], found.sits(table)
    if event.hand != len(game.hands) or game.result is not None or event.person not in sits:
        return
    seat = sits.index(event.person)
    ruled = {"type": "penalised", "seat": seat, "sanction": event.sanction.value, "penalty": event.reason}
    yield Order(device_of(tournament, table), order_id("ruling", entry), "ruling", {"event": ruled})


def _devices(tournament: Tournament, event: TimeAdded | Frozen | Unfrozen) -> list[str]:
    """The devices that play the round at the table of the event, or at all tables."""
    found = tournament.rounds.get(event.round)
    tables = () if found is None else found.games
    return [device_of(tournament, table) for table in tables if event.table in (None, table)]
