"""What a person said of a tile holds; a clear reading that contradicts it is told once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.infer.views import Place, Views
from engine.tiles.tile import Tile
from vision.calibration.mat import Zone
from vision.eyes.observation import Observation, TileSeen

P = Tile.parse
QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
PLACE: Place = (Zone.POND, 1, 7)


def views(face: str, p: float, track: int = 7) -> Views:
    made = Views()
    read(made, face, p, track)
    return made


def read(known: Views, face: str, p: float, track: int = 7) -> None:
    seen = TileSeen(track, ((P(face), p),), 0.0, 0.0, 0.0, False, QUAD)
    known.put(Observation(1, Zone.POND, 1, 0.0, (seen,)))


def doubts(known: Views) -> list[tuple[str, str]]:
    """Contested tiles: what they read and what they were named."""
    return [(str(seen.tile), str(name)) for _, seen, name in known.contested()]


def test_a_named_tile_keeps_its_name_however_it_reads() -> None:
    known = views("6s", 0.5)
    known.name(PLACE, P("8s"))
    for face, p in (("6s", 0.5), ("7s", 0.9), ("6s", 0.99)):
        read(known, face, p)
        (tile,) = known.tiles(Zone.POND, 1)
        assert (tile.tile, tile.p) == (P("8s"), 1.0)


def test_only_a_clear_reading_of_another_face_contests_it() -> None:
    known = views("6s", 0.5)
    known.name(PLACE, P("8s"))
    for face, p in (("6s", 0.9), ("8s", 0.99)):
        read(known, face, p)
        assert doubts(known) == []
    read(known, "6s", 0.99)
    assert doubts(known) == [("6s", "8s")]


def test_who_sees_the_clear_reading_and_names_another_tile_is_not_asked_about_it_again() -> None:
    known = views("6s", 0.99)
    known.name(PLACE, P("8s"))
    assert doubts(known) == []
    read(known, "7s", 0.99)
    assert doubts(known) == [("7s", "8s")]
    known.name(PLACE, P("8s"))
    for face in ("7s", "6s"):
        read(known, face, 0.99)
        assert doubts(known) == []


def test_who_takes_the_name_back_is_asked_about_the_old_one() -> None:
    known = views("6s", 0.99)
    known.name(PLACE, P("8s"))
    known.name(PLACE, P("6s"))
    assert doubts(known) == []
    read(known, "8s", 0.99)
    assert doubts(known) == [("8s", "6s")]


def test_what_shows_no_face_is_nothing_in_a_pond_until_the_eyes_are_sure_of_another_face() -> None:
    known = views("6s", 0.99)
    known.name(PLACE, None)
    for face, p in (("6s", 0.99), ("7s", 0.9)):
        read(known, face, p)
        assert known.tiles(Zone.POND, 1) == ()
        assert known.faceless(Zone.POND, 1)
    read(known, "7s", 0.99)
    (tile,) = known.tiles(Zone.POND, 1)
    assert tile.tile == P("7s")
    assert doubts(known) == []


def test_what_it_counted_as_is_forgotten_when_no_face_shows() -> None:
    known = views("6s", 0.6)
    known.assume(PLACE, P("8s"))
    known.name(PLACE, None)
    assert known.settled(PLACE) is None
    read(known, "7s", 0.99)
    assert [tile.tile for tile in known.tiles(Zone.POND, 1)] == [P("7s")]


@pytest.mark.parametrize(("zone", "left"), [(Zone.WALL, 1), (Zone.MELD, 1), (Zone.HAND, 0)])
def test_what_shows_no_face_lies_face_down_where_tiles_may(zone: Zone, left: int) -> None:
    known = Views()
    known.put(Observation(1, zone, 1, 0.0, (TileSeen(7, ((P("6s"), 0.6),), 0.0, 0.0, 0.0, False, QUAD),)))
    known.name((zone, 1, 7), None)
    assert [tile.odds for tile in known.tiles(zone, 1)] == [((None, 1.0),)] * left


def test_what_was_named_to_be_no_face_is_looked_at_again() -> None:
    known = views("6s", 0.6)
    known.name(PLACE, None)
    known.look_again(Zone.POND, 1)
    assert [str(tile.tile) for tile in known.tiles(Zone.POND, 1)] == ["6s"]
    assert not known.faceless(Zone.POND, 1)


def test_a_name_belongs_to_the_tile_and_to_no_other_at_its_place() -> None:
    known = views("6s", 0.5)
    known.name(PLACE, P("8s"))
    read(known, "6s", 0.99, track=9)
    (tile,) = known.tiles(Zone.POND, 1)
    assert tile.tile == P("6s")
    assert doubts(known) == []


def test_a_name_ends_with_the_hand_and_when_it_was_used() -> None:
    for end in (Views.forget, lambda known: known.unname(PLACE)):
        known = views("6s", 0.5)
        known.name(PLACE, P("8s"))
        end(known)
        assert known.named(PLACE) is None


CHANGES: tuple[Callable[[Views], object], ...] = (
    *(lambda known, face=face, p=p: read(known, face, p) for face in ("6s", "5z") for p in (0.5, 0.99)),
    *(lambda known, tile=tile: known.name(PLACE, tile) for tile in (P("8s"), P("5z"), None)),
    lambda known: known.assume(PLACE, P("7s")),
    lambda known: known.look_again(Zone.POND, 1),
    lambda known: known.unname(PLACE),
    Views.forget,
)


@given(st.lists(st.sampled_from(CHANGES), max_size=8))
def test_whoever_asks_after_every_change_gets_the_same_answers_as_who_asks_once(
    changes: list[Callable[[Views], object]],
) -> None:
    asked = Views()
    for n, change in enumerate(changes, 1):
        change(asked)
        fresh = Views()
        for each in changes[:n]:
            each(fresh)
        assert asked.tiles(Zone.POND, 1) == fresh.tiles(Zone.POND, 1)


def whites(zone: Zone, *tracks: int) -> Observation:
    """As likely as not bare: white dragons of a set whose blanks the eyes hardly read."""
    odds = ((P("5z"), 0.9), (P("9p"), 0.06), (P("8p"), 0.03))
    tiles = tuple(TileSeen(track, odds, 0.0, 0.0, 0.0, False, QUAD) for track in tracks)
    return Observation(1, zone, 1, 0.0, tiles)


def test_what_people_said_of_doubtful_discards_is_known_of_those_of_later_hands() -> None:
    known = Views()
    known.put(whites(Zone.POND, 1, 2, 3))
    for track in (1, 2, 3):
        known.name((Zone.POND, 1, track), P("5z"))
    known.forget(cleared=True)
    for zone, sure in ((Zone.POND, True), (Zone.WALL, False), (Zone.HAND, False), (Zone.MELD, False)):
        known.put(whites(zone, 4))
        (tile,) = known.tiles(zone, 1)
        assert (tile.p > 0.97) == sure, "a back may lie there, or nothing was said of such"


def test_a_discard_that_looks_like_a_back_and_was_named_is_evidence_of_white_dragons() -> None:
    known = Views()
    back = ((None, 0.93), (P("8p"), 0.03), (P("4p"), 0.02))
    seen = tuple(TileSeen(track, back, 0.0, 0.0, 0.0, False, QUAD) for track in (1, 2, 3))
    known.put(Observation(1, Zone.POND, 1, 0.0, seen))
    for track in (1, 2, 3):
        known.name((Zone.POND, 1, track), P("5z"))
    known.forget(cleared=True)
    known.put(whites(Zone.POND, 4))
    (white,) = known.tiles(Zone.POND, 1)
    assert white.p > 0.97


def test_answers_about_walls_and_hands_say_nothing_of_discards() -> None:
    known = Views()
    for zone in (Zone.WALL, Zone.HAND, Zone.MELD):
        known.put(whites(zone, 1, 2, 3))
        for track in (1, 2, 3):
            known.name((zone, 1, track), P("5z"))
    known.put(whites(Zone.POND, 4))
    assert known.tiles(Zone.POND, 1)[0].p == 0.9


def test_of_a_tile_that_lies_there_still_it_is_known_since_when_and_others_are_forgotten() -> None:
    known = Views()
    for track in range(50):
        read(known, "6s", 1.0, track)
    known.forget(cleared=False)
    assert known.since((Zone.POND, 1, 49)) == 0.0
    assert [place for place in known._since if place[2] < 49] == []
    known.rewind(
        [Observation(1, Zone.POND, 1, 3.0, (TileSeen(7, ((P("6s"), 1.0),), 0.0, 0.0, 0.0, False, QUAD),))]
    )
    assert known.since(PLACE) == 3.0, "what is gone through once more is known again"
