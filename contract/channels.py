"""Every topic of a table: what it carries, who writes it, who reads it, and where it goes from there.

One row a topic. From it follow the names (`contract.topics`), the access lists
(`controller.broker.accounts`), what a table's broker hands on to a club's and a club's to the cluster, what
broadcasts are sent later, docs/mqtt.md, docs/asyncapi.json and the checks of a broker. A name that is not
here is not sent (`Topics.at`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from contract.messages import (
    AlertMessage,
    AssignedView,
    ClockView,
    Command,
    EventMessage,
    EvidenceMessage,
    Eyes,
    Health,
    Info,
    JudgedMessage,
    MachineReport,
    MiniMessage,
    Model,
    Presence,
    RecordMessage,
    Reply,
    ResultMessage,
    ScoreMessage,
    SeatMessage,
    SignInMessage,
    Snapshot,
    Status,
    Tick,
    WinMessage,
)
from contract.roles import COMMANDERS, PUBLISHERS, Role

PREFIX: Final = "jantaku/1"
"""Of all topics; the number is the major version of the contract."""
ROOT: Final = f"{PREFIX}/{{club}}/{{table}}/"
PARAMETERS: Final = {
    "club": "Name of the club, `home` where there is none.",
    "table": "Name of the table.",
    "seat": "0 to 3 in play order.",
    "id": "What the alert is about.",
    "game": "Id of the game: the name of its journal.",
    "hand": "Number of the hand in the game, from 0.",
    "device": "Name of the device's account, such as `referee-anna` or `seat2-table-1`.",
}
PASSING_S: Final = 10
"""What only decorates, or names a moment, is worth nothing to somebody who receives it later."""
REPLY_S: Final = 60
_DELAYED: Final = "delayed"
_PARAMETER: Final = re.compile(r"{\w+}")

_DEVICES: Final = frozenset(Role) - PUBLISHERS
_PUBLIC: Final = _DEVICES - {Role.WALL, Role.OVERLAY, Role.ARCHIVER}
"""Everybody who looks at one table; an archiver reads all there is."""
_WALL: Final = _PUBLIC | {Role.WALL}
_JUDGES: Final = frozenset({Role.REFEREE, Role.HOUSE})
_HUB: Final = frozenset({Role.HUB})
_LATE: Final = frozenset({Role.OVERLAY, Role.HUB, Role.HOUSE, Role.GUEST})


@dataclass(frozen=True, slots=True)
class Channel:
    """A topic below the root; in its address stand `PARAMETERS`."""

    address: str
    model: type[Model]
    when: str
    readers: frozenset[Role] = frozenset()
    """Beside the publishers, who read and write everything, and archivers."""
    retained: bool = False
    qos: int = 0
    expiry_s: int | None = None
    emptied: bool = False
    """An empty payload takes a retained one back."""
    own_readers: frozenset[Role] = frozenset()
    """Who read it where the parameter is their own seat or name."""
    own_writers: frozenset[Role] = frozenset()
    """Who write it where the parameter is their own name."""
    from_devices: bool = False
    """The table reads it; all others it writes."""
    delayed: bool = False
    """Sent again later at `delayed/`, to broadcasts."""
    personal: bool = False
    """About a person (PINs, badges), and for the hub or the table alone: no archiver reads it."""
    bridged: bool = True
    """A table's own broker hands it on to the club's, where it is the table's."""
    clustered: bool = True
    """A club's broker hands it on to the cluster."""

    @property
    def pattern(self) -> str:
        """The filter that fits all topics of the channel."""
        return _PARAMETER.sub("+", self.address)

    @property
    def name(self) -> str:
        """Of letters and lines only, and its own."""
        return re.sub(r"\W+", "_", self.address).strip("_")

    def matches(self, name: str) -> bool:
        """Whether a topic below the root, or a filter for such topics, is one of these."""
        ours, theirs = self.address.split("/"), name.split("/")
        return len(ours) == len(theirs) and all(
            one == other or one.startswith("{") for one, other in zip(ours, theirs, strict=True)
        )


