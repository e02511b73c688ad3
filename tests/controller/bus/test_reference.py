"""The documents of the contract: in step with the models, whole, and with examples that the models take."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from openapi_schema_validator import OAS31Validator
from pydantic import BaseModel

from contract import messages
from contract.channels import CHANNELS, channel_of
from contract.messages import BODIES, NAMES, MachineCode, SightCode
from contract.stored.codec import event_message, type_name
from contract.stored.vocabulary import EVENTS
from contract.topics import Topics
from controller.bus import reference
from controller.bus.asyncapi import document
from controller.bus.examples import COMMANDS, EXAMPLES
from controller.bus.gate import Gate, Letter, Order
from controller.bus.replies import Replies
from controller.sentences.alerts import codes
from engine.state.events import Event
from firmware_bridge.message import MachineState
from tests.contract.stored.test_codec import EXAMPLES as EVENTS_OF_A_GAME
from vision.eyes.observation import Sight

DOCS = Path(__file__).resolve().parents[3] / "docs"
MODELS = [
    kind
    for kind in vars(messages).values()
    if isinstance(kind, type) and issubclass(kind, BaseModel) and kind not in (BaseModel, messages.Model)
]
TYPES = {"string", "integer", "number", "boolean", "object", "array", "null"}


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return document()


def test_the_documents_are_in_step_with_the_models() -> None:
    """Write them anew with `python -m controller.bus.reference`."""
    assert reference.PAGE.read_text("utf-8") == reference.text()
    assert reference.ASYNCAPI.read_text("utf-8") == reference.asyncapi()


def test_the_page_names_every_topic_payload_field_and_command() -> None:
    page = reference.text()
    assert [c.address for c in CHANNELS if f"| `{c.address}` |" not in page] == []
    assert [name for name in NAMES if f"| `{name}` |" not in page] == []
    for model in MODELS:
        section = page.split(f"### {model.__name__}\n")[1].split("\n### ")[0]
        assert [field for field in model.model_fields if f"| `{field}` |" not in section] == []


def test_the_page_names_every_event_and_every_alert() -> None:
    page = reference.text()
    assert [w.name for w in EVENTS.values() if f"| `{w.name}` |" not in page] == []
    assert [code for code in codes() if f"| `{code}` |" not in page] == []
    assert "| `dealt` | nothing |" in page, "nobody is told a dealt hand"
    assert "| `drawn` | `seat` integer, `replacement` boolean |" in page


def test_an_alert_of_any_other_code_does_not_exist() -> None:
    """Every code that is a word in the source has its row; families begin one or the other."""
    known = {*codes(), "no_hand"}
    unknown = {
        str(path): str(call.args[0].value)
        for path in Path(reference.ROOT, "controller").rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in ("put", "warn")
        and ast.unparse(call.func.value).removeprefix("self.").strip("_") in ("alerts", "service")
        and isinstance(call.args[0], ast.Constant)
        and call.args[0].value not in known
    }
    assert unknown == {}


def test_codes_of_machine_and_sight_are_those_of_machine_and_eyes() -> None:
    assert {code.value for code in MachineCode} == {"none", *(s.name.lower() for s in MachineState)}
    assert {code.value for code in SightCode} == {"none", *(sight.value for sight in Sight)}


@pytest.mark.parametrize("event", EVENTS_OF_A_GAME, ids=type_name)
def test_what_an_event_publishes_is_as_its_schema_says(whole: dict[str, Any], event: Event) -> None:
    message = event_message(event, game="g", seq=1, rev=1, ts_ms=1)
    schema = OAS31Validator(whole["components"]["schemas"]["EventMessage"])
    assert schema.is_valid(message.model_dump(mode="json"))
    bare = message.model_copy(update={"data": {}}).model_dump(mode="json")
    assert schema.is_valid(bare) == (message.data == {})
    newer = message.model_copy(update={"type": "tile_fell_down"}).model_dump(mode="json")
    assert schema.is_valid(newer), "a table may know more events"


def test_every_topic_of_a_table_is_a_channel() -> None:
    names = Topics("c", "t")
    topics = {str(topic) for topic in vars(names).values()} - {names.root}
    topics |= {names.seat(0), names.at("mini/0"), names.alert("x"), names.presence("d"), names.cmd_of("d")}
    topics |= {names.reply("d"), names.delayed("state"), names.delayed("$status")}
    assert [topic for topic in topics if channel_of(topic.removeprefix(f"{names.root}/")) is None] == []


# AsyncAPI 3.0


def references(of: Any) -> Iterator[str]:
    if isinstance(of, dict):
        if isinstance(of.get("$ref"), str):
            yield of["$ref"]
        for value in of.values():
            yield from references(value)
    elif isinstance(of, list):
        for value in of:
            yield from references(value)


def found(whole: dict[str, Any], pointer: str) -> Any:
    """RFC 6901."""
    at: Any = whole
    for part in pointer.removeprefix("#/").split("/"):
        at = at[part.replace("~1", "/").replace("~0", "~")]
    return at


def test_every_reference_leads_somewhere(whole: dict[str, Any]) -> None:
    for pointer in set(references(whole)):
        assert isinstance(found(whole, pointer), dict), pointer


def test_the_document_has_the_parts_that_the_specification_asks_for(whole: dict[str, Any]) -> None:
    assert whole["asyncapi"] == "3.0.0"
    assert set(whole["info"]) >= {"title", "version"}
    assert whole["info"]["version"] == f"{messages.SCHEMA}.0"
    for server in whole["servers"].values():
        assert set(server) >= {"host", "protocol"}


def test_each_channel_names_its_parameters_and_messages(whole: dict[str, Any]) -> None:
    assert len(whole["channels"]) == len(CHANNELS)
    addresses = [channel["address"] for channel in whole["channels"].values()]
    assert len(set(addresses)) == len(addresses)
    for key, channel in whole["channels"].items():
        assert re.fullmatch(r"\w+", key)
        assert set(channel["parameters"]) == set(re.findall(r"{(\w+)}", channel["address"]))
        assert channel["messages"]


def test_each_operation_speaks_of_messages_of_its_channel(whole: dict[str, Any]) -> None:
    assert len(whole["operations"]) == len(CHANNELS)
    for operation in whole["operations"].values():
        assert operation["action"] in ("send", "receive")
        where = operation["channel"]["$ref"]
        assert all(m["$ref"].startswith(f"{where}/messages/") for m in operation["messages"])
        assert operation["bindings"]["mqtt"]["qos"] in (0, 1)
    receiving = [o for o in whole["operations"].values() if o["action"] == "receive"]
    assert {o["channel"]["$ref"].split("/")[-1] for o in receiving} == {
        "cmd",
        "cmd_device",
        "presence_device",
    }
    assert sum("reply" in o for o in receiving) == 2


def schemas(of: Any) -> Iterator[dict[str, Any]]:
    """All schemas in a schema."""
    if not isinstance(of, dict):
        return
    yield of
    for key in ("properties", "patternProperties"):
        for inner in of.get(key, {}).values():
            yield from schemas(inner)
    for key in ("anyOf", "allOf", "oneOf"):
        for inner in of.get(key, []):
            yield from schemas(inner)
    items = of.get("items", [])
    for inner in items if isinstance(items, list) else [items]:
        yield from schemas(inner)
    yield from schemas(of.get("additionalProperties"))


def test_the_schemas_are_those_of_draft_7(whole: dict[str, Any]) -> None:
    for name, schema in whole["components"]["schemas"].items():
        for part in schemas(schema):
            assert not {"prefixItems", "discriminator", "$defs"} & set(part), name
            assert part.get("type", "object") in TYPES, name


def test_what_the_table_sends_may_grow_and_what_it_reads_may_not(whole: dict[str, Any]) -> None:
    known = whole["components"]["schemas"]
    assert "additionalProperties" not in known["Snapshot"]
    assert known["Command"]["additionalProperties"] is False
    assert all(known[body.__name__]["additionalProperties"] is False for body in BODIES.values())


# examples


def test_there_is_an_example_of_each_command_that_the_gate_accepts() -> None:
    assert [command.name for command in COMMANDS] == list(NAMES)
    gate = Gate(Topics("c", "t"), Replies(None, "b", lambda: 0), "b", lambda: 0, lambda: 0)
    for command in COMMANDS:
        found = gate.admit(Letter(command.model_dump_json().encode(), command.by))
        assert isinstance(found, Order), command.name


@pytest.mark.parametrize("model", EXAMPLES, ids=lambda model: model.__name__)
def test_an_example_is_what_its_model_takes(model: type[messages.Model]) -> None:
    for example in EXAMPLES[model]:
        assert type(example) is model
        assert model.model_validate_json(example.model_dump_json()) == example


def test_every_payload_in_the_documents_is_a_command() -> None:
    """All JSON blocks that name a command."""
    seen = 0
    for page in DOCS.glob("*.md"):
        for block in re.findall(r"^```json\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL):
            decoder, at, text = json.JSONDecoder(), 0, block.strip()
            while at < len(text):
                value, at = decoder.raw_decode(text, at)
                at += len(text[at:]) - len(text[at:].lstrip())
                if isinstance(value, dict) and "name" in value and "by" in value:
                    command = messages.Command.model_validate(value)
                    BODIES[command.name].model_validate(command.body)
                    seen += 1
    assert seen >= len(NAMES)
