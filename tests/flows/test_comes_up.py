"""The table always comes up: `jantaku run` over damaged folders and without its devices shows a page."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from controller.table.games import WORLD
from runtime import mosquitto
from tests.controller.process import PROGRAM, begun_once, journals, running
from tests.controller.table.test_recovery import chained
from tests.firmware_bridge.test_serial_device import Cable
from tests.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
SCORES = """
[camera]
kind = "none"
[machine]
kind = "none"
"""
PEOPLE = """
[camera]
kind = "v4l2"
source = "/dev/video-none"
[machine]
kind = "none"
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(text)
    return path


def flipped(path: Path) -> None:
    whole = path.read_bytes()
    at = len(whole) // 2
    path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])


def newer(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole + chained(whole, {"type": "tile_whispered"}))


@pytest.mark.parametrize(
    ("spoil", "code"), [(flipped, "mended_journal_aside"), (newer, "mended_journal_newer")]
)
def test_a_virtual_game_whose_journal_is_damaged(data: Path, spoil: object, code: str) -> None:
    (journal,) = begun_once(data, "--seed", 3)
    assert callable(spoil)
    spoil(journal)
    damaged = journal.read_bytes()
    with running(data, "--seed", 3) as table:
        table.until(table.plays)
        assert code in table.health()["alerts"]
        assert table.get("table.html")[0] == 200
    assert journal.with_name(f"{journal.name}.aside").read_bytes() == damaged


@pytest.mark.parametrize("spoilt", [b"", None])
def test_a_virtual_table_that_was_emptied_by_a_cut(data: Path, spoilt: bytes | None) -> None:
    (journal,) = begun_once(data, "--seed", 3)
    world = journal.with_suffix(WORLD)
    if spoilt is None:
        world.unlink()
    else:
        world.write_bytes(spoilt)
    with running(data, "--seed", 3) as table:
        table.until(table.plays)
        assert "mended_world" in table.health()["alerts"]
    assert journals(data)[0] == journal
    assert len(journals(data)) == 2


def test_a_real_game_whose_journal_is_damaged_goes_on(data: Path, tmp_path: Path) -> None:
    config = written(tmp_path, SCORES)
    (journal,) = begun_once(data, config=config)
    whole = journal.read_bytes()
    journal.write_bytes(whole + b'{"seq":9,"kind":"fault"}\n')
    with running(data, config=config) as table:
        table.until(table.plays)
        assert "mended_journal_cut" in table.health()["alerts"]
    assert journals(data) == [journal]
    assert journal.read_bytes().startswith(whole)


def clock_at(year: int) -> str:
    """The program on a computer whose clock stands at this year's first days; what nobody sets goes on as it
    is. (`faketime` cannot: under it Python's `time.sleep` fails before the year of the computer's start.)"""
    begun = datetime(year, 1, 2, tzinfo=UTC).timestamp()
    behind = f"now = time.time; back = now() - {begun}; time.time = lambda: now() - back"
    return f"import time; {behind}; {PROGRAM}"


@pytest.mark.parametrize("year", [1970, 2025])
def test_a_clock_that_is_years_behind_is_said_and_the_same_game_goes_on(
    data: Path, tmp_path: Path, year: int
) -> None:
    """As on a computer without a battery, until the network says the time, and once more without one."""
    config = written(tmp_path, SCORES)
    for program, said in ((clock_at(year), 1), (PROGRAM, 0), (clock_at(year), 1)):
        with running(data, config=config, program=program) as table:
            table.until(table.plays)
            table.until(table.health)
            assert table.health()["alerts"].count("clock_early") == said
            assert table.get("table.html")[0] == 200
        assert len(journals(data)) == 1


def test_an_empty_list_of_accounts(data: Path, tmp_path: Path) -> None:
    config = written(tmp_path, SCORES)
    begun_once(data, config=config)
    accounts = data / "broker" / "accounts.json"
    accounts.write_bytes(b"")
    with running(data, config=config) as table:
        table.until(table.plays)
        assert "mended_accounts_copy" in table.health()["alerts"]
    for path in (accounts, accounts.with_name("accounts.json.good")):
        path.write_bytes(b"")
    with running(data, config=config) as table:
        table.until(table.plays)
        assert "mended_accounts_lost" in table.health()["alerts"]


def test_an_empty_calibration_and_no_camera(data: Path, tmp_path: Path) -> None:
    data.mkdir()
    (data / "calibration.json").write_bytes(b"")
    with running(data, config=written(tmp_path, PEOPLE)) as table:
        table.until(table.plays)
        table.until(lambda: {"mended_calibration_lost", "camera_missing"} <= set(table.health()["alerts"]))
    assert (data / "calibration.json.aside").read_bytes() == b""


