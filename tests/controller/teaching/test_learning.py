"""Tiles of confirmed hands are kept and learnt from, where the owner agrees; pages see how far it is."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, cast

import numpy as np
import pytest

from controller.appliance.backup import wanted
from controller.teaching import learning as module
from controller.teaching.known import faces_of
from controller.teaching.learning import Last, Learning, album_folder, forget
from engine.rules.ruleset import Ruleset
from engine.state.events import GameEnded, HandEnded, HandStarted
from engine.state.hand import Game, Hand, PondTile, Seat
from engine.tiles.tile import ALL, Tile
from runtime.tasks import Tasks
from tests.controller.calibration.fakes import until
from vision.calibration.mat import Zone
from vision.camera.frame import Frame
from vision.eyes.observation import TileSeen
from vision.eyes.taught import Taught
from vision.nets.enrol import known_set, learnt_file, tile_set
from vision.photo.album import Album
from vision.photo.enrol import Marks
from vision.photo.learn import Learnt

RULES = Ruleset.preset("rrc")
FRAME = Frame("fake", 0.0, np.zeros((60, 60, 3), np.uint8))
LOOKS = np.random.default_rng(1).normal(size=(1, 1, 16)).astype(np.float32)
SET = replace(tile_set([(ALL[0], LOOKS)]), own=0.5)
ENDED, OVER = HandEnded.__new__(HandEnded), GameEnded.__new__(GameEnded)


def seen(face: Tile | None, track: int) -> TileSeen:
    quad = ((10.0, 10.0), (30.0, 10.0), (30.0, 40.0), (10.0, 40.0))
    return TileSeen(track, ((face, 0.99),), 0.0, 0.0, 0.0, False, quad)


@dataclass
class Mat:
    """What the eyes see: a pond before seat 0, and walls."""

    pond: tuple[Tile, ...] = ALL[:5]
    moving: bool = False

    def rests(self, zone: Zone, seat: int) -> bool:
        del zone, seat
        return not self.moving

    def content(self, zone: Zone, seat: int) -> tuple[TileSeen, ...]:
        here = zone is Zone.POND and seat == 0
        return tuple(seen(face, n) for n, face in enumerate(self.pond)) if here else ()

    def wall(self, seat: int) -> list[TileSeen]:
        return [seen(None, 100 + seat)]


@dataclass
class Played:
    """A table whose hand was discarded as its pond lies."""

    pond: tuple[Tile, ...] = ALL[:5]
    hand: Hand = field(init=False)

    def __post_init__(self) -> None:
        discards = Seat(pond=tuple(PondTile(face) for face in self.pond))
        self.hand = Hand(HandStarted(0, 1, 0, 0, 0, (25000,) * 4), (discards, Seat(), Seat(), Seat()))

    @property
    def game(self) -> Game:
        return cast("Game", _Of(RULES, self.hand))

    settled = game


@dataclass
class _Of:
    rules: Ruleset
    hand: Hand


@dataclass
class Table:
    learning: Learning
    taught: Taught
    data: Path
    eyes: Mat = field(default_factory=Mat)

    def turn(
        self, *accepted: Any, previewed: bool = False, playing: bool = True, pond: Any = ALL[:5]
    ) -> None:
        eyes, played = cast("Any", self.eyes), cast("Any", Played(pond))
        self.learning.turn(FRAME, eyes, played, accepted, previewed=previewed, playing=playing)

    def hand(self, pond: tuple[Tile, ...] = ALL[:5]) -> None:
        """A hand whose result waits, and is confirmed."""
        kept = self.learning.now().hands
        self.eyes.pond = pond
        self.turn(previewed=True, pond=pond)
        self.turn(ENDED, pond=pond)
        self.wait(lambda: self.learning.now().hands > kept)

    def wait(self, true: Callable[[], bool] = lambda: True) -> None:
        until(lambda: not self.learning.now().busy and true())

    @property
    def uses(self) -> Any:
        return self.taught._enrolled

    @property
    def album(self) -> Album:
        return Album(album_folder(self.data, "any"))


@contextmanager
def running(data: Path, *, on: bool = True, name: str | None = None) -> Iterator[Table]:
    taught = Taught()
    learning = Learning(data, name, taught, Tasks().part("learning"), on=on)
    table = Table(learning, taught, data)
    table.wait()
    try:
        yield table
    finally:
        learning.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with running(tmp_path) as made:
        yield made


@pytest.fixture
def school(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """What is learnt reads so many of ten tiles right; five are read so without it."""

    def teaches(then: int) -> None:
        found = Learnt(SET, Marks(10, 5, 1.0), Marks(10, then, 1.0))
        monkeypatch.setattr(module, "learnt", lambda hands, before: found)

    monkeypatch.setattr(module, "enough", bool)
    return teaches


def test_the_tiles_of_a_confirmed_hand_are_kept_with_the_names_that_the_game_knows(table: Table) -> None:
    table.hand()
    (shown,) = table.album.hands().values()
    assert [face for face, _ in shown] == [*ALL[:5], None, None, None, None]
    assert all(crop.shape == (64, 48, 3) for _, crop in shown)


def test_nothing_is_kept_of_a_result_that_is_withdrawn(table: Table) -> None:
    table.turn(previewed=True)
    table.turn()
    table.turn(ENDED)
    table.wait()
    assert len(table.album) == 0


def test_nothing_is_cut_out_while_hands_move_over_it(table: Table) -> None:
    table.eyes.moving = True
    table.turn(previewed=True)
    table.turn(ENDED)
    table.wait()
    assert len(table.album) == 0


def test_without_consent_nothing_is_kept_and_what_was_kept_goes(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        table.hand()
    with running(tmp_path, on=False) as table:
        assert len(table.album) == 0
        table.turn(previewed=True)
        table.turn(ENDED, OVER)
        table.wait()
        assert len(table.album) == 0
        assert not table.learning.now().on


def test_without_consent_the_pictures_of_every_set_go(tmp_path: Path) -> None:
    """Also of one that the table named before."""
    with running(tmp_path, name="club") as table:
        table.hand()
        assert len(Album(album_folder(tmp_path, "club"))) == 1
    with running(tmp_path, name="other", on=False):
        assert len(Album(album_folder(tmp_path, "club"))) == 0


def test_an_order_that_is_done_at_once_leaves_nobody_waiting(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread is done with it before the page that gave it goes on."""
    put = table.learning._work.put

    def slowly(*given: Any, **named: Any) -> None:
        put(*given, **named)
        until(lambda: not table.learning._busy)

    monkeypatch.setattr(table.learning._work, "put", slowly)
    assert not table.learning.order("forget").busy


