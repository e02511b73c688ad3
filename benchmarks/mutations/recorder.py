"""A plugin of pytest that writes down which lines each test runs, and how long it takes.

Loaded with `-p benchmarks.mutations.recorder`, before any module of ours. Each process writes files of its
own into the folder that `MUTATIONS_MAP` names: lines as coverage's contexts, seconds of the tests that
did not fail as JSON.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from coverage import Coverage

FOLDER: Final = Path(os.environ["MUTATIONS_MAP"])
_seconds: dict[str, float] = defaultdict(float)
_bad: set[str] = set()
_OURS: Final = [
    "engine",
    "vision",
    "controller",
    "club",
    "firmware_bridge",
    "contract",
    "runtime",
    "upkeep",
    "words",
]
_coverage = Coverage(
    str(FOLDER / "lines"),
    data_suffix=True,
    config_file=False,
    source=_OURS,
    messages=False,
)
_coverage.start()


def plain(nodeid: str) -> str:
    """A test without its parameters: those are chosen together."""
    return nodeid.partition("[")[0]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    _coverage.switch_context(plain(item.nodeid))
    yield
    _coverage.switch_context("")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[plain(report.nodeid)] += report.duration
    if report.failed:  # of a skipped one other parameters may notice something
        _bad.add(plain(report.nodeid))


def pytest_unconfigure() -> None:
    _coverage.stop()
    _coverage.save()
    good = {name: seconds for name, seconds in _seconds.items() if name not in _bad}
    (FOLDER / f"seconds.{os.getpid()}.json").write_text(json.dumps(good))
