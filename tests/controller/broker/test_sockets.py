"""Where the sockets lie: with the broker, or in a private folder where they cannot."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from controller.broker.broker import EmbeddedBroker, listening
from controller.broker.errors import BrokerError
from controller.broker.sockets import SCREENS, socket_folder
from tests.controller.broker.client import TOPICS, Client, needs_mosquitto

LONGEST = 107
"""Bytes of a path that the kernel takes (unix(7)), its closing zero not counted."""


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "r"
    made.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(made))
    return made


def folder_of(base: Path, length: int) -> Path:
    """One whose longest socket has a path of this length."""
    return base / ("x" * (length - len(os.fsencode(base / SCREENS)) - 1))


def test_a_path_that_just_fits_is_used(tmp_path: Path, runtime: Path) -> None:
    just = folder_of(tmp_path, LONGEST)
    assert socket_folder(just) == just
    assert just.stat().st_mode & 0o777 == 0o700
    assert list(runtime.iterdir()) == []


def test_a_folder_that_others_could_enter_is_closed(tmp_path: Path, runtime: Path) -> None:
    (tmp_path / "b").mkdir(mode=0o755)
    assert socket_folder(tmp_path / "b").stat().st_mode & 0o777 == 0o700


@needs_mosquitto
@pytest.mark.parametrize("name", ["x" * 100, "with a blank"])
def test_elsewhere_they_lie_in_a_private_folder_and_are_found_there(
    tmp_path: Path, runtime: Path, name: str
) -> None:
    broker = EmbeddedBroker(tmp_path / name, TOPICS)
    broker.start()
    path = broker.address.path
    assert path is not None
    assert path.parent.parent == runtime
    assert path.parent.stat().st_mode & 0o777 == 0o700
    client = Client(listening(tmp_path / name))
    assert client.refused == ""
    client.close()
    broker.stop()
    assert socket_folder(tmp_path / name) == path.parent, "it stays where it was"


def test_a_private_folder_that_is_none_is_not_used(
    tmp_path: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = tmp_path / ("x" * 100)
    mine = socket_folder(far)
    mine.chmod(0o755)
    monkeypatch.setattr("controller.broker.sockets.TEMPORARY", tmp_path / "tmp")
    (tmp_path / "tmp").mkdir()
    other = socket_folder(far)
    assert other.parent == tmp_path / "tmp"
    other.rmdir()
    other.symlink_to(runtime)
    with pytest.raises(BrokerError, match="Give a short path with --data"):
        socket_folder(far)
