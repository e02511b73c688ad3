"""What ends before its time: any prefix of an evening, with what it changes told first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from club.log.effects import Asked, Drafted, drafted
from club.log.events import (
    AppealFiled,
    Event,
    Late,
    Penalised,
    ResultCorrected,
    Reverted,
    RoundClosed,
    RoundsCalledOff,
    RoundShortened,
    RoundStarted,
    StageClosed,
    TimeAdded,
    TournamentClosed,
    Withdrew,
)
from club.log.faults import LogRefusal
from club.log.state import State
from club.log.tournament.finals import final_standings, games
from engine.state.events import Sanction
from tests.club.log.build import created, drawn, hand, record, recorded_game, registered, sheet, stage
from tests.club.log.states import after, playing, ready, refuses, the
from tests.club.log.values import EIGHT, EVEN, FOUR, WON, T

ROUNDS = 4
EVENT = Asked("event", reason="The caretaker closes at ten.")


def draft(state: State, asked: Asked, seconds: int = 0) -> Drafted:
    return drafted(state, T, asked, seconds)


def done(state: State, asked: Asked, seconds: int = 0) -> State:
    return after(*draft(state, asked, seconds).events, state=state)


def why(state: State, asked: Asked, seconds: int = 0) -> str:
    with pytest.raises(LogRefusal) as caught:
        draft(state, asked, seconds)
    return caught.value.code


def totals(state: State) -> dict[int, int]:
    return {row.player: int(row.total) for row in final_standings(the(state)).rows}


def evening(rounds: int = ROUNDS) -> list[Event]:
    """A whole one of two stages, event by event; after a cut the last round is a final of four."""
    events: list[Event] = [created(), *registered(EIGHT), stage(rounds - 1), stage(1, 2, carry=50, cut=4)]
    scores = (WON, (20_000, 25_000, 35_000, 40_000))
    for number in range(1, rounds):
        turned = EIGHT[number:] + EIGHT[:number]
        events += [drawn(number, turned), RoundStarted(tournament=T, round=number)]
        events += [sheet(table, scores[table - 1], number) for table in (1, 2)]
        events += [RoundClosed(tournament=T, round=number)]
    events += [StageClosed(tournament=T, stage=1), drawn(rounds, FOUR)]
    events += [RoundStarted(tournament=T, round=rounds), sheet(1, WON, rounds)]
    return [*events, RoundClosed(tournament=T, round=rounds), StageClosed(tournament=T, stage=2)]


EVENING = evening()
BEGUN = 11
"""Entries before the first draw."""


@given(st.integers(BEGUN, len(EVENING)), st.booleans())
@settings(max_examples=40, deadline=None)
def test_any_prefix_of_an_evening_is_ended_closed_and_taken_back(upto: int, finished: bool) -> None:
    state = after(*EVENING[:upto])
    made = draft(state, replace(EVENT, finished=finished))
    ended = after(*made.events, state=state)
    found = the(ended)
    assert found.closed is not None
    assert all(each.closed is not None for each in found.stages.values())
    assert all(found.over(number) for number in found.numbers)
    final = final_standings(found)
    assert final.check.ok
    assert sum(row.total for row in final.rows) == final.check.expected
    assert made.ok
    assert {line.person: line.places[1] for line in made.lines if line.places[1]} == {
        row.player: row.place for row in final.rows
    }
    appeal = AppealFiled(tournament=T, person=1, situation="s", decision="d", reasons="r")
    assert the(after(appeal, state=ended)).appeals
    seqs = tuple(range(state.seq + 1, ended.seq + 1))
    back = after(Reverted(tournament=T, seqs=seqs), state=ended)
    assert the(back) == the(state)
    assert the(after(Reverted(tournament=T, seqs=(back.seq,)), state=back)) == found


@given(st.integers(BEGUN, len(EVENING)), st.integers(1, ROUNDS), st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_round_called_off_leaves_sums_whole_and_goes_back(upto: int, number: int, finished: bool) -> None:
    state = after(*EVENING[:upto])
    asked = Asked("round", number, finished=finished, reason="Fire alarm.")
    if the(state).over(number):
        assert why(state, asked) == "round_closed"
        return
    off = done(state, asked)
    assert the(off).over(number)
    assert the(off).playing != number
    assert final_standings(the(off)).check.ok
    counted = [game.table for game in games(the(off), number)] if number in the(off).rounds else []
    assert tuple(counted) == the(off).off[number].counted
    assert the(after(Reverted(tournament=T, seqs=(off.seq,)), state=off)) == the(state)


def test_the_effect_in_the_log_is_that_of_the_preview() -> None:
    state = after(sheet(1), sheet(2, (20_000, 25_000, 35_000, 40_000)), state=playing(EIGHT))
    made = draft(state, Asked("round", 1, reason="Power cut."))
    off = made.events[0]
    assert isinstance(off, RoundsCalledOff)
    assert {line.person for line in off.effect} == set(EIGHT)
    first = off.effect[0]
    assert first.games == (1, 0)
    assert first.places[1] is None
    assert totals(after(*made.events, state=state)) == {}
    assert made.seen == draft(state, Asked("round", 1, reason="Other words.")).seen
    assert made.seen != draft(state, Asked("round", 1, finished=True, reason="x")).seen


def test_finished_games_count_where_that_is_chosen() -> None:
    state = after(sheet(1), hand(1, 2, 0, record(WON, EVEN)), state=playing(EIGHT))
    off = done(state, Asked("round", 1, finished=True, reason="Fire alarm."))
    assert set(totals(off)) == set(FOUR)
    assert [game.table for game in games(the(off), 1)] == [1]
    corrected = ResultCorrected(tournament=T, round=1, table=1, scores=EVEN, reason="A slip.")
    assert set(totals(after(corrected, state=off)).values()) == {0}
    assert refuses(off, sheet(2)).code == "called_off"
    void = ResultCorrected(tournament=T, round=1, table=2, scores=EVEN, reason="A slip.")
    assert refuses(off, void).code == "called_off"
    more = (39_000, 25_000, 28_000, 28_000)
    kept = after(hand(1, 2, 1, record(more, WON)), recorded_game(2, more), state=off)
    assert set(totals(kept)) == set(FOUR), "what its table tells afterwards is kept, and does not count"


def test_a_running_round_with_all_results_is_closed_when_the_event_ends() -> None:
    state = after(sheet(1), state=playing())
    made = draft(state, replace(EVENT, finished=True))
    kinds = [each.type for each in made.events]
    assert kinds == ["round_closed", "rounds_called_off", "stage_closed", "tournament_closed"]
    assert set(totals(after(*made.events, state=state))) == set(FOUR)
    assert "rounds_called_off" in [each.type for each in draft(state, EVENT).events]
    assert totals(done(state, EVENT)) == {}


def test_the_next_round_goes_on_after_one_that_was_called_off() -> None:
    off = done(playing(), Asked("round", 1, reason="Power cut."))
    assert refuses(off, RoundStarted(tournament=T, round=1)).code in {"started", "called_off"}
    assert refuses(off, RoundClosed(tournament=T, round=1)).code == "called_off"
    on = after(drawn(2, FOUR), RoundStarted(tournament=T, round=2), state=off)
    assert the(on).playing == 2
    later = done(on, Asked("round", 3, reason="No time."))
    assert refuses(later, drawn(3, FOUR)).code == "called_off"


def test_a_stage_ends_and_the_next_one_begins() -> None:
    state = after(*EVENING[:BEGUN], drawn(1, EIGHT), RoundStarted(tournament=T, round=1))
    state = after(sheet(1), sheet(2), RoundClosed(tournament=T, round=1), state=state)
    ended = done(state, Asked("stage", 1, reason="Late."))
    assert sorted(the(ended).off) == [2, 3]
    assert the(ended).stages[1].closed
    final = after(drawn(4, FOUR), RoundStarted(tournament=T, round=4), state=ended)
    assert totals(final) == {player: total // 2 for player, total in totals(ended).items() if player in FOUR}


def test_a_final_that_was_never_played_gives_the_standings_before_it() -> None:
    state = after(*EVENING[:-4])
    assert len(totals(state)) == 4
    made = draft(state, EVENT)
    assert len(totals(after(*made.events, state=state))) == 8
    assert {line.person for line in made.lines} == set(EIGHT)
    assert sum(1 for line in made.lines if line.places[0] is None) == 4


class TestWhatGoesWithIt:
    def test_a_fine_for_conduct_stays_and_a_chombo_goes_with_its_game(self) -> None:
        fine = {"tournament": T, "person": 1, "round": 1, "table": 1, "reason": "P-43", "points": -8000}
        state = after(
            sheet(1),
            Penalised.model_validate(fine | {"sanction": Sanction.FINE}),
            Penalised.model_validate(fine | {"person": 2, "sanction": Sanction.CHOMBO, "reason": "P-14"}),
            Late(tournament=T, round=1, person=3, seconds=120),
            state=playing(),
        )
        off = done(state, Asked("round", 1, reason="Power cut."))
        assert totals(off) == {1: -8000}

    def test_nobody_has_missed_a_round_that_was_called_off(self) -> None:
        state = after(
            *(drawn(1, EIGHT, byes=(9,)), RoundStarted(tournament=T, round=1), sheet(1), sheet(2)),
            RoundClosed(tournament=T, round=1),
            *(Withdrew(tournament=T, person=9, from_round=2), drawn(2, EIGHT)),
            *(RoundStarted(tournament=T, round=2), sheet(1, round_=2)),
            state=ready((*EIGHT, 9)),
        )
        assert totals(state)[9] == -30_000
        off = done(state, Asked("round", 2, finished=True, reason="Fire alarm."))
        assert 9 not in totals(off)

    def test_a_fine_in_a_final_that_was_called_off_counts_in_the_stage_before(self) -> None:
        fine = Penalised(tournament=T, person=1, round=4, reason="P-43", sanction=Sanction.FINE, points=-8000)
        state = after(*EVENING[:-4], fine)
        before = totals(after(*EVENING[:-6]))
        assert totals(done(state, EVENT))[1] == before[1] - 8000


class TestTime:
    def test_a_round_to_come_has_fewer_minutes(self) -> None:
        state = after(drawn(1, FOUR), state=ready())
        short = done(state, Asked("time", 1, minutes=45, reason="The last bus."))
        assert the(short).minutes(1) == 45
        assert the(short).minutes(2) == 75
        assert the(done(short, Asked("time", 2, minutes=50, reason="x"))).minutes(2) == 50
        assert why(short, Asked("time", 1, minutes=45, reason="x")) == "not_shorter"
        assert why(short, Asked("time", 1, minutes=0, reason="x")) == "no_time_left"
        assert why(short, Asked("time", 9, minutes=1, reason="x")) == "no_stage"
        assert the(after(Reverted(tournament=T, seqs=(short.seq,)), state=short)) == the(state)

    def test_a_round_that_is_played_loses_seconds_and_single_tables_what_they_were_granted(self) -> None:
        state = after(TimeAdded(tournament=T, round=1, table=2, seconds=300), state=playing(EIGHT))
        short = done(state, Asked("time", 1, minutes=10, reason="x"), seconds=600)
        assert the(short).granted(1) == ((2, 300), (None, -600))
        over = done(short, Asked("time", 1, ends=True, reason="x"), seconds=900)
        assert sum(s for where, s in the(over).granted(1) if where in (None, 2)) == -1500
        assert the(over).minutes(1) == 75
        back = after(Reverted(tournament=T, seqs=(over.seq, short.seq)), state=over)
        assert the(back) == the(state)

    def test_it_changes_no_standings_and_says_so(self) -> None:
        state = after(sheet(1), state=playing(EIGHT))
        made = draft(state, Asked("time", 1, ends=True, reason="x"), seconds=60)
        event = made.events[0]
        assert isinstance(event, RoundShortened)
        assert event.effect == ()
        assert [line.person for line in made.lines] == [1, 2, 3, 4] or len(made.lines) == 4
        assert all(line.totals[0] == line.totals[1] for line in made.lines)


def test_what_cannot_be_called_off_is_refused_with_words() -> None:
    off: Callable[..., Event] = lambda **more: RoundsCalledOff.model_validate(  # noqa: E731
        {"tournament": T, "rounds": (1,), "reason": "x", **more}
    )
    state = after(sheet(1), state=playing(EIGHT))
    assert refuses(state, off(rounds=(9,))).code == "no_stage"
    assert refuses(state, off(counted=(1, 2))).code == "no_result"
    assert refuses(state, off(counted=(7,))).code == "no_table"
    assert refuses(ready(), off(counted=(1,))).code == "not_started"
    assert refuses(state, off(rounds=(2, 2))).code == "called_off"
    closed = done(state, EVENT)
    assert refuses(closed, off()).code == "closed"
    assert why(after(*EVENING, TournamentClosed(tournament=T)), EVENT) in {"nothing_left", "closed"}
    shortened = RoundShortened(tournament=T, round=1, seconds=60, reason="x")
    assert refuses(closed, shortened).code == "closed"
    ended = after(drawn(1, FOUR), state=ready())
    assert refuses(ended, shortened.model_copy(update={"ends": True})).code == "not_started"


def test_a_result_that_counts_is_not_taken_back_alone() -> None:
    state = after(sheet(1), state=playing(EIGHT))
    entered = state.seq
    off = done(state, Asked("round", 1, finished=True, reason="Fire alarm."))
    fault = refuses(off, Reverted(tournament=T, seqs=(entered,)))
    assert fault.code == "depends"
    assert "Called off: round 1" in fault.sentence
