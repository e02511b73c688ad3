"""The table's whole server beside 500 slow ones, with the real broker behind it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.broker.broker import EmbeddedBroker
from controller.web.server import Web
from tests.controller.broker.client import needs_mosquitto
from tests.controller.web.test_server import TOPICS
from tests.runtime.web.door import asked
from tests.runtime.web.test_slow import SLOW, slow_ones

pytestmark = needs_mosquitto


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    broker = EmbeddedBroker(tmp_path / "broker", TOPICS)
    broker.start()
    made = Web(TOPICS, broker.address, port=0)
    made.start()
    yield made
    made.stop()
    broker.stop()


@pytest.mark.parametrize("kind", SLOW)
def test_a_quick_one_gets_its_page_beside_500_slow_ones(web: Web, kind: str) -> None:
    page = b"GET /table.html HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with slow_ones(web.port, 500, SLOW[kind]):
        for _ in range(10):
            assert asked(web.port, page).startswith(b"HTTP/1.1 200 ")
