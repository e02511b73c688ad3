"""A computer with a table, and perhaps a hub, whose data are real and whose systemd is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.appliance.care.data import Keeper
from controller.appliance.care.playing import hand_played
from controller.appliance.settings import Kind
from controller.appliance.updates.services import HUB, TABLE, Services
from tests.controller.history.test_hands import game, write
from tests.upkeep.computer import Computer
from upkeep.progress import Progress, latest
from upkeep.trouble import TroubleError
from upkeep.wish import Place, Wish

FIRST = "[web]\nport = 8090\n"


class Table:
    """A computer with a table whose data are real; `bad` data make none that runs. `before_stop` happens just
    before it stops."""

    def __init__(self, root: Path) -> None:
        self.computer = Computer(root)
        self.data = root / "state/table"
        self.hub = root / "state/club"
        self.stick, self.here = root / "stick", root / "state/backups"
        self.settings = root / "etc/club.toml"
        self.stick.mkdir()
        self.runs, self.begins = True, True
        self.bad: Callable[[Path], bool] = lambda data: False
        self.before_stop: Callable[[], object] = lambda: None
        self.after_start: Callable[[], object] = lambda: None
        self.ran: list[str] = []
        self.released: str | None = None
        self.kind: Kind = "table"
        write(self.data / "games", "g000001-a", game(1)).close()
        for name, text in {"table.toml": "# mine\n", "host.json": "{}", "broker/accounts.json": "{}"}.items():
            (self.data / name).parent.mkdir(parents=True, exist_ok=True)
            (self.data / name).write_text(text)

    def run(self, command: Sequence[str]) -> int:
        self.ran.append(" ".join(command))
        if command[1:] in (("stop", TABLE), ("stop", HUB)):
            self.before_stop()
            self.runs = False
        if command[1:] in (("start", TABLE), ("start", HUB)):
            self.runs = True
            self.after_start()
        return 0

    def ask(self, *command: str) -> str:
        good = self.runs and self.begins and not self.bad(self.data)
        state, status = "active" if self.runs else "inactive", "All is well." if good else "No table: x"
        if self.runs and self.bad(self.data):
            state = "failed"
        return f"ActiveState={state}\nNRestarts=0\nStatusText={status}\nUnitFileState=enabled\n"

    def keeper(self, what: Any) -> Keeper:
        where: dict[Place, Path] = {"stick": self.stick, "here": self.here}
        return Keeper(
            Services(self.run, self.ask, lambda seconds: None),
            lambda: hand_played(self.data),
            lambda: FIRST,
            self.computer.progress(what),
            self.kind,
            self.hub if self.kind == "hub" else self.data,
            self.hub,
            self.data.parent,
            self.data.parent / "before-updates",
            where,
            lambda: self.computer.stick,
            lambda folder: self.released,
        )

    def does(self, wish: Wish) -> Progress:
        """What became of it."""
        self.keeper("restore" if wish.what == "foreign" else wish.what).does(wish)
        found = latest(self.computer.folders.run)
        assert found is not None
        return found

    def deal(self) -> None:
        write(self.data / "games", "g000002-b", game(2, finish=False)).close()

    def files(self) -> dict[str, bytes]:
        return {str(p.relative_to(self.data)): p.read_bytes() for p in self.data.rglob("*") if p.is_file()}


def refused(table: Table, wish: Wish) -> str:
    """The code; nothing is changed, and the table runs."""
    before = table.files()
    with pytest.raises(TroubleError) as error:
        table.does(wish)
    assert table.files() == before
    assert table.runs
    return error.value.code
