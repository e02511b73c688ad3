"""One browser and one stand for all tests of the screens; another stand for those that break theirs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from contract.roles import Role
from controller.broker.accounts import Account
from controller.broker.pairing import Door, Pairing
from controller.config import parse
from controller.history.archive import Archive
from controller.setup.desk import Desk
from controller.web.setup import Setup
from screens import SHARED
from tests.controller.browser import chromium, missing, resize
from tests.controller.history.test_hands import game, write
from tests.controller.screens.seen import eyes
from tests.controller.screens.set_up_table import FILE, Settled
from tests.controller.screens.stand import Stand
from tests.screens.tools import tools
from tests.vision.calibration.mats import shot
from vision.calibration.markers import Plan
from vision.camera.frame import Frame
from vision.scene.render import View


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pictures", action="store_true", help="Write the pictures of the documents.")


def admit(role: Role, seat: int | None) -> tuple[Account, str]:
    """An account as a table's own broker would make it."""
    return Account.named("paired-1", role, seat, "table-1"), "secret"


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    reason = missing()
    if reason is None and shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin") is None:
        reason = "mosquitto is absent: run `sudo apt install mosquitto`"
    if reason is None and not (SHARED / "vendor" / "mqtt.js").is_file():
        reason = "the screens' libraries are missing: run `python screens/vendor.py`"
    if reason is not None:
        pytest.skip(reason)
    with chromium(tmp_path_factory.mktemp("chromium")) as made:
        yield made


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which is fetched where it has not come with the installation."""
    return (tools() / "axe.js").read_text("utf-8")


@pytest.fixture(scope="session")
def hall(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    """A stand that is kept for all tests that only look: broker, web server and a game that was played."""
    folder = tmp_path_factory.mktemp("hall")
    write(folder / "games", "20260516-a", game(2)).close()
    door = Door(pairing=Pairing(admit))
    desk = Desk(folder / "table.toml", lambda values: parse(values, "here"))
    made = Stand(driver, folder, Archive(folder / "games"), door, Setup(desk, folder, "boot-1"))
    made.calibration.watch.pixels = shot(View(), Plan())
    made.wait(lambda: made.bus.connected)
    made.web.show(Frame("test", 1.0, np.full((1080, 1920, 3), 90, np.uint8)))
    made.bus.publish_eyes(eyes())
    yield made
    made.close()


@pytest.fixture(scope="session")
def lasting(driver: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    """The stand that test after test is given as `stand`."""
    made = Stand(driver, tmp_path_factory.mktemp("stand"))
    made.wait(lambda: made.bus.connected)
    yield made
    made.close()


@pytest.fixture
def stand(driver: Any, lasting: Stand) -> Stand:
    """For tests that leave its broker, bus and web server as they are."""
    set_up(driver)
    lasting.clear()
    driver.get_log("browser")
    return lasting


@pytest.fixture
def lone(driver: Any, tmp_path: Path) -> Iterator[Stand]:
    """A stand for one test, which may stop its parts and put others into their places."""
    set_up(driver)
    made = Stand(driver, tmp_path)
    driver.get_log("browser")
    yield made
    made.close()


@pytest.fixture
def settled(stand: Stand, tmp_path: Path) -> Iterator[Settled]:
    path = tmp_path / "table.toml"
    path.write_text(FILE, "utf-8")
    made = Settled(stand, path)
    web = made.serve()
    with stand.instead(web):
        stand.sign_in()
        yield made
    web.stop()
    made.learning.close()


def set_up(driver: Any) -> None:
    resize(driver, (1280, 800))
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
