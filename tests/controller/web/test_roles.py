"""Which role is admitted at which address of the table's door; every role of the contract is tried."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from contract.roles import Role
from contract.topics import Topics
from controller.broker.broker import Address
from controller.broker.pairing import Door
from controller.calibration.desk import Calibrating
from controller.club_link.assignment import Assignment
from controller.config import parse
from controller.people.host_book import Book
from controller.people.host_desk import HostDesk
from controller.people.hosting import Hosting
from controller.setup.desk import Desk
from controller.table.games import Games
from controller.web.server import Web
from controller.web.setup import Setup
from engine.state.events import GameStarted
from tests.asking import Client

ADMITTED = {
    "/setup/form.json": {Role.HOUSE, Role.TECHNICIAN},
    "/calibrate/picture.jpg": {Role.HOUSE, Role.TECHNICIAN, Role.REFEREE},
    "/host.json": {Role.HOUSE},
    "/machine/fairness.json": {Role.HOUSE, Role.REFEREE, Role.HUB, Role.TECHNICIAN},
    "/machine/plan.json": {Role.HOUSE, Role.REFEREE, Role.HUB, Role.TECHNICIAN},
}
FORBIDDEN = 403


def web(folder: Path, door: Door) -> Client:
    desk = Desk(folder / "table.toml", lambda values: parse(values, "here"))
    setup = Setup(desk, folder, "boot-1")
    made = Web(
        Topics("h", "t"), Address("127.0.0.1", 1), door=door, calibrating=Calibrating(None), setup=setup
    )
    made.hosts(HostDesk(Hosting(Book(folder), Assignment(None)), GameStarted("ema"), Games(folder), sets=2))
    known = base64.b64encode(b"anybody:secret").decode()
    return Client(made.app(), headers=((b"authorization", f"Basic {known}".encode()),))


@pytest.mark.parametrize("path", ADMITTED)
@pytest.mark.parametrize("role", [*Role, None])
def test_an_address_admits_its_roles_and_no_other(tmp_path: Path, role: Role | None, path: str) -> None:
    status = web(tmp_path, Door(lambda _device, _secret: role)).get(path).status
    assert (status != FORBIDDEN) == (role in ADMITTED[path])


@pytest.mark.parametrize("path", ADMITTED)
def test_the_tables_own_list_counts_for_the_configuration_alone(tmp_path: Path, path: str) -> None:
    """Where the broker is a club's, and away."""
    door = Door(own_role=lambda _device, _secret: Role.HOUSE)
    assert (web(tmp_path, door).get(path).status != FORBIDDEN) == path.startswith("/setup")
