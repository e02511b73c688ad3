"""Plain white tiles: the colours of the set say whether they are white dragons or backs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.camera.frame import Pixels
from vision.nets import detect
from vision.nets.blank import REMEMBERED, Colours, in_walls, weigh_blanks

FACE, WHITE, BACK, NO_TILE = 0, 1, 2, 3
IVORY, BLUE, SNOW = (215, 235, 240), (160, 90, 30), (250, 250, 250)


def picture(colours: list[tuple[int, int, int]]) -> Pixels:
    """Plain crops of these colours, with the noise of a sensor."""
    noise = np.random.default_rng(1).normal(0, 4, (len(colours), 64, 48, 3))
    return np.clip(np.array(colours, float)[:, None, None] + noise, 0, 255).astype(np.uint8)


def odds(*rows: tuple[float, float, float, float]) -> np.ndarray:
    return np.array(rows, np.float32)


SURE_FACE, SURE_BACK, DOUBT = (0.99, 0.0, 0.0, 0.01), (0.0, 0.0, 0.99, 0.01), (0.0, 0.3, 0.6, 0.1)


def last(colour: tuple[int, int, int], backs: int, body: tuple[int, int, int] = IVORY) -> np.ndarray:
    """What is said of a doubtful tile of that colour beside four faces and blue backs."""
    crops = picture([body] * 4 + [BLUE] * backs + [colour])
    found = weigh_blanks(crops, odds(*[SURE_FACE] * 4, *[SURE_BACK] * backs, DOUBT), WHITE, BACK)
    return np.asarray(found[-1])


def test_a_blank_of_the_colour_of_the_faces_is_a_white_dragon() -> None:
    assert last(IVORY, 4).argmax() == WHITE


def test_a_blank_unlike_the_faces_is_a_back() -> None:
    assert last(BLUE, 4).argmax() == BACK


def test_where_no_back_is_seen_backs_may_be_ivory() -> None:
    assert (last(IVORY, 0) == np.array(DOUBT, np.float32)).all()


def test_the_odds_of_other_answers_stay_as_they_are() -> None:
    found = last(IVORY, 4)
    assert found[NO_TILE] == pytest.approx(0.1)
    assert found.sum() == pytest.approx(1.0)


def test_faces_and_backs_of_one_colour_tell_nothing() -> None:
    crops = picture([SNOW] * 9)
    found = weigh_blanks(crops, odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, DOUBT), WHITE, BACK)
    assert found[-1] == pytest.approx(np.array(DOUBT), abs=0.05)


def test_few_others_tell_nothing() -> None:
    given = odds(SURE_FACE, SURE_BACK, DOUBT)
    assert (weigh_blanks(picture([IVORY, BLUE, IVORY]), given, WHITE, BACK) == given).all()


def test_a_dark_blank_beside_pink_backs_is_a_white_dragon_though_the_classifier_is_sure() -> None:
    """Neither glare nor shadow makes green of pink."""
    green, pink = (40, 60, 20), (150, 95, 235)
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, (0.0, 0.001, 0.99, 0.009))
    found = weigh_blanks(picture([green] * 4 + [pink] * 4 + [green]), given, WHITE, BACK)
    assert found[-1].argmax() == WHITE
    assert (found[:-1] == given[:-1]).all()


def test_blanks_that_are_surely_taken_for_backs_do_not_vouch_for_each_other() -> None:
    navy, azure = (74, 42, 28), (134, 55, 7)
    sure = (0.0, 0.001, 0.99, 0.009)
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 8, *[sure] * 4)
    found = weigh_blanks(picture([navy] * 4 + [azure] * 8 + [navy] * 4), given, WHITE, BACK)
    assert (found[-4:].argmax(axis=1) == WHITE).all()
    assert (found[:-4] == given[:-4]).all()


def test_a_dark_blank_beside_light_backs_of_its_hue_is_a_white_dragon() -> None:
    """No shadow is so deep that it makes exactly the colour of the faces."""
    dark, teal = (40, 60, 20), (150, 175, 65)
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, (0.0, 0.01, 0.98, 0.01))
    found = weigh_blanks(picture([dark] * 4 + [teal] * 4 + [dark]), given, WHITE, BACK)
    assert found[-1].argmax() == WHITE


def test_a_back_in_the_shadow_stays_a_back() -> None:
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, (0.0, 0.01, 0.98, 0.01))
    dark = (53, 30, 10)
    found = weigh_blanks(picture([(60, 60, 60)] * 4 + [BLUE] * 4 + [dark]), given, WHITE, BACK)
    assert found[-1].argmax() == BACK


def test_what_the_classifier_is_sure_of_stays_where_glare_may_deceive() -> None:
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, (0.0, 0.01, 0.98, 0.01))
    found = weigh_blanks(picture([IVORY] * 4 + [BLUE] * 4 + [(245, 248, 249)]), given, WHITE, BACK)
    assert (found == given).all()


def test_what_has_just_the_colour_of_a_face_is_a_dragon_for_glare_does_not_make_it_of_a_back() -> None:
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, (0.0, 0.001, 0.98, 0.019))
    found = weigh_blanks(picture([IVORY] * 4 + [BLUE] * 4 + [IVORY]), given, WHITE, BACK)
    assert found[-1].argmax() == WHITE
    found = weigh_blanks(picture([IVORY] * 4 + [(225, 240, 242)] * 5), given, WHITE, BACK)
    assert found[-1].argmax() == BACK, "backs are as pale here"


def test_a_dragon_of_the_very_colour_of_dark_faces_beside_backs_of_nearly_its_hue() -> None:
    """Shadow takes as much of every channel; this one lacks more of its green than of the others."""
    bottle, leaf = (23, 60, 40), (34, 126, 62)
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, (0.0, 0.005, 0.98, 0.015))
    found = weigh_blanks(picture([bottle] * 4 + [leaf] * 4 + [bottle]), given, WHITE, BACK)
    assert found[-1].argmax() == WHITE


@pytest.mark.parametrize("doubt", [(0.6, 0.01, 0.33, 0.06), (0.2, 0.0, 0.75, 0.05)])
def test_what_has_the_colour_of_backs_all_over_is_one(doubt: tuple[float, float, float, float]) -> None:
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, doubt)
    found = weigh_blanks(picture([IVORY] * 4 + [BLUE] * 5), given, WHITE, BACK)
    assert found[-1, BACK] > 0.9
    assert found[-1].sum() == pytest.approx(1.0)


def test_cloth_of_the_colour_of_backs_stays_doubtful() -> None:
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, (0.01, 0.0, 0.39, 0.6))
    found = weigh_blanks(picture([IVORY] * 4 + [BLUE] * 5), given, WHITE, BACK)
    assert found[-1, NO_TILE] > 0.3


def test_a_face_with_blue_strokes_is_no_back() -> None:
    crops = picture([IVORY] * 4 + [BLUE] * 4 + [IVORY])
    crops[-1, 20:44, 16:32] = BLUE
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, (0.6, 0.01, 0.09, 0.3))
    assert weigh_blanks(crops, given, WHITE, BACK)[-1].argmax() == FACE


def half(body: tuple[int, int, int]) -> np.ndarray:
    """What is said of a tile of which one half has the colour of the faces, the other that of the backs."""
    crops = picture([body] * 4 + [BLUE] * 5)
    crops[-1, 32:] = body
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, (0.0, 0.01, 0.95, 0.04))
    return np.asarray(weigh_blanks(crops, given, WHITE, BACK)[-1])


def test_the_end_of_a_standing_dark_tile_is_no_tile() -> None:
    assert half((30, 32, 34)).argmax() == NO_TILE


def test_a_back_half_under_glare_stays_a_back() -> None:
    assert half(SNOW).argmax() == BACK


NAVY, AZURE, CLOTH = (66, 37, 20), (150, 58, 28), (40, 90, 30)
LOST = (0.0, 0.03, 0.01, 0.96)


def test_a_dark_dragon_in_less_light_than_the_faces_has_their_hue_and_not_that_of_the_backs() -> None:
    shaded, blue = (52, 29, 16), (140, 60, 30)
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, (0.0, 0.001, 0.98, 0.019))
    found = weigh_blanks(picture([NAVY] * 4 + [blue] * 4 + [shaded]), given, WHITE, BACK)
    assert found[-1].argmax() == WHITE


def test_bare_cloth_between_tiles_is_no_dragon_though_it_is_more_like_faces_than_like_backs() -> None:
    red, green, slate = (35, 30, 130), (70, 130, 30), (90, 80, 70)
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, (0.0, 0.001, 0.96, 0.039))
    found = weigh_blanks(picture([slate] * 4 + [green] * 4 + [red]), given, WHITE, BACK)
    assert found[-1].argmax() == BACK
    found = weigh_blanks(picture([slate] * 4 + [green] * 4 + [slate]), given, WHITE, BACK)
    assert found[-1].argmax() == WHITE


MAROON, YELLOW, PALE = (14, 14, 36), (25, 87, 125), (110, 118, 120)
LIKE_BACK = (0.0, 0.0, 0.98, 0.02)


@pytest.mark.parametrize(
    ("colour", "cloth", "expected"),
    [
        (MAROON, MAROON, NO_TILE),
        ((20, 20, 50), MAROON, NO_TILE),
        (MAROON, None, BACK),
        (MAROON, (36, 30, 14), BACK),
        ((49, 49, 126), MAROON, BACK),
        (YELLOW, MAROON, BACK),
        ((12, 44, 62), MAROON, BACK),
        (PALE, MAROON, BACK),
    ],
    ids=[
        "cloth",
        "cloth in more light",
        "cloth unknown",
        "another cloth",
        "far more light",
        "back",
        "back in shadow",
        "dragon",
    ],
)
def test_bare_cloth_that_looks_like_a_back_is_none(
    colour: tuple[int, int, int], cloth: tuple[int, int, int] | None, expected: int
) -> None:
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, LIKE_BACK)
    crops = picture([PALE] * 4 + [YELLOW] * 4 + [colour])
    mat = None if cloth is None else np.array(cloth, np.uint8)
    assert weigh_blanks(crops, given, WHITE, BACK, cloth=mat)[-1].argmax() == expected


def test_bare_cloth_rather_of_the_colour_of_the_faces_than_of_the_backs_is_no_dragon() -> None:
    moss, slate, pink = (31, 51, 44), (25, 29, 28), (71, 55, 107)
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, (0.0, 0.001, 0.98, 0.019))
    crops = picture([slate] * 4 + [pink] * 4 + [moss])
    assert weigh_blanks(crops, given, WHITE, BACK)[-1].argmax() == WHITE
    mat = np.array(moss, np.uint8)
    assert weigh_blanks(crops, given, WHITE, BACK, cloth=mat)[-1].argmax() == NO_TILE


def test_backs_of_the_colour_of_the_cloth_stay_backs() -> None:
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, LIKE_BACK)
    crops = picture([PALE] * 4 + [MAROON] * 5)
    found = weigh_blanks(crops, given, WHITE, BACK, cloth=np.array(MAROON, np.uint8))
    assert found[-1].argmax() == BACK


def test_places_on_the_cloth_tell_nothing_of_the_backs() -> None:
    """Nine of them would make backs of all that has its colour."""
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 10, *[LIKE_BACK] * 9)
    crops = picture([PALE] * 4 + [YELLOW] * 10 + [MAROON] * 9)
    found = weigh_blanks(crops, given, WHITE, BACK, cloth=np.array(MAROON, np.uint8))
    assert (found[-9:].argmax(axis=1) == NO_TILE).all()


def among(
    colour: tuple[int, int, int],
    around: tuple[int, int, int],
    drawing: bool = False,
    cloth: tuple[int, int, int] | None = None,
) -> np.ndarray:
    """What is said of a tile of that colour and in that surroundings which the classifier has lost."""
    crops = picture([NAVY] * 4 + [AZURE] * 4 + [around])
    crops[-1, 4:60, 3:45] = picture([colour])[0, 4:60, 3:45]
    if drawing:
        crops[-1, 12:52, 20:28] = (200, 220, 220)
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 4, LOST)
    mat = None if cloth is None else np.array(cloth, np.uint8)
    return np.asarray(weigh_blanks(crops, given, WHITE, BACK, cloth=mat)[-1])


def test_bare_cloth_of_the_colour_of_the_faces_is_no_dragon() -> None:
    """Its place is as dark as they are, and ends at a tile or at the rim."""
    assert among(NAVY, CLOTH, cloth=CLOTH).argmax() == WHITE
    assert among(NAVY, CLOTH, cloth=(60, 34, 18)).argmax() == NO_TILE


def test_a_plain_tile_of_the_colour_of_the_faces_is_a_dragon_though_it_has_no_strokes_to_be_seen_by() -> None:
    assert among(NAVY, CLOTH).argmax() == WHITE


def test_such_a_dragon_is_told_though_in_the_dark_its_middle_is_hardly_warm() -> None:
    heat, said = 0.35, float(among(NAVY, CLOTH)[WHITE])
    assert said * heat / (said * heat + (1 - said) * (1 - heat)) > detect.SURE_FACE


@pytest.mark.parametrize(
    ("colour", "around", "drawing"),
    [(NAVY, NAVY, False), (CLOTH, NAVY, False), (NAVY, CLOTH, True)],
    ids=["of one colour all over, as cloth", "cloth between tiles", "with strokes"],
)
def test_what_is_no_plain_tile_of_the_set_stays_lost(
    colour: tuple[int, int, int], around: tuple[int, int, int], drawing: bool
) -> None:
    assert among(colour, around, drawing).argmax() == NO_TILE


def corner(known: Colours | None) -> np.ndarray:
    """What is said of a tile of the faces' colour that lies alone in a corner."""
    given = odds((0.0, 0.01, 0.98, 0.01))
    return np.asarray(weigh_blanks(picture([NAVY]), given, WHITE, BACK, known)[-1])


