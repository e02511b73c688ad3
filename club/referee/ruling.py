"""What is proposed for a violation, and the events that a decision becomes (K-PEN, K-ESC, K-JUDGE-07)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from club.event import SizeClass, size_class
from club.log.events import Event, Penalised, PenaltyLifted, Ruled, Settled
from club.log.faults import LogRefusal
from club.log.tournament.tournament import Ruling, Tournament
from club.referee.asked import Lift, Rule, Settle
from club.referee.ladder import next_step
from club.referee.reasons import FREE, Reason, reasons
from engine.judge.penalties import Measure
from engine.result.chombo import chombo
from engine.state.events import Sanction


@dataclass(frozen=True, slots=True)
class Who:
    """The referee: the account that enters, and the person behind it if there is one."""

    account: str
    person: int | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """`sanction` None where the judge chooses; `points` after uma, 0 or more; `step` of the ladder."""

    measure: Measure
    sanction: Sanction | None
    points: int
    step: int


def event_size(tournament: Tournament) -> SizeClass:
    """The size of an event by registered players (K-RANK-01)."""
    return size_class(sum(r.event.kind == "player" for r in tournament.registrations.values()))


def reason_of(tournament: Tournament, id_: str) -> Reason:
    """LogRefusal for an unknown reason."""
    found = reasons(tournament.preset).get(id_)
    if found is None:
        raise LogRefusal("no_reason", reason=id_)
    return found


def proposed(tournament: Tournament, person: int, reason: Reason, *, mild: bool) -> Proposal:
    """What the table of penalties and the ladder of this event say for one person (K-ESC-02)."""
    measure = reason.measure(mild=mild)
    sanction = measure.sanction
    standing = (p.event for p in tournament.penalties.values() if p.lifted is None)
    step = next_step(person, reason.id, standing)
    if sanction is Sanction.REMINDER or measure is Measure.DISCRETION:
        choice = None if measure is Measure.DISCRETION and step.number == 0 else step.sanction
        return Proposal(measure, choice, step.points, step.number)
    if sanction is Sanction.FINE:
        return Proposal(measure, sanction, reason.least, 0)
    return Proposal(measure, sanction, price(tournament, sanction), 0)


def price(tournament: Tournament, sanction: Sanction | None) -> int:
    """What a chombo takes after uma; 0 where it is paid at the table (R-CHOMBO-02, R-CHOMBO-03)."""
    return -chombo(tournament.rules, 0, 0).after_uma if sanction is Sanction.CHOMBO else 0


def ruled(tournament: Tournament, who: Who, asked: Rule) -> tuple[Event, ...]:
    """The entry of the journal and a penalty for each person. LogRefusal says why not."""
    reason = reason_of(tournament, asked.reason)
    _may(tournament, who, asked)
    _mild(tournament, reason, asked)
    due = {person: _decided(tournament, person, reason, asked) for person in asked.persons}
    first = next(iter(due.values()))
    entry = Ruled(
        tournament=tournament.id,
        round=asked.round,
        table=asked.table,
        call=asked.call,
        supersedes=asked.supersedes,
        hand=asked.hand,
        persons=asked.persons,
        reason=reason.id,
        clause=asked.clause or reason.clause,
        sanction=first.sanction,
        facts=asked.facts,
        explanation=" ".join(filter(None, (asked.explanation, asked.mitigating))),
        step=first.step,
        snapshot=snapshot(tournament, asked.round, asked.table),
        because=asked.because,
    )
    before = () if asked.supersedes is None else tuple(_taken_back(tournament, asked.supersedes, asked))
    return (entry, *before, *(_penalised(tournament, asked, person, due[person]) for person in due))


def settled(tournament: Tournament, asked: Settle) -> tuple[Event, ...]:
    """Dead hand or chombo, as the penalty table prescribes; LogRefusal where a judge is needed (K-PEN-08)."""
    sanction = reason_of(tournament, asked.reason).standard.sanction
    if sanction is not Sanction.DEAD_HAND and sanction is not Sanction.CHOMBO:
        raise LogRefusal("judge_needed", reason=asked.reason)
    return (Settled(tournament=tournament.id, sanction=sanction, **asked.model_dump()),)


def lifted(tournament: Tournament, asked: Lift) -> tuple[Event, ...]:
    """A penalty counts no more."""
    return (PenaltyLifted(tournament=tournament.id, penalty=asked.penalty, reason=asked.reason),)


def snapshot(tournament: Tournament, round_: int, table: int) -> int | None:
    """The entry with what was stored of the table when it was frozen; None while it is not."""
    frozen = tournament.rounds[round_].frozen if round_ in tournament.rounds else {}
    found = frozen.get(table) or frozen.get(None)
    return None if found is None else found.seq


def _may(tournament: Tournament, who: Who, asked: Rule) -> None:
    """No judge rules at the own table (K-JUDGE-05), and nobody on what another has just ruled on."""
    found = tournament.rounds.get(asked.round)
    if found is None or asked.table not in found.games:
        raise LogRefusal("no_table", table=asked.table, round=asked.round)
    if who.person is not None and who.person in found.sits(asked.table):
        raise LogRefusal("own_table")
    other = next(_meanwhile(tournament, who, asked), None)
    if other is not None:
        raise LogRefusal("ruled", by=other.entry.by, entry=other.entry.seq)


def _meanwhile(tournament: Tournament, who: Who, asked: Rule) -> Iterator[Ruling]:
    """Rulings on the same case that this referee has not seen: those of others, and the same one again."""
    for ruling in tournament.rulings.values():
        event, entry = ruling.event, ruling.entry
        if entry.seq <= asked.seen or ruling.superseded is not None:
            continue
        again = event.reason == asked.reason and set(event.persons) & set(asked.persons)
        if entry.by == who.account and not again:
            continue
        at_table = (event.round, event.table) == (asked.round, asked.table)
        if at_table and (event.hand == asked.hand or event.call == asked.call is not None):
            yield ruling


def _mild(tournament: Tournament, reason: Reason, asked: Rule) -> None:
    if not asked.mild:
        return
    if reason.minimum is None:
        raise LogRefusal("no_mitigation", reason=reason.id)
    if not event_size(tournament).mild and not asked.mitigating.strip():
        raise LogRefusal("say_mitigating")


def _decided(tournament: Tournament, person: int, reason: Reason, asked: Rule) -> Proposal:
    """The proposal, or what the referee says instead; every departure is explained (K-JUDGE-06)."""
    found = proposed(tournament, person, reason, mild=asked.mild)
    sanction = asked.sanction or found.sanction
    if sanction is None:
        raise LogRefusal("choose", reason=reason.id)
    points = _points(tournament, reason, found, sanction, asked.points)
    free = found.sanction is None or found.measure in (Measure.DISCRETION, Measure.SPECIAL)
    inside = _within(reason, points) if reason.least and sanction is Sanction.FINE else False
    departs = not free and (sanction, points) != (found.sanction, found.points) and not inside
    if departs and not asked.explanation.strip():
        raise LogRefusal("explain")
    if sanction not in FREE:
        raise LogRefusal("no_sanction")
    step = found.step if (sanction, points) == (found.sanction, found.points) else 0
    return Proposal(found.measure, sanction, points, step)


def _points(
    tournament: Tournament, reason: Reason, found: Proposal, sanction: Sanction, given: int | None
) -> int:
    if sanction is not Sanction.FINE:
        if given:
            raise LogRefusal("no_fine")
        return price(tournament, sanction)
    points = found.points or reason.least if given is None else given
    if not points:
        raise LogRefusal("no_points")
    return points


def _within(reason: Reason, points: int) -> bool:
    if reason.id == "obstruction":
        return points in (reason.least, reason.most)
    return reason.least <= points and (not reason.most or points <= reason.most)


def _penalised(tournament: Tournament, asked: Rule, person: int, due: Proposal) -> Penalised:
    assert due.sanction is not None
    return Penalised(
        tournament=tournament.id,
        round=asked.round,
        table=asked.table,
        hand=asked.hand,
        person=person,
        reason=asked.reason,
        sanction=due.sanction,
        points=-due.points,
        text=asked.facts,
        because=asked.because,
    )


def _taken_back(tournament: Tournament, ruling: int, asked: Rule) -> Iterator[Event]:
    """The penalties that the superseded ruling had brought; they were entered with it."""
    if ruling not in tournament.rulings:
        raise LogRefusal("no_ruling", entry=ruling)
    key = tournament.rulings[ruling].entry.key
    for seq, penalty in tournament.penalties.items():
        if penalty.entry.key == key and penalty.lifted is None:
            reason = asked.explanation or asked.facts
            yield PenaltyLifted(tournament=tournament.id, penalty=seq, reason=reason, because=(ruling,))
