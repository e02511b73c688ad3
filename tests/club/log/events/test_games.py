"""What tables tell, what people enter, and who sits where."""

from __future__ import annotations

import pytest

from club.log.events import (
    GameOpened,
    HandCorrected,
    Late,
    Replaced,
    Reseated,
    ResultCorrected,
    RoundClosed,
    TableBound,
    TimeAdded,
)
from engine.state.events import EndReason
from tests.club.log.build import drawn, hand, record, recorded_game, registered, sheet, sitting
from tests.club.log.states import after, finished, playing, ready, refuses, the
from tests.club.log.values import EIGHT, EVEN, FOUR, WON, T


class TestGames:
    def test_a_game_follows_from_its_hands(self) -> None:
        state = after(
            hand(1, 1, 0, record(WON, EVEN)),
            hand(
                1, 1, 1, record((37_000, 26_000, 28_000, 28_000), WON, deltas=(0,) * 4, riichi=(0,), sticks=1)
            ),
            state=playing(),
        )
        game = the(state).rounds[1].games[1]
        assert game.id == "g1.1"
        assert game.scores == (37_000, 26_000, 28_000, 28_000)
        assert game.sticks == 1
        assert game.result is None

    def test_a_table_that_has_no_round_records_nothing(self) -> None:
        drawn_only = after(drawn(1, FOUR), state=ready())
        assert refuses(drawn_only, hand(1, 1, 0, record(WON, EVEN))).code == "not_started"
        assert refuses(playing(), hand(1, 2, 0, record(WON, EVEN))).code == "no_table"

    def test_old_messages_change_nothing(self) -> None:
        other = record((29_000, 31_000, 30_000, 30_000), EVEN)
        state = after(hand(1, 1, 0, record(WON, EVEN), rev=2), state=playing())
        assert refuses(state, hand(1, 1, 0, other, rev=1)).code == "old"
        assert refuses(state, hand(1, 1, 0, other, rev=2)).code == "old"
        state = after(hand(1, 1, 0, other, rev=3), state=state)
        assert the(state).rounds[1].games[1].scores == other.scores

    def test_a_table_plays_one_game_in_a_round_and_each_game_once(self) -> None:
        state = after(hand(1, 1, 0, record(WON, EVEN)), state=playing(EIGHT))
        assert refuses(state, hand(1, 1, 1, record(WON, WON), game="other")).code == "other_game"
        assert refuses(state, hand(1, 2, 0, record(WON, EVEN), game="g1.1")).code == "replayed"
        assert refuses(state, GameOpened(tournament=T, round=1, table=1, game="other")).code == "other_game"

    def test_before_its_first_hand_a_game_may_be_opened_anew(self) -> None:
        state = after(GameOpened(tournament=T, round=1, table=1, game="a"), state=playing())
        assert refuses(state, hand(1, 1, 0, record(WON, EVEN))).code == "other_game"
        state = after(GameOpened(tournament=T, round=1, table=1, game="b"), state=state)
        after(hand(1, 1, 0, record(WON, EVEN), game="b"), state=state)

    @pytest.mark.parametrize("sticks", [0, 1, 3])
    def test_points_come_from_nowhere_in_no_hand(self, sticks: int) -> None:
        wrong = record((36_000, 26_000, 28_000, 28_000), sticks=sticks)
        assert "instead of 120000" in refuses(playing(), hand(1, 1, 0, wrong)).sentence

    def test_a_hand_that_arrives_late_shifts_no_result(self) -> None:
        state = after(
            recorded_game(hands=2),
            hand(1, 1, 1, record(WON, EVEN)),
            RoundClosed(tournament=T, round=1),
            state=playing(),
        )
        game = the(state).rounds[1].games[1]
        assert game.missing == (0,)
        assert game.result is not None
        assert game.result.scores == WON
        state = after(hand(1, 1, 0, record((31_000, 29_000, 30_000, 30_000))), state=state)
        game = the(state).rounds[1].games[1]
        assert game.missing == ()
        assert game.result is not None
        assert game.result.scores == WON
        assert game.differs

    def test_a_correction_counts_whether_the_table_took_it_up_or_not(self) -> None:
        """East won 8000 from South, not from North."""
        wrong = (38_000, 30_000, 30_000, 22_000)
        right = (38_000, 22_000, 30_000, 30_000)
        corrected = HandCorrected(
            tournament=T, round=1, table=1, hand=0, record=record(right, EVEN), reason="ron from South"
        )
        first = hand(1, 1, 0, record(wrong, EVEN))
        unaware = after(first, corrected, recorded_game(scores=wrong, hands=1), state=playing())
        aware = after(
            first,
            corrected,
            hand(1, 1, 0, record(right, EVEN), rev=2),
            recorded_game(scores=right, hands=1),
            state=playing(),
        )
        late = after(
            first,
            recorded_game(scores=wrong, hands=1),
            RoundClosed(tournament=T, round=1),
            corrected,
            state=playing(),
        )
        for state in (unaware, aware, late):
            result = the(state).rounds[1].games[1].result
            assert result is not None
            assert result.scores == right
            assert not the(state).rounds[1].games[1].differs

    def test_the_word_of_a_referee_counts_before_later_ones_of_the_table(self) -> None:
        right = record((38_000, 22_000, 30_000, 30_000), EVEN)
        state = after(
            HandCorrected(tournament=T, round=1, table=1, hand=0, record=right, reason="from the sheet"),
            hand(1, 1, 0, record((38_000, 30_000, 30_000, 22_000), EVEN)),
            state=playing(),
        )
        assert the(state).rounds[1].games[1].scores == right.scores

    def test_a_result_can_be_corrected_at_any_time(self) -> None:
        state = after(
            ResultCorrected(tournament=T, round=1, table=1, scores=EVEN, reason="sheet misread"),
            state=finished(),
        )
        result = the(state).rounds[1].games[1].result
        assert result is not None
        assert result.scores == EVEN
        wrong = ResultCorrected(tournament=T, round=1, table=1, scores=(1, 2, 3, 4), reason="?")
        assert refuses(state, wrong).code == "sum"

    def test_a_correction_keeps_where_the_result_came_from(self) -> None:
        right = ResultCorrected(tournament=T, round=1, table=1, scores=EVEN, reason="misread")
        for first, source in ((recorded_game(), "table"), (sheet(), "sheet")):
            state = after(first, right, right, state=playing())
            result = the(state).rounds[1].games[1].result
            assert result is not None
            assert (result.scores, result.source) == (EVEN, source)

    def test_a_result_is_entered_once_and_then_corrected(self) -> None:
        state = after(recorded_game(), state=playing())
        assert refuses(state, sheet()).code == "has_result"
        assert refuses(after(sheet(), state=playing()), sheet()).code == "has_result"
        assert refuses(state, recorded_game(scores=EVEN)).code == "old"
        assert the(after(recorded_game(scores=EVEN, rev=2), state=state)).rounds[1].games[1].scores == EVEN

    def test_what_a_person_entered_counts_before_the_table(self) -> None:
        state = after(sheet(), recorded_game(scores=EVEN), state=playing())
        assert the(state).rounds[1].games[1].scores == WON

    def test_leftover_sticks_belong_to_the_sum(self) -> None:
        three = (37_000, 26_000, 28_000, 26_000)
        state = after(recorded_game(scores=three, sticks_left=3), state=playing())
        assert the(state).rounds[1].games[1].sticks == 3
        assert refuses(playing(), recorded_game(scores=three, sticks_left=2)).code == "sum"

    def test_a_round_closes_with_all_its_results(self) -> None:
        state = after(recorded_game(1), state=playing(EIGHT))
        fault = refuses(state, RoundClosed(tournament=T, round=1))
        assert "table 2" in fault.sentence
        after(sheet(2), RoundClosed(tournament=T, round=1), state=state)

    def test_moves_name_nobody(self) -> None:
        with pytest.raises(ValueError, match="name nobody"):
            record(WON, EVEN, moves=({"type": "start_game", "names": ["Ann"]},))

    def test_a_hand_has_no_end_of_moves(self) -> None:
        with pytest.raises(ValueError, match="at most 1000"):
            record(WON, EVEN, moves=({"type": "tsumo"},) * 1001)

    def test_who_has_won_a_hand_is_known_when_all_hands_are(self) -> None:
        drawn_hand = record(WON, WON, reason=EndReason.EXHAUSTIVE)
        state = after(hand(1, 1, 0, record(WON, EVEN)), hand(1, 1, 2, drawn_hand), state=playing())
        assert the(state).rounds[1].games[1].won is None
        state = after(hand(1, 1, 1, record((28_000, 36_000, 28_000, 28_000), WON)), state=state)
        assert the(state).rounds[1].games[1].won == (True, True, False, False)


