"""`jantaku doctor`: on machines that miss one thing each, that thing and its command are told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import screens
from controller.cli import COMMANDS
from controller.cli.doctor import doctor
from controller.config import Config, VoiceSection, parse
from controller.doctor.checks import Machine, findings
from controller.doctor.eyes import findings as eyes
from runtime.clock import FILE, FORMAT, RELEASED
from tests.controller.card import image
from tests.controller.history.test_hands import game, write
from upkeep.finding import LANGUAGES, Finding, Level
from vision.calibration.by_markers import calibrate
from vision.camera.frame import Pixels
from vision.scene.render import Renderer
from vision.scene.scene import Scene


@pytest.fixture
def whole(tmp_path: Path) -> Machine:
    """A machine that misses nothing, and is no Pi."""
    return Machine(
        python=(3, 12),
        root=False,
        files=tmp_path,
        requires=lambda: ["click>=8"],
        groups=lambda: {"video", "dialout"},
        find=lambda name: f"/usr/bin/{name}",
        run=lambda *_: "",
        free=lambda _: 1 << 40,
        now=lambda: RELEASED + 86_400.0,
    )


def real(tmp_path: Path, **camera: Any) -> Config:
    values = {
        "data": str(tmp_path / "data"),
        "camera": {"kind": "v4l2", "source": "/dev/video97", **camera},
        "machine": {"kind": "serial", "port": str(tmp_path / "tty")},
    }
    return parse(values, "t")


def bad(config: Config, machine: Machine) -> list[Finding]:
    """What is not as it should be; all that is found has a name and a sentence in every language."""
    found = list(findings(config, machine))
    for each in found:
        said = [each.fields(language) for language in LANGUAGES]
        assert all(one["name"] and one["message"] for one in said), each
    return [each for each in found if each.level is not Level.OK]


@pytest.mark.parametrize(("mounted", "code"), [(None, "card_away"), ("ro", "card_read_only")])
def test_a_card_that_keeps_nothing_is_the_first_thing_to_mend(
    tmp_path: Path, whole: Machine, mounted: str | None, code: str
) -> None:
    image(tmp_path, mounted)
    found = list(findings(real(tmp_path), replace(whole, python=(3, 9))))
    assert (found[0].code, found[0].level) == (code, Level.FAULT)
    image(tmp_path, "rw")
    assert [f for f in findings(real(tmp_path), whole) if f.code.startswith("card_")] == []


def test_a_whole_machine_misses_nothing(tmp_path: Path, whole: Machine) -> None:
    (tmp_path / "tty").touch()
    assert bad(real(tmp_path), whole) == []


@pytest.mark.parametrize(
    ("change", "check", "fix"),
    [
        ({"python": (3, 10)}, "python", "apt install -y python3"),
        ({"requires": lambda: ["no-such-package>=2"]}, "packages", "pip install 'no-such-package>=2'"),
        ({"free": lambda _: 5_000_000}, "disk", "apt clean"),
        ({"groups": lambda: {"dialout"}}, "permissions", "usermod -aG video"),
        ({"groups": lambda: {"video"}}, "permissions", "usermod -aG dialout"),
    ],
)
def test_each_missing_thing_has_its_command(
    tmp_path: Path, whole: Machine, change: dict[str, Any], check: str, fix: str
) -> None:
    (tmp_path / "tty").touch()
    (one,) = bad(real(tmp_path), replace(whole, **change))
    assert (one.check, one.level) == (check, Level.FAULT)
    assert one.fix is not None
    assert fix in one.fix


def test_a_missing_browser_is_no_fault(tmp_path: Path, whole: Machine) -> None:
    (tmp_path / "tty").touch()
    machine = replace(whole, find=lambda n: n if "mosquitto" in n else None)
    (one,) = bad(real(tmp_path), machine)
    assert (one.check, one.level) == ("browser", Level.ADVICE)


def test_a_table_that_should_speak_and_cannot_is_reported(tmp_path: Path, whole: Machine) -> None:
    silent = Config(data=tmp_path)
    speaks = Config(data=tmp_path, voice=VoiceSection(enabled=True))
    mute = replace(whole, find=lambda name: None if name == "espeak-ng" else f"/usr/bin/{name}")
    assert (bad(speaks, whole), bad(silent, mute)) == ([], [])
    (finding,) = bad(speaks, mute)
    assert finding.fix == "sudo apt install -y espeak-ng"


def test_a_machine_that_is_unplugged_is_a_fault(tmp_path: Path, whole: Machine) -> None:
    (one,) = bad(real(tmp_path), whole)
    assert one.check == "machine"
    assert "plug the machine in" in one.message


def test_a_clock_that_is_behind_is_a_fault(tmp_path: Path, whole: Machine) -> None:
    (tmp_path / "tty").touch()
    (one,) = bad(real(tmp_path), replace(whole, now=lambda: 1_000_000.0))
    assert (one.check, one.level, one.code) == ("clock", Level.FAULT, "clock_early")
    data = tmp_path / "data"
    data.mkdir()
    FORMAT.write(data / FILE, {"seen_s": RELEASED + 3 * 86_400.0})
    (one,) = bad(real(tmp_path), whole)
    assert one.code == "clock_early", "an earlier run has seen a later time"
    (data / FILE).write_text("damaged")
    assert bad(real(tmp_path), whole) == []


def test_a_damaged_journal_is_reported(tmp_path: Path, whole: Machine) -> None:
    (tmp_path / "tty").touch()
    config = real(tmp_path)
    write(config.data / "games", "20260516-a", game(1)).close()
    assert {f.code for f in findings(config, whole) if f.check == "journal"} == {"journal_ok"}
    (journal,) = (config.data / "games").glob("*.jsonl")
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines[:3], b"{damaged}\n", *lines[4:]]))
    (one,) = bad(config, whole)
    assert (one.check, one.level, one.code) == ("journal", Level.ADVICE, "journal_damaged")
    assert str(journal) in one.message


def test_pages_that_lack_their_libraries_are_a_fault(
    tmp_path: Path, whole: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tty").touch()
    monkeypatch.setattr(screens, "complete", lambda: False)
    (one,) = bad(real(tmp_path), whole)
    assert (one.check, one.code) == ("screens", "screens_missing")


def test_root_needs_no_groups(tmp_path: Path, whole: Machine) -> None:
    (tmp_path / "tty").touch()
    assert bad(real(tmp_path), replace(whole, root=True, groups=set)) == []


def pi(tmp_path: Path, heat: int) -> None:
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    (tmp_path / "sys/class/thermal/thermal_zone0").mkdir(parents=True)
    (tmp_path / "sys/class/thermal/thermal_zone0/temp").write_text(f"{heat}\n")


@pytest.mark.parametrize(
    ("bits", "words", "level"),
    [
        ("0x50005", "too little voltage now", Level.FAULT),
        ("0x50000", "too little voltage since", Level.ADVICE),
        ("0x0", "enough power", Level.OK),
    ],
)
def test_a_pi_reports_heat_and_power(
    tmp_path: Path, whole: Machine, bits: str, words: str, level: Level
) -> None:
    pi(tmp_path, 81_000)
    (tmp_path / "tty").touch()
    machine = replace(
        whole, run=lambda *_: f"throttled={bits}\n", groups=lambda: {"video", "dialout", "gpio"}
    )
    found = list(findings(real(tmp_path), machine))
    assert any(f.check == "temperature" and f.level is Level.ADVICE and "81" in f.message for f in found)
    assert next(f for f in found if f.check == "power").level is level
    assert any(words in f.message for f in found)


def test_a_pi_needs_the_group_of_its_pins(tmp_path: Path, whole: Machine) -> None:
    pi(tmp_path, 40_000)
    (tmp_path / "tty").touch()
    (one,) = bad(real(tmp_path), whole)
    assert one.fix is not None
    assert "gpio" in one.fix


@pytest.fixture(scope="module")
def mat() -> Pixels:
    return Renderer().render(Scene(), 0.0)


@pytest.fixture
def film(tmp_path: Path, mat: Pixels) -> Config:
    """A table whose camera is a folder of pictures of the mat, calibrated."""
    folder = tmp_path / "film"
    folder.mkdir()
    for i in range(3):
        cv2.imwrite(str(folder / f"{i}.png"), cv2.add(mat, np.full_like(mat, i)))
    calibrate(mat, 50.0).save(tmp_path / "c.json")
    return real(tmp_path, kind="file", source=str(folder), calibration=str(tmp_path / "c.json"))


def levels(config: Config) -> dict[str, Level]:
    return {f.check: f.level for f in eyes(config)}


def test_a_good_camera_and_calibration_are_reported(film: Config) -> None:
    found = list(eyes(film))
    assert {f.check: f.level for f in found} == dict.fromkeys(
        ("camera", "picture", "markers", "calibration", "tiles"), Level.OK
    )
    assert any("2028 x 1520, 12.5 a second" in f.message for f in found)


def test_a_camera_with_too_few_pixels_for_the_tiles_is_reported(film: Config, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    raw = json.loads(path.read_text())
    path.write_text(json.dumps(raw | {"tile": 26.0}))
    assert levels(film)["tiles"] is Level.OK
    path.write_text(json.dumps(raw | {"tile": 26.0, "focal": 0.7 * raw["focal"]}))
    found = {f.check: f for f in eyes(film)}["tiles"]
    assert found.level is Level.ADVICE
    assert "26 mm is 31 pixels long where the camera sees it smallest, 41 are wanted" in found.message


def test_a_moved_camera_is_a_fault(film: Config, mat: Pixels, tmp_path: Path) -> None:
    for i in range(3):
        moved = np.roll(mat, 12, axis=1)
        cv2.imwrite(str(tmp_path / "film" / f"{i}.png"), cv2.add(moved, np.full_like(mat, i)))
    found = {f.check: f for f in eyes(film)}
    assert found["markers"].level is Level.FAULT
    assert "has moved by 6" in found["markers"].message or "has moved by 7" in found["markers"].message
    assert found["markers"].fix == "jantaku calibrate"


def test_a_calibration_for_another_size_or_of_poor_error_is_a_fault(film: Config, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    raw = json.loads(path.read_text())
    path.write_text(json.dumps(raw | {"width": 1000}))
    assert levels(film)["calibration"] is Level.FAULT
    path.write_text(json.dumps(raw | {"error_mm": 1.4}))
    assert levels(film)["calibration"] is Level.FAULT
    path.unlink()
    assert levels(film)["calibration"] is Level.FAULT


def test_a_camera_that_does_not_see_the_whole_mat_is_a_fault(film: Config, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    raw = json.loads(path.read_text())
    near, far, down = raw["shift"]
    path.write_text(json.dumps(raw | {"shift": [near, far + 60.0, down]}))
    found = {f.check: f for f in eyes(film)}["calibration"]
    assert found.level is Level.FAULT
    assert "ends before the mat does (at its lower edge)" in found.message


def test_a_camera_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    found = {f.check: f for f in eyes(real(tmp_path))}
    assert "no camera at /dev/video97" in found["camera"].message
    assert found["camera"].fix == "v4l2-ctl --list-devices"
    assert found["calibration"].level is Level.FAULT


def test_the_command_prints_a_json_line_a_check(tmp_path: Path) -> None:
    config = tmp_path / "t.toml"
    config.write_text(
        f'data = "{tmp_path}"\n[camera]\nkind = "v4l2"\nsource = "/dev/video97"\n'
        f'[machine]\nkind = "serial"\nport = "{tmp_path}/tty"\n'
    )
    result = CliRunner().invoke(doctor, ["--config", str(config), "--json"])
    assert result.exit_code == 1
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert {"python", "packages", "machine", "camera", "calibration"} <= {line["check"] for line in lines}
    assert [line["check"] for line in lines if not line["ok"]][-2:] == ["camera", "calibration"]
    assert all(line["code"] and line["name"] for line in lines)


def test_a_virtual_table_needs_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    swedish = CliRunner().invoke(doctor, ["--language", "sv"]).stdout
    assert "dess kamera är ritad" in swedish
    assert swedish.splitlines()[-1].startswith(("Inget saknas", "Gör detta först"))
    result = CliRunner().invoke(doctor, [])
    assert "its camera is drawn" in result.stdout
    assert "doctor" in COMMANDS


def test_a_broken_configuration_is_one_sentence() -> None:
    result = CliRunner().invoke(doctor, ["--config", "none.toml"])
    assert result.exit_code == 2
    assert "none.toml" in result.stderr
