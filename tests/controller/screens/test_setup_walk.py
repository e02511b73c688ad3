"""From a fresh start to the first hand by screens alone; a table that cannot begin, mended from its page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.broker.ticket import FILE, link_to
from tests.controller.process import running
from tests.controller.screens.person import LONG_S, Person
from tests.ports import free_port

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def test_a_fresh_table_is_walked_through_to_its_first_hand(driver: Any, tmp_path: Path) -> None:
    with running(tmp_path) as table:
        table.until(table.plays)
        person = Person(driver, table)
        person.enter(tmp_path)
        person.click('a[href="setup.html"]')
        person.wait(lambda: person.there('[data-step="language"]'))
        person.click('[data-language="uk"]')
        person.wait(lambda: driver.execute_script("return document.documentElement.lang") == "uk")
        walked = []
        while not person.there('[data-step="finish"]'):
            walked.append(person.step())
            if walked[-1] == "kind":
                person.click('[data-kind="virtual"]')
            if walked[-1] == "game":
                person.click('[data-key="table.confirm"] [data-choice="one"]')
            if walked[-1] == "sound":
                person.click('[data-key="voice.enabled"] [data-choice="false"]')
            person.click("[data-next]")
            person.wait(lambda: person.step() != walked[-1])
        assert walked == ["language", "kind", "game", "sound", "network", "time"]
        assert not (tmp_path / "table.toml").exists()
        person.saves()
        assert 'confirm = "one"' in (tmp_path / "table.toml").read_text("utf-8")
        person.click("[data-table]")
        person.wait(lambda: person.there('.stage[data-phase="play"]'), LONG_S)
    driver.get("about:blank")


def test_an_unusable_configuration_is_mended_from_the_page_that_says_so(driver: Any, tmp_path: Path) -> None:
    config = tmp_path / "my.toml"
    config.write_text("[camera]\nfps = 99 # quick\n", "utf-8")
    with running(tmp_path / "data", config=config) as table:
        table.until(table.safe)
        person = Person(driver, table)
        driver.get(f"{table.url}/table.html?lang=en")
        person.click("#setup")
        person.wait(lambda: person.there('[data-trouble="value"]'))
        assert "camera.fps" in person.texts("[data-trouble]")[0]
        person.wait(lambda: person.there('[id="key-camera.fps"]'))
        script = "const e = document.getElementById('key-camera.fps'); e.value = 10;"
        driver.execute_script(script + " e.dispatchEvent(new Event('change'))")
        person.click("[data-save]")
        person.wait(lambda: person.there('[data-closed="forbidden"]'), LONG_S)
        assert config.read_text("utf-8") == "[camera]\nfps = 10 # quick\n"
        table.until(table.plays)
        person.click('.closed a[href="table.html"]')
        person.wait(lambda: person.there(".stage"), LONG_S)
    driver.get("about:blank")


def test_who_came_by_the_link_to_a_table_that_cannot_begin_commands_it_afterwards(
    driver: Any, tmp_path: Path
) -> None:
    """The table's own screen is opened once, and nobody has a keyboard."""
    config = tmp_path / "my.toml"
    config.write_text('[machine]\nkind = "none"\n[camera]\nkind = "none"\nfps = 99\n', "utf-8")
    with running(tmp_path / "data", config=config) as table:
        table.until(table.safe)
        table.until((tmp_path / "data" / "broker" / FILE).is_file)
        person = Person(driver, table)
        driver.get(link_to(tmp_path / "data" / "broker"))
        person.click("#setup")
        person.wait(lambda: person.there('[id="key-camera.fps"]'))
        person.click('[data-key="camera.fps"] [data-reset]')
        person.click("[data-save]")
        person.wait(lambda: person.there('[data-step="everything"]:not([data-boot^="safe"])'), LONG_S)
        driver.get(f"{table.url}/index.html?lang=en")
        person.wait(lambda: person.there(".pairing"))
    driver.get("about:blank")


def test_who_moves_the_data_elsewhere_is_known_there_too(driver: Any, tmp_path: Path) -> None:
    """The accounts lie in the data; the ticket of the same start gives the tab one of the new ones."""
    config, elsewhere = tmp_path / "my.toml", tmp_path / "elsewhere"
    port = free_port()
    config.write_text(f'data = "{tmp_path / "data"}"\n[web]\nport = {port}\n', "utf-8")
    with running(None, config=config, port=None) as table:
        table.url = f"http://127.0.0.1:{port}"
        table.until(table.plays)
        person = Person(driver, table)
        person.enter(tmp_path / "data")
        person.click('a[href="setup.html"]')
        person.wait(lambda: person.there("[data-step]"))
        driver.execute_script("location.hash = 'everything'")
        person.wait(lambda: person.there('[id="key-data"]'))
        script = "const e = document.getElementById('key-data'); e.value = arguments[0];"
        driver.execute_script(script + " e.dispatchEvent(new Event('change'))", str(elsewhere))
        person.saves()
        assert (elsewhere / "broker" / "accounts.json").is_file()
    driver.get("about:blank")


def test_a_camera_that_is_not_there_costs_no_table(driver: Any, tmp_path: Path) -> None:
    """Mat and camera are chosen by touch; that the camera is missing is said on the table's screen."""
    with running(tmp_path) as table:
        table.until(table.plays)
        person = Person(driver, table)
        person.enter(tmp_path)
        driver.get(f"{table.url}/setup.html?lang=en#kind")
        person.click('[data-kind="people"]')
        person.click("[data-save]")
        person.wait(lambda: person.there('[data-refused="missing"]'))
        driver.execute_script("location.hash = 'camera'")
        person.wait(lambda: person.there('[id="key-camera.source"]'))
        script = "const e = document.getElementById('key-camera.source'); e.value = '/dev/video99';"
        driver.execute_script(script + " e.dispatchEvent(new Event('change'))")
        person.click("[data-look]")
        person.wait(lambda: person.there('[data-refused="no_camera_here"]'))
        person.saves()
        table.until(lambda: table.health()["alerts"] == ["camera_missing"])
    driver.get("about:blank")
