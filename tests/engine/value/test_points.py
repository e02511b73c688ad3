"""Laws of payments."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.rules.presets import PRESETS
from engine.rules.ruleset import Ruleset
from engine.value.points import (
    YAKUMAN,
    base_points,
    change,
    doubled,
    pao_payments,
    payments,
    ron_points,
    total,
    tsumo_points,
)

RULES = Ruleset.preset("rrc")
seats = st.integers(0, 3)
bases = st.builds(
    lambda han, fu: base_points(han, fu, RULES)[0],
    st.integers(1, 14),
    st.sampled_from((25, *range(20, 120, 10))),
)


@given(bases, seats, st.none() | seats, seats, st.integers(0, 9), st.none() | seats)
def test_what_is_paid_is_received_in_hundreds(
    base: int, winner: int, payer: int | None, dealer: int, honba: int, wareme: int | None
) -> None:
    assume(payer != winner)
    moved = payments(base, winner, payer, dealer, honba)
    if wareme is not None:
        moved = doubled(moved, winner, wareme)
    assert sum(moved) == 0
    assert all(delta % 100 == 0 for delta in moved)
    assert all(delta <= 0 for seat, delta in enumerate(moved) if seat != winner)
    if wareme is None:
        assert moved[winner] == total(base, winner == dealer, payer is None) + 300 * honba


@given(bases, seats, st.none() | seats, seats, seats, st.integers(0, 9), st.booleans())
def test_pao_moves_the_same_points(
    base: int, winner: int, payer: int | None, responsible: int, dealer: int, honba: int, half: bool
) -> None:
    assume(winner not in (payer, responsible))
    covered = base // 2 if half else None
    moved = pao_payments(base, winner, payer, responsible, dealer, 300 * honba, covered=covered)
    assert sum(moved) == 0
    assert all(delta % 100 == 0 for delta in moved)
    if payer == responsible:
        assert moved == payments(base, winner, payer, dealer, honba)


@given(st.integers(1, 13), st.integers(2, 11))
def test_more_han_or_fu_is_never_less(han: int, tens: int) -> None:
    base = base_points(han, 10 * tens, RULES)[0]
    assert base_points(han + 1, 10 * tens, RULES)[0] >= base
    assert base_points(han, 10 * tens + 10, RULES)[0] >= base


def test_pao_for_a_part_of_the_hand() -> None:
    assert pao_payments(2 * YAKUMAN, 1, None, 2, 0, 300, covered=YAKUMAN) == (-16000, 64300, -40300, -8000)
    assert pao_payments(2 * YAKUMAN, 1, 3, 2, 0, 300, covered=YAKUMAN) == (0, 64300, -16000, -48300)
    assert pao_payments(2 * YAKUMAN, 1, None, 2, 0, covered=0) == payments(2 * YAKUMAN, 1, None, 0)


def test_the_honba_of_a_ron_under_pao_is_paid_by_one_of_the_two() -> None:
    assert pao_payments(YAKUMAN, 1, 3, 2, 0, 600) == (0, 32600, -16000, -16600)
    late = pao_payments(YAKUMAN, 1, 3, 2, 0, 600, honba_by_discarder=False)
    assert late == (0, 32600, -16600, -16000)


def test_nobody_is_responsible_for_the_own_hand() -> None:
    with pytest.raises(ValueError, match="responsible"):
        pao_payments(YAKUMAN, 1, None, 1, 0)


@pytest.mark.parametrize(
    ("preset", "han", "fu", "base", "limit"),
    [
        ("rrc", 4, 30, 1920, None),
        ("wrc", 4, 30, 2000, "mangan"),
        ("wrc", 3, 60, 2000, "mangan"),
        ("wrc", 2, 110, 1760, None),
        ("rrc", 3, 70, 2000, "mangan"),
        ("rrc", 5, 25, 2000, "mangan"),
        ("rrc", 7, 30, 3000, "haneman"),
        ("rrc", 10, 30, 4000, "baiman"),
        ("rrc", 12, 30, 6000, "sanbaiman"),
        ("tenhou", 13, 30, 8000, "yakuman"),
        ("ema", 26, 30, 6000, "sanbaiman"),
    ],
)
def test_limits(preset: str, han: int, fu: int, base: int, limit: str | None) -> None:
    assert base_points(han, fu, Ruleset.preset(preset)) == (base, limit)


@given(
    st.sampled_from(PRESETS), st.integers(1, 20), st.sampled_from((25, *range(20, 120, 10))), st.booleans()
)
def test_a_han_more_never_lowers_what_anybody_pays(preset: str, han: int, fu: int, dealer: bool) -> None:
    rules = Ruleset.preset(preset)
    less, more = (base_points(n, fu, rules)[0] for n in (han, han + 1))
    assert ron_points(less, dealer) <= ron_points(more, dealer)
    assert all(a <= b for a, b in zip(tsumo_points(less, dealer), tsumo_points(more, dealer), strict=True))


def test_sticks_that_are_laid_give_back_what_is_too_much() -> None:
    assert change(3900, {1000: 4}) == 100
    assert change(3900, {1000: 3, 100: 9}) == 0
    assert change(0, {}) == 0
    with pytest.raises(ValueError, match=r"^The sticks are 100 points short: lay more\.$"):
        change(3900, {1000: 3, 100: 8})