def test_what_is_still_lacking_is_said(table: Table) -> None:
    table.hand()
    table.hand()
    standing = table.learning.now()
    assert (standing.hands, standing.few) == (2, True)
    assert standing.lacking == tuple(face for face in faces_of(RULES) if face not in (*ALL[:5], None))
    table.learning.order("learn")
    table.wait()
    assert table.learning.now().last is None


def test_after_the_game_it_learns_and_reads_so_from_between_two_hands_on(
    table: Table, school: Callable[[int], None]
) -> None:
    school(9)
    for _ in range(2):
        table.hand(ALL)
    table.turn(OVER)
    table.wait(lambda: table.learning.now().used)
    last = table.learning.now().last
    assert last is not None
    assert (last.right, last.then, last.count, last.kept) == (5, 9, 10, True)
    table.turn()
    assert table.uses is None
    table.turn(playing=False)
    assert table.uses is not None
    assert known_set(table.data, None) is not None


def test_what_reads_no_better_is_said_and_not_used(table: Table, school: Callable[[int], None]) -> None:
    school(5)
    for _ in range(2):
        table.hand(ALL)
    table.learning.order("learn")
    table.wait(lambda: table.learning.now().last is not None)
    last = table.learning.now().last
    assert last is not None
    assert not last.kept
    table.turn(playing=False)
    assert table.uses is None
    assert not learnt_file(table.data, "any").exists()


