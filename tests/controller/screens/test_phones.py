"""Telephones are paired at the table: a code for each seat, each telephone a browser of its own."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.assembly.door import door_of
from controller.broker.ticket import here_link
from controller.club_link.assignment import Assignment
from controller.config import parse
from controller.people.host_book import Book
from controller.people.host_desk import HostDesk
from controller.people.hosting import Hosting
from controller.table.games import Games
from engine.state.events import GameStarted
from screens import TABLE_LANGUAGES
from tests.controller.browser import chromium, resize
from tests.controller.screens.lasting import LastingWeb
from tests.controller.screens.looking import Looking
from tests.controller.screens.stand import TOPICS, Stand
from tests.engine.board import Board

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]
NAMES = ("Anna", "Bo", "Chrysanthemum Maximiliana", "千葉")
TABLE, PHONE = (1024, 600), (360, 740)


class Phone(Looking):
    """A telephone: a profile of its own."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        resize(driver, PHONE)


class Evening:
    """A table whose pages others reach, with its own list of accounts and its broker, and its screen."""

    def __init__(self, driver: Any, folder: Path, opened: ExitStack) -> None:
        self.table = Stand(driver, folder / "broker")
        opened.callback(self.table.close)
        config = parse({"data": str(folder)}, "here")
        self.door = door_of(config, TOPICS, self.table.broker.address, None)
        self.web = LastingWeb(TOPICS, self.table.broker.address, port=0, door=self.door)
        self.web.start()
        opened.callback(self.web.stop)
        self.web.reached_at(self.web.url)  # other computers stand beside it here
        hosting = Hosting(Book(folder), Assignment(None))
        self.web.hosts(HostDesk(hosting, GameStarted("rrc"), Games(folder)))
        self.web.follow(lambda: ("g", replace(Board("rrc").game, names=NAMES)))
        opened.enter_context(self.table.instead(self.web))
        self.opened, self.folder = opened, folder
        self.table.wait(lambda: self.table.bus.connected)

    def phone(self, name: str) -> Phone:
        driver = self.opened.enter_context(chromium(self.folder / name, PHONE))
        return Phone(driver)

    def show_codes(self, code: str = "ok", **query: str) -> None:
        """On the table's own screen, opened by the link that `jantaku link` prints, somebody presses."""
        assert self.door.here is not None
        terms = "&".join(f"{key}={value}" for key, value in ({"lang": "en"} | query).items())
        resize(self.table.driver, TABLE)
        self.table.driver.get(here_link(self.web.url, self.door.here.ticket, f"table.html?{terms}"))
        self.table.wait(lambda: self.table.there("[data-phones-button]"))
        self.table.driver.execute_script("document.querySelector('[data-phones-button]').click()")
        self.table.wait(lambda: self.table.there(f'[data-let-phones="{code}"]'))

    def code(self, seat: int) -> str:
        """What the picture at a seat says; the picture itself is compared with it."""
        assert self.door.phones is not None
        known = next(
            each.code for each in self.door.phones.show() if each.seat == seat and each.code is not None
        )
        return f"{self.web.url}join.html?lang=en#seat={known.text}"

    def shown_at(self, seat: int, css: str) -> bool:
        return self.table.there(f'[data-phone-seat="{seat}"] {css}')


@pytest.fixture
def evening(driver: Any, tmp_path: Path) -> Iterator[Evening]:
    with ExitStack() as opened:
        made = Evening(driver, tmp_path, opened)
        made.table.publish("idle_first")
        yield made


def takes(phone: Phone, link: str) -> None:
    phone.driver.get(link)
    phone.wait(lambda: phone.there("[data-take]"))
    phone.press("[data-take]")
    phone.wait(lambda: "seat.html" in phone.driver.current_url and phone.there("[data-rev]"))


def test_a_telephone_reads_the_code_of_a_seat_has_it_and_comes_back_to_it(evening: Evening) -> None:
    evening.show_codes()
    assert [evening.shown_at(seat, "img.code") for seat in range(4)] == [True] * 4
    phone = evening.phone("anna")
    link = evening.code(1)
    phone.driver.get(link)
    phone.wait(lambda: phone.there('[data-claim="ok"]'))
    assert evening.door.phones is not None
    assert evening.door.phones.show()[1].phones == (), "a page that is opened takes nothing"
    phone.press("[data-take]")
    phone.wait(lambda: "seat.html?seat=1" in phone.driver.current_url)
    evening.table.wait(lambda: evening.shown_at(1, "[data-let]"))
    assert not evening.shown_at(1, "img.code"), "the table says that somebody is there"
    assert "key=" not in phone.driver.current_url
    evening.table.publish("idle_first")
    phone.wait(lambda: phone.there('[data-button="start"]'))
    phone.press('[data-button="start"]')
    (order,) = evening.table.commands()

    assert order.sender.startswith("seat1-phone-")
    phone.driver.get("about:blank")
    phone.driver.get(f"{evening.web.url}seat.html?lang=en")
    evening.table.publish("idle_first")
    phone.wait(lambda: phone.there('[data-button="start"]'))
    phone.driver.get(f"{evening.web.url}index.html?lang=en")
    phone.wait(lambda: phone.there('[data-own-seat="1"]'))
    low = "return document.querySelector('[data-own-seat]').getBoundingClientRect().bottom"
    assert phone.driver.execute_script(low) < PHONE[1], "nobody scrolls for it"


