"""The worked examples of shape and value, every line of these kinds (tests/data/README.md)."""

from __future__ import annotations

import pytest

from engine.notation.query import QueryError, hand_query
from engine.rules.ruleset import Ruleset
from engine.tiles.meld import Meld, MeldType
from engine.tiles.shape import decompositions, riichi_kan_allowed, shape_waits, waits
from engine.tiles.tile import ALL, Tile, format_tiles, full_set, parse_tiles
from engine.value.fu import fu_parts, rounded
from engine.value.points import tsumo_points
from engine.value.score import all_values, dora_kind, dora_of, value
from engine.value.win import Wait, Win, readings
from tests.engine.hands import displayed, win
from tests.examples.register import Data
from tests.examples.register import rules_runner as runner

FILLERS = (displayed("1'11z"), displayed("2'22z"), displayed("3'33z"), displayed("4'44z"))


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
        pointed = [dora_kind(indicator) for indicator in indicators]
        dora = sum(pointed.count(tile.kind) for tile in tiles)
        assert dora + sum(t.red for t in tiles) == expected["dora_han"]
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
