"""The rules settle doubts and never overrule clear pixels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.infer.reading import CERTAIN, Answers, Reading, TileSet, face_up, read_tile
from engine.tiles.tile import ALL, Tile, full_set, parse_tiles
from vision.eyes.observation import TileSeen

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
M5, M6, RED = (Tile.parse(t) for t in ("5m", "6m", "0m"))


def seen(*odds: tuple[Tile | None, float]) -> TileSeen:
    return TileSeen(1, odds, 0.0, 0.0, 0.0, False, QUAD)


def test_a_clear_tile_is_read() -> None:
    assert read_tile(seen((M5, 0.99), (M6, 0.01))) == Reading(M5, (M5,))


def test_a_doubtful_tile_gives_its_candidates() -> None:
    assert read_tile(seen((M5, 0.9), (M6, 0.08))) == Reading(None, (M5, M6))
    assert read_tile(seen((M5, 0.6))) == Reading(None, (M5,))
    assert read_tile(seen((None, 0.9), (M5, 0.1))).tile is None


def test_a_white_dragon_is_no_back_where_no_back_can_lie() -> None:
    white = Tile.parse("5z")
    pale = seen((None, 0.6), (white, 0.399))
    assert read_tile(pale) == Reading(white, (white,))
    assert read_tile(pale, back=True).tile is None
    assert read_tile(seen((None, 0.75), (white, 0.249))).tile is None


@pytest.mark.parametrize("back", [0.6, 0.86, 0.994])
def test_a_back_in_a_pond_is_a_white_dragon_where_that_stands_out(back: float) -> None:
    """A discard lies face up (E-POND-05); of some sets the white dragon is as bare as a back."""
    white, rest = Tile.parse("5z"), (M5, 0.001)
    read = read_tile(face_up(seen((None, back), (white, 0.998 - back), rest)))
    assert read.tile == white


def test_a_back_in_a_pond_may_be_any_tile_under_glare() -> None:
    white = Tile.parse("5z")
    for odds in (
        ((None, 0.99), (white, 0.003), (M5, 0.003)),
        ((None, 0.996), (M5, 0.001)),
        ((None, 0.6), (white, 0.2), (M5, 0.19)),
    ):
        assert read_tile(face_up(seen(*odds))).tile is None


def test_what_cannot_be_settles_a_close_call() -> None:
    left = TileSet().unseen([M6] * 4)
    assert read_tile(seen((M5, 0.55), (M6, 0.44)), left) == Reading(M5, (M5,))
    assert read_tile(seen((M6, 0.55), (M5, 0.44)), left) == Reading(M5, (M5,))


def test_a_face_with_fewer_copies_left_is_less_likely() -> None:
    """Three plain fives and one red: 0.92 to 0.08 by the pixels are 0.97 to 0.03."""
    close = seen((M5, 0.92), (RED, 0.08))
    assert read_tile(close, TileSet().unseen([])) == Reading(M5, (M5,))
    assert read_tile(close, TileSet().unseen([M5, M5])) == Reading(None, (M5, RED))
    assert read_tile(seen((RED, 0.92), (M5, 0.08)), TileSet().unseen([])) == Reading(None, (RED, M5))
    assert read_tile(seen((RED, 0.999), (M5, 0.001)), TileSet().unseen([])).tile is RED


def test_an_unlikely_face_is_not_lifted_to_certainty() -> None:
    left = TileSet().unseen([M6] * 4)
    assert read_tile(seen((M6, 0.9), (M5, 0.1)), left) == Reading(None, (M5,))


def test_a_clear_tile_that_cannot_be_is_a_clash() -> None:
    left = TileSet().unseen([M6] * 4)
    assert read_tile(seen((M6, 0.99), (M5, 0.01)), left) == Reading(None, (M6,), clash=True)
    assert read_tile(seen((RED, 0.99)), TileSet().unseen([RED])).clash
    assert not read_tile(seen((M5, 0.99)), TileSet().unseen([RED, M5, M5])).clash


@given(st.sampled_from(ALL), st.floats(0, 1), st.sampled_from(ALL), st.floats(0, 1))
def test_nothing_below_the_limit_is_read_without_the_rules(a: Tile, p: float, b: Tile, q: float) -> None:
    odds = sorted(((a, p), (b, (1 - p) * q)), key=lambda entry: -entry[1])
    reading = read_tile(seen(*odds))
    assert reading.tile is None or odds[0][1] >= CERTAIN * 0.999


def test_the_set_of_tiles() -> None:
    for reds in (0, 1):
        tiles = TileSet((reds,) * 3)
        everything = full_set(reds)
        assert all(tiles.copies(face) == everything.count(face) for face in ALL)
        assert sorted(t for kind in range(34) for t in tiles.all_of(kind)) == sorted(everything)
    assert TileSet().all_of(4) == parse_tiles("0555m")


WHITE, P9, P8 = (Tile.parse(t) for t in ("5z", "9p", "8p"))
DOUBT = seen((WHITE, 0.9), (P9, 0.06), (P8, 0.03))


def answered(*named: Tile | None) -> Answers:
    """What people said of so many tiles that looked alike."""
    answers = Answers()
    for place, tile in enumerate(named):
        answers.put(place, tile, DOUBT)
    return answers


def test_a_face_that_people_named_three_times_is_certain_where_it_is_likely() -> None:
    """A set's bare white dragons under a lamp: 36 of 37 by then."""
    assert read_tile(answered(WHITE, WHITE).weigh(DOUBT)).tile is None
    assert read_tile(answered(WHITE, WHITE, WHITE).weigh(DOUBT)) == Reading(WHITE, (WHITE,))


def test_answers_that_differ_leave_the_doubt() -> None:
    assert read_tile(answered(WHITE, P9, WHITE, P9, WHITE, P9).weigh(DOUBT)).tile is None


def test_of_one_tile_the_last_answer_counts() -> None:
    answers = answered(P9, WHITE, WHITE)
    assert read_tile(answers.weigh(DOUBT)).tile is None
    answers.put(0, WHITE, DOUBT)
    assert read_tile(answers.weigh(DOUBT)).tile == WHITE
    answers.put(0, None, DOUBT)
    assert read_tile(answers.weigh(DOUBT)).tile is None


def test_an_answer_about_a_clear_tile_or_against_all_odds_says_nothing_of_others() -> None:
    answers = answered(M5, M5, M5, M5)
    for place in range(10, 20):
        answers.put(place, P9, seen((WHITE, 0.99), (P9, 0.01)))
    assert answers.weigh(DOUBT) == DOUBT


@given(
    st.lists(st.sampled_from((WHITE, P9, P8)), max_size=40),
    st.lists(st.floats(0.01, 1.0), min_size=4, max_size=4),
)
def test_answers_change_odds_by_their_number_and_nothing_else(
    named: list[Tile], weights: list[float]
) -> None:
    *odds, rest = (weight / sum(weights) for weight in weights)
    before = dict(zip((WHITE, P9, P8), odds, strict=True))
    tile = seen(*sorted(before.items(), key=lambda each: -each[1]))
    after = answered(*named).weigh(tile)
    if tile.p >= CERTAIN:
        assert after is tile
        return
    now = dict(after.odds)
    left = 1.0 - sum(now.values())
    for face, p in before.items():
        assert now[face] / left == pytest.approx((1 + named.count(face)) * p / rest, rel=1e-6)
    assert [p for _, p in after.odds] == sorted(now.values(), reverse=True)
