"""How a hub fares, for a monitor (`runtime.health`): the web server's threads ask it and it only reads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from runtime.health import Vitals, by, counter, gauge

if TYPE_CHECKING:
    from club.hub.hub import Hub
    from club.log.desk import LogDesk
    from club.log.faults import LogRefusal

FRESH_S: Final = 2.0
"""The database is asked at most so often, whoever asks for its health."""


@dataclass(slots=True)
class Answering:
    """Whether the database answers; `trouble` asks it and says what keeps it from that."""

    trouble: Callable[[], LogRefusal | None]
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _asked_at: float = float("-inf")
    _answers: bool = False

    def answers(self) -> bool:
        """Whether the database answered a moment ago."""
        with self._lock:
            if time.monotonic() - self._asked_at >= FRESH_S:
                self._answers = self.trouble() is None
                self._asked_at = time.monotonic()
            return self._answers


@dataclass(frozen=True, slots=True)
class HubVitals:
    """The state of the parts of a running hub."""

    hub: Hub
    desk: LogDesk
    database: Answering

    def look(self) -> Vitals:
        """What is not well, and the details."""
        wire, database = self.hub.wire, self.database.answers()
        wrong = {"broker": not wire.connected, "database": not database}
        tables = self.hub.hall.view().tables
        details = {
            "broker": {"connected": wire.connected, "refused": wire.refusal is not None},
            "database": {"ok": database},
            "log": {"entries": self.desk.state.seq, "waiting": len(self.hub.log_queue)},
            "tables": {"known": len(tables), "online": sum(t.online and not t.silent for t in tables)},
        }
        return Vitals([name for name, bad in wrong.items() if bad], details)

    def figures(self) -> Iterator[Metric]:
        """The figures for Prometheus; docs/service.md lists them."""
        view, wire = self.hub.hall.view(), self.hub.wire
        online = sum(table.online and not table.silent for table in view.tables)
        troubles: dict[str, int] = {}
        for table in view.tables:
            for trouble in table.troubles:
                troubles[trouble.code] = troubles.get(trouble.code, 0) + 1
        simple = (
            ("mqtt_connected", "1 with a broker.", int(wire.connected)),
            ("database_ok", "1 while the database answers.", int(self.database.answers())),
            ("log_entries", "Entries of the log.", self.desk.state.seq),
            ("log_waiting", "Messages of tables that wait for the log.", len(self.hub.log_queue)),
            ("tables_known", "Tables that have ever reported.", len(view.tables)),
            ("tables_online", "Tables that are there.", online),
        )
        for name, about, value in simple:
            yield gauge(f"jantaku_hub_{name}", about, [((), value)])
        again = max(0, wire.connections - 1)
        yield counter("jantaku_hub_mqtt_reconnections", "Connections after the first.", [((), again)])
        yield counter("jantaku_hub_refused", "Messages of tables refused.", by(view.refused), ["reason"])
        yield gauge("jantaku_hub_table_troubles", "Tables with this trouble.", by(troubles), ["code"])
