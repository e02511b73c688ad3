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


def plug(root: Path, tty: str, socket: str, make: str = "usb-1a86_USB_Serial-if00-port0") -> str:
    """As udev names a board that is plugged in; the name of its socket."""
    socket = f"platform-xhci-hcd.0-usb-0:{socket}:1.0-port0"
    (root / "dev" / tty).parent.mkdir(exist_ok=True)
    (root / "dev" / tty).touch()
    for kind, name in (
        *(("by-id", make), ("by-path", socket)),
        ("by-path", socket.replace("-usb-", "-usbv2-")),
    ):
        link = root / "dev/serial" / kind / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(f"../../{tty}")
    return f"/dev/serial/by-path/{socket}"


def test_two_boards_that_share_a_name_are_told_apart_by_their_sockets(tmp_path: Path) -> None:
    first = plug(tmp_path, "ttyUSB0", "1.2")
    assert [each.port for each in found.ports(tmp_path)] == [
        "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"
    ]
    second = plug(tmp_path, "ttyUSB1", "1.3")
    assert sorted(found.ports(tmp_path)) == [FoundPort(first, "0:1.2:1.0"), FoundPort(second, "0:1.3:1.0")]


def test_two_boards_of_different_names_keep_them(tmp_path: Path) -> None:
    names = ["usb-Arduino_1-if00", "usb-Arduino_2-if00"]
    for n, name in enumerate(names):
        plug(tmp_path, f"ttyACM{n}", f"1.{n}", name)
    assert sorted(each.port for each in found.ports(tmp_path)) == [f"/dev/serial/by-id/{n}" for n in names]


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
