"""What is known of the club: the fold of all entries, one step for each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from club.log.events import CLUB, BanLifted, Banned, Registered, Reverted, RoundDrawn, TournamentCreated
from club.log.events.entry import LogEntry, light
from club.log.events.words import about
from club.log.faults import LogRefusal
from club.log.steps import INSTEAD, STEPS
from club.log.steps.people import created
from club.log.tournament.tournament import Tournament

GENESIS: Final = "0" * 64
"""What the first entry is chained to."""
NAMED: Final = 12
"""Digits of a hash that distinguish two."""


@dataclass(frozen=True, slots=True)
class Bans:
    """The list of the club (K-ORG-02): entries of `Banned` and `BanLifted` in their order."""

    entries: tuple[LogEntry, ...] = ()

    def against(self, person: int, at: LogEntry) -> Banned | None:
        """The ban in force when `at` was entered; the last word of that time counts."""
        for entry in reversed(self.entries):
            event = entry.event
            if entry.seq < at.seq and isinstance(event, Banned | BanLifted) and event.person == person:
                return event if isinstance(event, Banned) and at.ts_ms < event.until_ms else None
        return None

    def in_force(self, now_ms: int) -> dict[int, LogEntry]:
        """The ban of each person who is not admitted at that time; the last word of each counts."""
        last = {e.event.person: e for e in self.entries if isinstance(e.event, Banned | BanLifted)}
        return {
            person: entry
            for person, entry in last.items()
            if isinstance(entry.event, Banned) and now_ms < entry.event.until_ms
        }


@dataclass(frozen=True, slots=True)
class State:
    """The club after entry `seq` with that `hash`; 0 before the first."""

    seq: int = 0
    hash: str = GENESIS
    bans: Bans = Bans()
    tournaments: Mapping[int, Tournament] = field(default_factory=dict)
    log: str = ""
    """Names this log among others with the same numbers: of its first entry's hash; empty before that."""

    def tournament(self, number: int) -> Tournament:
        """LogRefusal when there is none."""
        if number not in self.tournaments:
            raise LogRefusal("no_tournament", tournament=number)
        return self.tournaments[number]


def apply(state: State, entry: LogEntry) -> State:
    """The state after one more entry. LogRefusal says why it cannot be; the state is as it was."""
    if entry.seq != state.seq + 1:
        raise LogRefusal("gap", entry=entry.seq, before=state.seq)
    event = entry.event
    after = replace(state, seq=entry.seq, hash=entry.hash, log=state.log or entry.hash[:NAMED])
    if event.tournament == CLUB:
        return replace(after, bans=Bans((*state.bans.entries, entry)))
    entry = light(entry)
    if isinstance(event, Reverted):
        changed = _reverted(state, entry, event)
    else:
        changed = _step(state.bans, state.tournaments.get(event.tournament), entry)
        changed = replace(changed, log=(*changed.log, entry))
    return replace(after, tournaments={**state.tournaments, event.tournament: changed})


def without(bans: Bans, tournament: Tournament, seqs: Collection[int]) -> Tournament:
    """The tournament as if these entries had never been, nor those that are impossible without them."""
    log = tuple(entry for entry in tournament.log if entry.seq not in seqs)
    return replace(_refold(bans, log, taken_back(log))[0], log=log)


def _step(bans: Bans, tournament: Tournament | None, entry: LogEntry) -> Tournament:
    event = entry.event
    if isinstance(event, TournamentCreated):
        if tournament is not None:
            raise LogRefusal("exists", tournament=event.tournament)
        return created(entry, event)
    if tournament is None:
        raise LogRefusal("no_tournament", tournament=event.tournament)
    if isinstance(event, Registered) and bans.against(event.person, entry):
        raise LogRefusal("banned", person=event.person)
    return STEPS[type(event)](tournament, entry, event)


def _reverted(state: State, entry: LogEntry, event: Reverted) -> Tournament:
    """The tournament as if those entries had never been; LogRefusal names what depends on them."""
    tournament = state.tournament(event.tournament)
    known = {e.seq: e for e in tournament.log}
    out = taken_back(tournament.log)
    for seq in event.seqs:
        if seq not in known:
            raise LogRefusal("no_entry", entry=seq)
        if type(known[seq].event) in INSTEAD:
            raise LogRefusal(INSTEAD[type(known[seq].event)])
        if seq in out:
            raise LogRefusal("reverted", entry=seq)
    log = (*tournament.log, entry)
    after, broken = _refold(state.bans, log, taken_back(log))
    if broken:
        first, *more = broken
        values = {"entry": first.seq, "what": about(first.event), "seqs": [each.seq for each in broken]}
        raise (
            LogRefusal("depends_more", **values, more=len(more)) if more else LogRefusal("depends", **values)
        )
    return replace(after, log=log)


def taken_back(log: tuple[LogEntry, ...]) -> dict[int, int]:
    """The entries that do not count, with the `Reverted` that took each back: a later one decides about an
    earlier one."""
    out: dict[int, int] = {}
    for entry in reversed(log):
        if isinstance(entry.event, Reverted) and entry.seq not in out:
            out |= dict.fromkeys(entry.event.seqs, entry.seq)
    return out


def _refold(
    bans: Bans, log: tuple[LogEntry, ...], out: Collection[int]
) -> tuple[Tournament, tuple[LogEntry, ...]]:
    """The tournament from all entries but those, and the entries that were impossible on the way."""
    now: Tournament | None = None
    broken = []
    for entry in log:
        if entry.seq in out or isinstance(entry.event, Reverted):
            continue
        try:
            now = _step(bans, now, entry)
        except LogRefusal:
            broken.append(entry)
        else:
            if isinstance(entry.event, TournamentCreated):
                now = replace(now, spent=_spent(log, out))
    assert now is not None
    return now, tuple(broken)


def _spent(log: tuple[LogEntry, ...], out: Collection[int]) -> dict[str, int]:
    """Seeds that a draw taken back has revealed, with the number of the last entry of the log then."""
    spent: dict[str, int] = {}
    for entry in log:
        if isinstance(entry.event, Reverted) and entry.seq not in out:
            seeds = {
                e.event.seed for e in log if e.seq in entry.event.seqs and isinstance(e.event, RoundDrawn)
            }
            spent |= {seed: entry.seq for seed in seeds if seed and seed not in spent}
    return spent
