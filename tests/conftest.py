"""What holds for all tests."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests.quickest import Quickest

COLLECTED: Final = 20_000
"""New objects after which the collector looks at them; Python's own 700 is for small programs."""

# On a busy computer a slow example is no failure, here or where tests are run for others.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--within", type=float, help="Run the quickest tests for so many seconds.")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Quickest(config, config.getoption("--within")))


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end: the collector need not look through it again and
    again, which took a fourteenth of the processor time (docs/measurements.md)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTED, 20, 20)


@pytest.fixture
def _interruptible() -> Iterator[None]:
    """A shell's job in the background ignores SIGINT, and what it starts inherits that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
