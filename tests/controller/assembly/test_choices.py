"""How people at a table say what they do follows from its configuration."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.assembly.choices import habits_of
from controller.config import Config, parse
from controller.ending.confirm import Who
from controller.loop.following import Habits


def config(data: Path, **sections: Any) -> Config:
    return parse({"data": data, **sections}, "the test")


@pytest.mark.parametrize(
    ("table", "machine", "habits"),
    [
        ({}, "simulated", Habits()),
        ({}, "none", Habits(tiles_declare=True)),
        ({"declare": "buttons"}, "none", Habits()),
        ({"declare": "tiles"}, "simulated", Habits(tiles_declare=True)),
        ({"confirm": "parties"}, "simulated", Habits(who=Who.PARTIES)),
        ({"confirm": "one", "silence_s": 30}, "simulated", Habits(who=Who.ONE)),
        ({"confirm": "silence", "silence_s": 30}, "simulated", Habits(silence_s=30.0)),
    ],
)
def test_how_people_say_what_they_do_is_configured(
    tmp_path: Path, table: dict[str, Any], machine: str, habits: Habits
) -> None:
    assert habits_of(config(tmp_path, table=table, machine={"kind": machine})) == habits


@pytest.mark.parametrize("machine", ["simulated", "none"])
@pytest.mark.parametrize("confirm", ["all", "parties", "one", "silence"])
def test_virtual_people_without_words_are_understood(tmp_path: Path, machine: str, confirm: str) -> None:
    table = {"confirm": confirm, "silence_s": 7}
    mute = config(tmp_path, table=table, machine={"kind": machine}, virtual={"words": "none"})
    assert habits_of(mute) == Habits(tiles_declare=True, silence_s=7.0)


def test_words_of_virtual_people_mean_nothing_at_a_real_table(tmp_path: Path) -> None:
    port = {"kind": "serial", "port": "/dev/ttyUSB0"}
    real = config(
        tmp_path, camera={"kind": "v4l2", "source": "/dev/video0"}, machine=port, virtual={"words": "none"}
    )
    assert habits_of(real) == Habits()
