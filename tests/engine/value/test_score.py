"""Laws of value, the choice of a reading, dora, and wins that are none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from engine.rules.ruleset import Ruleset
from engine.value.points import YAKUMAN, base_points
from engine.value.score import NoWin, all_values, dora_of, pao_base, value, why_not
from engine.value.win import Win
from tests.engine.hands import win, wins

RRC = Ruleset.preset("rrc")


@given(wins())
def test_the_value_is_made_of_its_parts(won: Win) -> None:
    worth = value(won, RRC)
    assert (worth is None) == (why_not(won, RRC) is not None)
    if worth is None:
        assert not (won.closed and (won.tsumo or won.riichi))
        return
    assert worth.points % 100 == 0
    assert worth.han == sum(han for _, han in worth.yaku) + worth.dora + worth.red + worth.ura
    if not worth.yakuman:
        assert (worth.base, worth.limit) == base_points(worth.han, worth.fu, RRC)


@given(wins())
def test_no_reading_pays_more_than_the_chosen(won: Win) -> None:
    worth = value(won, RRC)
    assert all(worth is not None and other.points <= worth.points for other in all_values(won, RRC))


@given(wins())
def test_riichi_never_lowers_the_value(won: Win) -> None:
    plain, riichi = value(replace(won, riichi=False), RRC), value(replace(won, riichi=won.closed), RRC)
    if won.closed:
        assert riichi is not None
        assert plain is None or plain.points <= riichi.points


@given(wins())
def test_the_order_of_tiles_and_melds_has_no_meaning(won: Win) -> None:
    worth = value(won, RRC)
    turned = value(replace(won, tiles=won.tiles[::-1], melds=won.melds[::-1]), RRC)
    assert (worth is None) == (turned is None)
    if worth and turned:
        assert (worth.han, worth.fu, worth.yaku, worth.points) == (
            turned.han,
            turned.fu,
            turned.yaku,
            turned.points,
        )


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        (win("123456m789p2345s", "9s"), NoWin.NOT_COMPLETE),
        (win("123456m789p2345s", "5s"), NoWin.NO_YAKU),
        (win("1122m3344p55667s", "1m"), NoWin.NOT_COMPLETE),
        (win("234m456p34s99s", "2s", "6'78s"), NoWin.NO_YAKU),
    ],
    ids=str,
)
def test_no_value(own: Win, reason: NoWin) -> None:
    assert value(own, RRC) is None
    assert why_not(own, RRC) is reason


def test_two_han_from_yaku_after_five_honba() -> None:
    rules = Ruleset.preset("rrc", {"score.ryanhan_shibari_from": 5})
    cheap = win("123m456p789s1199s", "9s", riichi=True, dora="8s")
    assert value(replace(cheap, honba=4), rules) is not None
    assert why_not(replace(cheap, honba=5), rules) is NoWin.TOO_FEW_HAN


def test_points_or_han_choose_the_reading() -> None:
    own = win("777888999p23m99m", "4m", tsumo=True)
    by_points, by_han = value(own, RRC), value(own, Ruleset.preset("japanese"))
    assert by_points is not None
    assert by_han is not None
    assert (by_points.han, by_points.fu) == (by_han.han, by_han.fu) == (3, 40)


def test_dora_options() -> None:
    own = win("340567m44s22z99p", "9p", riichi=True, dora="4m1z", ura="8p3s")
    found = dora_of(own, RRC)
    assert (found.dora, found.red, found.ura) == (2 + 2, 1, 3 + 2)
    off = {"dora.kan_dora": False, "dora.ura": False, "dora.aka_stacks": False}
    less = dora_of(own, Ruleset.preset("rrc", off))
    assert (less.dora, less.red, less.ura) == (2, 0, 2)
    assert dora_of(replace(own, riichi=False), RRC).ura == 0


def test_yakuman_stack_or_not() -> None:
    own = win("5z", "5z", "X11zX", "X22zX", "X33zX", "X44zX", dora="4z")
    stacked, single = value(own, RRC), value(own, Ruleset.preset("ema"))
    assert stacked is not None
    assert single is not None
    assert (stacked.yakuman, single.yakuman) == (4, 1)
    assert (stacked.dora, stacked.base) == (0, 4 * YAKUMAN)


def test_counted_yakuman_is_no_yakuman_by_name() -> None:
    own = win("223344m667788m5m", "5m", riichi=True, dora="4m4m4m4m")
    worth = value(own, RRC)
    assert worth is not None
    assert (worth.yakuman, worth.limit, worth.base) == (0, "yakuman", YAKUMAN)


def test_renhou_may_add_or_be_a_yakuman() -> None:
    own = win("123m456p789s1199s", "9s", renhou=True, dora="8s")
    adds = value(own, Ruleset.preset("rrc"))
    assert adds is not None
    assert (adds.points, adds.dora) == (8000, 0)
    yakuman = value(own, Ruleset.preset("rrc", {"score.renhou": "yakuman"}))
    assert yakuman is not None
    assert yakuman.points == 32000
    assert value(own, Ruleset.preset("rrc", {"score.renhou": "off"})) is None


def test_what_a_responsible_player_answers_for() -> None:
    both = value(win("5z", "5z", "1'11z", "2'22z", "3'33z", "4'44z"), RRC)
    assert both is not None
    assert {name for name, _ in both.yaku} == {"daisuushii", "tsuuiisou"}
    assert pao_base(both, RRC) == 2 * YAKUMAN
    assert pao_base(both, Ruleset.preset("tenhou")) == 2 * YAKUMAN
    part = Ruleset.preset("rrc", {"pao.scope": "yakuman_only"})
    assert pao_base(both, part) == YAKUMAN
    assert pao_base(both, Ruleset.preset("rrc", {"pao.daisuushii": False})) == 0
    kan = value(win("345m67p99m", "5p", "X11mX", "2'34s", tsumo=True, rinshan=True), RRC)
    assert kan is not None
    assert pao_base(kan, RRC, rinshan=True) == 0
    assert pao_base(kan, Ruleset.preset("rrc", {"pao.rinshan": True}), rinshan=True) == kan.base


@pytest.mark.parametrize("interpretation", ["max_points", "max_han"])
@pytest.mark.parametrize("kazoe", [True, False])
def test_a_yakuman_is_read_before_a_counted_one_of_more_han(interpretation: str, kazoe: bool) -> None:
    options = {"score.interpretation": interpretation, "score.kazoe_yakuman": kazoe}
    won = win("333444555p1555z", "1z", tsumo=True, riichi=True, dora="4z4z", ura="4z4z")
    worth = value(won, Ruleset.preset("rrc", options))
    assert worth is not None
    assert (worth.yaku, worth.yakuman, worth.limit) == ((("suuankou", 13),), 1, "yakuman")
