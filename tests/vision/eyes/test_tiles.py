"""Tiles on short rendered scenes: what is told, when, and how often."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from engine.tiles.tile import ALL, parse_tiles
from tests.vision.eyes.table import FPS, HANDS, Table, discard, faces, laying, tile
from vision.calibration import mat
from vision.calibration.mat import Zone, to_table
from vision.scene.scene import ArmBody, Rest, Scene, TileBody


@pytest.mark.parametrize("seat", range(4))
def test_a_discard_is_reported_once_after_the_hand_has_left(table: Table, seat: int) -> None:
    new = discard(50, ALL[4], seat, 0)
    early = table.show(laying(HANDS, new, seat, mat.POND_LEFT + 13, mat.POND_ROW_Y[0])[:4])
    assert early == []
    gone = table.t + 2 / FPS
    observed = table.show(
        laying(HANDS, new, seat, mat.POND_LEFT + 13, mat.POND_ROW_Y[0])[4:] + [Scene((*HANDS, new))] * 8
    )
    (one,) = observed
    assert (one.zone, one.seat, faces(one)) == (Zone.POND, seat, "5m")
    assert one.t <= gone
    assert one.tiles[0].x == pytest.approx(mat.POND_LEFT + 13, abs=1.0)


def test_an_observation_comes_within_a_quarter_of_a_second(table: Table) -> None:
    scene = Scene((*HANDS, discard(50, ALL[4], 2, 0)))
    assert len(table.show([scene] * 4)) == 1


def test_nothing_is_told_while_nothing_happens(table: Table) -> None:
    scene = Scene((*HANDS, discard(50, ALL[4], 0, 0)))
    table.show([scene] * 5)
    calls = table.teller.calls
    assert table.show([scene] * 20) == []
    assert table.teller.calls == calls


def test_a_row_grows_tile_by_tile_and_the_old_tiles_stay_the_same(table: Table) -> None:
    row: tuple[TileBody, ...] = ()
    seen: list[tuple[int, ...]] = []
    for i, face in enumerate(parse_tiles("19m5p")):
        row += (discard(60 + i, face, 1, i, 90.0 if i == 1 else 0.0),)
        (one,) = table.show([Scene(HANDS + row)] * 5)
        seen.append(tuple(t.track for t in one.tiles))
    assert faces(one) == "1m 9m~ 5p"
    assert seen[2][:2] == seen[1]
    assert seen[1][:1] == seen[0]


def test_a_called_tile_goes_and_appears_in_the_meld(table: Table) -> None:
    pond = tuple(discard(60 + i, ALL[i], 0, i) for i in range(3))
    (before,) = table.show([Scene(HANDS + pond)] * 5)
    meld = [
        tile(62, ALL[2], 1, mat.MELD_RIGHT - 17, mat.MELD_Y - 4, 90.0),
        tile(70, ALL[3], 1, mat.MELD_RIGHT - 47.2, mat.MELD_Y),
        tile(71, ALL[4], 1, mat.MELD_RIGHT - 73.4, mat.MELD_Y),
    ]
    observed = {(o.zone, o.seat): o for o in table.show([Scene((*HANDS, *pond[:2], *meld))] * 5)}
    assert faces(observed[Zone.MELD, 1]) == "5m 4m 3m~"
    assert faces(observed[Zone.POND, 0]) == "1m 2m"
    assert [t.track for t in observed[Zone.POND, 0].tiles] == [t.track for t in before.tiles[:2]]
    assert (Zone.HAND, 1) not in observed


def test_a_laid_open_hand_and_a_closed_kan_are_reported_with_their_backs(table: Table) -> None:
    others = tuple(t for t in HANDS if t.id >= 100)
    shown = [tile(i, ALL[i], 0, mat.HAND_LEFT + 26.2 * (i + 0.5), mat.HAND_Y) for i in range(10)]
    rests = (Rest.FACE_DOWN, Rest.FACE_UP, Rest.FACE_UP, Rest.FACE_DOWN)
    kan = [
        tile(80 + i, ALL[30], 0, mat.MELD_RIGHT - 13 - 26.2 * i, mat.MELD_Y, rest=rest)
        for i, rest in enumerate(rests)
    ]
    observed = {o.zone: o for o in table.show([Scene((*others, *shown, *kan))] * 5)}
    assert faces(observed[Zone.HAND]) == "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p"
    assert faces(observed[Zone.MELD]) == "X 4z 4z X"


@pytest.mark.parametrize("place", [4, 9])
def test_a_tile_of_an_opened_hand_that_is_not_found_is_looked_for_again(table: Table, place: int) -> None:
    others = tuple(t for t in HANDS if t.id >= 100)
    row = [tile(i, ALL[i], 0, mat.HAND_LEFT + 26.2 * (i + 0.5), mat.HAND_Y) for i in range(10)]
    looks = count()
    table.teller.lost = lambda body: body == row[place] and next(looks) < 3
    *_, last = table.show([Scene((*others, *row))] * 12)
    assert faces(last) == "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p"


def test_a_back_that_is_seen_once_more_beside_an_opened_hand_goes(table: Table) -> None:
    others = tuple(t for t in HANDS if t.id >= 100)
    row = [tile(i, ALL[i], 0, mat.HAND_LEFT + 26.2 * (i + 0.5), mat.HAND_Y) for i in range(10)]
    back = tile(20, ALL[0], 0, 70.0, mat.HAND_Y + 38.0, rest=Rest.FACE_DOWN)
    *_, before = table.show([Scene((*others, *row, back))] * 10)
    assert "X" in faces(before).split()
    looks = count()
    table.teller.dark = (back,)
    table.teller.lost = lambda body: body == back and next(looks) > 1
    *_, after = table.show([Scene((*others, *row))] * 12)
    assert faces(after) == "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p"


def test_an_opened_hand_is_not_looked_at_for_ever(table: Table) -> None:
    row = [tile(i, ALL[i], 0, mat.HAND_LEFT + 26.2 * (i + 0.5), mat.HAND_Y) for i in range(10)]
    scene = Scene((*(t for t in HANDS if t.id >= 100), *row))
    table.show([scene] * 12)
    before = table.teller.calls
    table.show([scene] * 6)
    assert table.teller.calls == before


def test_indicators_on_the_wall_and_ura_before_it_are_reported(table: Table) -> None:
    x = mat.WALL_LEFT + 26 * 3.5
    wall = [
        tile(
            200 + 2 * i + up,
            ALL[0],
            3,
            mat.WALL_LEFT + 26 * (i + 0.5),
            mat.WALL_Y,
            rest=Rest.FACE_DOWN,
            z=20.0 * up,
        )
        for i in range(17)
        for up in (0, 1)
    ]
    wall[7] = tile(407, ALL[20], 3, x, mat.WALL_Y, z=20.0)
    (one,) = table.show([Scene((*HANDS, *wall))] * 5)
    assert (one.zone, one.seat, faces(one)) == (Zone.WALL, 3, "3s")
    assert one.tiles[0].x == pytest.approx(x, abs=1.0)
    (two,) = table.show([Scene((*HANDS, *wall, tile(490, ALL[27], 3, x, mat.URA_Y)))] * 5)
    assert sorted(faces(two).split()) == ["1z", "3s"]
    assert {round(t.y) for t in two.tiles} == {round(mat.WALL_Y), round(mat.URA_Y)}


def test_an_ura_indicator_that_is_not_found_is_looked_for_again(table: Table) -> None:
    indicator, ura = tile(407, ALL[20], 3, 0.0, mat.WALL_Y), tile(490, ALL[27], 3, 0.0, mat.URA_Y)
    table.show([Scene((*HANDS, indicator))] * 8)
    looks = count()
    table.teller.lost = lambda body: body == ura and next(looks) < 3
    *_, last = table.show([Scene((*HANDS, indicator, ura))] * 12)
    assert sorted(faces(last).split()) == ["1z", "3s"]


def test_a_doubtful_tile_is_read_again_and_told_when_it_is_surer(table: Table) -> None:
    looks = count()
    table.teller.sure = lambda _: min(0.99, 0.5 + 0.1 * next(looks))
    observed = table.show([Scene((*HANDS, discard(50, ALL[4], 0, 0)))] * 10)
    margins = [o.tiles[0].margin for o in observed]
    assert len(margins) >= 2
    assert margins == sorted(margins)
    assert len({o.tiles[0].track for o in observed}) == 1


def test_a_tile_that_a_single_copy_would_leave_in_doubt_is_read_again(table: Table) -> None:
    table.teller.sure = lambda _: 0.992
    observed = table.show([Scene((*HANDS, discard(50, ALL[4], 0, 0)))] * 10)
    assert observed[-1].tiles[0].p > 0.998


def test_a_pond_that_has_changed_is_read_again_until_a_tile_is_found(table: Table) -> None:
    first = table.teller.calls + 1
    table.teller.blind = lambda call: call <= first + 2
    (one,) = table.show([Scene((*HANDS, discard(50, ALL[4], 0, 0)))] * 12)
    assert faces(one) == "5m"


def test_a_pond_in_which_no_tile_is_found_is_left_alone(table: Table) -> None:
    table.teller.blind = lambda _: True
    scene = Scene((*HANDS, discard(50, ALL[4], 0, 0)))
    assert table.show([scene] * 12) == []
    calls = table.teller.calls
    table.show([scene] * 5)
    assert table.teller.calls == calls


def test_a_pond_is_read_after_an_arm_even_if_what_it_left_has_the_colour_of_the_cloth(table: Table) -> None:
    new = discard(50, ALL[4], 0, 0)
    table.show([Scene(HANDS)] * 6)
    bringing = laying(HANDS, new, 0, mat.POND_LEFT + 13, mat.POND_ROW_Y[0])
    table.show(replace(scene, tiles=HANDS) for scene in bringing)
    table.teller.dark = (new,)
    (one,) = table.show([Scene(HANDS)] * 6)
    assert faces(one) == "5m"


def test_a_pond_is_read_after_its_player_moved_even_if_no_picture_shows_an_arm_over_it(table: Table) -> None:
    """An arm is over the pond between two pictures, and what it leaves has the colour of the cloth."""
    table.show([Scene(HANDS)] * 6)
    x, y = to_table(1, 40.0, mat.HAND_Y)
    assert table.show([Scene(HANDS, arms=(ArmBody(1, x, y),))] * 2) == []
    table.teller.dark = (discard(50, ALL[4], 1, 0),)
    (one,) = table.show([Scene(HANDS)] * 6)
    assert (one.zone, one.seat, faces(one)) == (Zone.POND, 1, "5m")


def test_a_pond_that_an_arm_has_left_as_it_was_is_read_once(table: Table) -> None:
    tiles = (*HANDS, discard(50, ALL[4], 0, 0))
    table.show([Scene(tiles)] * 6)
    passing = laying(tiles, discard(51, ALL[5], 0, 1), 0, mat.POND_LEFT + 39, mat.POND_ROW_Y[0])
    calls = table.teller.calls
    assert table.show([*(replace(scene, tiles=tiles) for scene in passing), *[Scene(tiles)] * 15]) == []
    assert calls < table.teller.calls <= calls + 4


def test_an_arm_at_rest_over_a_pond_holds_the_observation_back(table: Table) -> None:
    new = discard(50, ALL[4], 0, 0)
    table.show(laying(HANDS, new, 0, mat.POND_LEFT + 13, mat.POND_ROW_Y[0])[:4])
    x, y = to_table(0, 40.0, mat.POND_ROW_Y[0])
    assert table.show([Scene((*HANDS, new), arms=(ArmBody(0, x, y),))] * 15) == []
    (one,) = table.show([Scene((*HANDS, new))] * 5)
    assert faces(one) == "5m"


def test_the_picture_names_every_zone_and_what_moves(table: Table) -> None:
    x, y = to_table(0, 0.0, mat.POND_ROW_Y[0])
    table.show([Scene((*HANDS, discard(50, ALL[4], 2, 0)))] * 5)
    table.show([Scene((*HANDS, discard(50, ALL[4], 2, 0)), arms=(ArmBody(0, x, y),))] * 2)
    zones = {(z.zone, z.seat): z for z in table.eyes.picture()}
    assert len(zones) == 4 * (len(Zone) - 1) + 1, "five of each seat and the centre"
    assert zones[Zone.POND, 0].moving
    assert not zones[Zone.POND, 2].moving
    assert [t.tile for t in zones[Zone.POND, 2].tiles] == [ALL[4]]
