"""A bus at the broker of `table-1`, and a screen of its network."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.broker.broker import EmbeddedBroker
from controller.bus.mqtt import Bus
from tests.controller.broker.client import until
from tests.controller.bus.screen import INFO, TOPICS, Screen


@pytest.fixture
def bus(broker: EmbeddedBroker) -> Iterator[Bus]:
    made = Bus(TOPICS, broker.address, INFO, "boot-1")
    made.start()
    assert until(lambda: made.connected)
    yield made
    made.close()


@pytest.fixture
def screen(broker: EmbeddedBroker, bus: Bus) -> Iterator[Screen]:
    made = Screen(broker)
    # The table subscribes before it publishes: from now on it receives commands.
    assert until(lambda: TOPICS.status in made.topics())
    yield made
    made.close()
