"""The worked examples of shape and value, every line of these kinds (tests/data/README.md)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.fu import fu_parts, rounded
from engine.meld import Meld, MeldType
from engine.notation.query import QueryError, hand_query
from engine.points import (
    MANGAN,
    YAKUMAN,
    base_points,
    pao_payments,
    payments,
    ron_points,
    total,
    tsumo_points,
    uncapped,
)
from engine.rules import Ruleset
from engine.score import all_values, count_dora, dora_kind, dora_of, value
from engine.shape import decompositions, riichi_kan_allowed, shape_waits, waits
from engine.tile import ALL, Tile, format_tiles, full_set, parse_tiles
from engine.win import Wait, Win, readings
from tests.engine.hands import displayed, win

LINES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "examples.jsonl").read_text("utf-8").splitlines()
]
Data = dict[str, Any]
Runner = Callable[[Data, Data, Ruleset], None]
RUNNERS: dict[str, Runner] = {}
FILLERS = (displayed("1'11z"), displayed("2'22z"), displayed("3'33z"), displayed("4'44z"))


def runner(kind: str) -> Callable[[Runner], Runner]:
    def register(run: Runner) -> Runner:
        RUNNERS[kind] = run
        return run

    return register


def names(kinds: tuple[int, ...]) -> list[str]:
    return [str(ALL[kind]) for kind in kinds]


@runner("set_count")
def _set_count(given: Data, expected: Data, _: Ruleset) -> None:
    tiles = full_set()
    assert len(tiles) == expected["tiles"]
    assert len({tile.kind for tile in tiles}) == given["kinds"]


@runner("waits")
def _waits(given: Data, expected: Data, _: Ruleset) -> None:
    melds = tuple(map(displayed, given.get("melds", ())))
    assert names(waits(parse_tiles(given["concealed"]), melds)) == expected["waits"]


@runner("is_run")
def _is_run(given: Data, expected: Data, _: Ruleset) -> None:
    line = {"tiles": "2345z1p1s7z8p8s2p", "melds": [{"type": "chi", "tiles": given["tiles"]}]}
    if expected["valid"]:
        assert names(tuple(t.kind for t in hand_query(line).melds[0].tiles)) == names(
            tuple(t.kind for t in parse_tiles(given["tiles"]))
        )
        return
    with pytest.raises(QueryError) as error:
        hand_query(line)
    assert [fault.code for fault in error.value.faults] == ["BAD_MELD"]


@runner("undeclared_kan")
def _undeclared_kan(given: Data, expected: Data, _: Ruleset) -> None:
    assert given["concealed"].startswith("555567m")
    found = decompositions(parse_tiles("555567m99s"), melds=2)
    assert [[part.kinds for part in reading.sets] for reading in found] == [[(4, 4, 4), (4, 5, 6)]]
    assert not expected["kan"]


def _won_on(tiles: tuple[Tile, ...], melds: tuple[Meld, ...], kind: int) -> Win:
    return Win(tiles, melds, ALL[kind], tsumo=False, seat_wind=1, round_wind=0)


def _shape(text: str) -> tuple[tuple[Tile, ...], tuple[Meld, ...]]:
    """The shape made 13 tiles: a pair beside a set in need of one tile, melds for the rest."""
    tiles = parse_tiles(text)
    if len(tiles) % 3 == 2:
        tiles = (*tiles, *parse_tiles("77z"))
    return tiles, FILLERS[: (13 - len(tiles)) // 3]


@runner("wait_shape")
def _wait_shape(given: Data, expected: Data, rules: Ruleset) -> None:
    tiles, melds = _shape(given["shape"])
    if "z" in given["shape"]:
        melds = tuple(displayed(text) for text in ("1'11p", "2'22p", "3'33p", "4'44p"))[: len(melds)]
    found = shape_waits(tiles, melds)
    assert names(found) == expected["waits"]
    for kind in found:
        (reading,) = readings(_won_on(tiles, melds, kind))
        assert reading.wait is not None
        assert reading.wait.value == expected["name"]
        parts = dict(fu_parts(_won_on(tiles, melds, kind), reading, rules, pinfu=False))
        assert parts.get(expected["name"], 0) == expected["fu"]


@runner("wait_shape_complex")
def _wait_shape_complex(given: Data, expected: Data, _: Ruleset) -> None:
    tiles, melds = _shape(given["shape"])
    found = shape_waits(tiles, melds)
    assert names(found) == expected["waits"]
    shapes = set()
    for kind in found:
        for reading in decompositions((*tiles, ALL[kind]), len(melds)):
            blocks = [list(part.kinds) for part in reading.sets] + [[reading.pair] * 2]
            for block in blocks:
                if kind in block:
                    left = [list(other) for other in blocks]
                    left[blocks.index(block)].remove(kind)
                    left = sorted(b for b in left if b)
                    shapes.add("-".join(format_tiles(ALL[k] for k in b) for b in left))
    assert set(expected["readings"]) <= shapes


@runner("riichi_ankan")
def _riichi_ankan(given: Data, expected: Data, rules: Ruleset) -> None:
    hand, drawn = parse_tiles(given["riichi_hand"]), Tile.parse(given["drawn"])
    assert names(waits(hand)) == expected["waits"]
    assert riichi_kan_allowed(hand, drawn, (), rules.choice("riichi.ankan")) == expected["kan_allowed"]
    if "waits_after" in expected:
        rest = tuple(tile for tile in hand if tile.kind != drawn.kind)
        kan = Meld(MeldType.ANKAN, (drawn,) * 4)
        assert names(shape_waits(rest, (kan,))) == expected["waits_after"]


@runner("dora_of")
def _dora_of(given: Data, expected: Data, _: Ruleset) -> None:
    assert str(ALL[dora_kind(Tile.parse(given["indicator"]))]) == expected["dora"]


def _turned(dead_wall: str) -> tuple[Tile, ...]:
    return parse_tiles(dead_wall.replace("X", ""))


@runner("dora_count")
def _dora_count(given: Data, expected: Data, rules: Ruleset) -> None:
    indicators = _turned(given["dead_wall"])
    if "indicators" in expected:
        tiles = parse_tiles(given["hand"])
        assert list(map(str, indicators)) == expected["indicators"]
        assert count_dora(tiles, indicators) + sum(t.red for t in tiles) == expected["dora_han"]
        return
    worth = value(win(given["hand"], given["win_tile"], dora=format_tiles(indicators)), rules)
    assert worth is not None
    assert worth.dora == expected["dora"]
    assert [name for name, _ in worth.yaku] == expected["yaku"]
    assert worth.han == expected["han"]


@runner("ura_count")
def _ura_count(given: Data, expected: Data, rules: Ruleset) -> None:
    rows = given["kans"] + 1
    own = win(
        "22334455m678p11s", "1s", riichi=given["riichi_win"], dora="9s9s9s"[: 2 * rows], ura="9s" * rows
    )
    assert len(own.ura) == expected["ura_indicators"]
    assert dora_of(own, rules).ura == 3 * rows
    first_only = Ruleset.preset("rrc", {"dora.kan_ura": False})
    assert dora_of(own, first_only).ura == 3 * (rows - expected["of_which_kan_ura"])


@runner("fu_rounding")
def _fu_rounding(given: Data, expected: Data, _: Ruleset) -> None:
    assert rounded(given["raw"]) == expected["fu"]


@runner("reading")
def _reading(given: Data, expected: Data, rules: Ruleset) -> None:
    tsumo = given["win_by"] == "tsumo"
    if "readings" in expected:
        own = win(given["concealed"], given["win_tile"], tsumo=tsumo)
        found = all_values(own, rules)
        for reading in expected["readings"]:
            assert any(
                {n for n, _ in worth.yaku} == set(reading["yaku"])
                and (worth.han, worth.fu, worth.points) == (reading["han"], reading["fu"], reading["total"])
                for worth in found
            )
        assert value(own, rules) == found[0]
        assert found[0].points == expected["readings"][expected["chosen"]]["total"]
        return
    for tsumo in (False, True):
        worth = value(win(given["concealed"], given["win_tile"], tsumo=tsumo), rules)
        assert worth is not None
        assert worth.reading is not None
        assert worth.reading.wait is Wait.RYANMEN
        assert expected["yaku_added"] in dict(worth.yaku)
        assert not {"penchan", "kanchan", "tanki"} & set(dict(worth.fu_parts))


def _example_win(given: Data) -> Win:
    hand = given.get("representative", given)
    field = given["round_wind"] if len(given["round_wind"]) == 1 else "E"
    return win(
        hand["concealed"],
        hand["win_tile"],
        *hand.get("melds", ()),
        tsumo=given["win_by"] == "tsumo",
        seat=given["seat_wind"],
        field=field,
        dora="".join(given.get("dora_indicators", ())),
        ura="".join(given.get("ura_indicators", ())),
        riichi=given.get("riichi", False),
        rinshan=given.get("rinshan", False),
    )


@runner("score_hand")
def _score_hand(given: Data, expected: Data, rules: Ruleset) -> None:
    if "double_wind_pair_fu" in given:
        rules = Ruleset.preset(rules.name, {"fu.double_wind_pair": given["double_wind_pair_fu"]})
    own = _example_win(given)
    worth = value(own, rules)
    assert worth is not None
    assert sorted(worth.yaku) == sorted((yaku["id"], yaku["han"]) for yaku in expected["yaku"])
    dora = expected.get("dora", {})
    assert [worth.dora, worth.red, worth.ura] == [dora.get(key, 0) for key in ("dora", "aka", "ura")]
    assert worth.han == expected["han"]
    if expected["fu"] is not None:
        assert worth.fu == expected["fu"]
        assert sum(fu for _, fu in worth.fu_parts) == expected["fu_raw"]
    assert worth.limit == expected.get("limit")
    if isinstance(expected["points"], int):
        assert worth.points == expected["points"]
    else:
        by_dealer, by_other = tsumo_points(worth.base, own.dealer)
        assert {"dealer": by_dealer, "non_dealer": by_other} == expected["points"]
    assert worth.base == expected.get("base_points", worth.base)


@runner("multi_yakuman")
def _multi_yakuman(given: Data, expected: Data, rules: Ruleset) -> None:
    assert given["hand"] == "four closed kans of winds and a pair of dragons"
    kans = ("X11zX", "X22zX", "X33zX", "X44zX")
    worth = value(win("5z", "5z", *kans), rules)
    dealer = value(win("5z", "5z", *kans, seat="E"), rules)
    assert worth is not None
    assert dealer is not None
    assert worth.yakuman == expected["yakuman"]
    assert {name for name, _ in worth.yaku} == set(expected["components"])
    assert worth.points == expected["points"]["non_dealer_ron"]
    assert dealer.points == expected["points"]["dealer_ron"]


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
    moved = pao_payments(YAKUMAN, 1, payer, 3, dealer, given["honba"], rules.number("honba.value"))
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
    moved = payments(base, 1, 2, 0, given["honba"], rules.number("honba.value"), wareme=2)
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


VALUE_LINES = [line for line in LINES if line["kind"] in RUNNERS]


@pytest.mark.parametrize("line", VALUE_LINES, ids=lambda line: line["id"])
def test_example(line: Data) -> None:
    rules = Ruleset.preset(line.get("preset", "rrc"))
    RUNNERS[line["kind"]](line["input"], line["expected"], rules)
