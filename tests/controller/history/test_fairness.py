from __future__ import annotations

import random

import pytest

from controller.history.fairness import evenness, hands, upper_tail
from engine.state import events as ev
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, full_set, parse_tiles

STARTED = ev.HandStarted(0, 1, 0, 0, 0, (25000, 25000, 25000, 25000))


@pytest.mark.parametrize(
    ("statistic", "freedom", "tail"),
    [
        # Critical values of the chi-square distribution (NIST/SEMATECH e-Handbook, 1.3.6.7.4).
        (11.070, 5, 0.05),
        (20.515, 5, 0.001),
        (16.919, 9, 0.05),
        (27.877, 9, 0.001),
        (18.307, 10, 0.05),
        (47.400, 33, 0.05),
        (66.619, 35, 0.001),
        (0.0, 5, 1.0),
    ],
)
def test_the_tail_of_the_distribution(statistic: float, freedom: int, tail: float) -> None:
    assert upper_tail(statistic, freedom) == pytest.approx(tail, rel=2e-3)


def deal(rng: random.Random, tiles: list[Tile]) -> list[ev.Event]:
    """A hand whose deal and throws are seen; each seat lays down all it got."""
    hands = tuple(tuple(tiles[13 * seat : 13 * seat + 13]) for seat in range(4))
    dice = rng.randint(1, 6), rng.randint(1, 6)
    shown = [ev.HandShown(seat, hand) for seat, hand in enumerate(hands)]
    return [STARTED, ev.DiceThrown(dice), ev.Dealt(hands), ev.DoraRevealed(tiles[-1]), *shown]


def game(rng: random.Random, count: int, shuffle: bool = True) -> list[ev.Event]:
    tiles = list(full_set())
    rng.shuffle(tiles)
    out: list[ev.Event] = []
    for _ in range(count):
        out += deal(rng, tiles)
        if shuffle:
            rng.shuffle(tiles)
        else:
            for _ in range(20):
                a, b = rng.sample(range(136), 2)
                tiles[a], tiles[b] = tiles[b], tiles[a]
    return out


def test_an_even_table_is_not_suspected() -> None:
    tests = evenness([game(random.Random(seed), 100) for seed in range(4)], sets=1)
    assert [t.name for t in tests] == [
        "dice faces",
        "dice throws",
        "dora indicator",
        "places against the hand before",
    ]
    assert [t.observed for t in tests[:3]] == [800, 400, 400]
    assert [t.freedom for t in tests] == [5, 35, 33, 9]
    assert all(t.p is not None and not t.suspicious for t in tests)


def test_a_loaded_die_is_found() -> None:
    rng = random.Random(1)
    loaded: list[ev.Event] = [STARTED]
    loaded += [ev.DiceThrown((rng.choice([1, 2, 3, 4, 5, 6, 6]), rng.randint(1, 6))) for _ in range(3000)]
    faces, throws, *_ = evenness([loaded], sets=1)
    assert faces.suspicious
    assert throws.suspicious


def test_a_shuffle_that_leaves_tiles_where_they_lay_is_found() -> None:
    *_, places = evenness([game(random.Random(1), 60, shuffle=False)], sets=1)
    assert places.suspicious


def test_with_two_sets_a_hand_is_compared_with_the_one_before_the_last() -> None:
    rng = random.Random(3)
    one, two = list(full_set()), list(full_set())
    rng.shuffle(one)
    events: list[ev.Event] = []
    for _ in range(40):
        rng.shuffle(two)
        events += deal(rng, one) + deal(rng, two)
    assert not evenness([events], sets=1)[-1].suspicious
    assert evenness([events], sets=2)[-1].suspicious


def test_few_hands_prove_nothing() -> None:
    assert [t.p for t in evenness([game(random.Random(1), 2)], sets=1)] == [None] * 4
    assert [t.observed for t in evenness([], sets=1)] == [0, 0, 0, 0]


def test_a_called_tile_lies_before_its_caller_and_an_identified_one_before_its_seat() -> None:
    five, six, seven = parse_tiles("5p6p7p")
    events: list[ev.Event] = [
        STARTED,
        ev.Discarded(0, five),
        ev.Called(1, Meld(MeldType.CHI, (five, six, seven), called=five, source=0)),
        ev.Discarded(1, None),
        ev.Identified(1, 0, parse_tiles("1z")[0]),
        ev.Identified(1, 0, parse_tiles("2z")[0]),
    ]
    (seen,) = hands(events)
    assert +seen.lay[0] == {}
    assert sorted((+seen.lay[1]).elements()) == [13, 14, 15, 27]


def test_a_deal_that_was_seen_counts_and_else_what_was_played() -> None:
    one, two = parse_tiles("123m"), parse_tiles("456p")
    (seen,) = hands([STARTED, ev.Dealt((one, None, None, None)), ev.HandShown(0, two), ev.HandShown(1, two)])
    kinds = [sorted(each.elements()) for each in seen.begun]
    assert kinds == [[t.kind for t in one], [t.kind for t in two], [], []]
