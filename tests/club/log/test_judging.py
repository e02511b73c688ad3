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
from engine.events import Sanction
from tests.club.log.build import (
    DAY,
    EVEN,
    WON,
    T,
    after,
    finished,
    hand,
    playing,
    record,
    refuses,
    registered,
    stage,
    the,
)


class TestPenalties:
    FINE = Penalised(
        tournament=T, round=1, table=1, hand=2, person=2, reason="P-43", sanction=Sanction.FINE, points=-2000
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
        assert refuses(later, again, by="bob").code == "ruled"

    def test_the_table_settles_with_four_confirmations_only(self) -> None:
        settled = Settled(
            tournament=T,
            round=1,
            table=1,
            hand=0,
            person=1,
            reason="P-02",
            sanction=Sanction.DEAD_HAND,
            confirmed=(0, 1, 2, 3),
        )
        after(settled, state=playing())
        three = settled.model_copy(update={"confirmed": (0, 1, 2, 2)})
        assert refuses(playing(), three).code == "not_confirmed"
        with pytest.raises(ValueError, match="sanction"):
            Settled.model_validate({**settled.model_dump(), "sanction": "fine"})

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
