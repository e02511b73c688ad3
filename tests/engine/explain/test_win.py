"""Wins in words: golden texts in several languages, and numbers that add up for any win (R-WIN-09)."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.explain.explanation import Topic
from engine.explain.win import Account, explain_no_win, explain_win
from engine.explain.words import LANGUAGES, Words
from engine.rules.ruleset import Ruleset
from engine.value.points import payments
from engine.value.score import NoWin, value, why_not
from engine.value.win import Win
from tests.engine.explain.golden import EXPLAINED, REFUSED
from tests.engine.hands import win, wins

RRC = Ruleset.preset("rrc")
ORDER = (Topic.END, Topic.YAKU, Topic.DORA, Topic.HAN, Topic.FU, Topic.LIMIT, Topic.PRICE, Topic.PAYMENT)


def settled(won: Win, rules: Ruleset, honba: int = 0, sticks: int = 0) -> Account:
    """The win of the seat of its wind, by ron from the seat opposite."""
    worth = value(won, rules)
    assert worth is not None
    seat = won.seat_wind
    source = seat if won.tsumo else (seat + 2) % 4
    payer = None if won.tsumo else source
    deltas = list(payments(worth.base, seat, payer, 0, honba, rules.number("honba.value")))
    deltas[seat] += sticks * rules.number("riichi.deposit")
    return Account(seat, source, 0, deltas, honba, sticks)


def said(won: Win, rules: Ruleset = RRC, language: str = "en") -> str:
    worth = value(won, rules)
    assert worth is not None
    return explain_win(won, worth, settled(won, rules), rules, Words(language)).text


SAID = [(name, code) for name, case in EXPLAINED.items() for code in case.text]
WHY_NOT = [(name, code) for name, refused in REFUSED.items() for code in refused.text]


@pytest.mark.parametrize(("name", "language"), SAID)
def test_a_referee_says(name: str, language: str) -> None:
    case = EXPLAINED[name]
    rules = Ruleset.preset(case.preset)
    worth = value(case.win, rules)
    assert worth is not None
    seat = case.win.seat_wind
    source = seat if case.source is None else case.source
    account = Account(seat, source, 0, case.deltas, case.honba, case.sticks, case.responsible)
    words = Words(language, case.tile_names)
    assert explain_win(case.win, worth, account, rules, words).text == case.text[language]


@pytest.mark.parametrize(
    ("name", "language"), [(name, code) for name in REFUSED for code in REFUSED[name].text]
)
def test_a_referee_says_why_not(name: str, language: str) -> None:
    refused = REFUSED[name]
    rules = Ruleset.preset("rrc", refused.options)
    assert explain_no_win(refused.win, rules, Words(language)).text == refused.text[language]


def test_a_win_is_not_explained_away() -> None:
    with pytest.raises(ValueError, match="is a win"):
        explain_no_win(EXPLAINED["seven pairs"].win, RRC, Words("en"))


def test_players_are_called_by_name_where_they_have_one() -> None:
    won = EXPLAINED["open pinfu"].win
    worth = value(won, RRC)
    assert worth is not None
    account = replace(settled(won, RRC), names=("Anna", "Bo", "Chika", "Dmytro"))
    text = explain_win(won, worth, account, RRC, Words("en")).text
    assert text.startswith("Ron on 8m: Bo wins, Dmytro pays.")
    assert text.endswith("Dmytro pays 1000 points, Bo receives 1000 points.")


def test_wareme_names_the_player() -> None:
    won = EXPLAINED["seven pairs"].win
    worth = value(won, RRC)
    assert worth is not None
    account = Account(1, 3, 0, (0, 3200, 0, -3200), wareme=3)
    lines = explain_win(won, worth, account, RRC, Words("en")).text.splitlines()
    assert lines[-2:] == [
        "Wareme: North pays and receives double.",
        "North pays 3200 points, South receives 3200 points.",
    ]


def test_under_pao_a_tsumo_has_the_price_of_a_ron() -> None:
    won = replace(EXPLAINED["big three dragons under pao"].win, tsumo=True)
    worth = value(won, RRC)
    assert worth is not None
    account = Account(1, 1, 0, (0, 33300, -32300, 0), honba=1, sticks=1, responsible=2)
    assert explain_win(won, worth, account, RRC, Words("en")).text.splitlines()[-5:] == [
        "Price: 32000 points.",
        "With 1 honba: 32300 points.",
        "West is responsible for daisangen (pao).",
        "West pays 32300 points, South receives 32300 points.",
        "South takes 1 riichi stick: 1000 points.",
    ]


def test_a_counted_yakuman_and_the_rules_that_have_none() -> None:
    # Riichi 1, pinfu 1, iipeikou 1, ittsu 2, chinitsu 6, and three dora.
    won = win("1122334567899m", "9m", riichi=True, dora="8m")
    assert "14 han: counted yakuman." in said(won)
    assert "14 han: sanbaiman, for these rules have no counted yakuman." in said(won, Ruleset.preset("ema"))


def test_rules_that_do_not_stack_yakuman_say_so() -> None:
    text = said(EXPLAINED["two yakuman of the dealer"].win, Ruleset.preset("ema"))
    assert "Several yakuman do not add up: the highest one counts." in text
    assert "Price: 16000 from each." in text


def test_a_double_yakuman_is_called_one() -> None:
    rules = Ruleset.preset("rrc", {"score.double_yakuman": ["daisuushii"]})
    won = win("11122233344z55m", "4z")
    assert "Daisuushii (big four winds): double yakuman." in said(won, rules)


def test_a_tsumo_on_a_replacement_tile_may_give_no_fu() -> None:
    won = win("678m234p567s5z", "5z", "X99mX", tsumo=True, seat="W", rinshan=True)
    note = "A tsumo on a replacement tile gives no fu."
    assert note in said(won)
    assert note not in said(won, Ruleset.preset("wrc"))


def test_renhou_beside_a_dearer_hand_is_mentioned() -> None:
    # Iipeikou 1, ittsu 2 and chinitsu 6 are a baiman, more than the mangan of renhou (R-YAKU-06).
    won = win("1123345678999m", "2m", renhou=True)
    assert "Renhou would be a mangan: the hand is worth no less without it." in said(won)


def test_the_pair_of_a_double_wind_says_why() -> None:
    won = win("234m567m678p55s11z", "5s", seat="E", riichi=True)
    assert "4 (pair of 1z, seat and round wind)" in said(won)


@settings(max_examples=60, deadline=None)
@given(
    wins(),
    st.sampled_from(("rrc", "ema_2012", "ema", "wrc", "japanese", "tenhou")),
    st.sampled_from(LANGUAGES),
    st.booleans(),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_the_numbers_add_up(
    won: Win, preset: str, language: str, tile_names: bool, honba: int, sticks: int
) -> None:
    rules, words = Ruleset.preset(preset), Words(language, tile_names)
    won = replace(won, honba=honba)
    worth = value(won, rules)
    if worth is None:
        assert why_not(won, rules) in list(NoWin)
        assert explain_no_win(won, rules, words).text
        return
    account = settled(won, rules, honba, sticks)
    found = explain_win(won, worth, account, rules, words)
    assert not re.search(r"[{}]", found.text)
    parts = [part for line in found.lines for part in line.parts if line.topic in (Topic.YAKU, Topic.DORA)]
    if not worth.yakuman:
        assert sum(part.amount for part in parts) == worth.han
    for line in found.of(Topic.FU):
        raw = sum(part.amount for part in line.parts)
        assert worth.fu - 10 < raw <= worth.fu
        assert str(worth.fu) in line.text
    moved: list[int | Fraction] = [0, 0, 0, 0]
    for line in found.of(Topic.PAYMENT, Topic.STICKS):
        for part in line.parts:
            moved[int(part.key)] += part.amount
    assert moved == list(account.deltas)


def test_lines_come_in_the_order_of_the_regulation() -> None:
    for case in EXPLAINED.values():
        if case.responsible is not None:
            continue
        rules = Ruleset.preset(case.preset)
        worth = value(case.win, rules)
        assert worth is not None
        found = explain_win(case.win, worth, settled(case.win, rules), rules, Words("en"))
        topics = [line.topic for line in found.lines if line.topic in ORDER]
        assert topics == sorted(topics, key=ORDER.index)
