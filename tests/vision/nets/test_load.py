"""A net in whole numbers answers as the one it was made from, on whatever processor this is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision.nets.load import MODELS, PRECISE, session

WINDOW = (64, 48, 4)


@pytest.mark.parametrize(
    ("name", "shape", "apart"),
    [
        ("detector", (1, 256, 256, 4), 0.06),
        ("photographs", (1, 256, 256, 4), 0.06),
        ("classifier", (16, *WINDOW), 0.12),
        ("closeups", (16, *WINDOW), 0.16),
    ],
)
def test_a_net_made_int8_answers_as_before(name: str, shape: tuple[int, ...], apart: float) -> None:
    """Twice what was found where sums are whole; cut off at 16 bits they are five times as far apart."""
    seen = np.random.default_rng(1).integers(0, 256, shape, np.uint8)
    small, large = (session(folder / f"{name}.onnx", 1) for folder in (MODELS, PRECISE))
    (asked,) = small.get_inputs()
    answers = zip(small.run(None, {asked.name: seen}), large.run(None, {asked.name: seen}), strict=True)
    assert all(np.abs(one.astype(float) - other.astype(float)).mean() < apart for one, other in answers)


def test_whoever_runs_the_nets_reports_to_nobody_and_gets_no_identifier(tmp_path: Path) -> None:
    """onnxruntime writes the identifier of the computer that it reports with below the user's home."""
    program = "import vision.nets.load as load; load.session(load.MODELS / 'classifier.onnx', 1)"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ORT_", "XDG_", "CI"))}
    subprocess.run(
        [sys.executable, "-c", program], env=kept | {"HOME": str(tmp_path)}, check=True, timeout=120
    )
    assert list(tmp_path.rglob("*")) == []
