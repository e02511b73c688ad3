"""Hands and results that referees correct; points counted by hand (K-ASSIST-05, K-APPEAL-03)."""

from __future__ import annotations

import pytest

from club.log.events import GameRecorded, HandCorrected, ResultCorrected, Reverted, RoundClosed
from club.log.state import State
from club.log.tournament.finals import games
from club.log.tournament.game import Game, GameEnd
from engine.state.events import EndReason
from tests.club.log.build import hand, record, recorded_game, sheet
from tests.club.log.states import after, playing, refuses, the
from tests.club.log.values import EVEN, FOUR, T

Points = tuple[int, int, int, int]
RON_8000 = (38_000, 22_000, 30_000, 30_000)
"""East has won 8000 from South."""
RON_3900 = (33_900, 30_000, 30_000, 26_100)
"""East has won 3900 from North."""


def corrected(number: int, scores: Points, before: Points = EVEN, **more: object) -> HandCorrected:
    right = record(scores, before, **more)
    return HandCorrected(tournament=T, round=1, table=1, hand=number, record=right, reason="heard all four")


def game(state: State) -> Game:
    return the(state).rounds[1].games[1]


def result(state: State) -> GameEnd:
    found = game(state).result
    assert found is not None
    return found


class TestHands:
    def test_the_last_correction_counts(self) -> None:
        state = after(
            hand(1, 1, 0, record(EVEN)), corrected(0, RON_8000), corrected(0, RON_3900), state=playing()
        )
        assert game(state).scores == RON_3900

    def test_only_the_corrected_hand_moves_other_points(self) -> None:
        """The second hand, 2000 from West to South, is played on top of either."""
        later = record((38_000, 24_000, 28_000, 30_000), RON_8000)
        state = after(hand(1, 1, 0, record(RON_8000)), hand(1, 1, 1, later), state=playing())
        assert game(state).scores == (38_000, 24_000, 28_000, 30_000)
        state = after(corrected(0, RON_3900), state=state)
        assert game(state).scores == (33_900, 32_000, 28_000, 26_100)

    def test_a_later_revision_of_the_table_does_not_undo_it(self) -> None:
        state = after(hand(1, 1, 0, record(EVEN)), corrected(0, RON_8000), state=playing())
        state = after(hand(1, 1, 0, record(RON_3900), rev=2), state=state)
        assert game(state).scores == RON_8000
        assert game(state).hands[0].rev == 2

    def test_taken_back_the_table_counts_again_in_its_newest_word(self) -> None:
        state = after(hand(1, 1, 0, record(EVEN)), corrected(0, RON_8000), state=playing())
        seq = state.seq
        state = after(hand(1, 1, 0, record(RON_3900), rev=2), state=state)
        state = after(Reverted(tournament=T, seqs=(seq,)), state=state)
        assert game(state).scores == RON_3900

    def test_of_two_corrections_the_earlier_counts_when_the_later_is_taken_back(self) -> None:
        state = after(
            hand(1, 1, 0, record(EVEN)), corrected(0, RON_8000), corrected(0, RON_3900), state=playing()
        )
        state = after(Reverted(tournament=T, seqs=(state.seq,)), state=state)
        assert game(state).scores == RON_8000

    def test_points_from_nowhere_are_refused(self) -> None:
        state = after(hand(1, 1, 0, record(EVEN)), state=playing())
        assert refuses(state, corrected(0, (38_000, 30_000, 30_000, 30_000))).code == "sum"
        assert refuses(playing(), corrected(0, RON_8000).model_copy(update={"table": 9})).code == "no_table"
        assert refuses(playing(), corrected(0, RON_8000).model_copy(update={"round": 2})).code == "not_drawn"

    def test_a_stick_that_was_overlooked_lies_on_the_table(self) -> None:
        """West had declared riichi before the draw: 1000 of 30000 are a stick now."""
        state = after(hand(1, 1, 0, record(EVEN, reason=EndReason.EXHAUSTIVE)), state=playing())
        right = (30_000, 30_000, 29_000, 30_000)
        state = after(corrected(0, right, deltas=(0,) * 4, riichi=(2,), sticks=1), state=state)
        assert game(state).scores == right
        assert game(state).sticks == 1

    def test_a_hand_that_nobody_recorded_is_not_missing_any_more(self) -> None:
        state = after(hand(1, 1, 1, record(RON_8000)), state=playing())
        assert game(state).missing == (0,)
        assert game(after(corrected(0, EVEN), state=state)).missing == ()

    def test_who_has_won_is_who_the_referee_says(self) -> None:
        """Yakitori."""
        state = after(hand(1, 1, 0, record(RON_8000)), corrected(0, EVEN), state=playing())
        assert game(state).won == (False,) * 4