def see(known: Colours, faces: tuple[int, int, int], backs: tuple[int, int, int]) -> None:
    """The wall of a set and a few faces."""
    given = odds(*[SURE_FACE] * 4, *[SURE_BACK] * 7)
    weigh_blanks(picture([faces] * 4 + [backs] * 7), given, WHITE, BACK, known)


def test_a_dragon_alone_is_known_by_the_set_as_it_was_seen_before() -> None:
    known = Colours()
    weigh_blanks(picture([NAVY] * 4), odds(*[SURE_FACE] * 4), WHITE, BACK, known)
    assert corner(known).argmax() == BACK
    weigh_blanks(picture([AZURE] * 7), odds(*[SURE_BACK] * 7), WHITE, BACK, known)
    assert corner(known).argmax() == WHITE
    assert corner(None).argmax() == BACK


def test_dragons_that_were_taken_for_backs_one_by_one_are_not_remembered_as_such() -> None:
    known = Colours()
    see(known, NAVY, AZURE)
    for _ in range(REMEMBERED):
        weigh_blanks(picture([NAVY] * 3), odds(*[SURE_BACK] * 3), WHITE, BACK, known)
    assert corner(known).argmax() == WHITE


def test_a_whole_set_of_dragons_that_are_surely_taken_for_backs_is_none_of_backs() -> None:
    """A pon of them in a corner where no back is seen."""
    maroon = (40, 22, 70)
    corner = picture([maroon] * 6)
    given = odds(*[SURE_FACE] * 3, *[(0.0, 0.001, 0.99, 0.009)] * 3)
    known = Colours()
    assert (weigh_blanks(corner, given, WHITE, BACK, known) == given).all(), "who knows the backs?"
    see(known, maroon, BLUE)
    assert (weigh_blanks(corner, given, WHITE, BACK, known)[3:].argmax(axis=1) == WHITE).all()


def test_another_set_is_known_after_a_hand_with_it() -> None:
    known = Colours()
    for faces, backs in ((IVORY, NAVY), (NAVY, AZURE)):
        for _ in range(REMEMBERED):
            see(known, faces, backs)
    assert corner(known).argmax() == WHITE


@given(st.floats(0.001, 0.999), st.floats(0.001, 0.999))
def test_in_a_wall_a_white_dragon_is_as_rare_as_the_rules_make_it(blank: float, white: float) -> None:
    before = odds((0.0, blank * white, blank * (1 - white), 1 - blank))
    after = in_walls(before, WHITE, BACK)[0]
    assert after[WHITE] + after[BACK] == pytest.approx(blank, abs=1e-5)
    assert after[NO_TILE] == before[0, NO_TILE]
    assert after[WHITE] * before[0, BACK] * 34**2 == pytest.approx(before[0, WHITE] * after[BACK], rel=1e-3)


def test_another_face_in_a_wall_stays_as_likely() -> None:
    assert (in_walls(odds(SURE_FACE), WHITE, BACK) == odds(SURE_FACE)).all()
