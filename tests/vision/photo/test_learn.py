"""A set that is read wrongly is learnt from hands whose faces are known."""

from __future__ import annotations

from contextlib import nullcontext
from functools import cache

from engine.tiles.tile import ALL
from tests.vision.laid_sets import renderer, scene, shifted
from vision.calibration.by_markers import calibrate
from vision.nets.detect import FACES, Detector
from vision.photo.enrol import Shown
from vision.photo.laid import laid
from vision.photo.learn import Faces, Learnt, enough, is_held, lacking, learnt
from vision.photo.read import tile_crop
from vision.scene.scene import Scene

LIGHTS = ("house", "day", "dim")
WANTED: Faces = (*ALL[:9], None)
"""The characters and a back: a set of few tiles is learnt sooner."""


@cache
def hands(*, odd: bool = True) -> dict[int, list[Shown]]:
    """The tiles of a set in each of six hands, in different lights; an odd one looks like the next faces of
    its suit."""
    surface = calibrate(renderer().render(Scene(), 0.0))
    out = {}
    for number in range(6):
        view, lies = renderer(LIGHTS[number % len(LIGHTS)]), scene(3.0 * number - 8, seed=number)
        with shifted() if odd else nullcontext():
            pixels = view.render(lies, 1.0)
        tiles, error = laid(Detector(), pixels, surface)
        assert error is None
        out[number] = [(face, tile_crop(pixels, tile.quad)) for face, tile in tiles if face in WANTED]
    return out


@cache
def first_evening() -> Learnt:
    return learnt(hands())


def seen(kept: dict[int, list[Shown]]) -> dict[int, Faces]:
    return {number: tuple(face for face, _ in hand) for number, hand in kept.items()}


def test_hands_teach_a_set_that_is_read_wrongly() -> None:
    found = first_evening()
    assert found.before.count == len(WANTED) * 2
    assert found.before.right <= 4
    assert found.then.right >= 19
    assert found.better


def test_a_second_evening_is_judged_by_what_the_first_one_taught() -> None:
    first = first_evening()
    again = learnt(hands(), first.known)
    assert again.before == first.then
    assert not again.better


def test_wrong_names_teach_nothing_that_is_kept() -> None:
    """Whoever names tiles wrongly is found out by the hands that were held back."""
    good = hands(odd=False)
    others = dict(zip(WANTED, (*WANTED[4:], *WANTED[:4]), strict=True))
    wrong = {
        n: hand if is_held(n) else [(others[face], crop) for face, crop in hand] for n, hand in good.items()
    }
    assert not learnt(wrong).better


def test_nothing_is_learnt_of_hands_that_are_held_back() -> None:
    """The same set comes of it, whatever they show."""
    kept = hands()
    empty = {n: hand[:1] if is_held(n) else hand for n, hand in kept.items()}
    assert (first_evening().known.means == learnt(empty).known.means).all()


def test_each_face_has_to_be_seen_before_anything_is_learnt() -> None:
    """One that the set does not know would be taken for another."""
    kept = seen(hands())
    assert lacking(kept, WANTED) == []
    judges_alone = {n: tuple(f for f in faces if is_held(n) or f != ALL[5]) for n, faces in kept.items()}
    assert lacking(judges_alone, WANTED) == [ALL[5]]
    assert lacking({0: WANTED, 3: WANTED}, WANTED) == list(WANTED)


def test_a_face_that_was_seen_once_is_learnt_and_lowers_no_trust() -> None:
    kept = hands()
    once = {n: [each for each in hand if n == 1 or each[0] != ALL[5]] for n, hand in kept.items()}
    found = learnt({**once, 0: kept[0], 3: kept[3]})
    assert ALL[5] in [FACES[face] for face in found.known.faces]
    assert (found.known.share, found.known.scale) == (learnt(once).known.share, learnt(once).known.scale)
    assert found.then.right >= 18


def test_few_tiles_judge_nothing() -> None:
    assert not enough({0: WANTED * 9, 1: WANTED * 9, 2: WANTED * 9})
    assert enough({0: WANTED * 6, 3: WANTED * 4})
