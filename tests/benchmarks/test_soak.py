"""What the soak says of its samples, and that it sees a process grow."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from benchmarks.soak import sample, slope


def test_the_slope_is_that_of_another_library() -> None:
    rng = np.random.default_rng(1)
    at = np.arange(40) * 60.0
    values = 100 + 3 * at / 3600 + rng.normal(0, 0.5, 40)
    (rise, _), covariance = np.polyfit(at / 3600, values, 1, cov="unscaled")
    rest = values - np.polyval([rise, values.mean() - rise * (at / 3600).mean()], at / 3600)
    error = float(np.sqrt(covariance[0, 0] * (rest @ rest) / 38))
    found = slope(at.tolist(), values.tolist())
    assert found == pytest.approx((100 * rise / values.mean(), 100 * error / values.mean()))


def test_what_a_process_holds_is_seen(tmp_path: Path) -> None:
    (tmp_path / "games/g1.evidence").mkdir(parents=True)
    (tmp_path / "games/g1.evidence/1.jpg").write_bytes(b"x" * 1000)
    (tmp_path / "games/g1.jsonl").write_text('{"type":"hand_ended"}\n{"type":"drawn"}\n')
    grown = (
        "import sys, time; a = bytearray(60_000_000); f = [open('/dev/null') for _ in range(9)]; print(1); "
    )
    program = f"{grown}sys.stdout.flush(); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            found = sample(process.pid, tmp_path, time.monotonic())
        finally:
            process.kill()
    assert found.rss > 60_000_000
    assert found.files >= 12
    assert (found.threads, found.evidence, found.played, found.broker_rss) == (1, 1000, 1, 0)
