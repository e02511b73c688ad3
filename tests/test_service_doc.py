"""What docs/service.md lists is what the programs do."""

from __future__ import annotations

import configparser
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from club.hub.table_status import HallView, TableView, Trouble
from club.vitals import HubVitals
from contract.messages import Alert
from controller.health import Totals, Traffic
from controller.loop.vitals import TableVitals
from runtime.health import Health
from runtime.parts import PARTS
from runtime.tasks import EXIT, Tasks

TEXT = (Path(__file__).resolve().parent.parent / "docs/service.md").read_text("utf-8")


def rows(heading: str) -> list[list[str]]:
    table = TEXT.split(f"| {heading} |", 1)[1].split("\n\n", 1)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def test_every_part_is_documented_with_whether_it_is_needed() -> None:
    listed = {
        name: (does, needed == "yes")
        for names, does, needed, _ in rows("part")
        for name in re.findall(r"`([\w-]+)`", names)
    }
    assert listed == {name: (about.does, about.needed) for name, about in PARTS.items()}


def test_a_manager_starts_the_process_again_after_its_exit_code() -> None:
    (unit,) = re.findall(r"```ini\n(.*?)```", TEXT, re.DOTALL)
    parser = configparser.ConfigParser()
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(unit)
    assert parser["Service"]["Restart"] in ("on-failure", "always")
    prevented = parser["Service"].get("RestartPreventExitStatus", "") + parser["Service"].get(
        "SuccessExitStatus", ""
    )
    assert str(EXIT) not in prevented.split()
    assert f"| {EXIT} |" in TEXT


def documented(heading: str) -> set[str]:
    names = " ".join(row[0] for row in rows(heading))
    return set(re.findall(r"`(jantaku_\w+)", names))


def shown(families: Any) -> set[str]:
    return {f"{each.name}_total" if each.type == "counter" else each.name for each in families}


def test_every_figure_is_documented() -> None:
    bus: Any = SimpleNamespace(connected=True, traffic=Traffic())
    pulse: Any = SimpleNamespace(totals=Totals(), seen_at=0.0)
    alerts: Any = SimpleNamespace(all=[Alert(code="journal", message="")])
    outbox: Any = []
    assert documented("of a table") == shown(TableVitals(bus, pulse, outbox, alerts).figures())
    trouble = Trouble(code="x", message="", since_ms=0)
    view = HallView(rev=0, ts_ms=0, tables=(TableView(name="t", troubles=(trouble,)),))
    hub: Any = SimpleNamespace(
        hall=SimpleNamespace(view=lambda: view),
        wire=SimpleNamespace(connected=True, connections=1),
        log_queue=[],
    )
    desk: Any = SimpleNamespace(state=SimpleNamespace(seq=3))
    database: Any = SimpleNamespace(answers=lambda: True)
    assert documented("of a hub") == shown(HubVitals(hub, desk, database).figures())
    tasks = Tasks()
    tasks.part("web")
    assert documented("of both") == shown(Health(tasks)._figures())
