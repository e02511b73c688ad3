"""The topics of one table, by the names of the table of channels."""

from __future__ import annotations

from contract.channels import channel_of, root_of


class Topics:
    """Names under `jantaku/1/{club}/{table}/`."""

    def __init__(self, club: str, table: str) -> None:
        self.root = root_of(club, table)
        self.info = self.at("$info")
        self.status = self.at("$status")
        self.state = self.at("state")
        self.event = self.at("event")
        self.win = self.at("win")
        self.clock = self.at("clock")
        self.tick = self.at("tick")
        self.eyes = self.at("eyes")
        self.machine = self.at("machine")
        self.cmd = self.at("cmd")

    def at(self, name: str) -> str:
        """The topic of a name below the root; ValueError for one that is no channel."""
        if channel_of(name) is None:
            raise ValueError(f"{name!r} is no channel: contract/channels.py has all of them.")
        return f"{self.root}/{name}"

    def alert(self, name: str) -> str:
        return self.at(f"alert/{name}")

    def seat(self, seat: int) -> str:
        return self.at(f"seat/{seat}")

    def delayed(self, name: str) -> str:
        """The copy of `state`, `event`, `win`, `clock` or `$status` that is sent later."""
        return self.at(f"delayed/{name}")

    def presence(self, device: str) -> str:
        return self.at(f"presence/{device}")

    def cmd_of(self, device: str) -> str:
        """Where a device with an account of its own sends commands."""
        return self.at(f"cmd/{device}")

    def cleared(self, device: str) -> str:
        """What a bridge turns into an empty `cmd/{device}` at the club's broker; no third party sees it."""
        return f"{self.root}/cleared/{device}"

    def reply(self, device: str) -> str:
        return self.at(f"reply/{device}")
