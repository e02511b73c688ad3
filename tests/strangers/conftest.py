"""Two computers for the tests of a folder, or the reason why there are none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.controller import browser
from tests.strangers.network import Computer, missing, two_computers


@pytest.fixture(scope="module")
def computers() -> Iterator[tuple[Computer, Computer]]:
    """The one of table or hub, and a stranger's in the same network."""
    why = missing() or browser.missing()
    if why:
        pytest.skip(why)
    with two_computers() as pair:
        yield pair
