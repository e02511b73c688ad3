"""Laws of shape. Shanten is pinned by induction: completeness, one step a draw, the best discard."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings

from engine.tiles.meld import Meld
from engine.tiles.shape import (
    acceptance,
    complete,
    counts,
    decompositions,
    discards,
    riichi_kan_allowed,
    shanten,
    shanten_forms,
    shape_waits,
    tenpai,
    waits,
)
from engine.tiles.suit import Block
from engine.tiles.tile import ALL, Tile, parse_tiles
from engine.value.win import Win
from tests.engine.hands import POOLS, displayed, racks, wins

THREE_MELDS = tuple(map(displayed, ("5'55z", "66'6z", "777'7z")))
SETS = [Block(k, run=False) for k in range(34)] + [Block(k, run=True) for k in range(27) if k % 9 < 7]


@given(racks())
def test_a_draw_lowers_shanten_by_one_at_most_and_some_kind_does(rack: tuple[Tile, ...]) -> None:
    now = shanten(rack)
    after = {kind: shanten((*rack, ALL[kind])) for kind in range(34) if counts(rack)[kind] < 4}
    assert min(after.values()) == now - 1
    assert max(after.values()) <= now
    assert {kind for kind, n in after.items() if n < now} == set(acceptance(rack).kinds)


@given(racks(14))
def test_a_hand_is_as_far_as_its_best_discard_unless_complete(rack: tuple[Tile, ...]) -> None:
    best = min(left.shanten for left in discards(rack).values())
    assert (shanten(rack) == -1) == complete(rack)
    assert best == max(0, shanten(rack))


@given(racks())
def test_tenpai_is_a_hand_with_waits(rack: tuple[Tile, ...]) -> None:
    found = waits(rack)
    assert bool(found) == (shanten(rack) == 0)
    assert all(complete((*rack, ALL[kind])) for kind in found)
    assert set(found) <= set(shape_waits(rack))


@settings(max_examples=40)
@given(racks(4))
def test_small_hands_against_every_target(rack: tuple[Tile, ...]) -> None:
    own = counts(rack)
    held = counts(tile for meld in THREE_MELDS for tile in meld.tiles)
    least = 9
    for part in SETS:
        for pair in range(34):
            need = Counter((*part.kinds, pair, pair))
            if all(n <= 4 - held[kind] for kind, n in need.items()):
                least = min(least, sum(max(0, n - own[kind]) for kind, n in need.items()))
    assert shanten(rack, THREE_MELDS) == least - 1


def test_every_pair_wait_and_pair_of_two_kinds() -> None:
    melds = (*THREE_MELDS, displayed("4'44z"))
    for a, b in combinations_with_replacement(ALL[:27], 2):
        assert shanten((a, b), melds) == (-1 if a == b else 0)


@given(wins())
def test_decompositions_rebuild_the_hand_and_none_comes_twice(won: Win) -> None:
    found = decompositions(won.concealed, len(won.melds))
    assert found
    assert len({(tuple(sorted(r.sets, key=str)), r.pair) for r in found}) == len(found)
    for reading in found:
        rebuilt = Counter([reading.pair] * 2 + [k for part in reading.sets for k in part.kinds])
        assert rebuilt == Counter(tile.kind for tile in won.concealed)


@given(wins())
def test_a_win_is_complete_and_one_tile_from_tenpai(won: Win) -> None:
    assert complete(won.concealed, len(won.melds))
    assert shanten(won.concealed, won.melds) == -1
    assert won.win_tile.kind in waits(won.tiles, won.melds)


@pytest.mark.parametrize(
    ("text", "standard", "pairs", "orphans"),
    [
        ("123456789m1234p", 0, 6, 10),
        ("19m19p19s1234567z", 8, 6, 0),
        ("1122334455667z", 3, 0, 5),
        ("1111222233334z", 3, 6, 8),
        ("147m258p369s1234z", 8, 6, 7),
        ("1133557799m112p", 3, 0, 9),
    ],
)
def test_forms(text: str, standard: int, pairs: int, orphans: int) -> None:
    found = shanten_forms(parse_tiles(text))
    assert (found.standard, found.seven_pairs, found.thirteen_orphans) == (standard, pairs, orphans)
    assert found.best == min(standard, pairs, orphans)


def test_melds_leave_only_the_standard_form() -> None:
    found = shanten_forms(parse_tiles("1122334455m"), (displayed("7'77z"),))
    assert (found.seven_pairs, found.thirteen_orphans) == (None, None)


def hand(text: str, *melds: str) -> tuple[tuple[Tile, ...], tuple[Meld, ...]]:
    return parse_tiles(text), tuple(map(displayed, melds))


def test_a_wait_held_in_four_copies_is_a_shape_only() -> None:
    only_dead = hand("1111m222333444p")
    assert shape_waits(*only_dead) == (0,)
    assert waits(*only_dead) == ()
    assert shanten(*only_dead) == 1
    kan_dead = hand("23m55p", "1'11z", "1'23p", "X11mX")
    assert shape_waits(*kan_dead) == (0, 3)
    assert waits(*kan_dead) == (3,)


@pytest.mark.parametrize(
    ("text", "melds", "rule", "expected"),
    [
        ("1111m222333444p", (), "own_hand_holds_all_waits", False),
        ("1111m222333444p", (), "all_waits_in_open_sets", False),
        ("1111m222333444p", (), "holds_four_of_only_wait", False),
        ("1111m222333444p", (), "ignored", True),
        ("1122m", ("1'11p", "X33mX", "2'22p"), "ignored", True),
        ("1124m", ("1'11p", "X33mX", "2'22p"), "ignored", True),
        ("1125m", ("1'11p", "X33mX", "2'22p"), "ignored", False),
        ("1z", ("1'23p", "1'11z", "4'56p", "7'89p"), "own_hand_holds_all_waits", False),
        ("1z", ("1'23p", "1'11z", "4'56p", "7'89p"), "ignored", True),
    ],
)
def test_tenpai_at_a_draw(text: str, melds: tuple[str, ...], rule: str, expected: bool) -> None:
    assert tenpai(*hand(text, *melds), rule) == expected


def test_two_dead_waits_are_tenpai_where_only_a_single_one_counts() -> None:
    dead = hand("23m55p", "X11mX", "X44mX", "1'23p")
    assert shape_waits(*dead) == (0, 3)
    assert waits(*dead) == ()
    assert tenpai(*dead, "holds_four_of_only_wait")
    assert not tenpai(*dead, "own_hand_holds_all_waits")


def test_a_fifth_copy_may_be_waited_for_where_the_four_lie_in_sets() -> None:
    rule = "concealed_part_holds_all_waits"
    assert tenpai(*hand("23m55p", "X11mX", "X44mX", "1'23p"), rule)
    assert tenpai(*hand("24s99p123m", "X33sX", "1'23p"), rule)
    assert not tenpai(parse_tiles("1111m123p456p789p"), (), rule)


def test_red_fives_count_as_fives() -> None:
    assert waits(parse_tiles("340m55p123456789s")[:13]) == waits(parse_tiles("345m55p123456789s")[:13])


def test_riichi_kan_rules() -> None:
    waits_same = parse_tiles("2399m333444555s")
    drawn = Tile.parse("4s")
    assert not riichi_kan_allowed(waits_same, drawn, (), "waits_and_readings_unchanged")
    assert not riichi_kan_allowed(waits_same, drawn, (), "forbidden")
    plain = parse_tiles("111z234m567p678s9s")
    assert riichi_kan_allowed(plain, Tile.parse("1z"), (), "waits_and_readings_unchanged")
    assert not riichi_kan_allowed(plain, Tile.parse("2m"), (), "waits_unchanged")


def test_acceptance_counts_what_is_left() -> None:
    rack = parse_tiles("23m55p123456789s")
    seen = [0] * 34
    seen[0] = 3
    assert acceptance(rack[:13], (), seen).kinds[0] == 1
    assert acceptance(rack[:13], (), seen).tiles == 1 + 4


def test_pools_of_the_strategy_hold_a_hand() -> None:
    assert all(4 * len(tuple(pool)) >= 14 for pool in POOLS)
