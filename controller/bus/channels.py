"""Every topic of a table with what it carries: the table behind docs/mqtt.md and docs/asyncapi.json."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from contract.messages import (
    AlertMessage,
    AssignedView,
    ClockView,
    Command,
    EventMessage,
    EvidenceMessage,
    Health,
    Info,
    JudgedMessage,
    MiniMessage,
    Model,
    Presence,
    RecordMessage,
    Reply,
    ResultMessage,
    SeatMessage,
    SignInMessage,
    Snapshot,
    Status,
    Tick,
    WinMessage,
)
from controller.bus.mqtt import DELAYED, PASSING_S, REPLY_S
from controller.eyes.report import Eyes
from controller.machine.report import MachineReport

ROOT: Final = "jantaku/1/{club}/{table}/"
PARAMETERS: Final = {
    "club": "Name of the club, `home` where there is none.",
    "table": "Name of the table.",
    "seat": "0 to 3 in play order.",
    "id": "What the alert is about.",
    "game": "Id of the game: the name of its journal.",
    "hand": "Number of the hand in the game, from 0.",
    "device": "Name of the device's account, such as `referee-anna` or `seat2-table-1`.",
}


@dataclass(frozen=True, slots=True)
class Channel:
    """A topic below the root. `emptied`: an empty payload takes a retained one back."""

    address: str
    model: type[Model]
    when: str
    retained: bool = False
    qos: int = 0
    expiry_s: int | None = None
    emptied: bool = False
    heard: bool = False
    """By the table, from devices."""

    def matches(self, name: str) -> bool:
        """Whether a topic below the root is one of these."""
        ours, theirs = self.address.split("/"), name.split("/")
        return len(ours) == len(theirs) and all(
            one == other or one.startswith("{") for one, other in zip(ours, theirs, strict=True)
        )

    @property
    def name(self) -> str:
        """Of letters and lines only, and its own."""
        return re.sub(r"\W+", "_", self.address).strip("_")


_TOLD: Final = (
    Channel("$info", Info, "at the start", retained=True),
    Channel("$status", Status, "at the start and the end; last will", retained=True),
    Channel("state", Snapshot, "whenever anything public changes", retained=True),
    Channel("event", EventMessage, "once for each event of the game", expiry_s=PASSING_S),
    Channel("win", WinMessage, "with a result, until the next deal", retained=True, emptied=True),
    Channel("clock", ClockView, "when the clock starts, stops, ends or gets time", retained=True),
    Channel("tick", Tick, "once a second while the main loop runs", expiry_s=PASSING_S),
    Channel("seat/{seat}", SeatMessage, "when the seat is asked for something else", retained=True),
    Channel("mini/{seat}", MiniMessage, "the same for small displays", retained=True),
    Channel("alert/{id}", AlertMessage, "while it stands", retained=True, emptied=True),
    Channel(
        "eyes",
        Eyes,
        "whenever the reading of the picture changes, four times a second at most",
        retained=True,
    ),
    Channel("machine", MachineReport, "when machine or link change, once a second at most", retained=True),
    Channel("health", Health, "every ten seconds", retained=True),
    Channel(
        "assigned", AssignedView, "while the club has assigned players to it", retained=True, emptied=True
    ),
    Channel(
        "judged",
        JudgedMessage,
        "while a hand of an assigned game is played, for referees",
        retained=True,
        emptied=True,
    ),
    Channel(
        "record/{game}/{hand}",
        RecordMessage,
        "with the end of a hand of an assigned game, until it is acknowledged",
        retained=True,
        qos=1,
        emptied=True,
    ),
    Channel(
        "result/{game}",
        ResultMessage,
        "with the end of an assigned game, until it is acknowledged",
        retained=True,
        qos=1,
        emptied=True,
    ),
    Channel("sign_in", SignInMessage, "when somebody signs in at a seat", qos=1, expiry_s=REPLY_S),
    Channel("reply/{device}", Reply, "one for each command", qos=1, expiry_s=REPLY_S),
    Channel(
        "evidence/{device}",
        EvidenceMessage,
        "when a hub has asked for pictures",
        qos=1,
        expiry_s=REPLY_S,
    ),
)
_DELAYED: Final = tuple(
    Channel(
        f"delayed/{told.address}", told.model, f"what `{told.address}` said before the delay", told.retained
    )
    for told in _TOLD
    if told.address in DELAYED
)
_HEARD: Final = (
    Channel("cmd/{device}", Command, "from a device with an account of its own", qos=1, heard=True),
    Channel("cmd", Command, "from everybody, where the broker's door is open", qos=1, heard=True),
    Channel(
        "presence/{device}", Presence, "from a display while it is there", True, emptied=True, heard=True
    ),
)
CHANNELS: Final = (*_TOLD, *_DELAYED, *_HEARD)


def channel_of(name: str) -> Channel | None:
    """The channel of a topic below the root; None where there is none."""
    return next((channel for channel in CHANNELS if channel.matches(name)), None)