def test_a_second_telephone_with_the_same_code_gets_nothing(evening: Evening) -> None:
    evening.show_codes()
    link = evening.code(2)
    first, second = evening.phone("owner"), evening.phone("photograph")
    second.driver.get(link)  # both have the page open when the first one presses
    second.wait(lambda: second.there("[data-take]"))
    takes(first, link)
    second.press("[data-take]")
    second.wait(lambda: second.there('[data-claim="taken"]'))
    assert "Another phone has used this code" in second.texts("[role=alert]")[0]
    assert second.driver.execute_script("return localStorage.getItem('jantaku.account')") is None
    assert evening.door.phones is not None
    assert len(evening.door.phones.show()[2].phones) == 1


def test_codes_stay_on_the_screen_while_the_table_is_not_heard(evening: Evening) -> None:
    """A hiccup of the link draws the corner of the screen anew, and closes nothing."""
    evening.show_codes()
    link = evening.code(0)
    evening.table.wait(lambda: evening.table.there('[data-link="down"]'))
    assert evening.table.there('[data-let-phones="ok"]')
    evening.table.publish("idle_first")
    evening.table.wait(lambda: evening.table.there('[data-link="up"]'))
    assert evening.code(0) == link


def test_a_code_is_over_when_the_table_closes_its_codes(evening: Evening) -> None:
    evening.show_codes()
    link = evening.code(0)
    phone = evening.phone("late")
    phone.driver.get(link)
    phone.wait(lambda: phone.there("[data-take]"))
    evening.table.press("[data-close-phones]")
    evening.table.wait(lambda: not evening.table.there("[data-let-phones]"))
    assert evening.door.phones is not None
    phone.wait(lambda: evening.door.phones is not None and evening.door.phones.look(link[-16:]) is None)
    phone.press("[data-take]")
    phone.wait(lambda: phone.there('[data-claim="over"]'))
    assert "This code has expired" in phone.texts("[role=alert]")[0]


def test_a_telephone_that_is_sent_away_commands_nothing_more(evening: Evening) -> None:
    evening.show_codes()
    phone = evening.phone("gone")
    takes(phone, evening.code(3))
    evening.table.publish("idle_first")
    phone.wait(lambda: phone.there('[data-button="start"]:not(:disabled)'))
    evening.table.wait(lambda: evening.shown_at(3, "[data-away]"))
    evening.table.press('[data-away="3"]')
    evening.table.wait(lambda: evening.shown_at(3, "img.code"))
    phone.wait(lambda: phone.there('[data-link="down"], [data-notice="link"]'))
    phone.driver.execute_script("document.querySelector('[data-button=\"start\"]')?.click()")
    evening.table.beat()
    assert evening.table.waiting == []


def test_a_guest_sees_no_button_and_no_codes(evening: Evening) -> None:
    guest = evening.phone("guest")
    guest.driver.get(f"{evening.web.url}table.html?lang=en&sides=1")
    evening.table.publish("idle_first")
    guest.wait(lambda: guest.there("[data-phase]"))
    assert not guest.there("[data-phones-button]")
    answer = guest.driver.execute_async_script(
        "const done = arguments[0]; fetch('phones/show', {method: 'POST', headers: {'content-type': "
        "'application/json'}, body: '{}'}).then((answer) => answer.json()).then(done)"
    )
    assert (answer["code"], answer["seats"]) == ("forbidden", [])


def test_a_table_for_its_own_screen_offers_to_switch_telephones_on(evening: Evening) -> None:
    evening.web.reached_at(None)
    evening.show_codes("here_only")
    assert "serves this screen only" in evening.table.texts("[role=alert]")[0]


def test_a_host_lets_phones_in_from_the_own_phone(
    evening: Evening, axe: str, pytestconfig: pytest.Config
) -> None:
    resize(evening.table.driver, PHONE)
    assert evening.door.here is not None
    link = here_link(evening.web.url, evening.door.here.ticket, "host.html?lang=de")
    evening.table.driver.get(link)
    evening.table.publish("idle_first")
    evening.table.click('[data-go="phones"]')
    evening.table.wait(lambda: evening.shown_at(3, "img.code"))
    phone = evening.phone("bo")
    takes(phone, evening.code(1))
    evening.table.wait(lambda: evening.shown_at(1, "[data-let]"))
    assert evening.table.check(axe, scrolls=True) == []
    keep_picture(pytestconfig, "phones-host", evening.table.driver)
    evening.table.click('[data-go="now"]')
    evening.table.click('[data-go="phones"]')
    evening.table.wait(lambda: evening.shown_at(1, "[data-let]"))


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_the_panel_and_the_page_of_a_telephone_fit_in_every_language(
    evening: Evening, axe: str, language: str, pytestconfig: pytest.Config
) -> None:
    evening.show_codes(lang=language)
    phone = evening.phone("fit")
    if language in {"de", "ja"}:
        takes(phone, evening.code(1))
        evening.table.wait(lambda: evening.shown_at(1, "[data-let]"))
    assert evening.table.check(axe, scrolls=False) == []
    phone.driver.get(evening.code(0).replace("lang=en", f"lang={language}"))
    phone.wait(lambda: phone.there("[data-take]"))
    assert phone.check(axe, scrolls=True) == []
    keep_picture(pytestconfig, f"phones-{language}", evening.table.driver)
    keep_picture(pytestconfig, f"claim-{language}", phone.driver)


def keep_picture(config: pytest.Config, name: str, driver: Any) -> None:
    """Where `--pictures` asks for them, beside the tests' own files."""
    if config.getoption("--pictures"):
        folder = Path(config.getoption("basetemp") or "/tmp")
        (folder / f"{name}.png").write_bytes(base64.b64decode(driver.get_screenshot_as_base64()))
