"""The wall screen in real Chromium: many tables of a broker, those first that need somebody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from paho.mqtt.enums import CallbackAPIVersion

from contract.messages import AlertMessage, ClockView, RefereeCall, Snapshot, Status
from contract.topics import Topics
from controller.broker.broker import Address
from controller.bus.farewell import leave
from controller.web.server import Web
from runtime.mosquitto import CONFIG, Mosquitto
from runtime.mqtt import Client
from tests.controller.browser import resize
from tests.controller.screens.pages import SNAPSHOTS
from tests.controller.screens.stand import TOPICS, Stand
from tests.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


class Hall:
    """A broker of a club that lets everybody in, and what its tables have told it."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        (folder / CONFIG).write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n", "utf-8")
        self.mosquitto = Mosquitto(folder)
        self.mosquitto.start([("127.0.0.1", port)])
        self.client = Client(None, CallbackAPIVersion.VERSION2)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        self.web = Web(TOPICS, Address("127.0.0.1", port, guest=("wall-hall", "any")), port=0)
        self.web.start()

    def close(self) -> None:
        self.web.stop()
        leave(self.client)
        self.mosquitto.stop()

    def tell(self, table: str, name: str = "play", **changes: object) -> None:
        topics = Topics("home", table)
        known = Snapshot.model_validate_json((SNAPSHOTS / f"{name}.json").read_text("utf-8"))
        clean = {"boot": "b", "rev": 1, "findings": [], "questions": [], "alerts": []}
        state = known.model_copy(update=clean | changes)
        self.put(topics.status, Status(online=True, boot="b").model_dump_json())
        self.put(topics.state, state.model_dump_json())

    def put(self, topic: str, payload: str) -> None:
        self.client.publish(topic, payload, qos=1, retain=True).wait_for_publish(5)


@pytest.fixture
def hall_of(tmp_path: Path) -> Iterator[Hall]:
    (tmp_path / "club").mkdir()
    made = Hall(tmp_path / "club")
    yield made
    made.close()


@pytest.fixture
def wall(stand: Stand, hall_of: Hall) -> Iterator[Stand]:
    resize(stand.driver, (1920, 1080))
    with stand.instead(hall_of.web):
        yield stand


def shown(wall: Stand) -> dict[str, str]:
    names, needs = wall.values("[data-table]", "data-table"), wall.values("[data-table]", "data-need")
    return dict(zip(names, needs, strict=True))


def test_tables_that_need_somebody_come_first(wall: Stand, hall_of: Hall) -> None:
    called = RefereeCall(id="c", seat=1, by="seat1", since_ms=0)
    over = ClockView(kind="round", over=True, deals_left=1)
    hall_of.tell("table-2")
    hall_of.tell("table-10", clock=over)
    hall_of.tell("table-3", "play_jam")
    hall_of.tell("table-4", calls=[called])
    hall_of.tell("table-1")
    wall.open("wall.html")
    wall.wait(lambda: len(wall.find("[data-table]")) == 5)
    found = shown(wall)
    assert list(found) == ["table-4", "table-3", "table-10", "table-1", "table-2"]
    assert list(found.values()) == ["called", "fault", "over", "well", "well"]
    hall_of.put(Topics("home", "table-2").status, Status(online=False, boot="b").model_dump_json())
    wall.wait(lambda: shown(wall)["table-2"] == "gone")
    alert = AlertMessage(boot="b", code="evidence", message="Check the disk.", since_ms=0)
    hall_of.put(f"{Topics('home', 'table-1').root}/alert/evidence", alert.model_dump_json())
    wall.wait(lambda: shown(wall)["table-1"] == "alert")
    hall_of.put(f"{Topics('home', 'table-1').root}/alert/evidence", "")
    wall.wait(lambda: shown(wall)["table-1"] == "well")
    assert wall.complaints() == []


BOXES = """
return [...document.querySelectorAll("[data-table]")].map((e) => {
  const { left, top, right, bottom } = e.getBoundingClientRect();
  return [left, top, right, bottom];
});
"""


def _apart(a: list[float], b: list[float]) -> bool:
    return a[2] <= b[0] + 0.5 or b[2] <= a[0] + 0.5 or a[3] <= b[1] + 0.5 or b[3] <= a[1] + 0.5


@pytest.mark.parametrize("tables", [1, 7, 40])
def test_so_many_tables_fit_without_scrolling(wall: Stand, hall_of: Hall, tables: int) -> None:
    for n in range(tables):
        hall_of.tell(f"table-{n + 1}")
    wall.open("wall.html")
    wall.wait(lambda: len(wall.find("[data-table]")) == tables)
    boxes: list[list[float]] = wall.driver.execute_script(BOXES)
    assert all(min(x, y) >= 0 and right <= 1920 and bottom <= 1080 for x, y, right, bottom in boxes)
    assert all(_apart(a, b) for n, a in enumerate(boxes) for b in boxes[n + 1 :])
    assert sum((r - x) * (b - y) for x, y, r, b in boxes) > 0.6 * 1920 * 1080 * (tables > 1)


def test_more_tables_are_shown_page_by_page(wall: Stand, hall_of: Hall) -> None:
    for n in range(43):
        hall_of.tell(f"table-{n + 1}")
    wall.open("wall.html")
    wall.wait(lambda: wall.texts("[data-page]") == ["1 / 2"])
    assert len(wall.find("[data-table]")) == 40
    wall.wait(lambda: len(wall.find("[data-table]")) == 3, 20)


def test_nobody_leads_where_all_are_equal(wall: Stand, hall_of: Hall) -> None:
    hall_of.tell("table-1", "play")
    hall_of.tell("table-2", "deal")
    wall.open("wall.html")
    wall.wait(lambda: len(wall.find("[data-table]")) == 2)
    assert wall.texts(".first b") == ["41200"]