_SENT: Final = (
    Channel("$info", Info, "at the start", _WALL, retained=True),
    Channel(
        "$status", Status, "at the start and the end; last will", _WALL, retained=True, delayed=True
    ),
    Channel("state", Snapshot, "whenever anything public changes", _WALL, retained=True, delayed=True),
    Channel(
        "event", EventMessage, "once for each event of the game", _PUBLIC, expiry_s=PASSING_S, delayed=True
    ),
    Channel(
        "win", WinMessage, "with a result, until the next deal", _PUBLIC, retained=True, emptied=True,
        delayed=True,
    ),
    Channel(
        "clock", ClockView, "when the clock starts, stops, ends or gets time", _WALL, retained=True,
        delayed=True,
    ),
    Channel(
        "score", ScoreMessage, "when scores, riichi or the hand change", _WALL, retained=True, delayed=True
    ),
    Channel("tick", Tick, "once a second while the main loop runs", _WALL, expiry_s=PASSING_S),
    Channel(
        "seat/{seat}", SeatMessage, "when the seat is asked for something else", _JUDGES, retained=True,
        own_readers=frozenset({Role.SEAT}),
    ),
    Channel("mini/{seat}", MiniMessage, "the same for small displays", _PUBLIC, retained=True),
    Channel("alert/{id}", AlertMessage, "while it stands", _WALL, retained=True, emptied=True),
    Channel(
        "eyes", Eyes, "whenever the reading of the picture changes, four times a second at most", _PUBLIC,
        retained=True, clustered=False,
    ),
    Channel(
        "machine", MachineReport, "when machine or link change, once a second at most", _PUBLIC,
        retained=True,
    ),
    Channel("health", Health, "every ten seconds", _PUBLIC, retained=True),
    Channel(
        "assigned", AssignedView, "while the club has assigned players to it", _PUBLIC, retained=True,
        emptied=True,
    ),
    Channel(
        "judged", JudgedMessage, "while a hand of an assigned game is played, for referees",
        _JUDGES | _HUB, retained=True, emptied=True,
    ),
    Channel(
        "record/{game}/{hand}", RecordMessage,
        "with the end of a hand of an assigned game, until it is acknowledged", _HUB,
        retained=True, qos=1, emptied=True,
    ),
    Channel(
        "result/{game}", ResultMessage, "with the end of an assigned game, until it is acknowledged", _HUB,
        retained=True, qos=1, emptied=True,
    ),
    Channel(
        "sign_in", SignInMessage, "when somebody signs in at a seat", _HUB, qos=1, expiry_s=REPLY_S,
        personal=True,
    ),
    Channel(
        "reply/{device}", Reply, "one for each command", qos=1, expiry_s=REPLY_S, own_readers=COMMANDERS,
    ),
    Channel(
        "evidence/{device}", EvidenceMessage, "when a hub has asked for pictures", _HUB, qos=1,
        expiry_s=REPLY_S, personal=True,
    ),
)  # fmt: skip
_LATER: Final = tuple(
    Channel(
        f"{_DELAYED}/{sent.address}",
        sent.model,
        f"what `{sent.address}` said before the delay",
        _LATE,
        sent.retained,
    )
    for sent in _SENT
    if sent.delayed
)
_RECEIVED: Final = (
    Channel(
        "cmd/{device}", Command, "from a device with an account of its own", qos=1, from_devices=True,
        own_writers=COMMANDERS, personal=True,
    ),
    Channel(
        "cmd", Command, "from everybody, where the broker's door is open", qos=1, from_devices=True,
        personal=True,
    ),
    Channel(
        "presence/{device}", Presence, "from a display while it is there",
        frozenset({Role.REFEREE, Role.TECHNICIAN, Role.HUB, Role.HOUSE}), retained=True, emptied=True,
        own_writers=_DEVICES - {Role.GUEST}, from_devices=True,
    ),
)  # fmt: skip
CHANNELS: Final = (*_SENT, *_LATER, *_RECEIVED)


def root_of(club: str, table: str) -> str:
    """Where the topics of a table lie; `+` for any."""
    return f"{PREFIX}/{club}/{table}"


def channel_of(name: str) -> Channel | None:
    """The channel of a topic below the root; None where there is none."""
    return next((channel for channel in CHANNELS if channel.matches(name)), None)


def is_delayed(name: str) -> bool:
    """Whether a topic below the root is sent again later."""
    channel = channel_of(name)
    return channel is not None and channel.delayed


def _read_by(role: Role) -> tuple[str, ...]:
    if role is Role.ARCHIVER:
        return ("#",)
    return (
        *(channel.pattern for channel in (*_SENT, *_RECEIVED) if role in channel.readers),
        *(c.address for c in _SENT if role in c.own_readers and "{device}" not in c.address),
        *((f"{_DELAYED}/#",) if role in _LATE else ()),
    )


READS: Final[Mapping[Role, tuple[str, ...]]] = {
    role: _read_by(role) for role in Role if role not in PUBLISHERS
}
"""Filters below a table's root; `{seat}` is the own one. Publishers read and write everything there."""
BRIDGED: Final = (*(channel.pattern for channel in _SENT if channel.bridged), f"{_DELAYED}/#")
"""From a table's own broker to its club's."""
CLUSTERED: Final = (*(channel.pattern for channel in _SENT if channel.clustered), f"{_DELAYED}/+")
"""From a club's broker to the cluster; only commands come back, so nothing goes round in a circle."""
