"""`jantaku install`: what is known is not asked, what cannot work is refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.appliance.connected import boards, usb_cameras
from controller.appliance.description import TABLE_FILE, Appliance
from controller.appliance.system import first_page, first_table
from controller.broker.ticket import put_ticket
from controller.cli import main
from controller.cli.appliance import install as module
from controller.config import KEPT


def asked(*words: str) -> Result:
    return CliRunner().invoke(main, [*words])


def test_a_dry_run_prints_each_file_and_command_and_needs_no_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr(module, "carry_out", None)
    ran = asked("install", "--dry-run", "--name", "east")
    assert ran.exit_code == 0
    assert "write  /etc/systemd/system/jantaku-table.service\n    [Unit]\n" in ran.output
    assert "run    hostnamectl set-hostname east\n" in ran.output
    assert "club" not in ran.output
    gone = asked("uninstall", "--dry-run")
    assert "remove /etc/systemd/system/jantaku-table.service\n" in gone.output
    assert str(TABLE_FILE.parent) not in gone.output


@pytest.mark.parametrize("cameras", range(3))
@pytest.mark.parametrize("machines", range(3))
def test_one_camera_and_one_machine_are_taken_and_of_several_none(
    monkeypatch: pytest.MonkeyPatch, cameras: int, machines: int
) -> None:
    made: list[Appliance] = []

    def installing(appliance: Appliance) -> list[object]:
        made.append(appliance)
        return []

    monkeypatch.setattr(module, "usb_cameras", lambda: ["/dev/video0"] * cameras)
    monkeypatch.setattr(module, "boards", lambda: ["/dev/ttyACM0"] * machines)
    monkeypatch.setattr(module, "installing", installing)
    assert asked("install", "--dry-run").exit_code == 0
    ((camera, machine),) = [(each.camera, each.machine) for each in made]
    assert (camera, machine) == (cameras == 1, machines == 1)


def test_a_computer_that_nobody_has_named_gets_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "raspberrypi")
    assert "hostnamectl set-hostname jantaku\n" in asked("install", "--dry-run").output
    monkeypatch.setattr("socket.gethostname", lambda: "jantaku")
    assert "hostnamectl" not in asked("install", "--dry-run").output
    monkeypatch.setattr("socket.gethostname", lambda: "clubroom")
    assert "hostnamectl" not in asked("install", "--dry-run").output


def test_without_root_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr(module, "carry_out", None)
    for command in ("install", "uninstall"):
        refused = asked(command)
        assert refused.exit_code == 2
        assert "needs root: sudo jantaku" in refused.stderr


def test_data_are_deleted_only_after_a_yes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(module, "carry_out", None)
    refused = CliRunner().invoke(main, ["uninstall", "--data"], input="n\n")
    assert (refused.exit_code, "for good?" in refused.output) == (1, True)


@pytest.fixture
def debian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(module, "SYSTEMD", tmp_path)
    monkeypatch.setattr(module, "DESKTOP", tmp_path / "display-manager.service")
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    return tmp_path


def test_what_cannot_be_an_appliance_is_told_what_to_do(
    debian: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    appliance = Appliance(Path("/usr/bin/env"))
    assert module._unfit(appliance) is None
    (debian / "display-manager.service").touch()
    assert "--no-kiosk" in str(module._unfit(appliance))
    assert module._unfit(Appliance(Path("/usr/bin/env"), kiosk=False)) is None
    assert "/opt/jantaku" in str(module._unfit(Appliance(debian / "jantaku")))
    monkeypatch.setattr(module, "SYSTEMD", debian / "none")
    assert "with systemd" in str(module._unfit(appliance))
    assert asked("install", "--no-table").exit_code == 2


def test_a_program_in_a_home_or_a_closed_folder_is_hidden_from_services(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    assert module.hidden(closed / "bin")
    assert module.hidden(Path("/home/pi/jantaku"))
    assert not module.hidden(Path("/usr/bin/env"))


def device(root: Path, kind: str, at: str, maker: str, product: str, **texts: str) -> None:
    """A device in /sys, as the kernel shows one that hangs at USB."""
    usb = root / f"sys/devices/usb1/{at}"
    (usb / "if0").mkdir(parents=True)
    (usb / "idVendor").write_text(maker + "\n")
    (usb / "idProduct").write_text(product + "\n")
    shown = root / f"sys/class/{kind}/{at}"
    shown.mkdir(parents=True)
    (shown / "device").symlink_to(usb / "if0")
    for file, text in texts.items():
        (shown / file).write_text(text + "\n")


def test_what_is_connected_is_found(tmp_path: Path) -> None:
    assert (usb_cameras(tmp_path), boards(tmp_path)) == ([], [])
    device(tmp_path, "video4linux", "video0", "046d", "0825", name="Webcam", index="0")
    device(tmp_path, "video4linux", "video1", "046d", "0825", name="Webcam", index="1")
    device(tmp_path, "tty", "ttyACM0", "2341", "0042")
    device(tmp_path, "tty", "ttyUSB0", "0403", "6001")
    (tmp_path / "sys/class/tty/tty1").mkdir()
    assert usb_cameras(tmp_path) == ["/dev/video0"]
    assert boards(tmp_path) == ["/dev/ttyACM0"]


def test_a_kiosk_begins_with_the_set_up_until_somebody_has_set_the_table_up(tmp_path: Path) -> None:
    def begins_with() -> str:
        put_ticket(tmp_path / "broker", "http://127.0.0.1:8090/", "ticket", first_page(tmp_path))
        return asked("link", "--first", "--data", str(tmp_path)).output

    assert begins_with() == "http://127.0.0.1:8090/setup.html#here=ticket\n"
    (tmp_path / KEPT).write_text(first_table(Appliance(Path(), camera=True)))
    assert "setup.html" in begins_with()
    (tmp_path / KEPT).write_text('[camera]\nkind = "rendered"\n')
    assert begins_with() == "http://127.0.0.1:8090/table.html#here=ticket\n"
    (tmp_path / KEPT).write_bytes(b"\xff")
    assert "table.html" in begins_with(), "the page that says why it cannot begin"
