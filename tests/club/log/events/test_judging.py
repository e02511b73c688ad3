"""Referees, penalties and appeals."""

from __future__ import annotations

import pytest

from club.log.events import (
    Answered,
    AppealDecided,
    AppealFiled,
    Called,
    Frozen,
    Penalised,
    PenaltyLifted,
    Ruled,
    Settled,
    Unfrozen,
    Withdrew,
)
from engine.state.events import Sanction
from tests.club.log.build import hand, record, registered, stage
from tests.club.log.states import after, finished, playing, refuses, the
from tests.club.log.values import DAY, EVEN, WON, T


class TestPenalties:
    FINE = Penalised(
        tournament=T, round=1, table=1, hand=2, person=2, reason="P-43", sanction=Sanction.FINE, points=-2000
    )

    SETTLED = Settled(
        tournament=T,
        round=1,
        table=1,
        hand=0,
        person=1,
        reason="P-02",
        sanction=Sanction.DEAD_HAND,
        confirmed=(0, 1, 2, 3),
    )

    def test_a_penalty_is_lifted_and_stays_visible(self) -> None:
        state = after(self.FINE, state=playing())
        seq = state.seq
        state = after(PenaltyLifted(tournament=T, penalty=seq, reason="mistake"), state=state)
        assert the(state).penalties[seq].lifted == seq + 1
        assert refuses(state, PenaltyLifted(tournament=T, penalty=seq, reason="again")).code == "lifted"

    def test_two_referees_do_not_punish_the_same_thing_twice(self) -> None:
        state = after(self.FINE, state=playing(), by="ann")
        fault = refuses(state, self.FINE, by="bob")
        assert "ann" in fault.sentence
        assert f"entry {state.seq}" in fault.sentence
        after(self.FINE.model_copy(update={"hand": 3}), state=state)
        after(self.FINE.model_copy(update={"person": 3}), state=state)

    def test_who_names_no_hand_punishes_the_same_thing_by_as_many_points(self) -> None:
        unnamed = self.FINE.model_copy(update={"hand": None})
        for first, second in ((self.FINE, unnamed), (unnamed, self.FINE)):
            state = after(first, state=playing(), by="ann")
            assert "ann" in refuses(state, second, by="bob").sentence
            after(second.model_copy(update={"points": -4000}), state=state)
        after(unnamed, unnamed, state=playing())

    def test_the_second_answer_to_a_call_is_told_of_the_first(self) -> None:
        state = after(Called(tournament=T, round=1, table=1, seat=0), state=playing())
        call = state.seq
        state = after(Answered(tournament=T, call=call), state=state, by="ann")
        assert "ann" in refuses(state, Answered(tournament=T, call=call), by="bob").sentence
        ruling = Ruled(
            tournament=T, round=1, table=1, call=call, reason="P-43", facts="noise", persons=(1,), hand=1
        )
        state = after(ruling, state=state, by="ann")
        assert "ann" in refuses(state, ruling, by="bob").sentence
        uncalled = ruling.model_copy(update={"call": None})
        assert "supersede" in refuses(state, uncalled, by="bob").sentence
        again = uncalled.model_copy(update={"supersedes": state.seq})
        later = after(again, state=state, by="head")
        assert the(later).rulings[state.seq].superseded == later.seq
        assert refuses(later, again, by="bob").code == "superseded"

    def test_the_table_settles_with_four_confirmations_only(self) -> None:
        after(self.SETTLED, state=playing())
        three = self.SETTLED.model_copy(update={"confirmed": (0, 1, 2, 2)})
        assert refuses(playing(), three).code == "not_confirmed"
        with pytest.raises(ValueError, match="sanction"):
            Settled.model_validate({**self.SETTLED.model_dump(), "sanction": "fine"})

    def test_a_case_that_leads_to_something_else_is_not_the_tables(self) -> None:
        """K-PEN-08: a reminder for the row, or a fine, is for a judge."""
        for row in ("P-42", "P-01", "P-31"):
            other = self.SETTLED.model_copy(update={"reason": row})
            assert refuses(playing(), other).code == "judge_needed"
        harder = self.SETTLED.model_copy(update={"sanction": Sanction.CHOMBO})
        assert refuses(playing(), harder).code == "judge_needed"
        nothing = self.SETTLED.model_copy(update={"reason": "noise"})
        assert refuses(playing(), nothing).code == "no_reason"

    def test_a_tile_exchanged_in_riichi_is_a_chombo_where_the_hand_is_drawn(self) -> None:
        """P-23 is a dead hand, and chombo at a draw: either is the table's."""
        for sanction in (Sanction.DEAD_HAND, Sanction.CHOMBO):
            after(self.SETTLED.model_copy(update={"reason": "P-23", "sanction": sanction}), state=playing())

    def test_it_settles_a_case_once(self) -> None:
        state = after(self.SETTLED, state=playing())
        again = self.SETTLED.model_copy(update={"confirmed": (3, 2, 1, 0)})
        assert f"entry {state.seq}" in refuses(state, again).sentence
        after(self.SETTLED.model_copy(update={"hand": 1}), state=state)

    def test_a_frozen_table_is_unfrozen_once(self) -> None:
        state = after(Frozen(tournament=T, round=1, table=1), state=playing())
        assert refuses(state, Frozen(tournament=T, round=1, table=1)).code == "frozen"
        after(hand(1, 1, 0, record(WON, EVEN)), state=state)
        state = after(Unfrozen(tournament=T, round=1, table=1), state=state)
        assert refuses(state, Unfrozen(tournament=T, round=1, table=1)).code == "not_frozen"


class TestAppeals:
    APPEAL = AppealFiled(tournament=T, person=1, situation="s", decision="d", reasons="r")

    def test_appeals_come_after_the_event_and_within_two_months(self) -> None:
        assert refuses(playing(), self.APPEAL).code == "not_over"
        over = finished()  # on 1 January 1970
        after(self.APPEAL, state=over, ts_ms=59 * DAY)  # 1 March
        assert refuses(over, self.APPEAL, ts_ms=59 * DAY + 1).code == "too_late"

    def test_an_appeal_says_everything(self) -> None:
        short = self.APPEAL.model_copy(update={"reasons": " "})
        assert refuses(finished(), short).code == "no_details"

    def test_who_judged_at_the_event_does_not_decide(self) -> None:
        fine = Penalised(tournament=T, round=1, person=2, reason="P-43", sanction=Sanction.FINE, points=-2000)
        state = after(fine, state=finished(), by="ann")
        state = after(self.APPEAL, state=state)
        decided = AppealDecided(
            tournament=T, appeal=state.seq, board=("bob", "ann"), upheld=True, explanation="x"
        )
        assert "ann" in refuses(state, decided).sentence
        state = after(decided.model_copy(update={"board": ("bob", "eve")}), state=state)
        assert refuses(state, decided.model_copy(update={"board": ("bob",)})).code == "decided"

    def test_after_the_end_only_corrections_are_made(self) -> None:
        over = finished()
        for event in (
            *registered([9], from_round=2),
            stage(1, 2),
            Withdrew(tournament=T, person=1, from_round=2),
        ):
            assert refuses(over, event).code == "closed"