class TestSeats:
    def test_wrong_seats_are_named_in_one_step(self) -> None:
        state = after(hand(1, 1, 0, record(WON, EVEN)), state=playing())
        state = after(Reseated(tournament=T, round=1, sittings=(sitting(1, 2, 1, 3, 4),)), state=state)
        game = the(state).rounds[1].games[1]
        assert game.sitting.players == (2, 1, 3, 4)
        assert game.drawn.players == FOUR
        assert game.scores == WON

    def test_tables_that_were_mixed_up_are_named_together(self) -> None:
        one, two = sitting(1, 1, 2, 3, 8), sitting(2, 5, 6, 7, 4)
        assert (
            refuses(playing(EIGHT), Reseated(tournament=T, round=1, sittings=(one,))).code == "other_people"
        )
        state = after(Reseated(tournament=T, round=1, sittings=(one, two)), state=playing(EIGHT))
        assert the(state).rounds[1].table_of(4) == 2
        assert refuses(state, Reseated(tournament=T, round=1, sittings=(one, two))).code == "same_seats"

    def test_a_substitute_plays_on_and_may_give_the_seat_back(self) -> None:
        state = after(*registered([9], kind="occasional", from_round=2), state=playing(EIGHT))
        take = Replaced(tournament=T, round=1, table=1, seat=2, substitute=9, hand=3)
        state = after(take, state=state)
        found = the(state).rounds[1]
        assert found.sits(1) == (1, 2, 9, 4)
        assert found.substitutes(1) == (None, None, 9, None)
        assert (found.plays(3, 2), found.plays(3, 3)) == (3, 9)
        assert refuses(state, take).code == "sits"
        busy = Replaced(tournament=T, round=1, table=1, seat=0, substitute=5)
        assert refuses(state, busy).code == "seated"
        back = Replaced(tournament=T, round=1, table=1, seat=2, substitute=3, hand=5)
        found = the(after(back, state=state)).rounds[1]
        assert found.sits(1) == FOUR
        assert found.substitutes(1) == (None, None, 9, None)

    def test_a_substitute_goes_with_the_player_who_is_reseated(self) -> None:
        state = after(*registered([9], kind="occasional", from_round=2), state=playing())
        state = after(
            Replaced(tournament=T, round=1, table=1, seat=2, substitute=9),
            Reseated(tournament=T, round=1, sittings=(sitting(1, 3, 2, 1, 4),)),
            state=state,
        )
        assert the(state).rounds[1].sits(1) == (9, 2, 1, 4)

    def test_lateness_is_of_who_has_a_seat(self) -> None:
        state = after(Late(tournament=T, round=1, person=2, seconds=61), state=playing())
        assert the(state).rounds[1].late == {2: 61}
        assert refuses(state, Late(tournament=T, round=1, person=9, seconds=61)).code == "not_seated"

    def test_extra_time_is_of_the_table_or_of_all(self) -> None:
        state = after(
            TimeAdded(tournament=T, round=1, table=1, seconds=300),
            TimeAdded(tournament=T, round=1, seconds=60),
            state=playing(EIGHT),
        )
        assert the(state).rounds[1].extra_s(1) == 360
        assert the(state).rounds[1].extra_s(2) == 60

    def test_a_device_stands_at_one_table(self) -> None:
        state = after(TableBound(tournament=T, table=1, device="t-a"), state=ready())
        assert refuses(state, TableBound(tournament=T, table=2, device="t-a")).code == "bound"
        state = after(
            TableBound(tournament=T, table=1),
            TableBound(tournament=T, table=2, device="t-a"),
            state=state,
        )
        assert the(state).devices == {2: "t-a"}
