"""Which face each tile shows when a hand is over, by what the game knows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.teaching.known import faces_of, known
from engine.rules.ruleset import Ruleset
from engine.state.events import HandStarted
from engine.state.hand import Hand, PondTile, Seat
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import ALL, Tile, parse_tiles
from vision.calibration.mat import MELD_RIGHT, MELD_Y, TILE_H, TILE_W, Zone
from vision.eyes.observation import TileSeen

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
FACES = st.sampled_from(ALL)


def lying(*words: str, step: float = TILE_W) -> list[TileSeen]:
    """Tiles from left to right as the eyes read them; `-` reads as a back."""
    faces = [None if word == "-" else Tile.parse(word) for word in words]
    return [TileSeen(n, ((face, 0.99),), n * step, 0.0, 0.0, False, QUAD) for n, face in enumerate(faces)]


def hand(**of_seat: object) -> Hand:
    started = HandStarted(0, 1, 0, 0, 0, (25000,) * 4)
    return Hand(started, (replace(Seat(), **of_seat), Seat(), Seat(), Seat()))  # type: ignore[arg-type]


def pond(text: str) -> Hand:
    """Discards such as `1m 9m^ ?`: ^ was called, ? is unread."""
    words = text.split()
    tiles = [
        PondTile(None if w[0] == "?" else Tile.parse(w[:2]), called_by=2 if "^" in w else None) for w in words
    ]
    return hand(pond=tuple(tiles))


def known_faces(of: Hand, zone: Zone, tiles: list[TileSeen]) -> list[tuple[int, str]]:
    """Tracks with their faces."""
    return [(tile.track, "back" if face is None else str(face)) for face, tile in known(of, zone, 0, tiles)]


def test_a_pond_names_its_tiles_in_order_whatever_is_read() -> None:
    of = pond("1m 2m 9m^ 3m 4p")
    assert known_faces(of, Zone.POND, lying("1m", "9s", "3m", "4p")) == [
        (0, "1m"),
        (1, "2m"),
        (2, "3m"),
        (3, "4p"),
    ]


def test_a_tile_that_nobody_could_read_stays_unnamed() -> None:
    assert known_faces(pond("1m ? 3m"), Zone.POND, lying("1m", "9s", "3m")) == [(0, "1m"), (2, "3m")]


@pytest.mark.parametrize(
    "read",
    [
        ("1m", "2m", "3m"),  # one is not seen
        ("2m", "3m", "4m", "5m"),  # the first is not seen, and something else lies at the end
        ("9s", "1m", "2m", "3m"),  # something else lies before it
        ("9p", "8p", "7p", "6p"),  # nothing is as the game says
    ],
)
def test_a_pond_that_does_not_lie_as_the_game_says_names_nothing(read: tuple[str, ...]) -> None:
    assert known_faces(pond("1m 2m 3m 4m"), Zone.POND, lying(*read)) == []


@given(st.lists(FACES, min_size=1, max_size=18), st.data())
def test_what_is_named_is_what_was_discarded(faces: list[Tile], data: st.DataObject) -> None:
    of = hand(pond=tuple(PondTile(face) for face in faces))
    read = [data.draw(st.one_of(st.just(face), FACES)) for face in faces]
    found = known(of, Zone.POND, 0, lying(*map(str, read)))
    assert not found or [face for face, _ in found] == faces


def test_a_shown_hand_names_the_one_tile_that_is_misread() -> None:
    of = hand(shown=tuple(parse_tiles("1123m")), win_tile=Tile.parse("4m"))
    assert known_faces(of, Zone.HAND, lying("1m", "1m", "9s", "3m", "4m"))[2] == (2, "2m")


@pytest.mark.parametrize(
    "read", [("1m", "1m", "9s", "9s"), ("1m", "1m", "2m"), ("1m", "1m", "2m", "3m", "4m")]
)
def test_a_shown_hand_of_which_two_are_misread_or_one_is_not_seen_names_nothing(
    read: tuple[str, ...],
) -> None:
    assert known_faces(hand(shown=tuple(parse_tiles("1123m"))), Zone.HAND, lying(*read)) == []


def test_a_hand_that_was_not_shown_names_nothing() -> None:
    assert known_faces(hand(), Zone.HAND, lying("-", "-", "-")) == []


def called(*words: str) -> list[TileSeen]:
    """A set at the right corner, its leftmost tile sideways."""
    out, right = [], MELD_RIGHT
    for n, word in reversed(list(enumerate(words))):
        wide = TILE_H if n == 0 else TILE_W
        x, y = right - wide / 2, MELD_Y - (TILE_H - TILE_W) / 2 * (n == 0)
        right -= wide
        out.append(TileSeen(n, ((Tile.parse(word), 0.99),), x, y, 90.0 * (n == 0), n == 0, QUAD))
    return sorted(out, key=lambda tile: tile.x)


def test_a_set_names_its_tile_that_is_misread() -> None:
    pon = Meld(MeldType.PON, tuple(parse_tiles("555z")), Tile.parse("5z"), 3)
    assert sorted(known_faces(hand(melds=(pon,)), Zone.MELD, called("5z", "5z", "1s"))) == [
        (0, "5z"),
        (1, "5z"),
        (2, "5z"),
    ]


def test_what_lies_beside_the_sets_that_the_game_knows_names_nothing() -> None:
    assert known_faces(hand(), Zone.MELD, called("5z", "5z", "5z")) == []


def test_a_wall_names_one_back_though_it_is_read_as_a_white_dragon() -> None:
    """Of the tiles in its middle; what is read as a face may be an indicator."""
    tiles = [replace(tile, x=tile.x - 2 * TILE_W) for tile in lying("-", "1m", "5z", "-", "-")]
    assert known_faces(hand(), Zone.WALL, tiles) == [(2, "back")]
    turned = replace(hand(), indicators=(Tile.parse("5z"),))
    assert known_faces(turned, Zone.WALL, tiles) in ([(3, "back")], [(0, "back")])
    assert known_faces(hand(), Zone.WALL, lying("1m")) == []


def test_what_lies_upon_another_tile_names_nothing() -> None:
    tiles = lying("1m", "2m", "3m")
    assert known_faces(pond("1m 2m 3m"), Zone.POND, [*tiles[:2], replace(tiles[2], raised=True)]) == []


def test_the_faces_of_a_set_are_those_of_the_rules() -> None:
    assert faces_of(Ruleset.preset("rrc")) == (*ALL, None)
    without = faces_of(Ruleset.preset("rrc", {"tiles.red_fives": "none"}))
    assert without == (*(face for face in ALL if not face.red), None)
