"""`--within` runs what fits in the time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.quickest import chosen

NAMES = st.sampled_from("abcdefgh")


@given(st.sets(NAMES), st.dictionaries(NAMES, st.floats(0, 10)), st.floats(0, 40))
def test_the_quickest_that_fit_and_all_that_are_new(
    tests: set[str], seconds: dict[str, float], budget: float
) -> None:
    found = chosen(tests, seconds, budget)
    known = found & seconds.keys()
    assert found - known == tests - seconds.keys()
    assert sum(seconds[test] for test in known) <= budget + 1e-9
    left = (tests & seconds.keys()) - known
    assert all(seconds[slow] >= seconds[quick] for slow in left for quick in known)
    assert not left or sum(seconds[t] for t in known) + min(seconds[t] for t in left) > budget - 1e-9


def run(folder: Path, *words: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def test_a_slow_test_is_left_out_when_it_has_run_once(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "conftest.py").write_text(
        f"import sys\nsys.path.insert(0, {str(Path(__file__).parents[1])!r})\n"
        "from tests.conftest import pytest_addoption, pytest_configure\n"
    )
    (tmp_path / "test_two.py").write_text(
        "import time\ndef test_slow(): time.sleep(0.5)\ndef test_quick(): pass\n"
    )
    assert "2 passed" in run(tmp_path, "--within", "0.1")
    assert "1 passed" in run(tmp_path, "--within", "0.1")
    assert "2 passed" in run(tmp_path)
