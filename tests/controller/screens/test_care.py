"""The care for the table's computer on the host's page: what it asks, how it goes, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import get_args

import pytest

from screens import TABLE_LANGUAGES
from tests.controller.browser import resize
from tests.controller.screens.stand import Stand
from tests.controller.screens.test_host import FINE_PRINT, HOST, LEAST_PX, SIZES, SMALL, opened
from upkeep.network import OFFER, Offer
from upkeep.places import note
from upkeep.progress import FoundBackup, UnreadBackup
from upkeep.trouble import Code

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
OWN = "jantaku-table-east-20261127-011438.zip"
OTHER = "jantaku-table-west-20261126-230000.zip"
CLUB = "jantaku-hub-east-20261127-011438.zip"
"""Of a hub beside the table."""


def backup(file: str, *, own: bool) -> FoundBackup:
    return FoundBackup(
        of="table",
        place="stick" if own else "here",
        file=file,
        computer="east" if own else "west",
        own=own,
        at_ms=1_795_741_200_000,
        version="0.1.0",
        whole=own,
        size=2_000_000,
    )


@pytest.fixture
def host(stand: Stand) -> Iterator[Stand]:
    """With a stick, an earlier version, and an offer of the network."""
    stand.computer.stick = True
    if not (stand.computer.folders.place / "previous").exists():
        stand.computer.lies_beside("0.0.9")
    note(1_795_741_200_000, Path("/media/jantaku") / OWN, stand.computer.folders.state)
    offer = Offer(looked_at_ms=1_795_741_200_000, version="99.0.0", size=144_000_000)
    (stand.computer.folders.fetched / OFFER).write_text(offer.model_dump_json())
    yield stand
    stand.computer.clear()


UNREAD = [
    UnreadBackup(place="stick", file="Sicherung Müller (1).zip", why="name"),
    UnreadBackup(place="stick", file=OWN.replace("2026", "2029"), why="newer"),
    UnreadBackup(place="stick", file=OTHER.replace("2026", "2025"), why="damaged"),
]


def found(host: Stand) -> None:
    both = [backup(OWN, own=True), backup(OTHER, own=False)]
    club = backup(CLUB, own=True).model_copy(update={"of": "hub"})
    host.computer.progress("look").ended(backups=[*both, club], unread=UNREAD)


def asked_for(host: Stand, unit: str) -> bool:
    return host.computer.started == [unit]


def outcome_shown(host: Stand, code: str) -> None:
    host.wait(lambda: host.there(f'[data-code="{code}"]'))


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_it_is_whole_and_readable_with_all_that_can_be_found(host: Stand, axe: str, language: str) -> None:
    found(host)
    faults: list[str] = []
    for size in SIZES:
        opened(host, "care", language=language)
        resize(host.driver, size)
        host.wait(lambda: len(host.find("[data-backup]")) == 3)
        assert all(each.file in text for each, text in zip(UNREAD, host.texts("[data-unread]"), strict=True))
        host.press('[data-act^="restore-here"]')
        if not host.there('[data-sure="reset_really"]'):
            host.press('[data-act="reset"]')
            host.press('[data-sure="reset"]')
        host.driver.execute_script("scrollTo(0, 0)")
        faults += [f"{size}: {fault}" for fault in host.check(axe, scrolls=True)]
        faults += [f"{size}: small {key}" for key in host.driver.execute_script(SMALL, LEAST_PX)]
        faults += [f"{size}: fine {text}" for text in host.driver.execute_script(FINE_PRINT)]
    assert faults == []
    assert host.complaints() == []
    assert host.computer.started == []


def test_a_backup_is_asked_for_and_it_is_told_how_it_goes(host: Stand) -> None:
    opened(host, "care")
    host.press('[data-act="backup_stick"]')
    host.wait(lambda: host.computer.started == ["jantaku-care@backup:stick.service"])
    host.wait(lambda: host.there('[data-care="doing"]'))
    assert host.driver.execute_script("return document.querySelector('[data-act=backup_here]').disabled")
    written, host.computer.runs = host.computer.progress("backup"), True
    written.doing("saving")
    host.wait(lambda: host.there('[data-step="saving"]'))
    written.ended(detail=OWN)
    host.computer.runs = False
    outcome_shown(host, "done")
    assert OWN in host.texts("[data-care]")[0]


def test_another_computers_backup_says_whose_it_is_and_asks(host: Stand) -> None:
    found(host)
    opened(host, "care")
    host.wait(lambda: host.values("[data-own]", "data-own") == ["true", "false", "true"])
    host.press(f'[data-act="restore-here-{OTHER}"]')
    assert "ANOTHER computer, west" in host.texts('.backups [role="alertdialog"] p')[0]
    assert host.computer.started == []
    host.press(f'[data-sure="restore-here-{OTHER}"]')
    host.wait(lambda: host.computer.started == [f"jantaku-care@foreign:here:{OTHER}.service"])


def test_the_clubs_backup_beside_a_table_is_named_as_the_clubs(host: Stand) -> None:
    found(host)
    opened(host, "care")
    host.press(f'[data-act="restore-stick-{CLUB}"]')
    assert "CLUB's backup" in host.texts('.backups [role="alertdialog"] p')[0]
    host.press(f'[data-sure="restore-stick-{CLUB}"]')
    host.wait(lambda: host.computer.started == [f"jantaku-care@restore:stick:{CLUB}.service"])


def test_one_that_cannot_be_restored_is_not_said_to_be_missing(host: Stand) -> None:
    host.computer.progress("look").ended(unread=UNREAD)
    opened(host, "care")
    host.wait(lambda: host.values("[data-unread]", "data-unread") == ["name", "newer", "damaged"])
    assert not host.there("[data-no-backups]")


def test_updates_from_stick_and_network_and_the_way_back(host: Stand) -> None:
    for act, unit in (("update_stick", "stick"), ("update_network", "network"), ("back", "back")):
        host.computer.started.clear()
        opened(host, "care")
        host.wait(partial(host.there, f'[data-act="{act}"]:not([disabled])'))
        host.press(f'[data-act="{act}"]')
        host.press(f'[data-sure="{act}"]')
        host.wait(partial(asked_for, host, f"jantaku-update@{unit}.service"))
        host.computer.progress("back" if unit == "back" else "update").ended(detail=unit)
    assert host.values("[data-offer]", "data-offer") == ["99.0.0"]


def test_a_reset_is_asked_twice(host: Stand) -> None:
    opened(host, "care")
    for step in ("reset", "reset_really"):
        if step == "reset":
            host.press('[data-act="reset"]')
        assert host.computer.started == []
        host.press(f'[data-sure="{step}"]')
    host.wait(lambda: host.computer.started == ["jantaku-care@reset.service"])


def test_during_a_hand_it_says_why_nothing_of_it_can_be(host: Stand) -> None:
    found(host)
    opened(host, "care", "play")
    host.wait(lambda: len(host.find("[data-backup]")) == 3)
    stops = ("update_stick", "update_network", "back", "reset", f"restore-stick-{OWN}")
    for act in stops:
        assert host.there(f'[data-act="{act}"][disabled]')
    assert host.there('[data-act="backup_stick"]:not([disabled])')
    assert len(host.values("[data-why]", "data-why")) > 0


def test_whatever_goes_wrong_is_one_sentence_in_the_hosts_language(host: Stand) -> None:
    opened(host, "care", language="uk")
    said = set()
    for code in get_args(Code):
        host.computer.progress("restore").ended(code, "In English.")
        host.driver.refresh()
        host.draw(HOST, "idle_first")
        outcome_shown(host, code)
        (text,) = host.texts(f'[data-code="{code}"]')
        said.add(text.partition(": ")[2])
    assert len(said) == len(get_args(Code))


def test_a_computer_that_is_no_appliance_still_gives_backup_and_report(host: Stand) -> None:
    host.computer.loaded = False
    opened(host, "care")
    host.wait(lambda: host.there("[data-not-here]"))
    assert host.values("[data-act]", "data-act") == ["backup", "support"]


def test_what_the_computer_does_not_allow_is_said(host: Stand) -> None:
    host.computer.allowed = False
    opened(host, "care")
    host.press('[data-act="backup_here"]')
    outcome_shown(host, "not_allowed")
