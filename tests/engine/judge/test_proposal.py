"""Rulings that follow from findings, the ladder of fines, and what a table settles itself."""

from __future__ import annotations

from engine.judge import Finding, Kind, judge_needed, proposal, settled_by_table
from engine.state.events import Penalised, Sanction

SLIP = Finding(Kind.RIICHI_NOT_SIDEWAYS, "R-RIICHI-08", 1, (3,), "P-20", Sanction.REMINDER)
REMINDER = Penalised(1, Sanction.REMINDER, "P-20")


def fine(points: int) -> Penalised:
    return Penalised(1, Sanction.FINE, "P-20", points)


def test_the_first_slip_is_a_reminder_and_each_repetition_costs_more() -> None:
    earlier: list[Penalised] = []
    for expected in (REMINDER, fine(2000), fine(4000), fine(8000), fine(16000), fine(32000)):
        assert proposal(SLIP, earlier) == expected
        earlier.append(expected)


def test_each_reason_and_each_player_counts_alone() -> None:
    others = [Penalised(1, Sanction.REMINDER, "P-42"), Penalised(2, Sanction.REMINDER, "P-20")]
    assert proposal(SLIP, others) == REMINDER


def test_a_dead_hand_for_the_same_reason_is_no_step_of_the_ladder() -> None:
    assert proposal(SLIP, [Penalised(1, Sanction.DEAD_HAND, "P-20")]) == REMINDER


def test_the_reason_is_the_clause_where_no_row_fits() -> None:
    unpaid = Finding(Kind.RIICHI_UNPAID, "R-RIICHI-09", 2, (4,), "", Sanction.REMINDER)
    assert proposal(unpaid) == Penalised(2, Sanction.REMINDER, "R-RIICHI-09")


def test_the_minimum_only_when_asked_for() -> None:
    drawn = Finding(
        Kind.TURN_OUT_OF_ORDER, "R-TURN-02", 1, (3,), "P-05", Sanction.DEAD_HAND, Sanction.REMINDER
    )
    assert proposal(drawn) == Penalised(1, Sanction.DEAD_HAND, "P-05")
    assert proposal(drawn, mild=True) == Penalised(1, Sanction.REMINDER, "P-05")
    kuikae = Finding(Kind.KUIKAE, "R-KUI-02", 1, (3,), "P-18", Sanction.DEAD_HAND)
    assert proposal(kuikae, mild=True) == Penalised(1, Sanction.DEAD_HAND, "P-18")


def test_nothing_to_rule_where_nothing_follows_or_nobody_is_to_blame() -> None:
    assert proposal(Finding(Kind.FIVE_COPIES, "R-SET-01", None, (3,))) is None
    assert proposal(Finding(Kind.KUIKAE, "R-KUI-02", 1, (3,), "P-18")) is None


def test_a_table_settles_dead_hands_and_chombo_when_all_four_agree() -> None:
    dead = Penalised(1, Sanction.DEAD_HAND, "P-02")
    assert settled_by_table(dead, (0, 1, 2, 3))
    assert not settled_by_table(dead, (0, 2, 3))
    assert settled_by_table(Penalised(1, Sanction.CHOMBO, "P-14"), (3, 2, 1, 0))
    assert not settled_by_table(fine(2000), (0, 1, 2, 3))
    assert [s for s in Sanction if not judge_needed(s)] == [Sanction.DEAD_HAND, Sanction.CHOMBO]
