"""The types of the contract for the pages' scripts: in step with the models, and whole."""

from __future__ import annotations

import re

import pytest

from contract import js_types, messages
from contract.channels import CHANNELS
from contract.messages import BODIES, Model

TEXT = js_types.text()


def fields(name: str) -> dict[str, str]:
    """The fields of an interface of the file, by name with their mark."""
    found = re.search(rf"^export interface {name} {{\n(.*?)^}}", TEXT, re.DOTALL | re.MULTILINE)
    assert found, name
    return dict(re.findall(r"^  (\"?[\w/{}$+.]+\"?\??): (.+);$", found[1], re.MULTILINE))


def test_the_file_is_in_step_with_the_models() -> None:
    """Write it anew with `python -m contract.js_types`."""
    assert js_types.FILE.read_text("utf-8") == TEXT


def test_every_model_is_there_with_all_its_fields() -> None:
    models = [kind for kind in vars(messages).values() if isinstance(kind, type) and issubclass(kind, Model)]
    assert len(models) > 60
    for kind in models:
        if kind is not Model:
            assert {name.rstrip("?") for name in fields(kind.__name__)} == set(kind.model_fields), kind


def test_every_topic_and_every_command_has_its_payload() -> None:
    assert fields("Topics") == {f'"{c.address}"': c.model.__name__ for c in CHANNELS}
    assert fields("Bodies") == {f'"{name}"': body.__name__ for name, body in BODIES.items()}


def test_a_field_that_may_be_absent_or_null_says_so() -> None:
    assert fields("Snapshot")["turn"] == "number | null", "a table sends every field"
    assert fields("Snapshot")["dice"] == "[number, number] | null"
    assert fields("Question")["quad"] == "[number, number][] | null"
    assert fields("UndoBody")["agree?"] == "boolean", "who asks a table may leave it out"
    assert fields("Reply")["values"] == "Record<string, Json>"


def test_comments_are_the_docstrings() -> None:
    assert "  /** Grows with every change but one of `machine` alone," in TEXT
    assert "/** `state`, retained: complete and public." in TEXT
    assert "\nexport interface MeldView {" in TEXT, "of its own class, not of one that it is made of"
    assert "Pydantic" not in TEXT


def test_a_type_that_the_scripts_lack_is_refused() -> None:
    with pytest.raises(TypeError, match=r"set\[str\] has no type in the scripts yet"):
        js_types._type(set[str])
