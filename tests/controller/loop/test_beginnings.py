"""A game's journal that cannot be begun: the game before it stands as it stood, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from contract.messages import UndoRequest
from controller.table.journal import Journal
from controller.table.round_clock import Limit
from tests.controller.club_link.sitting import SITTING
from tests.controller.desk import Desk, Disk
from tests.controller.given import S, hand, unpaid

NAMES = ("Anna", "Bo", "Chie", "D")


def hosted(desk: Desk) -> None:
    body = {"players": NAMES, "preset": "rrc", "draw": True}
    desk.bus.hear(id="new", by="test", name="game.set", body=body)


def assigned(desk: Desk) -> None:
    desk.bus.hear(id="new", by="hub", name="assign", body=SITTING)


def started(desk: Desk) -> None:
    desk.bus.hear(id="new", by="test", name="cycle.start")


def stands(desk: Desk) -> dict[str, Any]:
    """What everybody may see of the game, without what says that the disk is full."""
    return desk.shown.model_dump(exclude={"rev", "ts_ms", "alerts"}) | {"assigned": desk.bus.kept["assigned"]}


def over(folder: Path) -> Desk:
    """A game with a time limit has ended; somebody has called the referee, and an undo was asked for."""
    desk = Desk(folder, (*unpaid(), hand().ended), limit=Limit(45, gong=False))
    desk.machine(S.READY)
    desk.says("clock.start")
    desk.says("referee.call", seat=1)
    desk.says("game.end")
    table = desk.service.table
    line = next(record.seq for record in reversed(table.records) if record.event is not None)
    asked = UndoRequest(by="test", seq=line, type="game_ended", agreed=[False] * 4, since_ms=0)
    desk.service._requests.ask_undo(table, asked)
    desk.turn()
    assert desk.shown.undo == asked
    desk.bus.answers.clear()
    return desk


@pytest.mark.parametrize("begins", [hosted, assigned, started])
def test_a_disk_that_gets_full_while_another_game_begins_changes_nothing(
    begins: Callable[[Desk], None], tmp_path: Path, disk: Disk
) -> None:
    for writes in range(20):
        desk = over(tmp_path / str(writes))
        before = stands(desk)
        disk.left = writes
        begins(desk)
        desk.turn()
        if not disk.full:
            break
        assert "make room" in desk.alerts["journal"]
        begun = begins is started and not desk.game.finished
        assert stands(desk) == before or begun
        assert desk.device.sent == [], "nothing moves"
        disk.full, disk.left = False, None
        if begins is started:
            desk.bus.hear(id="again", by="test", name="cycle.start")
        desk.turn()
        assert desk.bus.answers[-1].ok
        assert (desk.game.finished, desk.alerts, desk.shown.undo) == (False, {}, None)
        assert [call.seat for call in desk.shown.calls] == [1]
        assert (sorted(desk.game.names) == sorted(NAMES)) == (begins is not started)
        for game in range(1, desk.games):
            Journal(desk.folder / f"{game}.jsonl").close()
    assert writes > 2, "each thing that is written was the one that failed"
