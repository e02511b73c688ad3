"""As many tests as fit in a time, the quickest first, by what each took when it ran last on this computer."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

import pytest

KEY: Final = "jantaku/seconds"


def chosen(tests: Iterable[str], seconds: Mapping[str, float], budget: float) -> set[str]:
    """Of the tests those that never ran, and of the others the quickest, as long as `budget` (s) lasts."""
    known = sorted((seconds[test], test) for test in tests if test in seconds)
    out = {test for test in tests if test not in seconds}
    for each, test in known:
        budget -= each
        if budget < 0:
            break
        out.add(test)
    return out


class Quickest:
    """A plugin of pytest. Each run keeps the seconds of its tests; one with `within` chooses by them."""

    def __init__(self, config: pytest.Config, within: float | None) -> None:
        self._cache = getattr(config, "cache", None)
        self._within = within
        self._worker = hasattr(config, "workerinput")
        self._took: dict[str, float] = defaultdict(float)

    def _kept(self) -> dict[str, float]:
        return dict(self._cache.get(KEY, {})) if self._cache is not None else {}

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        if self._within is None:
            return
        workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        kept = chosen([item.nodeid for item in items], self._kept(), self._within * workers)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
        items[:] = [item for item in items if item.nodeid in kept]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._took[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        if self._cache is not None and not self._worker:
            self._cache.set(KEY, self._kept() | {test: round(s, 3) for test, s in self._took.items()})
