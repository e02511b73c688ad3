"""What is connected to a computer, as its folders tell it."""

from __future__ import annotations

from pathlib import Path

from controller.setup import found
from controller.setup.found import FoundCamera, FoundPort


def camera(root: Path, number: int, name: str, index: int = 0) -> None:
    folder = root / "sys/class/video4linux" / f"video{number}"
    folder.mkdir(parents=True)
    (folder / "name").write_text(f"{name}\n")
    (folder / "index").write_text(f"{index}\n")


def test_a_camera_is_named_once_by_its_first_device(tmp_path: Path) -> None:
    camera(tmp_path, 10, "HD Webcam")
    camera(tmp_path, 2, "Overhead Cam")
    camera(tmp_path, 3, "Overhead Cam", index=1)
    camera(tmp_path, 19, "bcm2835-codec-decode")
    assert found.cameras(tmp_path) == [
        FoundCamera("v4l2", "/dev/video2", "Overhead Cam"),
        FoundCamera("v4l2", "/dev/video10", "HD Webcam"),
    ]


def test_ports_are_named_by_what_is_plugged_in(tmp_path: Path) -> None:
    folder = tmp_path / "dev/serial/by-id"
    folder.mkdir(parents=True)
    name = "usb-Arduino_LLC_Arduino_Mega_2560-if00"
    (folder / name).write_text("")
    assert found.ports(tmp_path) == [FoundPort(f"/dev/serial/by-id/{name}", "Arduino LLC Arduino Mega 2560")]


def test_where_nothing_is_connected_nothing_is_found(tmp_path: Path) -> None:
    assert (found.cameras(tmp_path), found.ports(tmp_path), found.sets(tmp_path)) == ([], [], [])


def test_tile_sets_that_were_taught(tmp_path: Path) -> None:
    (tmp_path / "sets").mkdir()
    for name in ("green.npz", "any.taught.npz", "old.txt", "No.npz", "blue-2.npz"):
        (tmp_path / "sets" / name).write_text("")
    assert found.sets(tmp_path) == ["blue-2", "green"]


def test_the_time_zone_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/timezone").write_text("Asia/Tokyo\n")
    assert found.zone(tmp_path) == "Asia/Tokyo"
    (tmp_path / "etc/localtime").symlink_to("/usr/share/zoneinfo/Europe/Kyiv")
    assert found.zone(tmp_path) == "Europe/Kyiv"
