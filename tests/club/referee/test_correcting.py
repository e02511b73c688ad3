"""Hands of the log corrected, cancelled, and entered again in the right seats; payments counted by hand."""

from __future__ import annotations

import pytest

from club.log.events import HandCorrected, Reseated
from club.log.faults import LogRefusal
from engine.state import events as ev
from tests.club.referee.given import Event8, won

RON_5 = {"reason": "win", "wins": [{"seat": 1, "source": 0, "han": 5, "fu": 30}]}


def scores(event: Event8) -> tuple[int, ...]:
    return event.tournament.rounds[1].games[1].scores


def test_an_early_hand_is_corrected_and_the_later_ones_follow(small: Event8) -> None:
    small.play(won(1, 0, 3), won(2, 3, 2, 40, riichi=(2,)), won(0, 1, 1))
    before = scores(small)
    small.act("correct_hand", round=1, table=1, hand=0, result=RON_5, reason="Two dora were overlooked.")
    assert before == (27_100, 32_900, 32_600, 27_400)
    assert scores(small) == (23_000, 37_000, 32_600, 27_400)
    hands = small.tournament.rounds[1].games[1].hands
    assert [hands[n].current.scores for n in range(3)] == [
        (22_000, 38_000, 30_000, 30_000),
        (22_000, 38_000, 32_600, 27_400),
        (23_000, 37_000, 32_600, 27_400),
    ]


def test_who_laid_a_stick_in_the_corrected_hand_gets_it_back_with_the_pot(small: Event8) -> None:
    """Seat 2 draws in riichi, and the next winner takes the stick; corrected, seat 2 has won with it."""
    drawn = ev.ResultEntered(ev.EndReason.EXHAUSTIVE, (), (False, False, True, False), (2,))
    small.play(drawn, won(0, 1, 1))
    assert scores(small) == (31_300, 27_700, 32_000, 29_000)
    win = {"reason": "win", "wins": [{"seat": 2, "source": 3, "han": 1, "fu": 30}], "riichi": [2]}
    small.act("correct_hand", round=1, table=1, hand=0, result=win, reason="The ron was overheard.")
    assert scores(small) == (31_300, 28_700, 31_000, 29_000)


def test_a_cancelled_hand_counts_as_not_played(small: Event8) -> None:
    small.play(won(1, 0, 3), won(2, 3, 2, 40), won(0, 1, 1))
    small.act("correct_hand", round=1, table=1, hand=1, reason="The wall was short of two tiles.")
    assert scores(small) == (27_100, 32_900, 30_000, 30_000)
    assert small.tournament.rounds[1].games[1].hands[1].current.reason is ev.EndReason.REDEAL


def test_a_correction_can_be_corrected(small: Event8) -> None:
    small.play(won(1, 0, 3), won(0, 1, 1))
    small.act("correct_hand", round=1, table=1, hand=0, reason="Cancelled.")
    small.act("correct_hand", round=1, table=1, hand=0, result=RON_5, reason="It was remembered.")
    assert scores(small) == (23_000, 37_000, 30_000, 30_000)


def test_up_to_three_hands_in_wrong_seats_are_entered_again(small: Event8) -> None:
    small.play(won(1, 0, 3), won(2, 3, 2, 40))
    events = small.events("reseat", round=1, table=1, order=[1, 0, 2, 3], reason="Sat swapped.")
    assert all(isinstance(event, HandCorrected) for event in events)
    small.act("reseat", round=1, table=1, order=[1, 0, 2, 3], reason="Sat swapped.")
    assert scores(small) == (35_800, 24_200, 32_900, 27_100), "the winner deals now, with a honba after"
    assert small.tournament.rounds[1].games[1].sitting.players == (1, 2, 3, 4)


def test_after_more_than_three_hands_the_seats_are_put_right(small: Event8) -> None:
    small.play(*[won(1, 0, 1)] * 4)
    before = scores(small)
    small.act("reseat", round=1, table=1, order=[1, 0, 2, 3], reason="Noticed late.")
    assert isinstance(small.desk.entry(small.desk.state.seq).event, Reseated)
    assert small.tournament.rounds[1].games[1].sitting.players == (2, 1, 3, 4)
    assert scores(small) == before


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [0, 0, 2, 3]])
def test_an_order_that_changes_nothing_is_refused(small: Event8, order: list[int]) -> None:
    small.play(won(1, 0, 1))
    with pytest.raises(LogRefusal, match="two people at least change places"):
        small.act("reseat", round=1, table=1, order=order, reason="?")


def test_what_was_never_recorded_cannot_be_corrected(small: Event8) -> None:
    small.play(won(1, 0, 1))
    with pytest.raises(LogRefusal, match="Hand 8 of table 1 is not recorded"):
        small.act("correct_hand", round=1, table=1, hand=7, reason="?")


def test_a_result_that_cannot_be_is_refused_and_nothing_is_written(small: Event8) -> None:
    small.play(won(1, 0, 1))
    seq = small.desk.state.seq
    with pytest.raises(LogRefusal) as fault:
        small.act("correct_hand", round=1, table=1, hand=0, result={"reason": "win"}, reason="?")
    assert fault.value.code == "no_replay"
    assert small.desk.state.seq == seq


def test_a_value_that_moves_no_point_is_corrected_all_the_same(small: Event8) -> None:
    """4 han 40 fu and 5 han both are a mangan."""
    small.play(won(1, 0, 4, 40))
    before = scores(small)
    small.act("correct_hand", round=1, table=1, hand=0, result=RON_5, reason="A dora was overlooked.")
    assert scores(small) == before
    corrected = small.desk.entry(small.desk.state.seq).event
    assert isinstance(corrected, HandCorrected)
    assert [win.han for win in corrected.record.wins or ()] == [5]
