"""Every set, laid by the book, is read as what it is, among other sets and slightly astray."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.infer.melds import MeldSeen, added_to, columns, fresh, read_meld
from controller.infer.reading import TileSet
from engine.meld import Meld, MeldType
from engine.tile import Tile, sort_key
from tests.flows.script import odds
from tests.flows.table_reader import TableReader, clear
from vision.mat import Zone
from vision.observation import TileSeen

SET = TileSet()


@st.composite
def melds(draw: st.DrawFn, seat: int) -> Meld:
    kind = draw(st.sampled_from([MeldType.CHI, MeldType.PON, MeldType.DAIMINKAN, MeldType.ANKAN]))
    if kind is MeldType.CHI:
        low = draw(st.sampled_from([n for n in range(27) if n % 9 < 7]))
        tiles = [draw(st.sampled_from(sorted(set(SET.all_of(low + n))))) for n in range(3)]
    else:
        four = SET.all_of(draw(st.integers(0, 33)))
        tiles = list(draw(st.permutations(four)))[: 3 if kind is MeldType.PON else 4]
    ordered = tuple(sorted(tiles, key=sort_key))
    if kind is MeldType.ANKAN:
        return Meld(kind, ordered)
    source = (seat + 3) % 4 if kind is MeldType.CHI else (seat + draw(st.integers(1, 3))) % 4
    return Meld(kind, ordered, draw(st.sampled_from(tiles)), source)


def laid(seat: int, sets: list[Meld], rng: random.Random, astray: float) -> list[TileSeen]:
    reader = TableReader()
    for source in range(4):
        reader.seats[source].pond = [reader.piece(clear(None)) for _ in range(4)]
    for meld in sets:
        reader.lay(seat, meld)
    tiles = reader.look((Zone.MELD, seat), 0.0).tiles
    return [replace(t, x=t.x + rng.uniform(-astray, astray), y=t.y + rng.uniform(-3, 3)) for t in tiles]


def same(seen: MeldSeen | None, meld: Meld) -> bool:
    if seen is None or not seen.certain:
        return False
    (read,) = seen.melds
    plain = (read.type, sorted(read.tiles), read.called, read.source)
    return plain == (meld.type, sorted(meld.tiles), meld.called, meld.source)


@given(st.data(), st.integers(0, 3), st.randoms(use_true_random=False))
def test_sets_are_read_one_after_the_other(data: st.DataObject, seat: int, rng: random.Random) -> None:
    sets = data.draw(st.lists(melds(seat), min_size=1, max_size=4))
    zone = columns(laid(seat, sets, rng, 0.6))
    for known, meld in enumerate(sets):
        assert same(read_meld(fresh(sets[:known], zone), seat, SET), meld)
    assert read_meld(fresh(sets, zone), seat, SET) is None


@given(st.data(), st.integers(0, 3), st.randoms(use_true_random=False))
def test_a_set_with_a_doubtful_tile_is_read_right_or_not_at_all(
    data: st.DataObject, seat: int, rng: random.Random
) -> None:
    meld = data.draw(melds(seat).filter(lambda m: m.type is MeldType.CHI))
    tiles = laid(seat, [meld], rng, 0.0)
    called = next(n for n, t in enumerate(tiles) if t.sideways)
    assert tiles[called].tile is not None
    other = Tile((meld.kind + 3) % 34)
    tiles[called] = replace(tiles[called], odds=((tiles[called].tile, 0.5), (other, 0.45)))
    seen = read_meld(columns(tiles), seat, SET)
    assert seen is not None
    assert same(seen, meld) or not seen.certain


def test_half_a_set_is_no_set() -> None:
    reader = TableReader()
    pieces = [reader.piece(clear(Tile.parse("4m"))) for _ in range(2)]
    reader.meld(0, pieces, 2, None)
    seen = read_meld(columns(reader.look((Zone.MELD, 0), 0.0).tiles), 0, SET)
    assert seen is not None
    assert seen.melds == ()


def test_three_that_make_no_set_are_a_clash() -> None:
    reader = TableReader()
    row = [reader.piece(clear(Tile.parse(t)), sideways=n == 0) for n, t in enumerate(("4m", "4m", "9s"))]
    reader.meld(0, row, 2, None)
    seen = read_meld(columns(reader.look((Zone.MELD, 0), 0.0).tiles), 0, SET)
    assert seen is not None
    assert seen.clash
    assert seen.melds == ()


def amiss(*row: str) -> list[tuple[str | None, list[str]]]:
    """Tiles of a row, the first sideways, that may be misread, with the faces that would make it a set."""
    reader = TableReader()
    pieces = [reader.piece(odds(text), sideways=n == 0) for n, text in enumerate(row)]
    reader.meld(0, pieces, len(row) - 1, None)
    seen = read_meld(columns(reader.look((Zone.MELD, 0), 0.0).tiles), 0, SET)
    assert seen is not None
    assert seen.melds == ()
    return [(str(tile.tile), [str(face) for face in faces]) for tile, faces in seen.amiss]


def test_what_would_make_it_a_set_if_one_tile_was_misread() -> None:
    assert amiss("4m", "4m", "9s") == [("9s", ["4m"])]
    assert amiss("5m", "6m", "5z") == [("5z", ["4m", "7m"])]
    assert amiss("1p", "5s", "9m") == []


def test_the_least_sure_tile_comes_first() -> None:
    assert amiss("6s", "8s", "8s!6s") == [("8s", ["7s"]), ("6s", ["8s"]), ("8s", ["7s"])]


def test_a_tile_whose_face_the_eyes_do_not_think_of() -> None:
    assert amiss("6s", "6s", "1z~2z") == [("1z", ["6s"])]


@pytest.mark.parametrize(("added", "called"), [("5p", "5p"), ("5p", "0p"), ("0p", "5p")])
def test_a_fourth_tile_upon_the_sideways_one_makes_a_kan_of_the_pon(added: str, called: str) -> None:
    """E-MELD-06 a: the tile that lies on top hides the called one."""
    own, top = ["5p", "5p"], Tile.parse(added)
    if "0p" not in (added, called):
        own[0] = "0p"
    tiles = tuple(sorted((Tile.parse(t) for t in (*own, called)), key=sort_key))
    pon = Meld(MeldType.PON, tiles, Tile.parse(called), 2)
    lying = laid(0, [pon], random.Random(1), 0.0)
    upon = [replace(t, odds=((top, 1.0),), raised=True) if t.sideways else t for t in lying]
    zone = columns(upon)
    found = added_to([pon], zone)
    assert found is not None
    assert (found[0], found[1].tile) == (0, top)
    assert fresh([pon], zone) == []
    seen = read_meld(zone, 0, SET)
    assert seen is not None
    assert seen.certain
    (kan,) = seen.melds
    assert (kan.type, kan.called, kan.source, kan.added) == (MeldType.SHOUMINKAN, pon.called, 2, top)
