"""Where everything lies: the topics of a table, and what all payloads have in common."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, ConfigDict

SCHEMA: Final = "1.6"
"""Major and minor version of the payloads: the major stands in the topics, fields are only added."""


class Topics:
    """Names under `jantaku/1/{club}/{table}/`."""

    def __init__(self, club: str, table: str) -> None:
        self.root = f"jantaku/1/{club}/{table}"
        self.info = f"{self.root}/$info"
        self.status = f"{self.root}/$status"
        self.state = f"{self.root}/state"
        self.event = f"{self.root}/event"
        self.win = f"{self.root}/win"
        self.clock = f"{self.root}/clock"
        self.tick = f"{self.root}/tick"
        self.eyes = f"{self.root}/eyes"
        self.machine = f"{self.root}/machine"
        self.health = f"{self.root}/health"
        self.cmd = f"{self.root}/cmd"

    def alert(self, name: str) -> str:
        return f"{self.root}/alert/{name}"

    def seat(self, seat: int) -> str:
        return f"{self.root}/seat/{seat}"

    def mini(self, seat: int) -> str:
        return f"{self.root}/mini/{seat}"

    def delayed(self, name: str) -> str:
        """The copy of `state`, `event`, `win`, `clock` or `$status` that is told later."""
        return f"{self.root}/delayed/{name}"

    def presence(self, device: str) -> str:
        return f"{self.root}/presence/{device}"

    def cmd_of(self, device: str) -> str:
        """Where a device with an account of its own sends commands."""
        return f"{self.cmd}/{device}"

    def cleared(self, device: str) -> str:
        """What a bridge turns into an empty `cmd/{device}` at the club's broker."""
        return f"{self.root}/cleared/{device}"

    def reply(self, device: str) -> str:
        return f"{self.root}/reply/{device}"


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