class TestResults:
    def test_what_the_table_did_not_take_up_shifts_its_result(self) -> None:
        """It ended with 8000 for East where 3900 from North were right; the sticks of the end stay."""
        end = (38_000, 22_000, 29_000, 30_000)
        state = after(
            hand(1, 1, 0, record(RON_8000)),
            recorded_game(scores=end, hands=2, sticks_left=1),
            corrected(0, RON_3900),
            state=playing(),
        )
        assert result(state).scores == (33_900, 30_000, 29_000, 26_100)
        assert result(state).sticks_left == 1

    def test_a_stick_that_the_correction_leaves_is_left_in_the_result(self) -> None:
        state = after(
            hand(1, 1, 0, record(EVEN, reason=EndReason.EXHAUSTIVE)),
            recorded_game(scores=EVEN, hands=1),
            corrected(0, (30_000, 30_000, 29_000, 30_000), deltas=(0,) * 4, riichi=(2,), sticks=1),
            state=playing(),
        )
        assert result(state).scores == (30_000, 30_000, 29_000, 30_000)
        assert result(state).sticks_left == 1

    def test_what_the_table_has_taken_up_counts_once(self) -> None:
        state = after(
            hand(1, 1, 0, record(RON_8000)),
            corrected(0, RON_3900),
            hand(1, 1, 0, record(RON_3900), rev=2),
            recorded_game(scores=RON_3900, hands=1),
            state=playing(),
        )
        assert result(state).scores == RON_3900
        assert not game(state).differs

    def test_after_the_round_is_closed_too(self) -> None:
        state = after(
            hand(1, 1, 0, record(RON_8000)),
            recorded_game(scores=RON_8000, hands=1),
            RoundClosed(tournament=T, round=1),
            corrected(0, RON_3900),
            state=playing(),
        )
        assert [g.scores for g in games(the(state), 1)] == [RON_3900]
        assert [g.players for g in games(the(state), 1)] == [FOUR]

    @pytest.mark.parametrize("entered", [sheet(scores=EVEN), None])
    def test_a_result_that_a_person_entered_is_not_shifted_by_hands(
        self, entered: GameRecorded | None
    ) -> None:
        """Who reads a sheet, or corrects the result itself, has counted everything."""
        word = entered or ResultCorrected(tournament=T, round=1, table=1, scores=EVEN, reason="recounted")
        first = () if entered else (recorded_game(scores=RON_8000, hands=1),)
        state = after(hand(1, 1, 0, record(RON_8000)), *first, word, corrected(0, RON_3900), state=playing())
        assert result(state).scores == EVEN
        assert game(state).differs, "so somebody looks"

    def test_a_corrected_result_is_corrected_again_and_taken_back(self) -> None:
        words = [
            ResultCorrected(tournament=T, round=1, table=1, scores=scores, reason="recounted")
            for scores in (EVEN, RON_3900)
        ]
        state = after(recorded_game(scores=RON_8000), *words, state=playing())
        assert result(state).scores == RON_3900
        state = after(Reverted(tournament=T, seqs=(state.seq,)), state=state)
        assert result(state).scores == EVEN
        state = after(Reverted(tournament=T, seqs=(state.seq - 2,)), state=state)
        assert result(state).scores == RON_8000
