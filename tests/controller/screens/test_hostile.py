"""A hostile page in real Chromium: it reads nothing of the table and commands nothing, whatever its name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.web.server import Web
from tests.controller.browser import chromium
from tests.controller.screens.stand import TOPICS, Stand
from tests.controller.screens.test_tls import FAR, NAME, Far, pair
from tests.runtime.web.hostile import answers, attacked, rebinding

__all__ = ["pair"]
pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
EVIL = "evil.test"
PATHS = (
    "table.html",
    "config.json",
    "camera.jpg",
    "history.json",
    "referee.json",
    "table/js/bus.js",
    "pair",
    "pair/here",
    "calibrate/now.json",
    "calibrate/picture.jpg",
    "calibrate/try",
)


@pytest.fixture(scope="module")
def victim(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser that is led astray by names; `driver` skips where there is none."""
    rules = f"--host-resolver-rules=MAP {EVIL} 127.0.0.1, MAP {NAME} {FAR}"
    flags = (rules, "--ignore-certificate-errors")
    with chromium(tmp_path_factory.mktemp("victim"), flags=flags, records=True) as made:
        yield made


class Attacked(Stand):
    """With a web server as tables have it: the browser keeps none of its files."""

    def _web(self, **given: Any) -> Web:
        return Web(TOPICS, self.broker.address, port=0, **given)


@pytest.fixture
def table(victim: Any, tmp_path: Path) -> Iterator[Stand]:
    made = Attacked(victim, tmp_path)
    victim.get("about:blank")  # and the icon of the page before is asked for no more
    victim.get_log("performance")
    yield made
    made.close()


def got_in(found: dict[str, str]) -> list[str]:
    """What the page was answered, refusals aside."""
    harmless = ("refused", "nothing", "0 opaque", "403 ", "421 ", "404 ")
    return [f"{what}: {answer}" for what, answer in found.items() if not answer.startswith(harmless)]


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", EVIL])
def test_a_page_of_another_origin_gets_nothing(table: Stand, name: str) -> None:
    """Another port of this computer, and another name; this browser has an account of the house."""
    table.traffic()
    with rebinding() as page:
        found = attacked(table.driver, f"http://{name}:{page.port}/", table.web.url, PATHS)
        table.driver.get("about:blank")
    assert got_in(found) == []
    assert {status for _, status in answers(table.driver, table.web.url)} == {403}
    assert table.bus.poll() == []


def test_a_name_that_comes_to_lead_to_the_table_gets_nothing(table: Stand) -> None:
    """DNS rebinding: to the browser page and table are one origin."""
    with rebinding() as page:
        base = f"http://{EVIL}:{page.port}/"
        table.driver.get(base)
        page.lead(table.web.port)
        script = "const done = arguments[2]; window.attack(arguments[0], arguments[1]).then(done);"
        found = table.driver.execute_async_script(script, base, list(PATHS))
        table.driver.get("about:blank")
    assert got_in(found) == []
    answer = [status for path, status in answers(table.driver, base) if path in PATHS]
    assert answer
    assert set(answer) == {421}
    assert table.bus.poll() == []


def test_who_comes_under_another_name_reads_where_to_go(table: Stand) -> None:
    table.driver.get(f"http://{EVIL}:{table.web.port}/table.html")
    text = table.driver.execute_script("return document.body.innerText")
    assert text.startswith(f"{EVIL} is no name of this computer: open {table.web.url} instead")


def test_another_site_may_lead_to_the_table(table: Stand) -> None:
    with rebinding() as page:
        table.driver.get(f"http://127.0.0.1:{page.port}/")
        table.driver.execute_script(f"location.href = '{table.web.url}table.html?lang=en'")
        table.show("play")


@pytest.fixture
def far(victim: Any, tmp_path: Path, pair: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Far]:
    for module in ("broker.broker", "web.sockets"):
        monkeypatch.setattr(f"controller.{module}.loopback", lambda host: host == "127.0.0.1")
    made = Far(victim, tmp_path / "broker", pair)
    yield made
    made.close()


def test_an_encrypted_table_gives_nothing_either(far: Far) -> None:
    base = far.web.far
    assert base is not None
    with rebinding() as page:
        found = attacked(far.driver, f"http://{EVIL}:{page.port}/", base, PATHS)
    assert got_in(found) == []
    with rebinding() as page:
        page.lead(far.web.port, FAR)
        far.driver.get(f"https://{EVIL}:{page.port}/config.json")
        text = far.driver.execute_script("return document.body.innerText")
    assert text.startswith(f"{EVIL} is no name of this computer: open https://{NAME}:{far.web.port}/")
    assert far.bus.poll() == []
