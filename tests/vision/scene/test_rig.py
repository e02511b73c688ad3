"""A camera that is pushed: pictures and truth follow the view of their moment."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.tiles.tile import Tile
from vision.camera.sources import FileCamera
from vision.camera.video import Video, VideoError
from vision.scene.render import Lens, Light, Renderer, View
from vision.scene.rig import Rig, pushed
from vision.scene.rooms import ROOMS, room
from vision.scene.scene import Rest, Scene, TileBody
from vision.scene.venue import Venue

SMALL = View(width=1014, height=760, focal=1095.0)
SCENE = Scene((TileBody(0, Tile.parse("5p"), 100.0, 200.0, 0.0, Rest.FACE_UP),))


def test_a_pushed_camera_sees_the_mat_from_elsewhere() -> None:
    view = pushed(SMALL, x=10.0, roll=1.0)
    assert view == replace(SMALL, x=SMALL.x + 10.0, roll=SMALL.roll + 1.0)
    off = view.project([[0.0, 0.0, 0.0]]) - SMALL.project([[0.0, 0.0, 0.0]])
    assert float(np.hypot(*off[0])) == pytest.approx(10.0 * SMALL.scale, rel=0.1)


def test_pictures_and_truth_follow_the_view_of_their_moment() -> None:
    rig = Rig(lambda view, _: Renderer(view, light=Light(noise=0.0)), SMALL, [(2.0, pushed(SMALL, x=12.0))])
    assert rig.at(0.0) is rig.at(1.9)
    assert rig.at(2.0) is not rig.at(1.9)
    before, after = (rig.truth(SCENE, t)[0].quad for t in (1.9, 2.0))
    assert (before - after)[:, 0].mean() == pytest.approx(12.0 * SMALL.scale, rel=0.1)
    assert np.array_equal(rig.render(SCENE, 2.0), rig.exposed(lambda _: SCENE, 2.0))
    assert not np.array_equal(rig.render(SCENE, 1.9), rig.render(SCENE, 2.0))


def test_a_shorter_exposure_gives_darker_pictures() -> None:
    rig = Venue(view=SMALL).rig()
    first = float(rig.render(SCENE, 0.0).mean())
    rig.expose(0.5)
    assert float(rig.render(SCENE, 0.0).mean()) == pytest.approx(first / 2, rel=0.05)
    rig.expose(2.0)
    assert float(rig.render(SCENE, 0.0).mean()) == pytest.approx(first, rel=0.01)


def test_each_named_room_but_the_house_differs_and_rooms_repeat_with_their_seed() -> None:
    assert ROOMS["house"] == (Light(), Lens())
    assert len(set(ROOMS.values())) == len(ROOMS)
    assert room(5) == room(5)
    assert room(5) != room(6)


@pytest.mark.parametrize("suffix", [".mp4", ".avi"])
def test_a_video_holds_every_picture(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"film{suffix}"
    with Video(path, 5.0, 0.5) as video:
        for level in (40, 120, 200):
            video.write(np.full((120, 160, 3), level, np.uint8))
    camera = FileCamera(path)
    camera.open()
    frames = [camera.read() for _ in range(4)]
    assert frames[3] is None
    seen = [frame.pixels for frame in frames if frame is not None]
    assert [p.shape for p in seen] == [(60, 80, 3)] * 3
    assert [float(p.mean()) for p in seen] == pytest.approx([40, 120, 200], abs=4)


def test_a_video_of_no_kind_or_in_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VideoError, match="end it with"):
        Video(tmp_path / "film.txt", 5.0)
    with pytest.raises(VideoError, match="no folder"):
        Video(tmp_path / "none" / "film.mp4", 5.0)
