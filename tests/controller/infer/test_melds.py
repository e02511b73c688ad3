"""Every set, laid by the book, is read as what it is, among other sets and slightly astray."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.infer.columns import UNSEEN, Column, added_to, columns, fresh
from controller.infer.melds import MeldSeen, read_meld
from controller.infer.reading import TileSet
from engine.state.hand import Offer
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, sort_key
from tests.controller.infer.scripted.script import odds
from tests.controller.infer.scripted.table_reader import TableReader, clear
from vision.calibration.mat import TILE_H, Zone
from vision.eyes.observation import TileSeen

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


def half(*row: str | None, moved: float = 0.0) -> list[Column]:
    """Tiles of an unfinished set in the corner, `moved` mm to the left; None is a back."""
    reader = TableReader()
    faces = [clear(None) if text is None else odds(text.rstrip("'")) for text in row]
    turned = [text is not None and text.endswith("'") for text in row]
    pieces = [reader.piece(face, sideways=side) for face, side in zip(faces, turned, strict=True)]
    reader.meld(0, pieces, len(pieces), None)
    seen = reader.look((Zone.MELD, 0), 0.0).tiles
    return columns([replace(tile, x=tile.x - moved) for tile in seen])


def test_half_a_set_is_no_set() -> None:
    """Two fours of a pon, while the third lies in a pond: no closed kan is possible."""
    for row in (("4m", "4m"), ("4m", "5m"), ("4m",)):
        seen = read_meld(half(*row), 0, SET, lambda meld: meld.type is not MeldType.ANKAN)
        assert seen is not None
        assert seen.melds == ()


FOURS = tuple(Tile.parse(text) for text in ("5m", "5m", "5m", "0m"))


@pytest.mark.parametrize(
    "row",
    [
        (None, "5m", "0m", None),
        (None, "0m", "5m"),
        ("0m", "5m", None),
        (None, "5m", None),
        ("5m", None, None, "5m"),
        ("5m", None, None),
        (None, None, "0m"),
        ("5m", None, "5m"),
        ("5m", "5m"),
        ("5z", "5m", "0m", None),
        ("5z", "0m", "5m", "5z"),
        ("5m", None, "5z", "5m"),
    ],
)
def test_a_closed_kan_of_which_a_back_or_a_face_is_not_seen(row: tuple[str | None, ...]) -> None:
    """E-MELD-07: `X55mX` or `5XX5m`; nothing else in the corner has a back and no sideways tile. In glare a
    back is taken for a white dragon."""
    seen = read_meld(half(*row), 0, SET)
    assert seen is not None
    assert seen.certain
    (kan,) = seen.melds
    assert kan.type is MeldType.ANKAN
    assert sorted(kan.tiles) == sorted(FOURS)


@pytest.mark.parametrize("row", [(None, "5m", "6m"), (None, None, None), ("5m", None), (None, None)])
def test_backs_beside_tiles_of_no_kan_are_none(row: tuple[str | None, ...]) -> None:
    seen = read_meld(half(*row), 0, SET)
    assert seen is not None
    assert seen.melds == ()


@pytest.mark.parametrize("lost", [0, 3])
def test_a_set_beside_a_closed_kan_with_an_unseen_back_is_read(lost: int) -> None:
    kan = Meld(MeldType.ANKAN, FOURS)
    chi = Meld(MeldType.CHI, tuple(map(Tile.parse, ("2p", "3p", "4p"))), Tile.parse("4p"), 3)
    lying = laid(0, [kan, chi], random.Random(1), 0.0)
    of_kan = sorted(lying, key=lambda t: t.x)[-4:]
    zone = columns([tile for tile in lying if tile is not of_kan[lost]])
    assert same(read_meld(zone, 0, SET), kan)
    assert same(read_meld(fresh([kan], zone), 0, SET), chi)


@pytest.mark.parametrize("beside", ["2p 3p 4p", "5z 5z 5z"])
@pytest.mark.parametrize("lost", [False, True])
def test_a_set_beside_a_closed_kan_with_a_back_that_looks_like_a_white_dragon_is_read(
    beside: str, lost: bool
) -> None:
    kan, other = Meld(MeldType.ANKAN, FOURS), called(beside, 3)
    lying = sorted(laid(0, [kan, other], random.Random(1), 0.0), key=lambda t: -t.x)
    right, *middle, left = lying[:4]
    left = replace(left, odds=((Tile.parse("5z"), 1.0),))
    zone = columns([right, *middle, *([] if lost else [left]), *lying[4:]])
    assert same(read_meld(zone, 0, SET), kan)
    assert same(read_meld(fresh([kan], zone), 0, SET), other)


@pytest.mark.parametrize(("source", "lost"), [(1, 0), (2, 1), (3, 2)], ids=["right", "middle", "left"])
def test_a_set_beside_one_of_which_the_called_tile_is_not_seen_is_read(source: int, lost: int) -> None:
    pon, chi = called("2z 2z 2z", source), called("6p 4p 5p", 3)
    lying = sorted(laid(0, [pon, chi], random.Random(1), 0.0), key=lambda t: -t.x)
    assert lying[lost].sideways
    seen = [tile for n, tile in enumerate(lying) if n != lost]
    assert same(read_meld(fresh([pon], columns(seen)), 0, SET), chi)


@pytest.mark.parametrize(
    ("row", "moved", "faces"),
    [
        (("2p", "3p"), 0.0, {"1p", "4p"}),
        (("4p'", "2p"), 26.5, {"3p"}),
        (("6s'", "7s"), 26.5, {"5s", "0s", "8s"}),
        (("2z", "2z"), 34.5, {"2z"}),
    ],
)
def test_a_tile_of_a_set_that_is_not_seen_is_asked_about_with_what_it_can_be(
    row: tuple[str, ...], moved: float, faces: set[str]
) -> None:
    seen = read_meld(half(*row, moved=moved), 0, SET, lambda meld: meld.type is not MeldType.ANKAN)
    assert seen is not None
    assert seen.melds == ()
    ((tile, could_be),) = seen.amiss
    assert tile.track == UNSEEN
    assert {str(face) for face in could_be} == faces


def test_a_tile_that_is_not_seen_and_is_named_completes_the_set() -> None:
    """Set off from the edge by its width it lies to the right, else to the left of those that are seen."""
    seen = read_meld(half("4p'", "2p", moved=26.5), 0, SET, said=Tile.parse("3p"))
    assert seen is not None
    (chi,) = seen.melds
    assert (chi.type, chi.called, chi.source) == (MeldType.CHI, Tile.parse("4p"), 3)
    seen = read_meld(half("2z", "2z", moved=34.5), 0, SET, lambda m: not m.type.kan, said=Tile.parse("2z"))
    assert seen is not None
    assert (seen.melds[0].type, seen.melds[0].source) == (MeldType.PON, 1)


def lone(meld: Meld, beyond: Meld | None = None) -> list[Column]:
    """Of the first set in the corner of seat 0 only the sideways tile is seen; `beyond` is seen whole."""
    sets = [meld] if beyond is None else [meld, beyond]
    lying = sorted(laid(0, sets, random.Random(1), 0.0), key=lambda t: -t.x)
    width = len(meld.tiles)
    return columns([*(t for t in lying[:width] if t.sideways), *lying[width:]])


def called(text: str, source: int) -> Meld:
    tiles = tuple(map(Tile.parse, text.split()))
    kind = MeldType.CHI if tiles[0] != tiles[1] else MeldType.PON if len(tiles) == 3 else MeldType.DAIMINKAN
    return Meld(kind, tuple(sorted(tiles, key=sort_key)), tiles[0], source)


WHITES = "5z 5z 5z"
CHI = called("6p 4p 5p", 3)


@pytest.mark.parametrize(
    ("meld", "beyond"),
    [
        (called(WHITES, 3), None),
        (called(WHITES, 3), CHI),
        (called(WHITES, 2), CHI),
        (called(WHITES, 1), CHI),
        (called(WHITES + " 5z", 3), None),
        (called(WHITES + " 5z", 1), CHI),
        (called(WHITES + " 5z", 2), CHI),
    ],
)
def test_a_set_of_which_only_the_called_tile_is_seen(meld: Meld, beyond: Meld | None) -> None:
    """E-MELD-03: the tile on offer, and as many holes beside it as its place in the set demands."""
    zone = lone(meld, beyond)
    assert meld.source is not None
    offer = Offer(meld.source, Tile.parse("5z"))
    assert same(read_meld(zone, 0, SET, offer=offer), meld)
    for other in (None, Offer(meld.source, Tile.parse("6z")), Offer((meld.source + 1) % 4, offer.tile)):
        seen = read_meld(zone, 0, SET, offer=other)
        assert seen is None or not any(m.type is meld.type for m in seen.melds)
    if beyond is not None:
        assert same(read_meld(fresh([meld], zone), 0, SET), beyond)


@pytest.mark.parametrize("source", [1, 2])
def test_a_lone_called_tile_with_nothing_to_its_left_is_asked_about(source: int) -> None:
    """How many lie to its left does not show: three or four."""
    seen = read_meld(lone(called(WHITES, source)), 0, SET, offer=Offer(source, Tile.parse("5z")))
    assert seen is not None
    assert not seen.certain
    ((tile, faces),) = seen.amiss
    assert (tile.track, faces) == (UNSEEN, (Tile.parse("5z"),))


@pytest.mark.parametrize(
    "meld", [called("4p 3p 5p", 3), called(WHITES, 1), called(WHITES, 2)], ids=["left", "right", "middle"]
)
def test_what_is_asked_about_is_the_rightmost_tile_that_is_not_seen_where_it_lies(meld: Meld) -> None:
    assert meld.source is not None
    seen = read_meld(lone(meld), 0, SET, offer=Offer(meld.source, meld.called))
    assert seen is not None
    ((asked, _),) = seen.amiss
    (shown,) = seen.tiles
    hidden = max((t for t in laid(0, [meld], random.Random(1), 0.0) if not t.sideways), key=lambda t: t.x)
    assert asked.x == pytest.approx(hidden.x, abs=1.5)
    assert (asked.y, asked.sideways) == (shown.y, False)
    (ax, ay), _, _, (dx, dy) = shown.quad
    share = (asked.x - shown.x) / TILE_H * (1 if shown.angle > 0 else -1)
    moved = [(x + share * (dx - ax), y + share * (dy - ay)) for x, y in shown.quad]
    for there, where in zip(asked.quad, moved, strict=True):
        assert there == pytest.approx(where)


@pytest.mark.parametrize(
    ("text", "source", "hidden"),
    [
        *((WHITES, source, hidden) for source in (1, 2, 3) for hidden in range(3) if hidden != source - 1),
        *(("4p 3p 5p", 3, hidden) for hidden in range(3)),
    ],
)
def test_of_a_set_of_which_one_tile_is_not_seen_that_one_is_asked_about_where_it_lies(
    text: str, source: int, hidden: int
) -> None:
    """In the picture as far from the two that are seen as on the mat."""
    meld = called(text, source)
    row = sorted(laid(0, [meld], random.Random(1), 0.0), key=lambda t: -t.x)
    row = [replace(t, quad=((t.x, 0.0), (t.x, t.y), (2 * t.x, 1.0), (0.0, 3 * t.x))) for t in row]
    gone = row.pop(hidden)
    seen = read_meld(columns(row), 0, SET, offer=Offer(source, meld.called))
    assert seen is not None
    ((asked, _),) = seen.amiss
    assert asked.x == pytest.approx(gone.x, abs=1.5)
    assert (asked.track, asked.sideways, asked.angle) == (UNSEEN, gone.sideways, 90.0 * gone.sideways)
    right, left = row
    share = (asked.x - right.x) / (right.x - left.x)
    for there, (px, py), (qx, qy) in zip(asked.quad, right.quad, left.quad, strict=True):
        assert there == pytest.approx((px + share * (px - qx), py + share * (py - qy)))


def test_a_chi_of_which_only_the_called_tile_is_seen_is_asked_about() -> None:
    """It can be a pon, too. The rightmost one is named; the others lie in order (E-MELD-04)."""
    zone, offer = lone(called("4p 3p 5p", 3)), Offer(3, Tile.parse("4p"))
    seen = read_meld(zone, 0, SET, offer=offer)
    assert seen is not None
    assert not seen.certain
    ((tile, faces),) = seen.amiss
    assert tile.track == UNSEEN
    assert {str(face) for face in faces} == {"2p", "3p", "4p", "5p", "0p", "6p"}
    said = {"3p": "2p 3p 4p", "2p": "2p 3p 4p", "5p": "3p 4p 5p", "0p": "3p 4p 0p", "4p": "4p 4p 4p"}
    for name, row in said.items():
        read = read_meld(zone, 0, SET, said=Tile.parse(name), offer=offer)
        assert read is not None
        assert read.certain
        assert sorted(read.melds[0].tiles) == sorted(map(Tile.parse, row.split()))


def test_a_whole_set_away_from_the_corner_is_no_lone_tile() -> None:
    meld = called(WHITES, 1)
    lying = [replace(t, x=t.x - 52) for t in laid(0, [meld], random.Random(1), 0.0)]
    assert same(read_meld(columns(lying), 0, SET, offer=Offer(1, Tile.parse("5z"))), meld)
    assert fresh([meld], columns(lying)) == []


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


@pytest.mark.parametrize(
    "shares", [{"5z": 0.095, "9p": 0.001}, {"7z": 0.002, "5z": 0.001}, {"8p": 0.001}], ids=str
)
def test_white_dragons_of_a_called_set_that_look_like_backs(shares: dict[str, float]) -> None:
    """A set with a sideways tile holds no back, however sure the eyes are of it."""
    white = Tile.parse("5z")
    pon = Meld(MeldType.PON, (white,) * 3, white, 2)
    pale = ((None, 0.996 - sum(shares.values())), *((Tile.parse(face), p) for face, p in shares.items()))
    lying = [replace(t, odds=pale) for t in laid(0, [pon], random.Random(1), 0.0)]
    assert same(read_meld(columns(lying), 0, SET), pon)
