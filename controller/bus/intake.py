"""Commands on their way in: what is retained is never an order and is cleared, and a flood holds nobody up.

The broker says of a message whether it is retained (MQTT 5, retain as published). One that knows only MQTT
3.1.1 says it of what it had kept before (3.3.1.3), so there each command waits until the broker was asked for
what it keeps.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Final

import paho.mqtt.client as paho
from paho.mqtt.subscribeoptions import SubscribeOptions

from contract.topics import Topics
from controller.bus.gate import Answer, Gate, Letter, Order
from controller.sentences.refusals import Refusal

WAITING: Final = 200
"""Orders that may wait for the next turn of the main loop; nobody presses faster."""
RATE: Final = 50.0
"""Commands a second that one sender may go on with; beyond `BURST` of them they are not read."""
BURST: Final = 200.0
SENDERS: Final = 1000
"""Senders that are kept; when there are more, all start again."""
KEPT_S: Final = 0.2
"""A broker of MQTT 3.1.1 has sent its retained messages by then."""


@dataclass
class _Sender:
    left: float
    at: float
    answered: float


class Flood:
    """How much of what one sender says is read: a bucket of tokens each."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._senders: dict[str, _Sender] = {}

    def admits(self, sender: str) -> bool:
        now = self._clock()
        if len(self._senders) > SENDERS:
            self._senders.clear()
        known = self._senders.setdefault(sender, _Sender(BURST, now, now - 1.0))
        known.left = min(BURST, known.left + RATE * (now - known.at))
        known.at = now
        if known.left < 1.0:
            return False
        known.left -= 1.0
        return True

    def owed(self, sender: str) -> bool:
        """Whether one who was refused is due an answer again: once a second."""
        known, now = self._senders[sender], self._clock()
        if now - known.answered < 1.0:
            return False
        known.answered = now
        return True


class Intake:
    """`received` and `subscribe` are called in paho's thread, the rest in the main loop. `answer` replies,
    `clear` takes a retained message off the broker."""

    def __init__(
        self,
        topics: Topics,
        gate: Gate,
        answer: Callable[[Answer], None],
        clear: Callable[[str], None],
        *,
        open_door: bool,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._topics = topics
        self._filters = (*((topics.cmd,) if open_door else ()), topics.cmd_of("+"))
        self._gate = gate
        self._answer = answer
        self._clear = clear
        self._clock = clock
        self._flood = Flood(clock)
        self._orders: SimpleQueue[Order] = SimpleQueue()
        self._lock = threading.Lock()
        self._kept: set[str] = set()
        self._unsure: deque[tuple[float, str, Letter]] = deque()

    def subscribe(self, client: paho.Client) -> None:
        """On every connection."""
        if client.protocol == paho.MQTTv5:
            options = SubscribeOptions(qos=1, noLocal=True, retainAsPublished=True)
            client.subscribe([(each, options) for each in self._filters])
        else:
            client.subscribe([(each, 1) for each in self._filters])

    def received(self, client: paho.Client, message: paho.MQTTMessage) -> None:
        old, topic, payload = client.protocol != paho.MQTTv5, message.topic, bytes(message.payload)
        if not payload and (message.retain or old):
            return  # what was retained is cleared
        asked = message.properties
        device = None if topic == self._topics.cmd else topic.removeprefix(self._topics.cmd_of(""))
        letter = Letter(
            payload,
            device,
            retained=message.retain,
            response=getattr(asked, "ResponseTopic", None),
            correlation=getattr(asked, "CorrelationData", None),
        )
        if message.retain:
            self._forget(topic, payload)
        if not self._flood.admits(device or ""):
            self._gate.dropped(letter, self._answer if self._flood.owed(device or "") else None)
        elif old and not message.retain:
            with self._lock:
                self._unsure.append((self._clock(), topic, letter))
            self.subscribe(client)  # it sends again what it keeps
        else:
            self._admit(letter)

    def _forget(self, topic: str, payload: bytes) -> None:
        """It is cleared with the next turn of the main loop, and was no order when it first came."""
        with self._lock:
            self._kept.add(topic)
            left = [each for each in self._unsure if (each[1], each[2].payload) != (topic, payload)]
            self._unsure = deque(left)

    def take(self, order: Order) -> None:
        """An order from within this process."""
        self._orders.put(order)

    def poll(self) -> Iterator[Order]:
        """What was admitted since the last call; what the broker keeps is cleared."""
        with self._lock:
            kept, self._kept = self._kept, set()
        for topic in kept:
            self._clear(topic)
        for letter in self._sure():
            self._admit(letter)
        while True:
            try:
                yield self._orders.get_nowait()
            except Empty:
                return

    def _sure(self) -> list[Letter]:
        """What the broker would have sent by now if it retained it."""
        out = []
        with self._lock:
            while self._unsure and self._unsure[0][0] + KEPT_S <= self._clock():
                out.append(self._unsure.popleft()[2])
        return out

    def _admit(self, letter: Letter) -> None:
        found = self._gate.admit(letter)
        if isinstance(found, Order) and self._orders.qsize() >= WAITING:
            found = self._gate.answered(found, Refusal("crowded"))
        if isinstance(found, Order):
            self._orders.put(found)
        elif found is not None:
            self._answer(found)
