"""The screens on another computer, encrypted with a certificate of the club's authority."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.broker.broker import EmbeddedBroker
from controller.broker.certificates import Pair, make_authority, make_server
from controller.broker.pairing import Door
from controller.web.server import Web
from tests.controller.browser import chromium
from tests.controller.screens.stand import TOPICS, Stand
from tests.ports import free_port

pytestmark = pytest.mark.slow
FAR, NAME = "127.0.0.2", "table.test"
"""Another computer sees the table at another loopback address, under a name that only its browser knows."""


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    folder = tmp_path_factory.mktemp("club")
    authority = folder / "ca.pem", folder / "ca.key"
    made = Pair(folder / "web.pem", folder / "web.key")
    make_authority(*authority, "home")
    make_server(authority, *made, [NAME])
    return made


@pytest.fixture(scope="module")
def stranger(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser that takes the certificate of an authority it does not know; `driver` skips where none is."""
    flags = (f"--host-resolver-rules=MAP {NAME} {FAR}", "--ignore-certificate-errors")
    with chromium(tmp_path_factory.mktemp("stranger"), flags=flags, records=True) as made:
        yield made


class Far(Stand):
    """Seen from another computer."""

    def __init__(self, driver: Any, folder: Path, pair: Pair) -> None:
        self.pair = pair
        super().__init__(driver, folder)

    def _broker(self, folder: Path) -> EmbeddedBroker:
        return EmbeddedBroker(folder, TOPICS, FAR, free_port(FAR), tls=self.pair)

    def _web(self, **given: Any) -> Web:
        return Web(TOPICS, self.broker.address, FAR, port=0, tls=self.pair, **given)


@pytest.fixture
def far(stranger: Any, tmp_path: Path, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> Iterator[Far]:
    for module in ("broker.broker", "web.sockets"):
        monkeypatch.setattr(f"controller.{module}.loopback", lambda host: host == "127.0.0.1")
    made = Far(stranger, tmp_path / "broker", pair)
    yield made
    made.close()


def test_another_computer_s_screen_draws_over_an_encrypted_line(far: Far) -> None:
    page = far.web.far
    assert page == f"https://{NAME}:{far.web.port}/"
    far.driver.get(f"{page}table.html?lang=en")
    far.show("play")
    sockets = [url for url in far.requests() if url.startswith("ws")]
    assert sockets
    assert {url.rstrip("/") for url in sockets} == {f"wss://{NAME}:{far.web.port}/mqtt"}


@pytest.mark.parametrize("name", ["index.html", "join.html"])
def test_encrypted_pages_do_not_warn(far: Far, name: str) -> None:
    far.driver.get(f"{far.web.far}{name}?lang=en")
    far.wait(lambda: far.find(".door .card"))
    assert far.texts(".warn") == []
    assert far.driver.execute_script("return isSecureContext")


def test_a_page_that_is_not_encrypted_warns(far: Far) -> None:
    web = Web(TOPICS, far.broker.address, FAR, port=0, door=Door(names=(NAME,)))
    web.start()
    try:
        far.driver.get(f"http://{NAME}:{web.port}/index.html?lang=en")
        far.wait(lambda: far.find(".door .card"))
        assert far.texts(".warn") == ["This connection is not encrypted: use it in a network that you trust."]
    finally:
        web.stop()
