"""What is read off a tournament, a round and a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from club.log.events import RoundStarted, TimeAdded
from club.log.events.base import Plan, Record, Sitting
from club.log.faults import LogRefusal
from club.log.tournament.game import Game, GameEnd, Hand
from club.log.tournament.tournament import Cut, Off, Replacement, Round, Stage, Tournament, ruleset
from tests.club.log.build import drawn, record, stage
from tests.club.log.states import after, playing, ready, the
from tests.club.log.values import EIGHT, EVEN, FOUR, WON, T

ENTRY: Any = object()
MADE = Tournament(T, "Open", "rrc", {}, Plan(minutes=85))
OF_ONE = {1: Round(ENTRY, 1, {}), 2: Round(ENTRY, 2, {}, started=ENTRY), 3: Round(ENTRY, 3, {})}
STAGES = {1: Stage(1, stage(2), 1), 2: Stage(2, stage(3, 2), 3)}


@pytest.mark.parametrize(
    ("off", "counting", "void"),
    [(None, (1, 2, 3), False), (Off(ENTRY), (), True), (Off(ENTRY, (1, 3)), (1, 3), False)],
)
def test_of_a_round_that_is_called_off_only_what_was_named_counts(
    off: Off | None, counting: tuple[int, ...], void: bool
) -> None:
    found = replace(MADE, off={} if off is None else {2: off})
    assert tuple(table for table in (1, 2, 3) if found.counts(2, table)) == counting
    assert found.void(2) == void
    assert found.over(2) == (off is not None)
    assert found.counts(1, 2)
    assert not found.void(1)


def test_a_round_that_is_closed_is_over_and_one_that_is_not_drawn_is_not() -> None:
    found = replace(MADE, rounds={1: replace(OF_ONE[1], closed=7), 2: OF_ONE[2]})
    assert [found.over(n) for n in (1, 2, 3)] == [True, False, False]
    assert (found.playing, found.last_started) == (2, 2)
    assert replace(found, off={2: Off(ENTRY)}).playing is None
    assert (MADE.playing, MADE.last_started) == (None, 0)


def test_the_stage_is_the_last_of_which_a_round_may_count() -> None:
    assert MADE.stage == 1
    found = replace(MADE, rounds=OF_ONE)
    assert found.stage == 3
    assert replace(found, off={3: Off(ENTRY)}).stage == 2
    assert replace(found, off={3: Off(ENTRY, (1,))}).stage == 3


def test_rounds_count_through_all_stages() -> None:
    found = replace(MADE, stages=STAGES)
    assert (found.numbers, MADE.numbers) == (range(1, 6), range(1, 1))
    stages = [found.stage_of(n) for n in range(7)]
    assert [None if each is None else each.seq for each in stages] == [None, 1, 1, 2, 2, 2, None]


def test_tables_are_reduced_from_a_round_on() -> None:
    found = replace(MADE, reductions=((3, 5), (5, 7), (6, 4)))
    assert [found.tables(n) for n in range(2, 7)] == [None, 5, 5, 5, 4]


def test_a_round_has_the_time_of_the_plan_or_of_its_rules_without_what_it_lost_before() -> None:
    late, early = Cut(1, ((None, 600), (2, 60)), before=False), Cut(2, ((None, 359), (2, 60)), before=True)
    found = replace(MADE, cuts={1: (late, early)}, rounds=OF_ONE)
    assert [found.minutes(n) for n in (1, 2)] == [80, 85]
    assert replace(found, options={"timer.minutes": 60}).minutes(2) == 60
    assert replace(found, options={"timer.minutes": "long"}).minutes(2) == 85
    assert replace(found, cuts={1: (Cut(1, ((None, 90_000),), before=True),)}).minutes(1) == 1
    assert [late.of(None), late.of(1), late.of(2)] == [600, 600, 660]
    assert found.granted(1) == ((None, -600), (2, -60))


def test_time_is_given_to_all_or_to_one_table() -> None:
    state = after(TimeAdded(tournament=T, round=1, table=2, seconds=300), state=playing(EIGHT))
    state = after(TimeAdded(tournament=T, round=1, table=None, seconds=60), state=state)
    assert the(state).granted(1) == ((2, 300), (None, 60))
    assert [the(state).rounds[1].extra_s(table) for table in (1, 2)] == [60, 360]


@pytest.mark.parametrize(
    ("said", "asked", "allowed"),
    [
        ({}, (1, 0), False),
        ({(None, None): True}, (1, 0), True),
        ({(None, None): True, (1, None): False}, (1, 0), False),
        ({(None, None): True, (1, None): False}, (2, 0), True),
        ({(1, None): False, (1, 0): True}, (1, 0), True),
        ({(1, None): False, (1, 0): True}, (1, 1), False),
    ],
)
def test_the_narrowest_consent_counts(
    said: dict[tuple[int | None, int | None], bool], asked: tuple[int, int], allowed: bool
) -> None:
    consents = {(7, "stream", *where): value for where, value in said.items()}
    found = replace(MADE, consents=consents)
    assert found.consents_to(7, "stream", *asked) == allowed
    assert not found.consents_to(8, "stream", *asked)
    assert not found.consents_to(7, "hands", *asked)


def test_who_plays_in_whose_place() -> None:
    state = after(drawn(1, EIGHT), RoundStarted(tournament=T, round=1), state=ready(EIGHT))
    found = replace(
        the(state).rounds[1],
        replaced={
            2: (Replacement(1, 1, 9, 2), Replacement(2, 1, 2, 4)),
            7: (Replacement(3, 2, 10, 1), Replacement(4, 2, 11, 3)),
        },
    )
    assert [found.plays(2, hand) for hand in range(6)] == [2, 2, 9, 9, 2, 2]
    assert found.plays(3, 5) == 3
    assert (found.substitutes(1), found.sits(1)) == ((None, 9, None, None), (1, 2, 3, 4))
    assert (found.substitutes(2), found.sits(2)) == ((None, None, 11, None), (5, 6, 11, 8))
    assert [found.table_of(person) for person in (1, 9, 11, 10, 12)] == [1, 1, 2, None, None]
    assert [found.seat(person) for person in (1, 7, 9)] == [(1, 0), (2, 2), None]


@pytest.mark.parametrize(
    ("preset", "options", "reason", "values"),
    [
        ("nothing", {}, "no_preset", {"preset": "nothing"}),
        ("rrc", {"no.option": 1}, "no_option", {"option": "no.option"}),
        ("rrc", {"game.start_points": -1}, "option_value", {"option": "game.start_points", "given": "-1"}),
        ("rrc", {"game.length": "long"}, "option_value", {"option": "game.length", "given": '"long"'}),
        ("rrc", {"game.yakitori": True}, "rules", {}),
    ],
)
def test_rules_that_cannot_be_say_why(
    preset: str, options: dict[str, Any], reason: str, values: dict[str, str]
) -> None:
    with pytest.raises(LogRefusal) as refused:
        ruleset(preset, options)
    assert refused.value.code == reason
    assert values.items() <= refused.value.values.items()
    allowed = refused.value.values.get("allowed", "")
    if reason == "option_value":
        assert ("hanchan" in str(allowed)) == ("length" in str(options))


GAME = Game(Sitting(table=1, players=FOUR), Sitting(table=1, players=FOUR), 30_000, 1000)
END = GameEnd(9, WON, 0, hands=2)


def played(*hands: Record) -> Game:
    return replace(GAME, hands={n: Hand(each, 1, n) for n, each in enumerate(hands)})


def test_points_are_those_after_the_hands_until_there_is_a_result() -> None:
    assert (GAME.scores, GAME.sticks, GAME.result) == (EVEN, 0, None)
    riichi = record((29_000, 31_000, 30_000, 30_000), riichi=(2,), sticks=1)
    game = played(riichi, record(EVEN, sticks=3))
    assert (game.scores, game.sticks) == ((29_000, 31_000, 29_000, 30_000), 3)
    ended = replace(game, reported=END)
    assert (ended.scores, ended.sticks, ended.result) == (WON, 0, END)
    entered = replace(END, scores=EVEN, sticks_left=2)
    assert replace(ended, entered=entered).result is entered
    assert replace(ended, entered=entered).sticks == 2


def test_what_a_referee_corrects_moves_the_tables_word_once() -> None:
    first = record((38_000, 26_000, 28_000, 28_000))
    corrected = Hand(first, 1, 0, record((34_000, 28_000, 29_000, 29_000)), 5)
    game = replace(GAME, hands={0: corrected}, reported=replace(END, hands=1))
    assert game.result is not None
    assert (game.result.scores, game.result.sticks_left) == ((34_000, 28_000, 29_000, 29_000), 0)
    assert corrected.current is corrected.corrected
    same = replace(game, hands={0: replace(corrected, corrected=first)})
    assert same.result is same.reported
    late = replace(game, hands={0: Hand(None, 0, None, first, 5)})
    assert late.result is late.reported


@pytest.mark.parametrize(
    ("known", "counted", "missing"),
    [
        ((), None, ()),
        ((), 2, (0, 1)),
        ((1,), None, (0,)),
        ((0, 3), 2, (1, 2)),
        ((0, 1), 3, (2,)),
        ((0, 1), 2, ()),
    ],
)
def test_hands_that_nobody_has_recorded_are_missing(
    known: tuple[int, ...], counted: int | None, missing: tuple[int, ...]
) -> None:
    hands = {n: Hand(record(EVEN), 1, n) for n in known}
    game = replace(GAME, hands=hands, reported=None if counted is None else replace(END, hands=counted))
    assert game.missing == missing


def test_hands_that_do_not_make_the_result_are_said_once_all_are_known() -> None:
    good = replace(played(record(WON)), reported=replace(END, hands=1))
    assert not good.differs
    other = replace(good, reported=replace(END, hands=1, scores=EVEN))
    assert other.differs
    assert not replace(other, reported=replace(END, hands=2, scores=EVEN)).differs
    assert not replace(GAME, reported=END).differs
    assert not played(record(WON)).differs


def test_who_has_won_a_hand_is_known_by_what_was_said_or_by_all_hands() -> None:
    won = (True, False, False, False)
    assert replace(GAME, entered=replace(END, won=(False,) * 4)).won == (False,) * 4
    assert played(record(WON)).won == won
    assert replace(played(record(WON)), reported=replace(END, hands=2)).won is None
    unlike = replace(END, scores=EVEN)
    assert replace(played(record(WON)), entered=replace(unlike, hands=None)).won is None
    assert replace(played(record(WON)), reported=replace(unlike, hands=1)).won == won
    assert GAME.won is None


def test_a_correction_keeps_what_nobody_has_said_anew() -> None:
    chips, won = (1, -1, 0, 0), (True, False, False, False)
    full = replace(END, chips=chips, won=won)
    assert END.filled(None) is END
    assert END.filled(full) == full
    other = replace(END, chips=(0,) * 4, won=(False,) * 4)
    assert other.filled(full) == other


def test_a_correction_that_says_no_calls_leaves_those_of_the_table() -> None:
    table, referee = record(WON, called=(1,)), record(WON)
    assert Hand(table, 1, 0, referee, 5).called == (1,)
    assert Hand(table, 1, 0, record(WON, called=()), 5).called == ()
    assert Hand(referee, 1, 0).called is None
