"""The published contract: its page, its snapshots, and that it hides nothing and shows no hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from controller import eyes_report, machine_report, reference, topics
from controller.topics import Command, Phase, Snapshot, Topics

SNAPSHOTS = sorted((Path(__file__).parent.parent / "data" / "snapshots").glob("*.json"))
MODELS = [
    kind
    for kind in (vars(topics) | vars(eyes_report) | vars(machine_report)).values()
    if isinstance(kind, type) and issubclass(kind, BaseModel) and kind not in (BaseModel, topics.Model)
]


def test_the_page_is_in_step_with_the_models() -> None:
    """Write it anew with `python -m controller.reference`."""
    assert reference.PAGE.read_text("utf-8") == reference.text()


def test_the_page_names_every_topic_payload_and_field() -> None:
    page = reference.text()
    for name in ("$info", "$status", "state", "event", "eyes", "machine", "tick", "cmd", "reply/{device}"):
        assert f"| `{name}` |" in page
    for model in MODELS:
        section = page.split(f"### {model.__name__}\n")[1].split("\n### ")[0]
        assert [field for field in model.model_fields if f"| `{field}` |" not in section] == []


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
