"""The gate: a message from the bus is accepted as an order, or refused with one clear answer.

Whatever the bytes are, nothing breaks and nothing is stored of what is refused. A command is answered
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

from contract.messages import BODIES, Body, Command, Reply
from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import Account
from controller.bus.authority import JUDGES, authority
from controller.bus.replies import Replies
from controller.sentences.refusals import Refusal

LIMIT: Final = 4096
"""Bytes; the largest command of a display is under 400."""
RULING_LIMIT: Final = 65_536
"""Bytes of what a judge sends: a correction may bring every event of a hand."""
DIGITS: Final = 15
NOBODY: Final = "nobody"
"""Whoever commands at the open door and names no topic is answered under this name; no account has it."""
DEVICE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_WHO: Final = re.compile(rb'"(id|reply_to)"\s*:\s*"([^"\\]{1,200})"')
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
    """An accepted command, and who gave it: `by` is the account's name where there is one."""

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
        fields = _readable(letter.payload) if raw is None else raw
        name = str(fields.get("id", ""))[:64]
        topic = self._answer_to(letter, fields.get("reply_to"))
        found = self._judge(letter, raw, topic)
        if isinstance(found, Order):
            return self._once(found)
        self._refused(letter, answerable=topic is not None)
        return Answer(topic, self.reply(name, found), letter.correlation)

    def dropped(self, letter: Letter, answer: Callable[[Answer], None] | None) -> None:
        """One of too many, which is not read; `answer` None: its sender was answered a moment ago."""
        self._refused(letter, answerable=False)
        if answer is not None:
            answer(Answer(self._answer_to(letter, None), self.reply("", Refusal("crowded"))))

    def _refused(self, letter: Letter, *, answerable: bool) -> None:
        with self._lock:
            self.refused_bytes += len(letter.payload)
            self.unheard += not answerable

    def reply(self, name: str, why_not: Refusal | None = None) -> Reply:
        """Every answer is made here, and counted; None: it is done."""
        code = "ok" if why_not is None else why_not.code
        with self._lock:
            self.codes[code] += 1
        if why_not is None:
            return Reply(id=name, ok=True, code=code, rev=self._rev())
        return Reply(
            id=name,
            ok=False,
            code=code,
            message=str(why_not),
            reason=why_not.reason,
            values=why_not.values,
            rev=self._rev(),
        )

    def answered(self, order: Order, why_not: Refusal | None = None) -> Answer:
        """The answer to an order, stored for its repeats."""
        reply = self.reply(order.id, why_not)
        self._replies.finish(order.sender, order.id, reply)
        return Answer(order.answer_to, reply, order.correlation)

    def _judge(self, letter: Letter, raw: dict[str, Any] | None, topic: str | None) -> Order | Refusal:
        if letter.retained:
            return Refusal("retained")
        account = self._account(letter.device)
        if account is None:
            return Refusal("no_account")
        limit = RULING_LIMIT if account.role in JUDGES else LIMIT
        if len(letter.payload) > limit:
            return Refusal("too_large", limit=limit)
        if raw is None:
            return Refusal("no_json")
        try:
            order = _order(raw, letter, account, topic)
        except ValueError as error:
            return Refusal("no_command", **_first(error))
        if order.expires_ms is not None and order.expires_ms <= self._wall_ms():
            return Refusal("expired")
        if not authority(account.role, account.seat, order):
            return _not_yours(account, order)
        try:
            order.read()
        except ValueError as error:
            return Refusal("bad_body", command=order.name, **_first(error))
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
            return f"{self._prefix}{NOBODY}"
        return topic if DEVICE.fullmatch(topic.removeprefix(self._prefix)) else f"{self._prefix}{NOBODY}"

    def _once(self, order: Order) -> Order | Answer | None:
        asked = json.dumps([order.name, order.body], sort_keys=True)
        digest = hashlib.sha256(asked.encode()).hexdigest()[:32]
        known = self._replies.enter(order.sender, order.id, digest)
        if known is None:
            return order
        if known.digest != digest:
            return Answer(order.answer_to, self.reply(order.id, Refusal("id_used")), order.correlation)
        if known.reply is not None:
            with self._lock:
                self.codes["duplicate"] += 1
            return Answer(order.answer_to, known.reply, order.correlation)
        if known.boot == self._boot:
            return None
        return self.answered(order, Refusal("interrupted"))


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


def _not_yours(account: Account, order: Order) -> Refusal:
    if account.seat is not None:
        return Refusal("not_this_seat", seat=account.seat, command=order.name)
    return Refusal("not_this_role", role=account.role.value, command=order.name)


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


def _readable(payload: bytes) -> dict[str, Any]:
    """Who asked, and where the answer belongs, as far as it can be found in what is no command."""
    return {m[1].decode(): m[2].decode("utf-8", "replace") for m in _WHO.finditer(payload[:RULING_LIMIT])}


def _whole(text: str) -> int:
    """A number that every reader of JSON keeps exactly (RFC 8259, section 6)."""
    if len(text) > DIGITS:
        raise ValueError(f"{text[:20]} is no number of a command.")
    return int(text)


def _first(error: ValueError) -> dict[str, str]:
    """Where something is wrong, and what, in the words of the library."""
    if not isinstance(error, ValidationError):
        return {"where": "body", "detail": str(error)[:200]}
    fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return {"where": where[:100] or "body", "detail": str(fault["msg"])[:200]}
