"""The programs that draw material: which files they write, and from which seeds."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.random import Generator, default_rng

from tests.mine import mine
from tests.vision.drawn import plain_set
from vision.nets.detect import CROP_H, CROP_W
from vision.train import material
from vision.train.draw import aslant, close, crops, rendered, things
from vision.train.draw.compose import patch
from vision.train.draw.layout import SIDE

Run = Callable[..., list[int]]


def chunk(mark: int) -> material.Chunk:
    """An empty one that can be told from others."""
    empty = np.empty((0, CROP_H, CROP_W, 3), np.uint8), np.array([mark]), np.empty(0, np.float32)
    return material.Chunk(*empty, np.empty((0, SIDE, SIDE, 3), np.uint8), np.empty((0, 7), np.float32))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a program with something quick instead of what it draws; the first number of each seed."""

    def call(module: ModuleType, *words: str) -> list[int]:
        seen: list[int] = []

        def draw(rng: Generator, *_: object) -> material.Chunk:
            seen.append(int(rng.integers(1 << 40)))
            return chunk(seen[-1])

        def draw_file(cache: Path, number: int, rng: Generator, kinds: object) -> None:
            assert kinds in (close.KINDS, crops.WIDER)
            draw(rng)
            (cache / f"designs{number:04d}.npz").touch()

        monkeypatch.setattr(module, "draw_chunk" if module is rendered else "draw", draw)
        if module is close:
            monkeypatch.setattr(module, "draw", draw_file)
        monkeypatch.setattr("sys.argv", ["draw", "--cache", str(tmp_path), *words])
        module.main()
        return seen

    return call


def first(*seed: int) -> int:
    return int(default_rng(seed).integers(1 << 40))


@pytest.mark.parametrize(
    ("module", "stream", "start", "count"),
    [(aslant, 7, 7000, 40), (rendered, 5, 1000, 40)],
)
def test_chunks_are_numbered_and_each_has_a_seed_of_its_own(
    module: ModuleType, stream: int, start: int, count: int, run: Run, tmp_path: Path
) -> None:
    usual = run(module)
    assert usual == [first(1, stream, number) for number in range(start, start + count)]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"chunk{number:05d}.npz" for number in range(start, start + count)
    ]
    assert run(module, "--seed", "3", "--first", "12", "--chunks", "2") == [
        first(3, stream, n) for n in (12, 13)
    ]
    assert material.load(tmp_path, 13).labels.tolist() == [first(3, stream, 13)]


def test_designs_are_numbered_and_each_file_has_a_seed_of_its_own(run: Run, tmp_path: Path) -> None:
    assert run(close) == [first(1, 6, number) for number in range(40)]
    assert run(close, "--seed", "2", "--first", "50", "--files", "2") == [first(2, 6, 50), first(2, 6, 51)]
    assert len(list(tmp_path.iterdir())) == 42


def test_composed_chunks_are_of_new_sets_each(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(material.fonts, "check", lambda: None)
    asked: list[tuple[float, object]] = []
    monkeypatch.setattr(
        material.crops, "training_set", lambda rng, kinds: asked.append((rng.random(), kinds))
    )
    cache = tmp_path / "a" / "cache"
    run(material, "--cache", str(cache), "--first", "3", "--chunks", "2", "--seed", "5")
    assert sorted(path.name for path in cache.iterdir()) == ["chunk00003.npz", "chunk00004.npz"]
    new = [value for n in (3, 4) for value in default_rng([5, 2, n]).random(material.SETS).tolist()]
    assert asked == [(value, crops.KINDS) for value in new]
    asked.clear()
    run(material, "--cache", str(cache), "--first", "3", "--chunks", "2", "--seed", "5", "--wider")
    assert asked == [(value, crops.WIDER) for value in new]


def test_pictures_of_things_never_come_from_seeds_that_are_held_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shot: list[int] = []

    def shoot(seed: int) -> tuple[Any, Any]:
        shot.append(seed)
        return np.zeros((2, 2, 3), np.uint8), np.full((1, 5), seed)

    monkeypatch.setattr(things, "shoot", shoot)
    cache = tmp_path / "things"
    begin = ["draw", "--cache", str(cache), "--first"]
    monkeypatch.setattr("sys.argv", [*begin, "7", "--pictures", "3"])
    things.main()
    assert sorted(path.name for path in cache.iterdir()) == ["7.npz", "8.npz", "9.npz"]
    with np.load(cache / "8.npz") as kept:
        assert kept["rows"].tolist() == [[8] * 5]
    monkeypatch.setattr("sys.argv", [*begin, str(things.HELD - 1)])
    with pytest.raises(SystemExit):
        things.main()
    assert shot == [7, 8, 9, things.HELD - 1]


def test_a_chunk_has_the_patches_that_its_crops_were_cut_from_at_a_pixel_a_mm() -> None:
    rng = default_rng(1)
    squares = [patch(rng, plain_set()) for _ in range(2)]
    crops = [(np.full((CROP_H, CROP_W, 3), k % 200, np.uint8), k % 40, float(k % 2)) for k in range(4100)]
    made = material.pack(crops, squares)
    assert len(made.images) == len(made.labels) == len(made.turned) == material.CHUNK
    assert made.labels[41] == 1
    assert made.patches.shape == (2, SIDE, SIDE, 3)
    assert len(made.truth) == sum(len(p.items) for p in squares)
    for number, p in enumerate(squares):
        labelled = made.truth[made.truth[:, 0] == number, 1:]
        assert labelled[:, :2] == pytest.approx(np.array([item.seen for item in p.items]), abs=1e-3)
        assert labelled[:, 3].tolist() == [item.face for item in p.items]
        scale = p.to_px[0, 0]
        x, y = round(100 * scale), round(60 * scale)
        near = p.image[y - 2 : y + 3, x - 2 : x + 3].mean(axis=(0, 1))
        assert np.abs(made.patches[number, 59:61, 99:101].mean(axis=(0, 1)) - near).max() < 25


def test_a_chunk_is_drawn_until_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(material, "CHUNK", 60)
    made = material.draw(default_rng(2), [plain_set()])
    assert len(made.images) == 60
    assert len(made.patches) >= 2


def test_a_chunk_is_read_as_it_was_written(tmp_path: Path) -> None:
    material.save(tmp_path, 4, chunk(9))
    assert [path.name for path in tmp_path.iterdir()] == ["chunk00004.npz"]
    assert material.load(tmp_path, 4).labels.tolist() == [9]


def test_a_chunk_that_is_not_there_yet_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine(monkeypatch, time, sleep=lambda seconds: material.save(tmp_path, 4, chunk(3)))
    assert material.load(tmp_path, 4).labels.tolist() == [3]


def asked(*words: str) -> Any:
    parser = argparse.ArgumentParser()
    material.schedule(parser)
    return parser.parse_args(words)


def test_the_usual_schedule_takes_chunks_one_after_the_other() -> None:
    usual = asked()
    assert (usual.chunks, usual.stop, usual.start) == (120, 0, None)
    assert [material.number_of(usual, turn) for turn in range(4)] == [0, 1, 2, 3]
    assert [material.number_of(asked("--first", "5"), turn) for turn in range(3)] == [5, 6, 7]


def test_every_second_chunk_is_a_rendered_one_where_there_are_some() -> None:
    mixed = asked("--first", "5", "--rendered", "1000", "--few", "2")
    assert [material.number_of(mixed, turn) for turn in range(6)] == [1000, 5, 1001, 6, 1000, 7]
