"""Settlement between all four players (C-SETTLE-01..05)."""

from __future__ import annotations

from engine.classical.settle import Payment, settle


def test_losers_pay_the_winner_and_then_each_other() -> None:
    """East 40, South 100 wins, West 20, North 60: East pays and receives double."""
    result = settle((40, 100, 20, 60), winner=1, east=0)
    assert result.net == (-200, 400, -180, -20)
    assert set(result.payments) == {
        Payment(0, 1, 200),
        Payment(2, 1, 100),
        Payment(3, 1, 100),
        Payment(2, 0, 40),
        Payment(0, 3, 40),
        Payment(2, 3, 40),
    }


def test_the_limit_of_east_is_doubled_after_it() -> None:
    assert settle((500, 0, 20, 30), winner=0, east=0).net == (3000, -1050, -990, -960)


def test_the_winner_is_paid_the_whole_value_also_by_a_better_hand() -> None:
    result = settle((320, 30, 0, 0), winner=1, east=2)
    assert Payment(0, 1, 30) in result.payments
    assert result.net == (-30 + 320 * 2 + 320, 30 + 60 + 30, -60 - 640, -30 - 320)


def test_equal_losers_pay_nothing_to_each_other() -> None:
    result = settle((20, 20, 20, 20), winner=3, east=3)
    assert [p.points for p in result.payments].count(0) == 3
    assert result.net == (-40, -40, -40, 120)


def test_nothing_is_paid_when_nobody_won() -> None:
    result = settle((100, 20, 0, 40), winner=None, east=0)
    assert result.net == (0, 0, 0, 0)
    assert {p.points for p in result.payments} == {0}
    assert len(result.payments) == 6