def test_forgetting_leaves_no_picture_and_nothing_that_was_learnt(
    table: Table, school: Callable[[int], None]
) -> None:
    school(9)
    for _ in range(2):
        table.hand(ALL)
    table.learning.order("learn")
    table.wait(lambda: table.learning.now().used)
    table.learning.order("forget")
    table.wait(lambda: not table.learning.now().used)
    table.turn(playing=False)
    assert table.uses is None
    assert [path for path in table.data.rglob("*") if path.is_file()] == []


def test_a_restart_goes_on_where_it_was(tmp_path: Path, school: Callable[[int], None]) -> None:
    school(9)
    with running(tmp_path) as table:
        for _ in range(2):
            table.hand(ALL)
        table.learning.order("learn")
        table.wait(lambda: table.learning.now().used)
        before = table.learning.now()
    with running(tmp_path) as table:
        again = table.learning.now()
        assert (again.hands, again.used, again.last) == (before.hands, True, before.last)
        assert isinstance(again.last, Last)


def test_what_was_not_learnt_before_the_program_ended_is_learnt_at_its_next_start(
    tmp_path: Path, school: Callable[[int], None]
) -> None:
    school(9)
    with running(tmp_path) as table:
        for _ in range(2):
            table.hand(ALL)
    with running(tmp_path) as table:
        last = table.learning.now().last
        assert last is not None
        assert (last.kept, last.newest) == (True, 1)
        table.turn(playing=False)
        assert table.uses is not None
    school(10)
    with running(tmp_path) as table:
        assert table.learning.now().last == last, "nothing new to learn from"


def test_the_end_of_the_program_waits_for_a_hand_and_for_no_lesson(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, school: Callable[[int], None]
) -> None:
    school(9)
    monkeypatch.setattr(module, "CLOSE_S", 20.0)
    with running(tmp_path) as table:
        for _ in range(2):
            table.hand(ALL)
        table.eyes.pond = ALL
        table.turn(previewed=True, pond=ALL)
        table.turn(ENDED, OVER, pond=ALL)
    assert len(table.album) == 3


def test_what_hands_have_taught_goes_before_what_the_owner_has(tmp_path: Path) -> None:
    SET.save(tmp_path / "sets" / "club.npz")
    replace(SET, own=0.25).save(learnt_file(tmp_path, "club"))
    found = known_set(tmp_path, "club")
    assert found is not None
    assert found.own == 0.25
    learnt_file(tmp_path, "club").write_bytes(b"torn")
    found = known_set(tmp_path, "club")
    assert found is not None
    assert found.own == 0.5
    forget(tmp_path, "club")
    assert not learnt_file(tmp_path, "club").exists()


def test_a_full_disk_is_said_and_play_goes_on(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("vision.nets.arrays.replace_file", full)
        table.turn(previewed=True)
        table.turn(ENDED)
        until(lambda: table.learning.trouble is not None)
    assert table.learning.trouble is not None
    assert table.learning.trouble.endswith("mend the disk.")
    table.hand()
    assert table.learning.trouble is None


def test_a_broken_record_is_put_aside(tmp_path: Path) -> None:
    path = learnt_file(tmp_path, "any").with_suffix(".json")
    path.parent.mkdir(parents=True)
    path.write_text("{")
    with running(tmp_path) as table:
        assert table.learning.now().last is None
    assert path.with_name(f"{path.name}.aside").exists()


def test_the_pictures_are_in_no_backup_and_what_they_taught_is() -> None:
    name = PurePosixPath(album_folder(Path(), "club") / "000000.npz")
    assert not wanted("table", name, whole=True)
    assert wanted("table", PurePosixPath(learnt_file(Path(), "club")), whole=True)
