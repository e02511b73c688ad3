"""What the tables say becomes the picture of the hall, and work for the log.

Whatever the bytes are, nothing breaks: what does not fit is refused, counted, and said once with its table.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any, Final, Protocol

from club.hub.messages import (
    ALERT,
    ASSIGNED,
    CLOCK,
    EVIDENCE,
    JUDGED,
    LARGE,
    MINI,
    RECORD,
    REPLY,
    RESULT,
    SEEN,
    SIGN_IN,
    STATE,
    STATUS,
    TICK,
    BadMessageError,
    OfGame,
    read,
)
from club.hub.table_status import Call, Hall, HallModel, Sign, Sitting, TableClock, Trouble
from contract.messages import EvidenceMessage, Reply, SignInMessage
from contract.messages.tree import Model

_LOG = logging.getLogger(__name__)
DEVICE: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
CALL: Final = "referee_called"
STEADY_MS: Final = 5000
"""A clock that runs as announced is not published more often."""


class Work(Protocol):
    """What takes time, done elsewhere; and whether a sitting of this id is of the log that is kept."""

    def ours(self, assignment: str) -> bool: ...

    def played(self, device: str, message: OfGame) -> None: ...

    def signs(self, device: str, message: SignInMessage) -> None: ...

    def called(self, device: str, call: str, seat: int | None) -> None: ...

    def uncalled(self, device: str, call: str) -> None: ...

    def remembers(self, device: str, entry: str) -> None: ...

    def replied(self, device: str, reply: Reply) -> None: ...

    def evidence(self, device: str, message: EvidenceMessage) -> None: ...


class Broadcast(Protocol):
    """Holds back what is broadcast (`club.web`)."""

    def live(self, table: str, payload: bytes) -> None: ...

    def late(self, table: str, name: str, payload: bytes) -> None: ...


class Incoming:
    """Handles the messages of the tables. `receive` must be called from one thread only."""

    def __init__(self, hall: Hall, work: Work, broadcast: Broadcast | None = None) -> None:
        self._hall = hall
        self._work = work
        self._broadcast = broadcast
        self._said: set[str] = set()
        self._pictures: dict[str, dict[str, Any]] = {}
        self._judged: dict[str, list[dict[str, Any]]] = {}
        self._ears: dict[str, Callable[[str, str, bytes], None]] = {
            "$status": self._status,
            "tick": self._tick,
            "clock": self._clock,
            "mini": self._mini,
            "alert": self._alert,
            "assigned": self._assigned,
            "record": self._record,
            "result": self._result,
            "reply": self._reply,
            "state": self._live,
            "judged": self._judge,
            "evidence": self._evidence,
            "delayed": self._late,
        }

    def receive(self, device: str, name: str, payload: bytes, retained: bool) -> None:
        """A message of a table, `name` is its topic below the table's root."""
        kind, _, rest = name.partition("/")
        try:
            if not DEVICE.fullmatch(device):
                raise BadMessageError("stranger", "No table can have such a name.")
            if kind == "sign_in":
                self._sign_in(device, payload, retained)
            elif kind in self._ears:
                self._ears[kind](device, rest, payload)
            if not retained:
                self._hall.received(device)
        except BadMessageError as error:
            self.refuse(device, name, error)

    def refuse(self, device: str, name: str, error: BadMessageError) -> None:
        """Counts what is refused, and says it once with its table."""
        self._hall.refuse(error.reason)
        sentence = f"{device} said at {name[:80]} what is refused ({error.reason}): {error}"
        if sentence not in self._said and len(self._said) < 10_000:
            self._said.add(sentence)
            _LOG.warning(sentence)

    def _status(self, device: str, _rest: str, payload: bytes) -> None:
        self._hall.put(device, online=read(STATUS, payload).online)

    def _tick(self, device: str, _rest: str, payload: bytes) -> None:
        left = read(TICK, payload).left_ms
        known = self._hall.table(device)
        clock = None if known is None else known.clock
        if left is not None and clock is not None and abs(clock.left_ms - left) >= STEADY_MS:
            self._hall.put(device, clock=clock.model_copy(update={"left_ms": left}))

    def _clock(self, device: str, _rest: str, payload: bytes) -> None:
        body = read(CLOCK, payload)
        clock = None if body.kind == "none" else TableClock(**_of(TableClock, body))
        self._hall.put(device, clock=clock)

    def _mini(self, device: str, rest: str, payload: bytes) -> None:
        if rest not in ("0", "1", "2", "3"):
            raise BadMessageError("malformed", "There is no such seat.")
        body, seat, known = read(MINI, payload), int(rest), self._hall.table(device)
        scores = [0] * 4 if known is None or known.scores is None else list(known.scores)
        riichi = [False] * 4 if known is None else list(known.riichi)
        scores[seat], riichi[seat] = body.s, bool(body.x)
        changes: dict[str, object] = {"scores": tuple(scores), "riichi": tuple(riichi)}
        if body.d:
            changes["dealer"] = seat
        self._hall.put(device, **changes)

    def _alert(self, device: str, rest: str, payload: bytes) -> None:
        known = self._hall.table(device)
        calls = () if known is None else known.calls
        troubles = () if known is None else known.troubles
        call = rest.removeprefix("call-")
        if not payload:
            gone = [c for c in calls if c.id == call]
            kept = tuple(t for t in troubles if t.code != rest)
            self._hall.put(device, calls=tuple(c for c in calls if c not in gone), troubles=kept)
            if gone:
                self._work.uncalled(device, call)
            return
        body = read(ALERT, payload)
        if body.code != CALL:
            trouble = Trouble(**_of(Trouble, body))
            others = tuple(t for t in troubles if t.code != body.code)
            self._hall.put(device, troubles=(*others, trouble))
        elif not any(c.id == call for c in calls):
            self._hall.put(device, calls=(*calls, Call(id=call, seat=body.seat, since_ms=body.since_ms)))
            self._work.called(device, call, body.seat)

    def _assigned(self, device: str, _rest: str, payload: bytes) -> None:
        if not payload:
            self._hall.put(device, sitting=None)
            return
        body = read(ASSIGNED, payload)
        if not self._work.ours(body.id):
            self._hall.put(device, sitting=None)  # its numbers are those of other people here
            return
        a, b, c, d = (Sign(**_of(Sign, sign)) for sign in body.signed)
        sitting = Sitting(**_of(Sitting, body) | {"signed": (a, b, c, d)})
        known = self._hall.table(device)
        fresh = known is None or known.game != body.game
        news = {"last": None, "hands": 0, "finished": False} if fresh else {}
        self._hall.put(device, sitting=sitting, game=body.game, **news)
        if body.log is not None:
            self._work.remembers(device, body.log)

    def _record(self, device: str, rest: str, payload: bytes) -> None:
        if payload:
            body = read(RECORD, payload, LARGE)
            if rest != f"{body.game}/{body.hand}":
                raise BadMessageError("forged", "Topic and payload name different hands.")
            self._work.played(device, body)

    def _result(self, device: str, rest: str, payload: bytes) -> None:
        if payload:
            body = read(RESULT, payload, LARGE)
            if rest != body.game:
                raise BadMessageError("forged", "Topic and payload name different games.")
            self._work.played(device, body)

    def _sign_in(self, device: str, payload: bytes, retained: bool) -> None:
        if retained:
            raise BadMessageError("retained", "A sign-in that was kept is an old one.")
        self._work.signs(device, read(SIGN_IN, payload))

    def _reply(self, device: str, _rest: str, payload: bytes) -> None:
        self._work.replied(device, read(REPLY, payload))

    def _live(self, device: str, _rest: str, payload: bytes) -> None:
        if payload:
            self._pictures[device] = read(STATE, payload, LARGE).model_dump(mode="json", include=set(SEEN))
            self._depict(device)
        if self._broadcast is not None:
            self._broadcast.live(device, payload)

    def _judge(self, device: str, _rest: str, payload: bytes) -> None:
        """What only referees may see while the hand is played."""
        found = read(JUDGED, payload).findings if payload else ()
        self._judged[device] = [finding.model_dump() for finding in found]
        if device in self._pictures:
            self._depict(device)

    def _depict(self, device: str) -> None:
        picture = self._pictures[device]
        hidden = self._judged.get(device, [])
        self._hall.depict(device, {**picture, "findings": [*picture["findings"], *hidden]})

    def _evidence(self, device: str, _rest: str, payload: bytes) -> None:
        self._work.evidence(device, read(EVIDENCE, payload, LARGE))

    def _late(self, device: str, rest: str, payload: bytes) -> None:
        if self._broadcast is not None:
            self._broadcast.late(device, rest, payload)


def _of(kept: type[HallModel], body: Model) -> dict[str, Any]:
    """What the picture of the hall keeps of a message, by the names of its fields."""
    return body.model_dump(include=set(kept.model_fields))
