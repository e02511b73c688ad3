"""The bus in MQTT 5, and in 3.1.1 where the broker knows no other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import paho.mqtt.client as paho
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from contract.messages import SCHEMA
from controller.broker.broker import Address, EmbeddedBroker
from controller.bus.farewell import leave
from controller.bus.mqtt import Bus
from tests.controller.broker.client import needs_mosquitto, until
from tests.controller.bus.old_broker import OldBroker
from tests.controller.bus.screen import INFO, TOPICS, received, snapshot

pytestmark = needs_mosquitto


class Phone:
    """A client that speaks MQTT 5."""

    def __init__(self, broker: EmbeddedBroker) -> None:
        self.received: list[paho.MQTTMessage] = []
        self.paho = Address(path=broker.address.path).client(protocol=paho.MQTTv5)
        self.paho.on_message = lambda _c, _d, message: self.received.append(message)
        self.paho.connect(*broker.address.target)
        self.paho.loop_start()
        assert until(self.paho.is_connected)
        self.paho.subscribe(f"{TOPICS.root}/#", qos=1)

    def close(self) -> None:
        leave(self.paho)

    def ask(self, payload: bytes, **properties: Any) -> None:
        asked = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        for name, value in properties.items():
            setattr(asked, name, value)
        self.paho.publish(TOPICS.cmd, payload, qos=1, properties=asked).wait_for_publish(5)

    def at(self, topic: str) -> list[paho.MQTTMessage]:
        return [message for message in self.received if message.topic == topic]


def properties(message: paho.MQTTMessage) -> dict[str, Any]:
    found: Any = message.properties
    return dict(found.json())


@pytest.fixture
def phone(broker: EmbeddedBroker, bus: Bus) -> Iterator[Phone]:
    made = Phone(broker)
    yield made
    made.close()


def test_the_answer_goes_to_the_response_topic_with_its_correlation(bus: Bus, phone: Phone) -> None:
    where = TOPICS.reply("phone")
    phone.ask(b'{"id": "5", "by": "x", "name": "sync"}', ResponseTopic=where, CorrelationData=b"\x01\x00")
    (order,) = received(bus)
    bus.answer(order)
    assert until(lambda: bool(phone.at(where)))
    (answer,) = phone.at(where)
    assert json.loads(answer.payload)["id"] == "5"
    said = properties(answer)
    assert bytes.fromhex(said["CorrelationData"]) == b"\x01\x00"
    assert said["MessageExpiryInterval"] <= 60


def test_all_that_is_sent_names_its_schema_and_boot(bus: Bus, phone: Phone) -> None:
    bus.publish_state(snapshot(1))
    assert until(lambda: bool(phone.at(TOPICS.state)))
    said = properties(phone.at(TOPICS.state)[-1])
    assert dict(said["UserProperty"]) == {"schema": SCHEMA, "boot": "boot-1"}


@pytest.mark.slow
@pytest.mark.parametrize("polite", [True, False])
def test_a_broker_that_knows_no_mqtt_5_is_spoken_to_in_3_1_1(polite: bool) -> None:
    """Return code 1 of CONNACK: unacceptable protocol version (MQTT 3.1.1, 3.2.2.3)."""
    old = OldBroker(polite=polite)
    old.start()
    bus = Bus(TOPICS, Address("127.0.0.1", old.port), INFO, "boot-1")
    bus.start()
    assert until(lambda: bus.connected)
    assert old.levels[-1] == 4
    assert set(old.levels[:-1]) == {5}
    bus.close()
    old.end()
