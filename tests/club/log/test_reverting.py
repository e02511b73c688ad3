"""Taking back: what is reverted has never been, and nothing is left that depends on it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from club.log.desk import Accepted, LogDesk, Refused, Repeated
from club.log.events import (
    CallClosed,
    Called,
    Event,
    GameRecorded,
    HandCorrected,
    HandOpened,
    Late,
    Paid,
    Penalised,
    PenaltyLifted,
    Registered,
    Replaced,
    Reseated,
    ResultCorrected,
    Returned,
    Reverted,
    RoundClosed,
    RoundsCalledOff,
    RoundShortened,
    RoundStarted,
    StageClosed,
    TableBound,
    TimeAdded,
    TournamentClosed,
    TournamentCreated,
    Withdrew,
)
from club.log.faults import LogRefusal
from club.log.state import State, apply
from club.log.steps import INSTEAD
from club.log.store.store import Store
from engine.state.events import Sanction
from tests.club.log.build import created, drawn, hand, record, registered, sheet, sitting, stage
from tests.club.log.states import after, entries, finished, playing, refuses, the
from tests.club.log.values import EIGHT, EVEN, FOUR, WON, T

OTHER = T + 1
START: tuple[Event, ...] = (
    TournamentCreated(tournament=OTHER, name="Beside", preset="wrc"),
    created(capacity=8),
    *registered(EIGHT),
    stage(2),
    stage(1, 2),
)
Maker = Callable[[State, int, int], Event]


def filler(seq: int) -> Event:
    """Takes the number of an entry and touches another tournament only."""
    return TableBound(tournament=OTHER, table=seq, device=f"device-{seq}")


def points(a: int) -> tuple[int, int, int, int]:
    return (30_000 + 1000 * a, 30_000 - 1000 * a, 30_000, 30_000)


def _players(state: State, a: int) -> tuple[int, ...]:
    people = the(state).players(1 + a % 3)
    return people[: len(people) - len(people) % 4]


def _draw(state: State, a: int, b: int) -> Event:
    people = _players(state, a)
    turned = people[b % 4 :] + people[: b % 4]
    rest = tuple(p for p in the(state).players(1 + a % 3) if p not in turned)
    return drawn(1 + a % 3, turned, byes=rest)


MAKERS: tuple[Maker, ...] = (
    lambda s, a, b: Registered(tournament=T, person=9 + a, from_round=1 + b % 3),
    lambda s, a, b: Paid(tournament=T, person=1 + a),
    lambda s, a, b: Withdrew(tournament=T, person=1 + a, from_round=1 + b % 3),
    lambda s, a, b: Returned(tournament=T, person=1 + a, from_round=1 + b % 3),
    _draw,
    _draw,
    lambda s, a, b: RoundStarted(tournament=T, round=1 + a % 3),
    lambda s, a, b: RoundStarted(tournament=T, round=1 + a % 3),
    lambda s, a, b: TimeAdded(tournament=T, round=1 + a % 3, table=1 + b % 2, seconds=60),
    lambda s, a, b: hand(1 + a % 3, 1 + b % 2, a % 4, record(points(b), EVEN), rev=1 + b % 3),
    lambda s, a, b: hand(1 + a % 3, 1 + b % 2, a % 4, record(points(b), EVEN), rev=1 + b % 3),
    lambda s, a, b: HandCorrected(
        tournament=T, round=1 + a % 3, table=1 + b % 2, hand=a % 4, record=record(points(b)), reason="x"
    ),
    lambda s, a, b: GameRecorded(
        tournament=T, round=1 + a % 3, table=1 + b % 2, source="sheet", scores=points(b)
    ),
    lambda s, a, b: GameRecorded(
        tournament=T, round=1 + a % 3, table=1 + b % 2, source="sheet", scores=points(a)
    ),
    lambda s, a, b: ResultCorrected(
        tournament=T, round=1 + a % 3, table=1 + b % 2, scores=points(b), reason="x"
    ),
    lambda s, a, b: RoundClosed(tournament=T, round=1 + a % 3),
    lambda s, a, b: RoundClosed(tournament=T, round=1 + a % 3),
    lambda s, a, b: StageClosed(tournament=T, stage=1 + a % 2),
    lambda s, a, b: TournamentClosed(tournament=T),
    lambda s, a, b: RoundsCalledOff(
        tournament=T, rounds=(1 + a % 3,), counted=(1, 2)[: b % 3], reason="Power cut."
    ),
    lambda s, a, b: RoundShortened(
        tournament=T, round=1 + a % 3, seconds=60 * (1 + b), ends=b % 2 == 0, reason="The last bus."
    ),
    lambda s, a, b: Replaced(tournament=T, round=1 + a % 3, table=1, seat=b % 4, substitute=9 + b % 3),
    lambda s, a, b: Reseated(tournament=T, round=1 + a % 3, sittings=(sitting(1, 2, 1, 3, 4),)),
    lambda s, a, b: Late(tournament=T, round=1 + a % 3, person=1 + b, seconds=10 * a),
    lambda s, a, b: Called(tournament=T, round=1 + a % 3, table=1 + b % 2),
    lambda s, a, b: CallClosed(tournament=T, call=1 + a + b),
    lambda s, a, b: Penalised(
        tournament=T, round=1 + a % 3, person=1 + b, reason="P-43", sanction=Sanction.FINE, points=-a
    ),
    lambda s, a, b: PenaltyLifted(tournament=T, penalty=max(1, s.seq - a), reason="x"),
    lambda s, a, b: Reverted(tournament=T, seqs=(max(1, s.seq - a),)),
    lambda s, a, b: Reverted(tournament=T, seqs=(max(1, s.seq - a),)),
)
STEPS = st.lists(
    st.tuples(st.integers(0, len(MAKERS) - 1), st.integers(0, 8), st.integers(0, 8)), max_size=40
)


def attempt(events: Event | Sequence[Event], state: State) -> State | LogRefusal:
    """The state after the events, or why not."""
    try:
        return after(*(events if isinstance(events, Sequence) else [events]), state=state)
    except LogRefusal as fault:
        return fault


def dependents(state: State, *seqs: int) -> tuple[int, ...]:
    """The entries that a refusal names, because they would be impossible without these."""
    refused = attempt(Reverted(tournament=T, seqs=seqs), state)
    named = refused.values.get("seqs") if isinstance(refused, LogRefusal) else None
    return tuple(named) if isinstance(named, list) else ()


def legal(steps: Sequence[tuple[int, int, int]]) -> list[Event]:
    """As many of the steps as may happen, after the beginning of a tournament."""
    events, state = list(START), after(*START)
    for kind, a, b in steps:
        try:
            event = MAKERS[kind](state, a, b)
            state = after(event, state=state)
        except (LogRefusal, ValueError):
            continue
        events.append(event)
    return events


@given(STEPS)
@settings(max_examples=60, deadline=None)
def test_what_is_derived_is_what_a_replay_derives(steps: Sequence[tuple[int, int, int]]) -> None:
    events = legal(steps)
    once = after(*events)
    replayed = State()
    for entry in entries(events):
        replayed = apply(replayed, entry)
    assert replayed == once
    assert [entry.event for entry in the(once).log] == [e for e in events if e.tournament == T]


@given(STEPS, st.lists(st.integers(0, 60), min_size=1, max_size=3, unique=True))
@settings(max_examples=150, deadline=None)
def test_what_is_reverted_has_never_been(steps: Sequence[tuple[int, int, int]], chosen: list[int]) -> None:
    """Compared with the same log in which other entries stand in those places."""
    events = [event for event in legal(steps) if not isinstance(event, Reverted)]
    state = attempt(events, State())
    if isinstance(state, LogRefusal):
        return  # what followed a Reverted may need it
    seqs = tuple(sorted({1 + number % len(events) for number in chosen}))
    without = [filler(seq) if seq in seqs else event for seq, event in enumerate(events, 1)]
    changed = attempt(Reverted(tournament=T, seqs=seqs), state)
    if isinstance(changed, State):
        assert the(changed) == the(after(*without))
        again = after(Reverted(tournament=T, seqs=(changed.seq,)), state=changed)
        assert the(again) == the(state)
    elif changed.code in {"depends", "depends_more"}:
        assert isinstance(attempt(without, State()), LogRefusal)
    else:
        assert changed.code in {*INSTEAD.values(), "no_entry"}


@given(STEPS, st.integers(0, 60))
@settings(max_examples=60, deadline=None)
def test_with_all_that_depends_on_it_everything_goes_back(
    steps: Sequence[tuple[int, int, int]], chosen: int
) -> None:
    state = after(*legal(steps))
    seq = len(START) + 1 + chosen
    log = {entry.seq: entry for entry in the(state).log}
    if seq not in log or isinstance(log[seq].event, Reverted | Penalised | PenaltyLifted):
        return
    late = dependents(state, seq)
    if any(isinstance(log[each].event, PenaltyLifted | Penalised) for each in late):
        return
    outcome = attempt(Reverted(tournament=T, seqs=(seq, *late)), state)
    assert isinstance(outcome, State) or outcome.code == "reverted"


@given(STEPS)
@settings(max_examples=15, deadline=None)
def test_submitting_everything_twice_changes_nothing(steps: Sequence[tuple[int, int, int]]) -> None:
    store = Store(f"sqlite:///{tempfile.mkdtemp()}/club.db")
    desk = LogDesk(store)
    events = legal(steps)
    for number, event in enumerate(events):
        assert isinstance(desk.submit(event, "ann", f"k{number}", number), Accepted)
        assert isinstance(desk.submit(event, "ann", f"k{number}", number + 1), Repeated)
    assert store.verify() == len(events)
    assert LogDesk(store).state == desk.state == after_as(events, "ann")
    store.close()


def after_as(events: Sequence[Event], by: str) -> State:
    """The state as `LogDesk` makes it: the clock ticks with every entry, keys count from 0."""
    from club.log.store.line import write

    state = State()
    for number, event in enumerate(events):
        state = apply(state, write(state.hash, state.seq + 1, number, by, f"k{number}", 0, event).entry)
    return state


def test_every_step_of_a_tournament_can_be_taken_back() -> None:
    state = finished()
    while len(the(state).log) < 60 and the(state).stages:
        last = [e.seq for e in the(state).log if e.seq not in gone(state) | undone(state)]
        state = after(Reverted(tournament=T, seqs=(last[-1],)), state=state)
    assert the(state).stages == {}
    assert the(state).rounds == {}
    assert the(state).admitted == FOUR


def undone(state: State) -> set[int]:
    return {entry.seq for entry in the(state).log if isinstance(entry.event, Reverted)}


def gone(state: State) -> set[int]:
    return {seq for e in the(state).log if isinstance(e.event, Reverted) for seq in e.event.seqs}


def test_what_later_entries_need_is_not_taken_back_alone() -> None:
    state = playing(EIGHT)
    start = state.seq
    state = after(sheet(1), sheet(2), RoundClosed(tournament=T, round=1), state=state)
    fault = refuses(state, Reverted(tournament=T, seqs=(start,)))
    assert fault.sentence == (
        f"Entry {start + 1} (Result entered, round 1, table 1) and 2 more would be impossible without that: "
        "revert them too."
    )
    assert fault.values["seqs"] == [start + 1, start + 2, start + 3]
    state = after(Reverted(tournament=T, seqs=(start, start + 1, start + 2, start + 3)), state=state)
    assert the(state).playing is None
    after(RoundStarted(tournament=T, round=1), state=state)


def test_a_penalty_and_the_tournament_stay() -> None:
    fine = Penalised(tournament=T, round=1, person=1, reason="P-43", sanction=Sanction.FINE, points=-1)
    state = after(fine, state=playing())
    assert "lift" in refuses(state, Reverted(tournament=T, seqs=(state.seq,))).sentence
    assert refuses(state, Reverted(tournament=T, seqs=(1,))).code == "stays_tournament"
    assert refuses(state, Reverted(tournament=T, seqs=(99,))).code == "no_entry"


def test_a_penalty_outlives_the_draw_of_its_round() -> None:
    state = playing()
    fine = Penalised(
        tournament=T, round=1, table=1, person=1, reason="P-43", sanction=Sanction.FINE, points=-1
    )
    state = after(fine, Reverted(tournament=T, seqs=(state.seq, state.seq - 1)), state=state)
    assert the(state).rounds == {}
    assert len(the(state).penalties) == 1


def test_no_stage_is_kept_by_what_stays_said() -> None:
    """Penalties and the opening of a hand are not taken back, and everything around them can be."""
    state = playing()
    before = [entry.seq for entry in the(state).log if entry.event.type in {"stage_added", "round_drawn"}]
    call = after(Called(tournament=T, round=1, table=1), state=state)
    said = after(
        HandOpened(tournament=T, round=1, table=1, hand=0, seat=0, reason="tiles", call=call.seq),
        Penalised(tournament=T, round=1, person=1, reason="P-43", sanction=Sanction.FINE, points=-1),
        state=call,
    )
    said = after(Reverted(tournament=T, seqs=(*before, *dependents(said, *before))), state=said)
    assert (the(said).stages, the(said).rounds, the(said).calls) == ({}, {}, {})
    assert (len(the(said).opened), len(the(said).penalties)) == (1, 1)


def test_an_entry_is_reverted_once_and_the_reverting_can_be_reverted() -> None:
    state = after(hand(1, 1, 0, record(WON, EVEN)), state=playing())
    newest = state.seq
    gone_again = after(Reverted(tournament=T, seqs=(newest,)), state=state)
    assert refuses(gone_again, Reverted(tournament=T, seqs=(newest,))).code == "reverted"
    back = after(Reverted(tournament=T, seqs=(gone_again.seq,)), state=gone_again)
    assert the(back) == the(state)


def test_a_refusal_is_an_outcome_of_the_desk() -> None:
    store = Store(f"sqlite:///{tempfile.mkdtemp()}/club.db")
    desk = LogDesk(store)
    desk.submit(created(), "ann", "k", 0)
    outcome = desk.submit(Reverted(tournament=T, seqs=(1,)), "ann", "k2", 0)
    assert isinstance(outcome, Refused)
    assert desk.state.seq == 1
    store.close()
