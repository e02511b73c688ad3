"""Whatever is wrong with camera, machine, network or a file: the table's screen is a page that says so, and
the set-up opens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.broker.ticket import FILE
from tests.controller.process import running
from tests.controller.screens.person import LONG_S, Person
from tests.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
SEEN = '[camera]\nkind = "rtsp"\nsource = "http://127.0.0.1:{port}/mat.mjpg"\n[machine]\nkind = "none"\n'
MACHINE = '[camera]\nkind = "rtsp"\nsource = "http://127.0.0.1:{port}/"\n[machine]\nkind = "serial"\n'
SCORES = '[camera]\nkind = "none"\n[machine]\nkind = "none"\n'
FAULTS: dict[str, tuple[str, dict[str, str], str]] = {
    "wrong camera": (SEEN, {}, "camera_missing"),
    "no machine": (MACHINE + 'port = "/dev/serial/by-id/none"\n', {}, "machine_lost_port"),
    "no network": (SCORES + '[broker]\nurl = "mqtt://127.0.0.1:{port}"\n', {}, ""),
    "calibration": (SEEN, {"calibration.json": "{"}, "mended_calibration_lost"),
    "tile set": (
        SEEN.replace("[machine]", 'tile_set = "club"\n[machine]'),
        {"sets/club.npz": "x"},
        "tile_set",
    ),
    "lessons": (SEEN, {"sets/any.taught.npz": "x"}, "camera_missing"),
    "accounts": (SCORES, {"broker/accounts.json": ""}, "mended_accounts_lost"),
    "players": (SCORES, {"host.json": "{"}, "host_list"),
    "clock": (SCORES, {"clock-seen.json": "{"}, ""),
    "commands": (SCORES, {"commands.sqlite": "x"}, "commands"),
    "club's hands": (SCORES, {"outbox.sqlite": "x"}, "outbox"),
    "journal": (SCORES, {"games/g000001-20261122-101500-1f2e3d4c.jsonl": "{}\n{}\n"}, "mended_journal_aside"),
    "what hands taught": (
        SEEN.replace("[machine]", "learn = true\n[machine]"),
        {"sets/any.learnt.npz": "x", "sets/any.learnt.json": "x", "sets/any.hands/1.npz": "x"},
        "camera_missing",
    ),
    "configuration": ("[camera\n", {}, ""),
}
"""A configuration, files that are damaged, and an alert that says it; without one any page is enough."""


@pytest.mark.parametrize("fault", FAULTS)
def test_there_is_a_page_and_the_set_up_opens(driver: Any, tmp_path: Path, fault: str) -> None:
    written, files, alert = FAULTS[fault]
    config, data = tmp_path / "my.toml", tmp_path / "data"
    config.write_text(written.replace("{port}", str(free_port())), "utf-8")
    for name, content in files.items():
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_text(content, "utf-8")
    with running(data, config=config) as table:
        table.until(lambda: table.plays() or table.safe())
        if alert:
            table.until(lambda: alert in table.health()["alerts"])
        person = Person(driver, table)
        driver.get(f"{table.url}/table.html?lang=en")
        person.wait(lambda: person.there(".stage, .blank p, #setup"), LONG_S)
        ticket = (
            (data / "broker" / FILE).read_text("utf-8").split()[1]
            if (data / "broker" / FILE).is_file()
            else ""
        )
        driver.get(
            f"{table.url}/setup.html?lang=en#here={ticket}" if ticket else f"{table.url}/setup.html?lang=en"
        )
        person.wait(lambda: person.there("[data-step], [data-closed]"), LONG_S)
        assert table.process.poll() is None
    driver.get("about:blank")
