"""The form of a message in which another program reads it."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from contract import messages
from contract.messages import Model, Snapshot, Status
from contract.messages.tree import LONGEST, MOST
from tests.contract.test_messages import SNAPSHOTS

MODELS = [each for each in vars(messages).values() if isinstance(each, type) and issubclass(each, Model)]


def inside(model: type[BaseModel]) -> set[str]:
    return set(model.model_json_schema().get("$defs", ()))


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_model_has_one_and_stays_as_it_is(model: type[Model]) -> None:
    before = model.model_json_schema()
    form = model.tolerant()
    assert issubclass(form, model)
    assert set(form.model_fields) == set(model.model_fields)
    assert inside(form) >= inside(model) - {"JsonValue"}
    assert model.model_json_schema() == before
    assert model.model_config["extra"] == "forbid"


@pytest.mark.parametrize("path", SNAPSHOTS, ids=lambda path: path.stem)
def test_it_reads_the_same_of_what_the_contract_says(path: Any) -> None:
    text = path.read_text("utf-8")
    exact = Snapshot.model_validate_json(text)
    assert Snapshot.tolerant().model_validate_json(text).model_dump() == exact.model_dump()


def test_unknown_fields_are_left_out_at_every_depth() -> None:
    state = Snapshot.model_validate_json(SNAPSHOTS[0].read_text("utf-8")).model_dump(mode="json")
    newer = state | {"weather": 1, "machine": state["machine"] | {"mood": 2}}
    assert Snapshot.tolerant().model_validate(newer).model_dump(mode="json") == state
    with pytest.raises(ValidationError):
        Snapshot.model_validate(newer)


@pytest.mark.parametrize("given", [{"boot": "x" * (LONGEST + 1)}, {"reason": 1}, {}])
def test_what_it_reads_is_bounded_and_typed(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Status.tolerant().model_validate({"online": True, "boot": "b"} | given if given else given)


def test_lists_have_an_end() -> None:
    state = Snapshot.model_validate_json(SNAPSHOTS[0].read_text("utf-8")).model_dump(mode="json")
    with pytest.raises(ValidationError, match=str(MOST)):
        Snapshot.tolerant().model_validate(state | {"dora": ["1m"] * (MOST + 1)})


def test_of_named_fields_only_those_are_read() -> None:
    form = Status.tolerant("online")
    assert form is Status.tolerant("online")
    assert form.model_validate({"online": True, "boot": ["whatever"]}).model_dump() == {
        "online": True,
        "boot": None,
        "reason": None,
    }
    with pytest.raises(AssertionError, match="Status has no such fields"):
        Status.tolerant("onlein")
