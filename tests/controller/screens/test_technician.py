"""A technician's telephone: the machine's page and the check-up of the host's, and nothing of the house."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from contract.roles import Role
from controller.broker.accounts import Account
from controller.broker.broker import embedded_accounts
from controller.broker.pairing import Door
from controller.club_link.assignment import Assignment
from controller.people.host_book import Book
from controller.people.host_desk import HostDesk
from controller.people.hosting import Hosting
from controller.table.games import Games
from engine.state.events import GameStarted
from runtime.mosquitto import PID
from runtime.reload import changed
from tests.controller.screens.lasting import LastingWeb
from tests.controller.screens.stand import TOPICS, Stand
from tests.controller.screens.test_host import REPORT, opened

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]


@pytest.fixture
def technician(stand: Stand, tmp_path: Path) -> Iterator[Stand]:
    """A table's page on the telephone of who looks after the machine."""
    accounts = embedded_accounts(stand.folder, TOPICS)
    made = Account.named("paired-1", Role.TECHNICIAN, table="table-1")
    known = made.name, accounts.put(made)
    accounts.write()
    changed(stand.folder / PID)
    door = Door(lambda *account: Role.TECHNICIAN if account == known else None)
    web = LastingWeb(TOPICS, stand.broker.address, port=0, door=door, examine=lambda _: [])
    web.hosts(
        HostDesk(Hosting(Book(tmp_path), Assignment(None)), GameStarted("rrc"), Games(tmp_path), sets=2)
    )
    web.start()
    own, stand.account = stand.account, known
    with stand.instead(web):
        stand.sign_in()
        yield stand
    stand.account = own
    stand.sign_in()
    web.stop()


def test_a_technician_finds_machine_and_check_up_and_tests_the_machine(technician: Stand) -> None:
    """Names and games are the house's. The page of the set-up leads here."""
    technician.bus.publish_machine(REPORT)
    opened(technician, "machine", "idle_first")
    technician.wait(lambda: technician.values("[data-go]", "data-go") == ["machine", "doctor"])
    technician.press('[data-act="guided"]')
    sent = [(order.name, order.body) for order in technician.commands()]
    assert ("machine.selftest", {"guided": True}) in sent
    opened(technician, "next", "idle_first")
    assert technician.there('[data-tab="machine"]'), "what is not his is not there"
    technician.driver.execute_script("location.hash = 'doctor'")
    technician.wait(lambda: technician.there("[data-well]"))
