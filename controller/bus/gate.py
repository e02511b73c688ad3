"""The gate: what comes in by the bus is let in as an order, or refused with one clear answer.

Whatever the bytes are, nothing breaks and nothing is remembered of what is refused. A command is answered
at `reply/{device}` only: nobody can make the service write elsewhere.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from pydantic import ValidationError

from controller.brokers.accounts import Account, Role
from controller.bus.authority import JUDGES, authority
from controller.bus.replies import Replies
from controller.topics import BODIES, Body, Code, Command, Name, Reply, Topics

LIMIT: Final = 4096
"""Bytes; the largest command of a display is under 400."""
RULING_LIMIT: Final = 65_536
"""Bytes of what a judge sends: a correction may bring every event of a hand."""
DIGITS: Final = 15
DEVICE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_HAVE_SEATS: Final = frozenset(name for name, body in BODIES.items() if "seat" in body.model_fields)


@dataclass(frozen=True, slots=True)
class Letter:
    """A message as it came: `device` from its topic, None at the open door; `response` and `correlation` of
    MQTT 5."""

    payload: bytes
    device: str | None = None
    retained: bool = False
    response: str | None = None
    correlation: bytes | None = None


class Order(Command):
    """A command that was let in, and who gave it: `by` is the account's name where there is one."""

    role: Role = Role.HOUSE
    sender: str = ""
    """The account; empty at the open door."""
    answer_to: str | None = None
    """The topic of the answer."""
    correlation: bytes | None = None

    def read(self) -> Body:
        """The body as its model, which the gate has seen to fit."""
        return BODIES[self.name].model_validate(self.body)


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply on its way to a topic."""

    topic: str | None
    reply: Reply
    correlation: bytes | None = None


class Gate:
    """`admit` may be called from another thread than the rest. `wall_ms` is the time of day; `rev` the
    revision of the table, for the answers."""

    def __init__(
        self,
        topics: Topics,
        replies: Replies,
        boot: str,
        wall_ms: Callable[[], int],
        rev: Callable[[], int],
        table: str | None = None,
    ) -> None:
        self._prefix = topics.reply("")
        self._replies = replies
        self._boot = boot
        self._wall_ms = wall_ms
        self._rev = rev
        self._table = table
        self._lock = threading.Lock()
        self.codes: Counter[str] = Counter()
        self.unheard = 0
        self.refused_bytes = 0

    def admit(self, letter: Letter) -> Order | Answer | None:
        """An order for the table, or the answer that is due at once; None where the first one is still being
        decided, or nobody could be answered."""
        raw = _object(letter.payload)
        told = raw or {}
        name = str(told.get("id", ""))[:64]
        topic = self._answer_to(letter, told.get("reply_to"))
        found = self._judge(letter, raw, topic)
        if isinstance(found, Order):
            return self._once(found)
        code, message = found
        with self._lock:
            self.refused_bytes += len(letter.payload)
            if topic is None:
                self.unheard += 1
        return Answer(topic, self.reply(name, code, message), letter.correlation)

    def reply(self, name: str, code: Code, message: str = "") -> Reply:
        """Every answer is made here, and counted."""
        with self._lock:
            self.codes[code] += 1
        return Reply(id=name, ok=code == "ok", code=code, message=message, rev=self._rev())

    def answered(self, order: Order, code: Code = "ok", message: str = "") -> Answer:
        """The answer to an order, remembered for its repeats."""
        reply = self.reply(order.id, code, message)
        self._replies.finish(order.sender, order.id, reply)
        return Answer(order.answer_to, reply, order.correlation)

    def _judge(
        self, letter: Letter, raw: dict[str, Any] | None, topic: str | None
    ) -> Order | tuple[Code, str]:
        if letter.retained:
            return "retained", "A command must not be retained: send it again without."
        account = self._account(letter.device)
        if account is None:
            return "forbidden", "No account has such a name: use the one that `jantaku mqtt` gave out."
        limit = RULING_LIMIT if account.role in JUDGES else LIMIT
        if len(letter.payload) > limit:
            return "too_large", f"A command has {limit} bytes at most."
        if raw is None:
            return "bad_schema", "A command is a JSON object, as docs/mqtt.md describes it."
        try:
            order = _order(raw, letter, account, topic)
        except ValueError as error:
            return "bad_schema", f"This is no command: {_first(error)}."
        if order.expires_ms is not None and order.expires_ms <= self._wall_ms():
            return "expired", "The command came too late: look at the table, then send it again."
        if not authority(account.role, account.seat, order):
            return "forbidden", _not_yours(account, order.name)
        try:
            order.read()
        except ValueError as error:
            return "bad_schema", f"{order.name} with such a body is no command: {_first(error)}."
        return order

    def _account(self, device: str | None) -> Account | None:
        if device is None:
            return Account("", Role.HOUSE)
        return Account.of(device, self._table)

    def _answer_to(self, letter: Letter, asked: object) -> str | None:
        if letter.device is not None:
            return f"{self._prefix}{letter.device}" if DEVICE.fullmatch(letter.device) else None
        topic = letter.response or asked
        if not isinstance(topic, str) or not topic.startswith(self._prefix):
            return None
        return topic if DEVICE.fullmatch(topic.removeprefix(self._prefix)) else None

    def _once(self, order: Order) -> Order | Answer | None:
        asked = json.dumps([order.name, order.body], sort_keys=True)
        digest = hashlib.sha256(asked.encode()).hexdigest()[:32]
        known = self._replies.enter(order.sender, order.id, digest)
        if known is None:
            return order
        if known.digest != digest:
            told = "This id was used for another command: give each its own."
            return Answer(order.answer_to, self.reply(order.id, "duplicate", told), order.correlation)
        if known.reply is not None:
            with self._lock:
                self.codes["duplicate"] += 1
            return Answer(order.answer_to, known.reply, order.correlation)
        if known.boot == self._boot:
            return None
        return self.answered(order, "fault", "The table was stopped before it answered: look at its state.")


def _order(raw: dict[str, Any], letter: Letter, account: Account, topic: str | None) -> Order:
    command = Command.model_validate(raw)
    body = dict(command.body)
    if account.role is Role.SEAT and command.name in _HAVE_SEATS:
        body.setdefault("seat", account.seat)
    return Order(
        **command.model_dump(exclude={"by", "body"}),
        by=account.name or command.by,
        body=body,
        role=account.role,
        sender=account.name,
        answer_to=topic,
        correlation=letter.correlation,
    )


def _not_yours(account: Account, name: Name) -> str:
    who = f"A {account.role} device" if account.seat is None else f"The display of seat {account.seat}"
    return f"{who} may not ask for {name} here."


def _object(payload: bytes) -> dict[str, Any] | None:
    """What other programs can read back: no half characters, no numbers that are none or too long."""
    if len(payload) > RULING_LIMIT:
        return None
    try:
        found = json.loads(payload, parse_int=_whole, parse_constant=_whole)
        json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _whole(text: str) -> int:
    """A number that every reader of JSON keeps exactly (RFC 8259, section 6)."""
    if len(text) > DIGITS:
        raise ValueError(f"{text[:20]} is no number of a command.")
    return int(text)


def _first(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in fault["loc"])
        return f"{where}: {fault['msg']}"[:200] if where else str(fault["msg"])[:200]
    return str(error)[:200]
