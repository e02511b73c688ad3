"""A display is paired by its digits, at the table's own computer and on the referee's tablet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from contract.roles import Role
from controller.broker.pairing import FREE, Door, Here, Pairing
from controller.broker.ticket import here_link
from screens import TABLE_LANGUAGES
from tests.controller.screens.conftest import admit
from tests.controller.screens.lasting import LastingWeb
from tests.controller.screens.stand import TOPICS, Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
ROLE = '.pairing option[value="{}"]'


@dataclass
class Entrance:
    """Pages of the stand's table, with somebody who makes accounts."""

    web: LastingWeb
    here: Here

    @property
    def url(self) -> str:
        return self.web.url

    def link(self, page: str) -> str:
        """As `jantaku link` prints it."""
        return here_link(self.url, self.here.ticket, f"{page}?lang=en")


@pytest.fixture
def door(stand: Stand) -> Iterator[Entrance]:
    house = stand.account
    here = Here(lambda: house, lambda *account: account == house)
    door = Door(lambda *account: Role.HOUSE if account == house else None, Pairing(admit), here)
    made = LastingWeb(TOPICS, stand.broker.address, port=0, door=door)
    made.start()
    forget(stand, made)  # an earlier stand may have stood at the same port
    yield Entrance(made, here)
    forget(stand, made)
    made.stop()


def forget(stand: Stand, web: LastingWeb) -> None:
    """The browser has no account at these pages."""
    stand.driver.get(f"{web.url}icon.svg")
    stand.driver.execute_script("localStorage.clear()")
    stand.driver.get("about:blank")


def digits(stand: Stand) -> str:
    stand.wait(lambda: stand.values("[data-digits]", "data-digits"))
    return stand.values("[data-digits]", "data-digits")[0]


def paired(stand: Stand, code: str, role: str) -> str:
    """What the form says to these digits."""
    stand.wait(lambda: stand.find(".pairing"))
    if not stand.find(".pairing[open]"):
        stand.press(".pairing summary")
    (field,), (choice,), (button,) = (
        stand.find(css) for css in (".pairing input", ROLE.format(role), ".pairing button")
    )
    field.clear()
    field.send_keys(code)
    choice.click()
    button.click()
    stand.wait(lambda: stand.find("[data-pairing]"))
    return stand.values("[data-pairing]", "data-pairing")[0]


def at_another_window(stand: Stand, url: str) -> str:
    """Opens a page beside the one that is open; gives that one back."""
    first: str = stand.driver.current_window_handle
    stand.driver.switch_to.new_window("window")
    stand.driver.get(url)
    return first


@pytest.mark.parametrize(
    ("page", "role", "opened"),
    [("index.html", "seat 1", "seat.html?seat=1"), ("referee.html", "referee", "referee.html")],
)
def test_six_digits_let_a_display_in(stand: Stand, door: Entrance, page: str, role: str, opened: str) -> None:
    stand.publish("play")
    driver: Any = stand.driver
    driver.get(f"{door.url}join.html?lang=en")
    code = digits(stand)
    assert stand.texts(".digits") == [f"{code[:3]} {code[3:]}"]
    display = at_another_window(stand, door.link(page))
    assert paired(stand, code, role) == "ok"
    driver.close()
    driver.switch_to.window(display)
    stand.wait(lambda: opened in driver.current_url)
    name = f"{'seat1' if role == 'seat 1' else role}-paired-1"
    assert f"device={name}" in driver.current_url
    assert "secret" not in driver.current_url
    assert (
        driver.execute_script("return localStorage.getItem(arguments[0])", f"jantaku.account.{name}")
        == "secret"
    )


def test_digits_that_nobody_shows_let_nobody_in(stand: Stand, door: Entrance) -> None:
    stand.driver.get(door.link("index.html"))
    for _ in range(FREE):
        assert paired(stand, "000000", "table") == "unknown"
    assert stand.texts("[data-pairing]") == ["No device shows these digits, or they have expired."]
    stand.press(".pairing button")
    stand.wait(lambda: stand.find('[data-pairing="many"]'))


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_a_browser_without_an_account_reads_how_it_gets_one(
    stand: Stand, door: Entrance, language: str
) -> None:
    stand.driver.get(f"{door.url}index.html?lang={language}")
    stand.wait(lambda: stand.find('[data-way-in="none"]'))
    (words,) = stand.texts("[data-way-in]")
    assert "jantaku run" in words
    assert "jantaku link" in words
    assert not stand.find(".pairing")


def test_the_link_of_this_computer_gives_a_browser_its_account_once(stand: Stand, door: Entrance) -> None:
    stand.driver.get(door.link("index.html"))
    stand.wait(lambda: stand.find(".pairing"))
    assert door.here.ticket not in stand.driver.current_url
    kept = stand.driver.execute_script("return {...localStorage}")
    assert (kept["jantaku.account"], kept["jantaku.account.house-stand"]) == stand.account
    stand.driver.get(f"{door.url}index.html?lang=en")
    stand.wait(lambda: stand.find(".pairing"))


def test_a_link_of_an_earlier_start_says_so(stand: Stand, door: Entrance) -> None:
    stand.driver.get(here_link(door.url, "of yesterday", "index.html?lang=en"))
    stand.wait(lambda: stand.find('[data-way-in="over"]'))
    assert "from an earlier start" in stand.texts("[data-way-in]")[0]


def test_a_table_whose_club_has_the_accounts_says_so(stand: Stand) -> None:
    stand.driver.get(f"{stand.web.url}join.html?lang=sv")
    stand.wait(lambda: stand.values("[data-join]", "data-join") == ["elsewhere"])
    assert "Klubbens broker har kontona" in stand.texts("[data-join]")[0]
