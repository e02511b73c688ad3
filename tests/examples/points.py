"""The worked examples of points and payments, every line of these kinds (tests/data/README.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.rules.ruleset import Ruleset
from engine.value.points import (
    MANGAN,
    YAKUMAN,
    base_points,
    doubled,
    pao_payments,
    payments,
    ron_points,
    total,
    tsumo_points,
    uncapped,
)
from engine.value.score import value
from tests.engine.hands import win
from tests.examples.register import Data
from tests.examples.register import rules_runner as runner


@runner("limit_points")
def _limit_points(given: Data, expected: Data, rules: Ruleset) -> None:
    if "han" in given:
        assert base_points(given["han"], 30, rules)[1] == expected["limit"]
        return
    base = given["yakuman"] * YAKUMAN
    assert ron_points(base, dealer=False) == expected["non_dealer_ron"]
    assert ron_points(base, dealer=True) == expected["dealer_ron"]
    by_dealer, by_other = tsumo_points(base, dealer=False)
    assert {"dealer": by_dealer, "non_dealer": by_other} == expected["non_dealer_tsumo"]
    assert {"each": tsumo_points(base, dealer=True)[1]} == expected["dealer_tsumo"]


@runner("base_points")
def _base_points(given: Data, expected: Data, rules: Ruleset) -> None:
    base = uncapped(given["han"], given["fu"], rules)
    assert base == expected["base_uncapped"]
    assert (base > MANGAN) == (expected["compared_with_mangan"] == ">2000")
    assert base_points(given["han"], given["fu"], rules)[0] == min(base, MANGAN)


@runner("equivalence")
def _equivalence(given: Data, expected: Data, rules: Ruleset) -> None:
    for han, fu in given["hands"]:
        assert ron_points(base_points(han, fu, rules)[0], dealer=False) == expected["non_dealer_ron"]


@runner("rounding")
def _rounding(given: Data, expected: Data, rules: Ruleset) -> None:
    base = base_points(given["han"], given["fu"], rules)[0]
    assert 4 * base == expected["ron_unrounded"]
    assert ron_points(base, given["dealer"]) == expected["ron"]
    assert {"non_dealer": base, "dealer": 2 * base} == expected["tsumo_unrounded"]
    by_dealer, by_other = tsumo_points(base, given["dealer"])
    assert {"non_dealer": by_other, "dealer": by_dealer} == expected["tsumo"]
    assert total(base, given["dealer"], tsumo=True) == expected["tsumo_total"]


@runner("payment")
def _payment(given: Data, expected: Data, rules: Ruleset) -> None:
    base, limit = base_points(given["han"], given["fu"], rules)
    if "non_dealer_ron" in expected:
        assert limit == expected["limit"]
        assert ron_points(base, dealer=False) == expected["non_dealer_ron"]
        assert ron_points(base, dealer=True) == expected["dealer_ron"]
        return
    by_dealer, by_other = tsumo_points(base, given["dealer"])
    assert by_other == expected.get("each", expected.get("non_dealer"))
    assert by_dealer == expected.get("dealer", 0)
    assert total(base, given["dealer"], tsumo=True) == expected["total"]


@runner("payment_row")
def _payment_row(given: Data, expected: Data, rules: Ruleset) -> None:
    """A row of the printed tables; its empty cells are hands that cannot be."""
    dealer = given["dealer"]
    spans = range(given["han_from"], (given["han_to"] or 30) + 1) if "han_from" in given else (given["han"],)
    for han in spans:
        base, limit = base_points(han, given.get("fu", 30), rules)
        if expected["ron"] is not None:
            assert ron_points(base, dealer) == expected["ron"]
            assert limit == expected["limit"]
        if expected["tsumo"] is not None:
            by_dealer, by_other = tsumo_points(base, dealer)
            assert by_other == expected["tsumo"].get("each", expected["tsumo"].get("non_dealer"))
            assert by_dealer == expected["tsumo"].get("dealer", 0)


@runner("honba")
def _honba(given: Data, expected: Data, rules: Ruleset) -> None:
    counter = rules.number("honba.value")
    if given.get("win_by") == "tsumo":
        with_honba = payments(500, 1, None, 0, given["honba"], counter)
        plain = payments(500, 1, None, 0)
        assert with_honba[1] - plain[1] == expected["total"]
        assert {plain[s] - with_honba[s] for s in (0, 2, 3)} == {expected["each_loser_adds"]}
        return
    base, _ = base_points(3, 30, rules)
    assert ron_points(base, dealer=False) == given["hand_value"]
    assert payments(base, 1, 2, 0, given["honba"], counter) == (0, expected["total"], -expected["total"], 0)


@runner("pao")
def _pao(given: Data, expected: Data, rules: Ruleset) -> None:
    dealer = 1 if given["winner_dealer"] else 0
    payer = None if given["win_by"] == "tsumo" else 2
    extra = given["honba"] * rules.number("honba.value")
    moved = pao_payments(YAKUMAN, 1, payer, 3, dealer, extra)
    assert -moved[3] == expected["responsible_pays"]
    if payer is None:
        assert [moved[0], moved[2]] == [expected["others_pay"]] * 2
    else:
        assert -moved[payer] == expected["discarder_pays"]
        assert moved[0] == 0


@runner("renhou")
def _renhou(given: Data, expected: Data, rules: Ruleset) -> None:
    if given["nominal_han"] == 2:
        own = win("234m222p567s22s55z", "5z", dora="1m", renhou=True)
    else:
        own = win("1123344567899m", "9m", renhou=True)
    plain = value(replace(own, renhou=False), rules)
    assert plain is not None
    assert plain.han == given["nominal_han"]
    assert plain.fu == given.get("nominal_fu", plain.fu)
    worth = value(own, rules)
    assert worth is not None
    assert worth.points == expected["points"]


@runner("wareme")
def _wareme(given: Data, expected: Data, rules: Ruleset) -> None:
    base, _ = base_points(3, 30, rules)
    moved = doubled(payments(base, 1, 2, 0, given["honba"], rules.number("honba.value")), 1, 2)
    assert ron_points(base, dealer=False) == given["hand_value"]
    assert moved == (0, expected["discarder_pays"], -expected["discarder_pays"], 0)


@runner("stick_sum")
def _stick_sum(given: Data, expected: Data, _: Ruleset) -> None:
    rules = Ruleset.preset("rrc", {"sticks.start_set": given["sticks"]})
    assert rules.number("game.start_points") == expected["points"]
    with pytest.raises(ValueError, match=r"sticks.start_set"):
        Ruleset.preset("rrc", {"sticks.start_set": {**given["sticks"], "100": 0}})


@runner("announcement")
def _announcement(given: Data, expected: Data, rules: Ruleset) -> None:
    counters, each = given.get("honba", 0), rules.number("honba.value")
    if "said" in given:
        assert given["said"] == ["ittsu", "honitsu", "one dora"]
        worth = value(win("45678m33z", "9m", "1'23m", "4'44z", dora="8m"), rules)
        assert worth is not None
        assert (dict(worth.yaku), worth.dora) == ({"ittsu": 1, "honitsu": 2}, 1)
        assert worth.points == expected["points"]
    elif "value" in given:
        base = base_points(4, 30, rules)[0]
        assert ron_points(base, dealer=False) == given["value"]
        with_honba = payments(base, 1, 2, 0, counters, each)[1]
        assert [ron_points(base, dealer=False), with_honba] == expected["announced"]
    elif "tsumo" in given:
        base = base_points(2, 40, rules)[0]
        moved = payments(base, 1, None, 0, counters, each)
        by_dealer, by_other = tsumo_points(base, dealer=False)
        assert [[by_other, by_dealer], [-moved[2], -moved[0]]] == expected["announced"]
    else:
        by_dealer, by_other = tsumo_points(base_points(given["han"], given["fu"], rules)[0], given["dealer"])
        assert [by_other, by_dealer] == expected["announced"]
