"""The published contract: its page, its snapshots, and that it hides nothing and shows no hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from contract.messages import Command, Phase, Snapshot
from contract.topics import Topics

SNAPSHOTS = sorted((Path(__file__).parent.parent / "data" / "snapshots").glob("*.json"))


@pytest.mark.parametrize("path", SNAPSHOTS, ids=lambda path: path.stem)
def test_the_example_snapshots_keep_the_contract(path: Path) -> None:
    snapshot = Snapshot.model_validate_json(path.read_text("utf-8"))
    assert Snapshot.model_validate_json(snapshot.model_dump_json()) == snapshot
    assert len(snapshot.model_dump_json()) < 8192


def test_there_is_an_example_of_every_phase() -> None:
    shown = {Snapshot.model_validate_json(path.read_text("utf-8")).phase for path in SNAPSHOTS}
    assert shown == set(Phase)


def test_topics_of_a_table_lie_under_its_root() -> None:
    names = Topics("home", "table-1")
    assert names.root == "jantaku/1/home/table-1"
    assert all(str(topic).startswith(names.root) for topic in vars(names).values())
    assert names.reply("phone") == "jantaku/1/home/table-1/reply/phone"


@pytest.mark.parametrize("change", [{"name": "explode"}, {"extra": 1}, {"body": []}, {"if_rev": "x"}])
def test_a_command_outside_the_contract_is_refused(change: dict[str, object]) -> None:
    good: dict[str, object] = {"id": "1", "by": "x", "name": "sync"}
    assert Command.model_validate(good).body == {}
    with pytest.raises(ValidationError):
        Command.model_validate(good | change)
