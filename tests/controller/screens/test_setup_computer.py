"""The set-up page and the computer around it: Wi-Fi, time, the firmware of the machine."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import get_args

import pytest

from controller.setup.answers import FlashedCode, SetupFlashed
from runtime.programs import Done
from tests.controller.browser import resize
from tests.controller.screens.set_up_table import (
    FILE,
    SIZES,
    Settled,
    enter,
    visit,
)
from tests.controller.screens.stand import Stand
from tests.controller.setup.nmcli import HOME, PASSWORD
from words import catalogue

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def with_board(settled: Settled) -> None:
    """The machine is a board of its own, at a serial port."""
    machine = 'kind = "serial"\nport = "/dev/ttyACM0"'
    settled.path.write_text(FILE.replace('kind = "none"', machine), "utf-8")
    settled.setup = replace(settled.setup, board=True)


@pytest.mark.parametrize("language", ["en", "ja", "de"])
def test_the_machine_s_firmware_is_written_on_a_button_and_what_became_of_it_is_said(
    stand: Stand, settled: Settled, language: str
) -> None:
    with_board(settled)
    settled.desk.flashed = SetupFlashed(code="failed", message="The chip does not keep page 3.")
    web = settled.serve()
    with stand.instead(web):
        stand.sign_in()
        visit(stand, "machine", language)
        stand.wait(lambda: stand.there('[data-flashed="failed"]'))
        assert "The chip does not keep page 3." in stand.texts("[data-flashed]")[0]
        stand.click("[data-firmware]")
        stand.wait(settled.desk.firmware.is_set)
        assert settled.desk.again.is_set()
    web.stop()


@pytest.mark.parametrize("language", ["en", "ru", "ja"])
def test_whatever_kept_new_firmware_from_the_machine_is_said_in_words(
    stand: Stand, settled: Settled, language: str
) -> None:
    with_board(settled)
    ends = catalogue(language, "setup")["setup"]["firmware"]["end"]
    lost = catalogue(language, "table")["alert"]
    web = settled.serve()
    with stand.instead(web):
        stand.sign_in()
        for code in get_args(FlashedCode):
            settled.desk.flashed = SetupFlashed(code=code, message="M", firmware="F")
            visit(stand, "machine", language)
            stand.driver.refresh()
            stand.wait(partial(stand.there, f'[data-flashed="{code}"]'))
            wanted = ends.get(code) or lost[f"machine_lost_{code}"]
            assert stand.texts("[data-flashed]")[0] == wanted.format(message="M", firmware="F")
    web.stop()


def test_wifi_is_joined_on_the_page_and_a_wrong_password_leaves_the_network_before(
    stand: Stand, settled: Settled
) -> None:
    resize(stand.driver, SIZES[1])
    visit(stand, "network")
    stand.wait(lambda: stand.there('[data-wifi="home"]'))
    assert "joined" in stand.texts('[data-wifi="home"]')[0]
    settled.radio.fails = Done(4, "", "Error: Connection activation failed: Secrets were required.")
    stand.click('[data-wifi="hall"]')
    stand.wait(lambda: stand.there("#wifi-password"))
    stand.driver.find_element("css selector", "#wifi-password").send_keys(PASSWORD)
    stand.click("[data-join]")
    stand.wait(lambda: stand.there('[data-refused="wifi_password"]'))
    assert settled.radio.active == HOME
    settled.radio.fails = None
    stand.click("[data-join]")
    stand.wait(lambda: "Joined hall." in stand.texts("[data-wifi-note]")[0])
    assert settled.radio.connections[settled.radio.active] == "Jantaku hall"
    assert [each for each in stand.complaints() if "422" not in each] == []
    settled.radio.status = "eth0:ethernet:connected\n"
    stand.click("[data-look-around]")
    stand.wait(lambda: stand.texts("[data-wifi-stands]") == ["This computer has no Wi-Fi."])
    assert not stand.there("[data-wifi]")


def test_zone_and_time_are_set_on_the_page(stand: Stand, settled: Settled) -> None:
    resize(stand.driver, SIZES[1])
    visit(stand, "time")
    enter(stand, "#zone", "Asia/Tokyo")
    stand.wait(lambda: settled.clock.called == [["SetTimezone", "sb", "Asia/Tokyo", "false"]])
    stand.wait(lambda: "Set." in stand.texts("[data-time-note]")[0])
    stand.click("[data-set-mine]")
    stand.wait(lambda: len(settled.clock.called) == 2)
    assert abs(int(settled.clock.called[1][2]) / 1e6 - time.time()) < 60
    stand.click('[data-network-time="true"]')
    stand.wait(lambda: settled.clock.called[-1] == ["SetNTP", "bb", "true", "false"])
    assert stand.complaints() == []
    settled.clock.obeys = False
    enter(stand, "#zone", "Europe/Berlin")
    stand.wait(lambda: stand.there('[data-refused="no_clock"]'))


def test_where_the_computer_sets_no_clock_the_page_says_so(stand: Stand, settled: Settled) -> None:
    settled.clock.allowed = ()
    visit(stand, "time")
    stand.wait(lambda: stand.there("[data-not-allowed]"))
    assert not stand.there("#zone, #clock, [data-network-time]")
    settled.clock.flags = {}
    visit(stand, "network")
    visit(stand, "time")
    stand.wait(lambda: stand.there(".step [data-none]"))
    assert not stand.there("#zone, #clock, [data-network-time]")
