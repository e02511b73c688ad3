"""The time of day where the computer's own jumps: at the start and while the program runs, both ways."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.clock import FILE, FORMAT, JUMP_S, MARK_S, RELEASED, Clock

NOW = RELEASED + 100 * 86_400.0
YEAR = 365 * 86_400.0


@dataclass
class Computer:
    """Its time of day, which anybody sets, and its uptime, which nobody does."""

    wall_s: float = NOW
    uptime_s: float = 1000.0

    def clock(self) -> Clock:
        return Clock(lambda: self.wall_s, lambda: self.uptime_s)

    def passes(self, seconds: float) -> None:
        self.wall_s += seconds
        self.uptime_s += seconds


@pytest.fixture
def computer() -> Computer:
    return Computer()


def code(clock: Clock) -> str | None:
    trouble = clock.trouble()
    return None if trouble is None else trouble.code


def test_it_is_the_time_of_day(computer: Computer) -> None:
    clock = computer.clock()
    assert (clock.now_s(), clock.now_ms()) == (NOW, round(NOW * 1000))
    computer.passes(0.5)
    assert (clock.now_s(), clock.now_ms()) == (NOW + 0.5, round(NOW * 1000) + 500)
    assert clock.trouble() is None


@pytest.mark.parametrize("years", [-56, -1, 1, 10])
def test_a_jump_while_it_runs_counts_nowhere_and_is_reported(computer: Computer, years: int) -> None:
    clock = computer.clock()
    computer.wall_s += years * YEAR
    computer.passes(5.0)
    assert clock.now_s() == NOW + 5.0
    assert code(clock) == "clock_jumped"
    computer.wall_s -= years * YEAR
    assert clock.trouble() is None
    assert clock.now_s() == NOW + 5.0


def test_a_correction_of_a_minute_is_no_jump(computer: Computer) -> None:
    clock = computer.clock()
    for drift, expected in (
        (JUMP_S, None),
        (-JUMP_S, None),
        (JUMP_S + 1, "clock_jumped"),
        (-JUMP_S - 1, "clock_jumped"),
    ):
        computer.wall_s = NOW + drift
        assert code(clock) == expected


def test_a_computer_without_a_battery_is_reported_and_followed_when_the_network_says_the_time(
    computer: Computer, tmp_path: Path
) -> None:
    """It begins at 0: what was seen last counts, until the time has passed that."""
    computer.clock().keep(tmp_path)
    computer.wall_s = 0.0
    clock = computer.clock()
    clock.keep(tmp_path)
    computer.passes(10.0)
    assert clock.now_s() == NOW + 10.0
    trouble = clock.trouble()
    assert trouble is not None
    assert trouble.code == "clock_early"
    assert "1970-01-01 00:00 UTC" in trouble.sentence
    assert f"remove {tmp_path / FILE}" in trouble.sentence
    computer.wall_s = NOW + 8 * 3600
    assert clock.now_s() == NOW + 8 * 3600
    assert clock.trouble() is None
    computer.wall_s += YEAR
    assert clock.now_s() == NOW + 8 * 3600
    assert code(clock) == "clock_jumped"


def test_of_a_first_start_before_the_release_the_sentence_names_no_file(
    computer: Computer, tmp_path: Path
) -> None:
    computer.wall_s = RELEASED - 1
    clock = computer.clock()
    clock.keep(tmp_path)
    trouble = clock.trouble()
    assert trouble is not None
    assert trouble.code == "clock_early"
    assert "remove" not in trouble.sentence
    computer.wall_s = RELEASED
    assert clock.now_s() == RELEASED
    assert clock.trouble() is None


def test_a_start_in_the_past_goes_on_from_the_last_time(computer: Computer, tmp_path: Path) -> None:
    computer.clock().keep(tmp_path)
    computer.wall_s = NOW - YEAR
    clock = computer.clock()
    clock.keep(tmp_path)
    assert clock.now_s() == NOW
    assert code(clock) == "clock_early"


def test_a_start_in_the_future_is_the_time_that_the_computer_was_off(
    computer: Computer, tmp_path: Path
) -> None:
    computer.clock().keep(tmp_path)
    computer.wall_s += YEAR
    clock = computer.clock()
    clock.keep(tmp_path)
    assert clock.now_s() == NOW + YEAR
    assert clock.trouble() is None


def test_the_time_is_written_down_now_and_then(computer: Computer, tmp_path: Path) -> None:
    clock = computer.clock()
    clock.keep(tmp_path)
    kept: Callable[[], float] = lambda: json.loads((tmp_path / FILE).read_text())["seen_s"]  # noqa: E731
    assert kept() == NOW
    computer.passes(MARK_S - 1)
    clock.now_s()
    assert kept() == NOW
    computer.passes(1)
    clock.now_s()
    assert kept() == NOW + MARK_S


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"seen_s": 9e99}', '{"format": "jantaku-club/1", "seen_s": 1}', "\x00"],
)
def test_a_file_that_says_no_time_is_put_aside(computer: Computer, tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    clock = computer.clock()
    clock.keep(tmp_path)
    assert clock.now_s() == NOW
    assert json.loads((tmp_path / FILE).read_text()) == {"format": FORMAT.mark, "seen_s": NOW}
    assert (tmp_path / f"{FILE}.aside").read_text() == text


def test_a_folder_that_cannot_be_written_costs_the_mark_alone(computer: Computer, tmp_path: Path) -> None:
    clock = computer.clock()
    clock.keep(tmp_path / "gone")
    computer.passes(2 * MARK_S)
    assert clock.now_s() == NOW + 2 * MARK_S


SETTINGS = st.tuples(st.floats(0, 5 * YEAR), st.floats(0, 1e5), st.booleans())


@given(st.floats(0, 5e9), st.lists(SETTINGS, max_size=8))
def test_it_never_goes_back_whatever_anybody_sets(
    tmp_path_factory: pytest.TempPathFactory, first: float, steps: list[tuple[float, float, bool]]
) -> None:
    """Nor over a restart, but for what had not been written down yet."""
    folder = tmp_path_factory.mktemp("clock")
    computer = Computer(wall_s=first)
    clock = computer.clock()
    clock.keep(folder)
    seen = marked = clock.now_s()
    for wall, passed, again in steps:
        computer.passes(passed)
        computer.wall_s = wall
        if again:
            marked = json.loads((folder / FILE).read_text())["seen_s"]
            clock = computer.clock()
            clock.keep(folder)
            seen = marked
        now = clock.now_s()
        assert now >= seen
        seen = now


@pytest.mark.slow
def test_a_real_process_in_another_year_goes_on_from_its_last_time(tmp_path: Path) -> None:
    """With Debian's `faketime`: 1970 at the start, then years ahead."""
    faked = shutil.which("faketime")
    if faked is None:
        pytest.skip("faketime is absent: run `sudo apt install faketime`")
    says = "from runtime.clock import CLOCK; import sys; from pathlib import Path"
    says += "; CLOCK.keep(Path(sys.argv[1])); t = CLOCK.trouble(); print(CLOCK.now_s(), t and t.code)"
    run = [sys.executable, "-c", says, str(tmp_path)]
    (tmp_path / FILE).write_text(json.dumps({"format": FORMAT.mark, "seen_s": NOW}))
    outcomes = {}
    for date in ("1980-01-01 12:00:00", "2040-01-01 12:00:00", "2030-01-01 12:00:00"):
        root = str(Path(__file__).resolve().parents[2])
        done = subprocess.run(
            [faked, date, *run],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": root},
        )
        now, said = done.stdout.split()
        outcomes[date[:4]] = (float(now), said)
    assert outcomes["1980"][0] == pytest.approx(NOW, abs=60)
    assert outcomes["1980"][1] == "clock_early"
    assert outcomes["2040"][0] == pytest.approx(2_209_032_000, abs=86_400)
    assert outcomes["2040"][1] == "None"
    assert outcomes["2030"][0] == pytest.approx(outcomes["2040"][0], abs=60)
    assert outcomes["2030"][1] == "clock_early"