def test_a_machine_that_is_switched_on_after_the_table(data: Path, tmp_path: Path) -> None:
    link = tmp_path / "mjtable"
    machine = PEOPLE.replace('kind = "none"', f'kind = "serial"\nport = "{link}"')
    with running(data, config=written(tmp_path, machine)) as table:
        table.until(table.plays)
        table.until(lambda: "machine_lost_port" in table.health()["alerts"])
        cable = Cable(link)
        try:
            table.until(lambda: not any("machine_lost" in code for code in table.health()["alerts"]))
        finally:
            cable.unplug()


def test_a_folder_that_cannot_be_written_and_then_can(tmp_path: Path) -> None:
    """The page says so until it can; the same address is the table's then."""
    data = tmp_path / "data"
    data.write_text("a file in the way")
    with running(data, config=written(tmp_path, SCORES)) as table:
        table.until(table.safe)
        assert f"The data directory {data} cannot be used" in table.safe()["trouble"]
        assert any(each["check"] == "disk" and each["fix"] for each in table.safe()["findings"])
        for path in ("", "table.html", "index.html"):
            status, body = table.get(path)
            assert (status, "safe.js" in body) == (503, True)
        assert table.get("shared/js/safe.js")[0] == 200
        assert table.health()["wrong"] == ["not_begun"]
        tries = table.safe()["tries"]
        assert table.get("safe/again", "POST")[0] == 200
        table.until(lambda: table.safe().get("tries", 0) > tries)
        data.unlink()
        table.until(table.plays)
        assert table.safe() == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[camera\n", "is no TOML"),
        ("\x00\x00", "is no TOML"),
        ("[camera]\nfsp = 12\n", "camera.fsp is not a known key"),
        ('[table]\npreset = "nope"\n', "There is no preset 'nope'"),
        (SCORES + '[table]\npreset = "classical"\n', "classical"),
        (PEOPLE + '[web]\ncertificate = "/none"\nkey = "/none"\n', "/none"),
        (PEOPLE + "[panel]\nkind = 'gpio'\n", "panel"),
    ],
)
def test_a_configuration_that_is_mended_while_the_page_is_open(
    data: Path, tmp_path: Path, text: str, said: str
) -> None:
    config = written(tmp_path, text)
    with running(data, config=config) as table:
        table.until(table.safe)
        assert said in table.safe()["trouble"]
        config.write_text(SCORES)
        table.get("safe/again", "POST")
        table.until(table.plays)


def test_a_broker_that_is_installed_later(data: Path, tmp_path: Path) -> None:
    folders = [*os.get_exec_path(), *mosquitto.BINARY_FOLDERS]
    there = next((path for each in folders if (path := Path(each) / "mosquitto").exists()), None)
    if there is None:
        pytest.skip("mosquitto is absent")
    bare = tmp_path / "bin"
    bare.mkdir()
    program = f"from runtime import mosquitto; mosquitto.BINARY_FOLDERS = (); {PROGRAM}"
    env = os.environ | {"PATH": str(bare)}
    with running(data, config=written(tmp_path, SCORES), program=program, env=env) as table:
        table.until(table.safe)
        assert "The MQTT broker is missing" in table.safe()["trouble"]
        (broker,) = (each for each in table.safe()["findings"] if each["check"] == "broker")
        assert broker["fix"] == "sudo apt install -y mosquitto"
        (bare / "mosquitto").symlink_to(there)
        table.get("safe/again", "POST")
        table.until(table.plays)


def test_a_wrong_word_on_the_command_line_is_an_exit(data: Path) -> None:
    for options in (["--preset", "nope"], ["--light", "disco"]):
        words = ["run", "--no-browser", "--data", str(data), *options]
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1


def test_a_port_that_is_taken_is_an_exit_also_where_the_table_cannot_begin(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = ["run", "--no-browser", "--data", str(tmp_path), "--port", str(taken.getsockname()[1])]
        words += ["--config", str(written(tmp_path, "[camera\n"))]
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, timeout=60, check=False
        )
    assert done.returncode == 2
    assert "is in use by another program" in done.stderr


def test_json_says_where_the_page_is(tmp_path: Path) -> None:
    port = free_port()
    words = ["run", "--no-browser", "--json", "--data", str(tmp_path), "--port", str(port)]
    words += ["--config", str(written(tmp_path, "[camera\n"))]
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = json.loads(process.stdout.readline())
        process.terminate()
        assert process.wait(60) == 0
    assert line["page"] == f"http://127.0.0.1:{port}/"
    assert "is no TOML" in line["waits"]
