"""How a table fares, for a monitor (`runtime.health`): the web server's threads ask it and it only reads."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from runtime.health import Vitals, by, counter, gauge

if TYPE_CHECKING:
    from controller.bus.mqtt import Bus
    from controller.club_link.outbox import Outbox
    from controller.health import Pulse
    from controller.sentences.alerts import Alerts

BLIND_S: Final = 10.0
"""A table that has seen no picture for so long does not play."""


@dataclass(frozen=True, slots=True)
class TableVitals:
    """The state of the parts of a running table."""

    bus: Bus
    pulse: Pulse
    outbox: Outbox
    alerts: Alerts
    watched: bool = True
    """There is a camera."""

    def look(self) -> Vitals:
        """What is not well, and the details."""
        codes = {alert.code for alert in self.alerts.all}
        age = self._frame_age_s()
        wrong = {
            "broker": not self.bus.connected,
            "journal": "journal" in codes,
            "camera": self.watched and (age is None or age > BLIND_S),
        }
        details = {
            "broker": {"connected": self.bus.connected},
            "camera": {"frame_age_s": None if age is None else round(age, 2)},
            "journal": {"ok": "journal" not in codes},
            "outbox": {"waiting": len(self.outbox), "ok": self.outbox.trouble is None},
            "alerts": sorted(codes),
        }
        return Vitals([name for name, bad in wrong.items() if bad], details)

    def figures(self) -> Iterator[Metric]:
        """The figures for Prometheus; docs/service.md lists them."""
        traffic, totals, age = self.bus.traffic, self.pulse.totals, self._frame_age_s()
        simple = (
            ("mqtt_reconnections", "Connections to the broker after the first.", traffic.reconnections),
            ("mqtt_published_messages", "Messages published to the broker.", traffic.told),
            ("mqtt_published_bytes", "Their payloads.", traffic.told_bytes),
            ("commands_unheard", "Commands that were no answer's worth.", traffic.unheard),
            ("commands_refused_bytes", "Payloads of commands that were refused.", traffic.refused_bytes),
            ("pictures", "Pictures that were read.", totals.pictures),
            ("pictures_seconds", "Time that reading them took.", totals.pictures_s),
            ("turns", "Turns of the main loop.", totals.turns),
            ("turns_seconds", "Time that they took.", totals.turns_s),
        )
        for name, about, value in simple:
            yield counter(f"jantaku_{name}", about, [((), value)])
        yield counter("jantaku_commands", "Answers to commands.", by(traffic.commands), ["code"])
        yield gauge("jantaku_mqtt_connected", "1 with a broker.", [((), int(self.bus.connected))])
        yield gauge("jantaku_screens", "Screens that say that they are there.", [((), traffic.screens)])
        yield gauge("jantaku_outbox_messages", "What the club has not got.", [((), len(self.outbox))])
        alerts = {alert.code: 1 for alert in self.alerts.all}
        yield gauge("jantaku_alert", "1 for each alert that stands.", by(alerts), ["code"])
        if age is not None:
            yield gauge("jantaku_camera_frame_age_seconds", "Age of the newest picture.", [((), age)])

    def _frame_age_s(self) -> float | None:
        at = self.pulse.seen_at
        return None if at is None else time.monotonic() - at
