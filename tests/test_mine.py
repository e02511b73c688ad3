"""What a test replaces for itself stays as it is for the tables and clubs that run beside it."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path

import pytest

from tests.mine import mine

TESTS = Path(__file__).parent
FOR_ALL = re.compile(r"""setattr\((?:"(?:[\w.]+\.)?time\.|(?:\w+\.)*time, )""")


def test_only_the_thread_that_asks_gets_the_replacement() -> None:
    found: list[float] = []
    with pytest.MonkeyPatch.context() as patched:
        mine(patched, time, time=lambda: 7.0)
        other = threading.Thread(target=lambda: found.append(time.time()))
        other.start()
        other.join()
        assert time.time() == 7.0
    assert found[0] > 1e9
    assert time.time() > 1e9


def test_no_test_sets_the_clock_of_all_threads() -> None:
    assert not [
        f"{path.relative_to(TESTS)}:{number}"
        for path in sorted(TESTS.rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if FOR_ALL.search(line)
    ]
