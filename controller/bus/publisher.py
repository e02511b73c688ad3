"""Publishes what is new, each thing once: a payload goes out when it says something else than before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from contract.messages import Model, Snapshot
from contract.messages.seat_panel import Lamp
from contract.stored.codec import event_message
from controller.bus import projection
from controller.table.writer import Accepted
from engine.state.hand import Game

if TYPE_CHECKING:
    from controller.bus.mqtt import Bus
    from controller.panel.voice import Voice

_REVISION: Final = ("rev", "r")
"""What changes with every snapshot and is no news by itself."""


class Publisher:
    """`wall_ms` is the time of day, for people; `voice` says aloud what others read."""

    def __init__(self, bus: Bus, wall_ms: Callable[[], int], voice: Voice | None = None) -> None:
        self._bus = bus
        self._voice = voice
        self._wall_ms = wall_ms
        self._shown: tuple[Snapshot, Mapping[int, Lamp]] | None = None
        self._published: dict[str, Model] = {}
        self._alerts: dict[str, int] = {}
        self._rev = 0

    def again(self) -> None:
        """Somebody asks for everything once more."""
        self._shown = None
        self._published = {}

    def event(self, accepted: Accepted, game: str) -> None:
        """`game` is the name of its journal."""
        message = event_message(
            accepted.event, game=game, seq=accepted.seq, rev=self._rev + 1, ts_ms=self._wall_ms()
        )
        self._bus.publish_event(message)
        if self._voice is not None:
            self._voice.event(message)

    def state(
        self, snapshot: Snapshot, game: Game, lamps: Mapping[int, Lamp], *, window_closed: bool
    ) -> None:
        """`snapshot` without revision and time, which it gets here."""
        if (snapshot, lamps) == self._shown:
            return
        stamped = snapshot.model_copy(update={"rev": self._rev, "ts_ms": self._wall_ms()})
        if self._shown is None or snapshot != self._shown[0]:
            self._rev += self._shown is None or not _of_machine_alone(snapshot, self._shown[0])
            stamped = stamped.model_copy(update={"rev": self._rev})
            self._bus.publish_state(stamped)
            if self._voice is not None:
                self._voice.state(stamped)
        self._shown = snapshot, dict(lamps)
        for name, message in projection.messages(stamped, game, lamps, window_closed).items():
            self._publish(name, message)
        alerts = projection.alert_messages(
            stamped, lambda name: self._alerts.setdefault(name, self._wall_ms())
        )
        for name in self._alerts.keys() - alerts.keys():
            del self._alerts[name]
            self._publish(f"alert/{name}", None)
        for name, alert in alerts.items():
            self._alerts[name] = alert.since_ms
            self._publish(f"alert/{name}", alert)

    def _publish(self, name: str, message: Model | None) -> None:
        """Only what differs in more than its revision."""
        before = self._published.get(name)
        if message is None:
            if before is not None:
                del self._published[name]
                self._bus.show(name, None)
            return
        fields = type(message).model_fields
        plain = message.model_copy(update={name: 0 for name in _REVISION if name in fields})
        if plain != before:
            self._published[name] = plain
            self._bus.show(name, message)


def _of_machine_alone(snapshot: Snapshot, before: Snapshot) -> bool:
    """Whether the machine has moved on and the game has not: what was asked for by `if_rev` still means the
    same."""
    return snapshot.model_copy(update={"machine": before.machine}) == before
