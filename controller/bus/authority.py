"""Who may ask for what: one table of roles and commands (docs/mqtt.md prints it)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from contract.messages import Command, Name
from contract.roles import Role

JUDGES: Final = frozenset((Role.REFEREE, Role.HOUSE, Role.HUB))
"""They decide for every seat. The house is who stands at an open door: the people whose table it is; the hub
speaks for the referees at the club's desk."""
SERVICERS: Final = JUDGES | {Role.TECHNICIAN}
"""They pause play, and read how the machine is made and how even it is."""
CALIBRATORS: Final = frozenset((Role.REFEREE, Role.HOUSE, Role.TECHNICIAN))
"""They may calibrate the camera, and see its picture between two hands."""
CONFIGURATORS: Final = frozenset((Role.HOUSE, Role.TECHNICIAN))
"""They change the configuration of the table, over the web."""
INVITERS: Final = frozenset((Role.TABLE, Role.REFEREE, Role.HOUSE))
"""They show the codes by which telephones get the account of a seat, and remove such accounts."""
_TABLE: Final = JUDGES | {Role.TABLE}
_SEATS: Final = _TABLE | {Role.SEAT}
_ALL: Final = _SEATS | {Role.TECHNICIAN, Role.CONTROLLER}
"""The controller is `jantaku machine` on the table's own computer, where the broker is a club's."""
_CLUB: Final = frozenset((Role.HUB, Role.HOUSE))
_HOST: Final = frozenset((Role.HOUSE,))
"""Who plays, by which rules, the end of a game and of the evening, and the program itself are the host's."""
_HUB: Final = frozenset((Role.HUB,))
"""Pictures for the club's referees: whoever else may see them has the table's own pages."""
MAY: Final[Mapping[Name, frozenset[Role]]] = {
    "win.confirm": _SEATS,
    "win.dispute": _SEATS,
    "panel": _SEATS,
    "answer": _SEATS,
    "dice.enter": _SEATS,
    "undo": _SEATS,
    "result.enter": _SEATS,
    "settle": frozenset((Role.SEAT, Role.TABLE, Role.HOUSE)),
    "ruling": JUDGES,
    "rule": JUDGES,
    "penalty": JUDGES,
    "cycle.start": _ALL,
    "pause": SERVICERS,
    "resume": SERVICERS,
    "clock.start": JUDGES,
    "clock.pause": JUDGES,
    "clock.add": JUDGES,
    "referee.call": _ALL,
    "referee.answer": JUDGES,
    "sync": _ALL,
    "machine.selftest": frozenset((Role.TECHNICIAN, Role.HOUSE, Role.CONTROLLER)),
    "machine.step": frozenset((Role.TECHNICIAN, Role.HOUSE, Role.CONTROLLER)),
    "machine.act": frozenset((Role.REFEREE, Role.HOUSE, Role.TABLE, Role.TECHNICIAN)),
    "machine.read": frozenset((Role.TECHNICIAN, Role.HOUSE, Role.CONTROLLER)),
    "game.set": _HOST,
    "game.end": _HOST,
    "evening.end": _HOST,
    "player.keep": _HOST,
    "player.forget": _HOST,
    "power": _HOST | {Role.TECHNICIAN},
    "assign": _CLUB,
    "assign.end": JUDGES,
    "record.ack": _CLUB,
    "record.again": _CLUB,
    "seat.sign_in": _SEATS,
    "seat.signed": JUDGES,
    "evidence.list": _HUB,
    "evidence.get": _HUB,
}
"""Roles by command; the display of a seat acts for its own seat only, and who is no judge undoes only as a
seat that asks or agrees."""


def authority(role: Role, seat: int | None, command: Command) -> bool:
    """Whether a device of this role, at this seat, may send the command."""
    if role not in MAY[command.name]:
        return False
    named = command.body.get("seat")
    if role is Role.SEAT and "seat" in command.body and named != seat:
        return False
    return command.name != "undo" or role in JUDGES or named is not None
