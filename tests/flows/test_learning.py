"""What a whole table keeps of a confirmed hand shows what was played, as nets read it that learn nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from controller.assembly.resuming import Wishes
from controller.assembly.run import start
from controller.config import Config
from controller.teaching.learning import album_folder
from engine.state import events as ev
from vision.nets.detect import FACES, Detector
from vision.nets.enrol import UNNAMED
from vision.photo.album import Album

LEAST = 40
"""Tiles that lie in ponds when a hand is over, or a few less."""


@pytest.mark.slow
def test_the_tiles_of_a_hand_are_kept_under_their_names(tmp_path: Path) -> None:
    config = {"data": tmp_path, "camera": {"learn": True}, "machine": {"simulator": "python"}}
    running = start(Config.model_validate(config), Wishes(speed=0.0, seed=42, hands=1, new=True))
    try:
        while not any(isinstance(event, ev.HandEnded) for event in running.step()):
            assert not running.finished
    finally:
        running.close()
    (shown,) = Album(album_folder(tmp_path, UNNAMED)).hands().values()
    read = Detector().classify(np.stack([crop for _, crop in shown]))[:, : len(FACES)].argmax(axis=1)
    named = [face for face, _ in shown]
    assert len(named) >= LEAST
    assert None in named
    assert [FACES[face] for face in read] == named
