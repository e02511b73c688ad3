"""The desk at which a table is taught its tiles, behind the main loop of a table that only looks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from controller.calibration.desk import Calibrating
from controller.teaching import desk
from controller.teaching.answers import TeachLearn, TeachLearnt, TeachLooked, TeachSeen
from controller.teaching.desk import BEFORE, Teaching
from engine.tiles.tile import Tile
from tests.controller.calibration.fakes import FakeWatch, Table, row, until
from tests.mine import mine
from tests.vision.laid_sets import renderer, scene, shifted
from vision.calibration.by_markers import calibrate
from vision.calibration.surface import Surface
from vision.camera.frame import Pixels
from vision.eyes.observation import TileSeen
from vision.nets.enrol import TileSet, set_file
from vision.scene.scene import Scene

HAND = tuple(Tile.parse(face) for face in ("1m", "1m", "2p", "3p", "4p", "5s", "6s", "7s", "1z", "1z", "5z"))


@cache
def mat() -> Surface:
    return calibrate(renderer().render(Scene(), 0.0))


@cache
def shot(light: str | None, dx: float = 0.0, misread: bool = True, lacks: tuple[str, ...] = ()) -> Pixels:
    laid = scene(dx, without=lacks)
    if misread:
        with shifted():
            return renderer(light).render(laid, 1.0)
    return renderer(light).render(laid, 1.0)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Table, Teaching]]:
    made = Table(Calibrating(None), FakeWatch(shot(None)))
    made.eyes.surface = mat()
    with made.running():
        yield made, Teaching(made.desk, tmp_path)


def show(table: Table, pixels: Pixels | None) -> None:
    """Returns when the main loop has seen it."""
    table.watch.pixels = pixels
    table.desk.seen()
    since = table.watch.looks
    until(lambda: table.watch.looks > since + 3)


def seen(looked: TeachLooked) -> TeachSeen:
    return TeachSeen(id=looked.id, faces=[tile.meant for tile in looked.tiles])


def two_looks(table: Table, teaching: Teaching) -> list[TeachLooked]:
    show(table, shot(None))
    first = teaching.look()
    show(table, shot("day", 6.0))
    return [first, teaching.look(first.id)]


def learnt(teaching: Teaching, looks: list[TeachLooked], name: str = "club") -> TeachLearnt:
    return teaching.learn(TeachLearn(name=name, looks=[seen(look) for look in looks]))


def why(answer: TeachLooked | TeachLearnt) -> str:
    assert answer.refused is not None
    assert answer.refused.message.endswith(".")
    return answer.refused.code


def test_two_looks_teach_a_set_that_was_misread(table: tuple[Table, Teaching], tmp_path: Path) -> None:
    looks = two_looks(*table)
    assert [look.refused for look in looks] == [None, None]
    assert [tile.meant for tile in looks[0].tiles][:3] == ["1m", "2m", "3m"]
    assert [tile.read for tile in looks[0].tiles][:3] == ["2m", "3m", "4m"]
    assert looks[0].tiles[-1].meant == "back"
    assert looks[0].picture.startswith("data:image/jpeg;base64,")
    answer = learnt(table[1], looks)
    assert answer.refused is None
    assert (answer.count, answer.right < 20, answer.then > 70) == (76, True, True)
    assert len(TileSet.load(set_file(tmp_path, "club")).faces) == 38


def test_the_set_before_stays_beside_it(table: tuple[Table, Teaching], tmp_path: Path) -> None:
    target = set_file(tmp_path, "club")
    target.parent.mkdir()
    target.write_bytes(b"the one before")
    assert learnt(table[1], two_looks(*table)).refused is None
    assert target.with_name(target.name + BEFORE).read_bytes() == b"the one before"


def test_a_set_that_is_no_better_is_not_kept(tmp_path: Path, table: tuple[Table, Teaching]) -> None:
    """What the table reads with already is what it must better."""
    looks = two_looks(*table)
    assert learnt(table[1], looks).refused is None
    again = Teaching(table[0].desk, tmp_path, "club")
    kept = set_file(tmp_path, "club").read_bytes()
    answer = learnt(again, two_looks(table[0], again))
    assert why(answer) == "no_better"
    assert set_file(tmp_path, "club").read_bytes() == kept
    assert not set_file(tmp_path, "club").with_name("club.npz" + BEFORE).exists()


def test_the_same_look_again_is_refused(table: tuple[Table, Teaching]) -> None:
    first = table[1].look()
    again = table[1].look(first.id)
    assert why(again) == "same"
    assert again.id == ""


def test_a_tile_that_lacks_is_said_and_can_be_named_by_hand(table: tuple[Table, Teaching]) -> None:
    show(table[0], shot(None, 0.0, misread=False, lacks=("5p",)))
    look = table[1].look()
    assert why(look) == "rows"
    assert look.refused is not None
    assert look.refused.values == {"rows": "9, 8, 9, 11", "wanted": "9, 9, 9, 11"}
    assert len(look.places) == 38
    answer = table[1].learn(TeachLearn(name="club", looks=[seen(look), seen(look)]))
    assert why(answer) == "lacking"
    assert answer.refused is not None
    assert answer.refused.values == {"faces": "5p"}


def test_what_is_corrected_counts(table: tuple[Table, Teaching]) -> None:
    """By hand tiles may be called what they are not: looks that contradict each other teach nothing."""
    looks = two_looks(*table)
    wrong = seen(looks[1])
    wrong.faces[:34] = wrong.faces[1:34] + wrong.faces[:1]
    answer = table[1].learn(TeachLearn(name="club", looks=[seen(looks[0]), wrong]))
    assert why(answer) == "no_better"


@pytest.mark.parametrize(
    ("name", "faces", "code"),
    [
        ("Club 1", None, "name"),
        ("../x", None, "name"),
        ("club", ["1m"], "gone"),
        ("club", ["8z"] * 38, "no_face"),
    ],
)
def test_what_is_no_set_is_refused_in_one_sentence(
    table: tuple[Table, Teaching], tmp_path: Path, name: str, faces: list[str] | None, code: str
) -> None:
    first = table[1].look()
    one = TeachSeen(id=first.id, faces=faces or [tile.meant for tile in first.tiles])
    assert why(table[1].learn(TeachLearn(name=name, looks=[one, one]))) == code
    assert not (tmp_path / "sets").exists()


def test_a_look_that_is_gone_is_said(table: tuple[Table, Teaching]) -> None:
    first = table[1].look()
    for _ in range(desk.KEPT):
        table[1].look()
    assert why(learnt(table[1], [first, first])) == "gone"


def test_a_full_disk_keeps_the_set_before(
    table: tuple[Table, Teaching], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = two_looks(*table)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    mine(monkeypatch, os, fsync=full)
    assert why(learnt(table[1], looks)) == "unkept"
    assert not set_file(tmp_path, "club").exists()


def test_without_picture_calibration_or_between_two_hands_there_is_a_reason(
    table: tuple[Table, Teaching],
) -> None:
    table[0].desk.seen()
    table[0].play()
    assert why(table[1].look()) == "calibrating_hand"
    hand = table[1].hand()
    assert hand.refused is not None
    assert not hand.read
    table[0].play(False)
    table[0].eyes.surface = None
    show(table[0], shot(None))
    assert why(table[1].look()) == "uncalibrated"
    table[0].watch.pixels = None
    until(lambda: (answer := table[1].now().refused) is not None and answer.code == "missing")


def tiles(faces: tuple[Tile, ...]) -> tuple[TileSeen, ...]:
    out: list[TileSeen] = []
    for k, face in enumerate(faces):
        out += [TileSeen(k, ((face, 0.99),), 26.0 * k, -345.0, 0.0, False, row("1m", 1)[0].quad)]
    return tuple(out)


def test_a_hand_that_is_laid_out_is_read_right_or_what_is_missing_is_reported(
    table: tuple[Table, Teaching], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table[1], "_hand", HAND)
    table[0].eyes.hands = {3: tiles(HAND[::-1]), 0: row(None)}
    show(table[0], shot(None))
    answer = table[1].hand()
    assert answer.right
    assert [each.face for each in answer.read] == [str(face) for face in HAND[::-1]]
    table[0].eyes.hands = {3: tiles((Tile.parse("9p"), *HAND[1:]))}
    show(table[0], shot(None))
    answer = table[1].hand()
    assert not answer.right
    assert [(each.face, each.right) for each in answer.read][:2] == [("9p", False), ("1m", True)]
    assert answer.lacking == ["1m"]
    table[0].eyes.hands = {3: tiles((*HAND, HAND[0]))}
    show(table[0], shot(None))
    assert not table[1].hand().right, "one tile too many"


def test_another_hand_is_fourteen_tiles_of_one_set(table: tuple[Table, Teaching]) -> None:
    hands = {tuple(table[1].another_hand().wanted) for _ in range(5)}
    assert len(hands) == 5
    for hand in hands:
        assert len(hand) == 14
        assert all(hand.count(face) <= 4 and face[0] != "0" for face in hand)
