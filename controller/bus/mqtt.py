"""The bus: the table's truth out to MQTT, commands in. paho's thread does the talking.

The broker is a projection of what this object holds: on every connection the retained topics are
published again, so a broker that lost everything is whole at once. `state`, `eyes`, `event` and
`tick` go at QoS 0: TCP keeps their order, and what a broken connection swallowed is replaced by
the republished truth. At QoS 1 paho would resend an old snapshot *after* the new one.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import paho.mqtt.client as paho
from paho.mqtt.enums import MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from pydantic import BaseModel

from contract.channels import PASSING_S, REPLY_S, is_delayed
from contract.messages import (
    SCHEMA,
    Alert,
    Command,
    EventMessage,
    Eyes,
    Info,
    MachineReport,
    Snapshot,
    Status,
    Tick,
)
from contract.topics import Topics
from controller.broker.broker import Address
from controller.bus.delay import DelayQueue
from controller.bus.farewell import leave
from controller.bus.gate import Answer, Gate, Order
from controller.bus.intake import Intake
from controller.bus.namesake import Namesake
from controller.bus.presence import Screens
from controller.bus.replies import Replies
from controller.health import Traffic
from controller.sentences.refusals import Refusal
from runtime.tasks import Part, Tasks

AWAY_ALERT_S: Final = 2.0
"""A restart of the embedded broker takes under a second and is no news."""
RETRY_S: Final = (0.25, 0.5)
"""Between two attempts to connect, at first and at most."""
DROPS: Final = 3
"""So many connections that end without an answer mean a broker that does not know MQTT 5."""
HAND_OVER_S: Final = 0.0002
"""The main loop stands back for paho's thread to write a snapshot out. Else it computes on, and the thread
waits for the interpreter until the switch interval is over: 5 ms before any screen receives it, or more."""
_NEW, _OLD = MQTTProtocolVersion.MQTTv5, MQTTProtocolVersion.MQTTv311


class Bus:
    """Publishes for one table and collects its commands. Only `poll`, `answer`, `show`, `publish_*` and
    `close` are called from the main loop; none of them blocks. MQTT 5, or 3.1.1 where the broker knows no
    other: then the payloads alone say what properties would.

    `boot` names this run of the service; `clock` gives wall-clock seconds; `late` holds back what
    broadcasts receive; `replies` remembers commands; `open_door`: whoever writes to `cmd` is the house.
    """

    def __init__(  # noqa: PLR0913 - one parameter a part
        self,
        topics: Topics,
        address: Address,
        info: Info,
        boot: str,
        clock: Callable[[], float] = time.time,
        late: DelayQueue | None = None,
        replies: Replies | None = None,
        *,
        open_door: bool = True,
        part: Part | None = None,
    ) -> None:
        self._part = part or Tasks().part("mqtt")
        self._topics = topics
        self._address = address
        self._boot = boot
        self._clock = clock
        self._lock = threading.Lock()
        self._late = late
        online = self._status(online=True)
        self._retained = {topics.info: (_json(info), 0), topics.status: (online, 0)}
        self._later(topics.status, online, retain=True)
        self._ears: dict[str, Callable[[bytes], None]] = {}
        self._rev = 0
        self._replies = replies or Replies(None, boot, self._now_ms)
        self._gate = Gate(topics, self._replies, boot, self._now_ms, lambda: self._rev, info.table)
        self._intake = Intake(topics, self._gate, self._reply, self._clear, open_door=open_door)
        self._screens = Screens()
        self._published = self._published_bytes = 0
        self._namesake = Namesake(boot)
        self._next_tick = 0.0
        self._away_since: float | None = time.monotonic()
        self._refusal = ""
        self._drops = 0
        self.connections = 0
        self.left_ms: int | None = None
        """Of the clock, for the tick."""
        self._protocol = _NEW
        self._client = self._make_client()

    def _make_client(self) -> paho.Client:
        # The id is secret: a stranger who knew it could take the session over.
        client = self._address.client(
            self._part,
            client_id=f"table-{secrets.token_hex(8)}",
            clean_session=True if self._protocol is _OLD else None,
            protocol=self._protocol,
        )
        client.will_set(self._topics.status, self._status(online=False), qos=1, retain=True)
        client.reconnect_delay_set(*RETRY_S)  # type: ignore[arg-type] # paho only adds and compares them
        client.on_connect = self._part.guard(self._on_connect)
        client.on_disconnect = self._part.guard(self._on_disconnect)
        client.on_message = self._part.guard(self._on_message)
        return client

    def start(self) -> None:
        """Returns at once; the connection comes, and comes again, by itself."""
        fresh = True if self._protocol is _NEW else paho.MQTT_CLEAN_START_FIRST_ONLY
        self._client.connect_async(*self._address.target, keepalive=10, clean_start=fresh)
        self._client.loop_start()

    def _fall_back(self) -> None:
        """The broker does not know MQTT 5: on with 3.1.1, where the payloads alone say everything."""
        if self._protocol is _OLD:
            return
        self._protocol = _OLD

        def change() -> None:
            leave(self._client)
            self._client = self._make_client()
            self.start()

        threading.Thread(target=self._part.guard(change), name="mqtt-3.1.1", daemon=True).start()

    def close(self, reason: str = "stopped") -> None:
        """Says goodbye with `$status` and disconnects; at most two seconds."""
        self._part.stopping.set()
        if self._client.is_connected():
            said = self._client.publish(
                self._topics.status, self._status(online=False, reason=reason), qos=1, retain=True
            )
            with suppress(RuntimeError):  # the connection has just broken: the will says it
                said.wait_for_publish(timeout=2)
        leave(self._client)
        self._replies.close()

    @property
    def connected(self) -> bool:
        return self._client.is_connected()

    @property
    def alert(self) -> Alert | None:
        """What a person should know about the link, None while it is well."""
        since = self._away_since
        if since is None or time.monotonic() - since < AWAY_ALERT_S:
            return None
        broker = "The MQTT broker" if self._address.path else f"The MQTT broker at {self._address}"
        if self._refusal:
            return Alert(
                code="broker_refused",
                message=f"{broker} refuses us ({self._refusal}): check user and password.",
            )
        return Alert(
            code="broker_away",
            message=f"{broker} is away: the game goes on, the screens wait.",
        )

    def publish_state(self, snapshot: Snapshot) -> None:
        self._rev = snapshot.rev
        self._retain(self._topics.state, snapshot)
        time.sleep(HAND_OVER_S)

    def publish_eyes(self, eyes: Eyes) -> None:
        self._retain(self._topics.eyes, eyes)

    def publish_machine(self, report: MachineReport) -> None:
        self._retain(self._topics.machine, report)

    def show(self, name: str, model: BaseModel | None, qos: int = 0) -> None:
        """What is retained under this name below the table's root; None empties it."""
        self.keep(self._topics.at(name), b"" if model is None else _json(model), qos)

    def tell(self, name: str, model: BaseModel) -> None:
        """Once, and kept by nobody: who receives it acts on it."""
        self._send(self._topics.at(name), _json(model), qos=1, expiry=REPLY_S)

    def publish_event(self, event: EventMessage) -> None:
        """Dropped while the broker is away: events only decorate."""
        payload = _json(event)
        self._send(self._topics.event, payload, expiry=PASSING_S)
        self._later(self._topics.event, payload, retain=False)

    def keep(self, topic: str, payload: bytes, qos: int = 0) -> None:
        """Publishes and retains on every connection from now on; an empty payload takes it back."""
        with self._lock:  # against a republication in paho's thread, which could send the older one last
            self._retained[topic] = payload, qos
            self._send(topic, payload, qos=qos, retain=True)
            if qos and not payload:  # it arrives, and nothing of it is left to send
                del self._retained[topic]
        self._later(topic, payload, retain=True)

    def listen(self, topic: str, received: Callable[[bytes], None]) -> None:
        """Before `start`: calls `received`, in another thread, with each message of a topic."""
        self._ears[topic] = received

    def poll(self) -> list[Order]:
        """The orders accepted since the last call; each needs one `answer`. Also publishes the tick."""
        self._beat()
        self._send_late()
        out: list[Order] = []
        for order in self._intake.poll():
            if order.if_rev is not None and order.if_rev != self._rev:
                self.answer(order, Refusal("stale", rev=self._rev))
            else:
                out.append(order)
        return out

    def take(self, command: Command) -> None:
        """A command from within this process, to be polled as those of the screens are."""
        self._intake.take(Order.model_validate(command.model_dump()))

    def answer(self, order: Order, why_not: Refusal | None = None) -> None:
        """The one reply to an order that `poll` gave; None: it is done."""
        self._reply(self._gate.answered(order, why_not))

    @property
    def traffic(self) -> Traffic:
        """What has passed so far."""
        return Traffic(
            reconnections=max(0, self.connections - 1),
            screens=len(self._screens),
            commands=dict(self._gate.codes),
            unheard=self._gate.unheard,
            refused_bytes=self._gate.refused_bytes,
            told=self._published,
            told_bytes=self._published_bytes,
        )

    @property
    def namesake(self) -> bool:
        """Whether another table of this name speaks at the broker."""
        return self._namesake.there

    @property
    def trouble(self) -> str | None:
        """Why commands cannot be stored over a restart; None while they are."""
        return self._replies.trouble

    def _now_ms(self) -> int:
        return round(self._clock() * 1000)

    def _beat(self) -> None:
        now = time.monotonic()
        if now >= self._next_tick:
            self._next_tick = now + 1.0
            tick = Tick(ts_ms=self._now_ms(), rev=self._rev, left_ms=self.left_ms)
            self._send(self._topics.tick, _json(tick), expiry=PASSING_S)
            if self._namesake.due():
                self.keep(self._topics.status, self._status(online=True))

    def _status(self, *, online: bool, reason: str | None = None) -> bytes:
        return _json(Status(online=online, boot=self._boot, reason=reason))

    def _retain(self, topic: str, model: BaseModel) -> None:
        self.keep(topic, _json(model))

    def _later(self, topic: str, payload: bytes, *, retain: bool) -> None:
        name = topic.removeprefix(f"{self._topics.root}/")
        if self._late is not None and is_delayed(name):
            self._late.put(self._topics.delayed(name), payload, retain=retain)

    def _send_late(self) -> None:
        for late in () if self._late is None else self._late.due():
            if late.retain:
                self.keep(late.topic, late.payload)
            else:
                self._send(late.topic, late.payload)

    def _send(
        self,
        topic: str,
        payload: bytes,
        *,
        qos: int = 0,
        retain: bool = False,
        expiry: int | None = None,
        correlation: bytes | None = None,
    ) -> None:
        client = self._client
        if client.is_connected():
            self._published += 1
            self._published_bytes += len(payload)
            client.publish(topic, payload, qos, retain, self._properties(expiry, correlation))

    def _properties(self, expiry: int | None = None, correlation: bytes | None = None) -> Properties | None:
        """The properties of MQTT 5; the payload says all of it, too."""
        if self._protocol is _OLD:
            return None
        out = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        out.UserProperty = [("schema", SCHEMA), ("boot", self._boot)]
        if expiry is not None:
            out.MessageExpiryInterval = expiry
        if correlation is not None:
            out.CorrelationData = correlation
        return out

    def _on_connect(
        self, client: paho.Client, _data: object, _flags: object, reason: Any, _props: object
    ) -> None:
        if reason.is_failure:
            self._refusal = str(reason)
            if self._refusal == "Unsupported protocol version":
                self._fall_back()
            return
        self._refusal, self._away_since, self._drops = "", None, 0
        self.connections += 1
        names = self._topics
        self._intake.subscribe(client)
        for topic in (names.status, names.alert("+"), names.presence("+"), *self._ears):
            client.subscribe(topic, qos=1)
        with self._lock:
            self._screens.forget()
            for topic, (payload, qos) in self._retained.items():
                self._send(topic, payload, qos=qos, retain=True)

    def _on_disconnect(self, *_: object) -> None:
        if self._away_since is None:
            self._away_since = time.monotonic()
            return
        self._drops += 1
        if self._drops >= DROPS and not self.connections:
            self._fall_back()

    def _on_message(self, client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        topic, payload = message.topic, bytes(message.payload)
        kind, _, name = topic.removeprefix(f"{self._topics.root}/").partition("/")
        if (received := self._ears.get(topic)) is not None:
            received(payload)
        elif kind == "cmd":
            self._intake.received(client, message)
        elif kind == "presence":
            self._screens.receive(name, payload)
        elif kind == "alert":
            if message.retain and payload and not self._retained.get(topic, (b"", 0))[0]:
                self.keep(topic, b"")  # left by a run of the service that was killed
        elif topic == self._topics.status and self._namesake.received(payload, retained=message.retain):
            self.keep(topic, self._status(online=True))

    def _clear(self, topic: str) -> None:
        """Takes a retained command off the broker, and off the club's where a bridge brought it."""
        self._send(topic, b"", qos=1, retain=True)
        if topic != self._topics.cmd:
            self._send(self._topics.cleared(topic.rpartition("/")[2]), b"", qos=1, retain=True)

    def _reply(self, answer: Answer) -> None:
        if answer.topic is not None:
            payload = _json(answer.reply)
            self._send(answer.topic, payload, qos=1, expiry=REPLY_S, correlation=answer.correlation)


def _json(model: BaseModel) -> bytes:
    return model.model_dump_json().encode()
