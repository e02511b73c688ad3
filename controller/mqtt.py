"""The bus: the table's truth out to MQTT, commands in. paho's thread does the talking.

The broker is a projection of what this object holds: on every connection the retained topics are
published again, so a broker that lost everything is whole at once. `state`, `eyes`, `event` and
`tick` go at QoS 0: TCP keeps their order, and what a broken connection swallowed is replaced by
the republished truth. At QoS 1 paho would resend an old snapshot *after* the new one.
"""

from __future__ import annotations

import json
import re
import secrets
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, Final, Literal

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion
from pydantic import BaseModel, ValidationError

from controller.broker import Address
from controller.delay import DelayQueue
from controller.eyes_report import Eyes
from controller.machine_report import MachineReport
from controller.topics import Alert, Command, EventMessage, Info, Reply, Snapshot, Status, Tick, Topics

Code = Literal["ok", "duplicate", "stale_rev", "bad_schema", "not_now", "retained"]

REMEMBERED: Final = 1000
"""Commands whose answers are kept for repeats: at one a second more than a quarter of an hour."""
COMMAND_LIMIT: Final = 4096
"""Bytes; the largest valid command is under 300."""
AWAY_ALERT_S: Final = 2.0
"""A restart of the embedded broker takes under a second and is no news."""
DELAYED: Final = {"state", "event", "win", "clock", "$status"}
"""What is told again later, to broadcasts."""
DEVICE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Bus:
    """Publishes for one table and collects its commands. Only `poll`, `answer`, `publish_*` and
    `close` are called from the main loop; none of them blocks.

    `boot` names this run of the service; `clock` gives wall-clock seconds; `late` holds back what
    broadcasts hear.
    """

    def __init__(
        self,
        topics: Topics,
        address: Address,
        info: Info,
        boot: str,
        clock: Callable[[], float] = time.time,
        late: DelayQueue | None = None,
    ) -> None:
        self._topics = topics
        self._address = address
        self._boot = boot
        self._clock = clock
        self._lock = threading.Lock()
        self._late = late
        self._retained: dict[str, bytes] = {
            topics.info: _json(info),
            topics.status: self._status(online=True),
        }
        self._later(topics.status, self._retained[topics.status], retain=True)
        self._ears: dict[str, Callable[[bytes], None]] = {}
        self._rev = 0
        self._commands: SimpleQueue[Command] = SimpleQueue()
        self._answers: OrderedDict[str, Reply | None] = OrderedDict()
        self._next_tick = 0.0
        self._away_since: float | None = time.monotonic()
        self._refusal = ""
        self.connections = 0
        self._client = self._make_client()

    def _make_client(self) -> paho.Client:
        # The id is secret: a stranger who knew it could take the session over.
        client = paho.Client(
            CallbackAPIVersion.VERSION2, client_id=f"table-{secrets.token_hex(8)}", clean_session=True
        )
        self._address.dress(client)
        client.will_set(self._topics.status, self._status(online=False), qos=1, retain=True)
        client.reconnect_delay_set(min_delay=1, max_delay=2)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_message = self._on_message
        client.on_socket_open = _no_delay
        return client

    def start(self) -> None:
        """Returns at once; the connection comes, and comes again, by itself."""
        self._client.connect_async(self._address.host, self._address.port, keepalive=10)
        self._client.loop_start()

    def close(self, reason: str = "stopped") -> None:
        """Says goodbye with `$status` and disconnects; at most two seconds."""
        if self._client.is_connected():
            said = self._client.publish(
                self._topics.status, self._status(online=False, reason=reason), qos=1, retain=True
            )
            said.wait_for_publish(timeout=2)
        self._client.disconnect()
        self._client.loop_stop()

    @property
    def connected(self) -> bool:
        return self._client.is_connected()

    @property
    def alert(self) -> Alert | None:
        """What a person should know about the link, None while it is well."""
        since = self._away_since
        if since is None or time.monotonic() - since < AWAY_ALERT_S:
            return None
        where = f"{self._address.host}:{self._address.port}"
        if self._refusal:
            return Alert(
                code="broker_refused",
                message=f"The MQTT broker at {where} refuses us ({self._refusal}): check user and password.",
            )
        return Alert(
            code="broker_away",
            message=f"The MQTT broker at {where} is away: the game goes on, the screens wait.",
        )

    def publish_state(self, snapshot: Snapshot) -> None:
        self._rev = snapshot.rev
        self._retain(self._topics.state, snapshot)

    def publish_eyes(self, eyes: Eyes) -> None:
        self._retain(self._topics.eyes, eyes)

    def publish_machine(self, report: MachineReport) -> None:
        self._retain(self._topics.machine, report)

    def publish_info(self, info: Info) -> None:
        self._retain(self._topics.info, info)

    def publish_event(self, event: EventMessage) -> None:
        """Dropped while the broker is away: events only decorate."""
        payload = _json(event)
        self._send(self._topics.event, payload)
        self._later(self._topics.event, payload, retain=False)

    def keep(self, topic: str, payload: bytes) -> None:
        """Publishes and retains on every connection from now on; an empty payload takes it back."""
        with self._lock:  # against a republication in paho's thread, which could send the older one last
            self._retained[topic] = payload
            self._send(topic, payload, retain=True)
        self._later(topic, payload, retain=True)

    def listen(self, topic: str, heard: Callable[[bytes], None]) -> None:
        """Before `start`: calls `heard`, in another thread, with each message of a topic."""
        self._ears[topic] = heard

    def poll(self) -> list[Command]:
        """The valid new commands since the last call; each is owed one `answer`. Also beats the tick."""
        self._beat()
        self._tell_late()
        out: list[Command] = []
        while True:
            try:
                command = self._commands.get_nowait()
            except Empty:
                return out
            if command.if_rev is not None and command.if_rev != self._rev:
                self.answer(command, "stale_rev", f"The table is at revision {self._rev} by now; look again.")
            else:
                out.append(command)

    def take(self, command: Command) -> None:
        """A command from within this process, to be polled as those of the screens are."""
        self._commands.put(command)

    def answer(self, command: Command, code: Code = "ok", message: str = "") -> None:
        """The one reply to a command that `poll` gave."""
        reply = Reply(id=command.id, ok=code == "ok", code=code, message=message, rev=self._rev)
        with self._lock:
            self._answers[command.id] = reply
        self._reply(command.reply_to, reply)

    def _beat(self) -> None:
        now = time.monotonic()
        if now >= self._next_tick:
            self._next_tick = now + 1.0
            self._send(self._topics.tick, _json(Tick(ts_ms=round(self._clock() * 1000), rev=self._rev)))

    def _status(self, *, online: bool, reason: str | None = None) -> bytes:
        return _json(Status(online=online, boot=self._boot, reason=reason))

    def _retain(self, topic: str, model: BaseModel) -> None:
        self.keep(topic, _json(model))

    def _later(self, topic: str, payload: bytes, *, retain: bool) -> None:
        name = topic.removeprefix(f"{self._topics.root}/")
        if self._late is not None and name in DELAYED:
            self._late.put(self._topics.delayed(name), payload, retain=retain)

    def _tell_late(self) -> None:
        for late in () if self._late is None else self._late.due():
            if late.retain:
                self.keep(late.topic, late.payload)
            else:
                self._send(late.topic, late.payload)

    def _send(self, topic: str, payload: bytes, *, qos: int = 0, retain: bool = False) -> None:
        if self._client.is_connected():
            self._client.publish(topic, payload, qos=qos, retain=retain)

    def _on_connect(
        self, client: paho.Client, _data: object, _flags: object, reason: Any, _props: object
    ) -> None:
        if reason.is_failure:
            self._refusal = str(reason)
            return
        self._refusal = ""
        self._away_since = None
        self.connections += 1
        for topic in (self._topics.cmd, *self._ears):
            client.subscribe(topic, qos=1)
        with self._lock:
            for topic, payload in self._retained.items():
                client.publish(topic, payload, qos=0, retain=True)

    def _on_disconnect(self, *_: object) -> None:
        if self._away_since is None:
            self._away_since = time.monotonic()

    def _on_message(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        if (heard := self._ears.get(message.topic)) is not None:
            heard(bytes(message.payload))
            return
        raw = _object(message.payload)
        name, reply_to = str(raw.get("id", ""))[:64], raw.get("reply_to")
        if message.retain:
            self._refuse(name, reply_to, "retained", "A command must not be retained: send it again without.")
            return
        try:
            command = Command.model_validate(raw)
            if not command.id:
                raise ValueError("id must not be empty")
        except ValueError as error:
            self._refuse(name, reply_to, "bad_schema", f"This is no command: {_first(error)}.")
            return
        with self._lock:
            known = command.id in self._answers
            reply = self._answers.setdefault(command.id, None)
            while len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)
        if not known:
            self._commands.put(command)
        elif reply is not None:
            self._reply(command.reply_to, reply)

    def _refuse(self, name: str, reply_to: object, code: Code, message: str) -> None:
        self._reply(reply_to, Reply(id=name, ok=False, code=code, message=message, rev=self._rev))

    def _reply(self, reply_to: object, reply: Reply) -> None:
        """Only ever to `reply/{device}`: a command cannot make the service write elsewhere."""
        prefix = self._topics.reply("")
        if isinstance(reply_to, str) and reply_to.startswith(prefix):
            device = reply_to.removeprefix(prefix)
            if DEVICE.fullmatch(device):
                self._send(self._topics.reply(device), _json(reply), qos=1)


def _json(model: BaseModel) -> bytes:
    return model.model_dump_json().encode()


def _object(payload: bytes | bytearray) -> dict[str, Any]:
    if len(payload) > COMMAND_LIMIT:
        return {}
    try:
        found = json.loads(payload)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _first(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        fault = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in fault["loc"])
        return f"{where}: {fault['msg']}"[:200] if where else str(fault["msg"])[:200]
    return str(error)


def _no_delay(_client: paho.Client, _data: object, sock: Any) -> None:
    """Nagle's algorithm and delayed acknowledgements together hold a message back for 40 ms."""
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
