"""The description for Home Assistant, and that its templates read what the table sends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from contract.messages import Alert, ClockView, Info, Snapshot, Status
from contract.topics import Topics
from controller.bus.home_assistant import BIRTH, config_topic, description, show

jinja2 = pytest.importorskip("jinja2", reason="jinja2 is absent: install the extra dev")
TOPICS = Topics("home", "table-1")
INFO = Info(software="1.0", club="home", table="table-1", web="http://table.local:8090/")
PLAY = Path(__file__).parents[2] / "data" / "snapshots" / "play.json"


def snapshot(**changes: Any) -> Any:
    known = Snapshot.model_validate_json(PLAY.read_text("utf-8"))
    return json.loads(known.model_copy(update=changes).model_dump_json())


def value(template: str, content: Any) -> str:
    return str(jinja2.Environment().from_string(template).render(value_json=content))


def component(name: str) -> dict[str, Any]:
    found: dict[str, Any] = description(TOPICS, INFO)["components"][name]
    return found


class Line:
    def __init__(self) -> None:
        self.kept: list[tuple[str, bytes]] = []
        self.ears: dict[str, Callable[[bytes], None]] = {}

    def keep(self, topic: str, payload: bytes) -> None:
        self.kept.append((topic, payload))

    def listen(self, topic: str, received: Callable[[bytes], None]) -> None:
        self.ears[topic] = received


def test_every_component_is_whole_and_its_own() -> None:
    found = description(TOPICS, INFO)
    assert config_topic(INFO) == "homeassistant/device/jantaku_home_table-1/config"
    assert found["device"]["identifiers"] == ["jantaku_home_table-1"]
    parts = found["components"].values()
    assert len({part["unique_id"] for part in parts}) == len(parts) == 9
    assert {part["platform"] for part in parts} == {"sensor", "binary_sensor"}
    assert all("command_topic" not in part for part in parts)
    assert {part["state_topic"] for part in parts} == {TOPICS.state, TOPICS.clock}
    assert found["availability"][0]["topic"] == TOPICS.status


def test_templates_read_the_table() -> None:
    state = snapshot()
    at, scores = state["round"], [seat["score"] for seat in state["seats"]]
    assert value(component("phase")["value_template"], state) in component("phase")["options"]
    where = f"{at['wind']}{at['number']}-{at['honba']}"
    assert value(component("round")["value_template"], state) == where
    assert [int(value(component(f"score_{n}")["value_template"], state)) for n in range(4)] == scores
    assert value(component("round")["value_template"], snapshot(round=None)) == "None"


def test_a_problem_and_a_call_are_seen() -> None:
    problem, referee = component("problem")["value_template"], component("referee")["value_template"]
    assert value(problem, snapshot(alerts=[])) == "OFF"
    assert value(problem, snapshot(alerts=[Alert(code="journal", message="x")])) == "ON"
    state = snapshot()
    call = {"id": "1", "seat": 0, "by": "x", "since_ms": 0, "answered": False}
    assert value(referee, state | {"calls": [call]}) == "ON"
    assert value(referee, state | {"calls": [call | {"answered": True}]}) == "OFF"
    assert value(referee, state | {"calls": []}) == "OFF"


def test_the_clock_in_minutes() -> None:
    template = component("clock")["value_template"]
    assert value(template, {"kind": "round", "left_ms": 90_000}) == "1.5"
    assert value(template, json.loads(ClockView().model_dump_json())) == "None"


def test_availability_follows_the_status() -> None:
    template = description(TOPICS, INFO)["availability"][0]["value_template"]
    for online, said in ((True, "online"), (False, "offline")):
        answer = json.loads(Status(online=online, boot="b").model_dump_json())
        assert value(template, answer) == said


def test_it_is_sent_again_when_home_assistant_is_born() -> None:
    line = Line()
    show(line, TOPICS, INFO, wanted=True)
    line.ears[BIRTH](b"offline")
    assert len(line.kept) == 1
    line.ears[BIRTH](b"online")
    assert line.kept[0] == line.kept[1]
    assert json.loads(line.kept[0][1]) == description(TOPICS, INFO)


def test_turned_off_it_is_taken_back() -> None:
    line = Line()
    show(line, TOPICS, INFO, wanted=False)
    assert line.kept == [(config_topic(INFO), b"")]
    assert not line.ears
