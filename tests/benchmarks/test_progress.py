"""How long a benchmark takes, and how far it has come."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import progress
from benchmarks.progress import Command, Options, Progress, each, lasting, no_folder, passing, tell
from tests.mine import mine

ROOT = Path(__file__).parents[2]
RUNS = """
import time
from benchmarks.progress import Command
Command("About it.", lambda _: 60.0).begin()
try:
    print("runs", flush=True)
    time.sleep(60)
finally:
    print("ends what it has started")
"""


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("sys.argv", ["/a/b/machine/__main__.py"])
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def takes(options: Options) -> float:
    return float(60 * options.games)


def command() -> Command:
    made = Command("About it.", takes)
    made.add_argument("--games", type=int, default=3)
    return made


def test_a_module_and_a_package_are_called_by_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    assert progress.program() == "machine"
    monkeypatch.setattr("sys.argv", ["/a/b/road.py"])
    assert progress.program() == "road"


def test_help_says_how_long_it_takes_without_options() -> None:
    assert "it takes about 3 min." in command().format_help()


def test_a_run_says_first_how_long_it_takes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["road.py", "--games", "1"])
    assert command().begin().games == 1
    assert capsys.readouterr() == ("", "road: takes about 60 s.\n")


def test_a_run_that_is_ended_ends_what_it_has_started() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", RUNS], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "runs\n"
        run.terminate()
        assert run.stdout.read() == "ends what it has started\n"
    assert run.returncode == 128 + signal.SIGTERM


def test_what_lacks_ends_it_with_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = command()
    made.need(None, no_folder(None, "models"), no_folder(tmp_path, "models"))
    with pytest.raises(SystemExit) as ended:
        made.need(None, no_folder(tmp_path / "none", "games"), "never asked")
    assert ended.value.code == 2
    assert capsys.readouterr() == ("", f"machine: {tmp_path / 'none'} is absent: it should hold games\n")


def test_a_line_tells_what_is_done_and_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    mine(monkeypatch, time, monotonic=lambda: now)
    part = Progress("hands", 8)
    assert part.line() == "machine: hands 0 of 8, 0 s so far"
    now = 160.0
    part.step(2)
    assert part.line() == "machine: hands 2 of 8, 60 s so far, about 3 min left"
    part.step(9)
    assert part.line() == "machine: hands 8 of 8, 60 s so far"
    assert Progress("the game", 1).line() == "machine: the game, 0 s so far"
    until = passing("seconds", 40)
    now = 170.0
    assert until.line() == "machine: seconds 10 of 40, 10 s so far, about 30 s left"


def test_elsewhere_than_on_a_terminal_lines_come_though_nothing_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "LINE_S", 0.01)
    with Progress("hands", 8):
        time.sleep(0.1)
    out, output = capsys.readouterr()
    assert out == ""
    assert output.count("machine: hands 0 of 8, 0 s so far\n") > 1
    assert progress.CLEAR not in output


def test_a_quick_part_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for item in each("hands", (1, 2)):
        tell(str(item))
    assert capsys.readouterr() == ("1\n2\n", "")


def test_on_a_terminal_one_line_is_drawn_again_and_gives_way_to_results(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(progress, "DRAWN_S", 0.01)
    with Progress("hands", 8):
        time.sleep(0.1)
        tell("found")
    out, output = capsys.readouterr()
    assert out == "found\n"
    assert "\n" not in output
    assert output.startswith(f"{progress.CLEAR}machine: hands")
    assert output.endswith(progress.CLEAR)


@pytest.mark.parametrize(
    ("seconds", "words"), [(4.4, "4 s"), (89, "89 s"), (90, "2 min"), (1200, "20 min"), (7200, "2.0 h")]
)
def test_a_length_of_time_in_words(seconds: float, words: str) -> None:
    assert lasting(seconds) == words
