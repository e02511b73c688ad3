"""The acts of the guided self-test against hardware/pins.toml, its drawing and its words."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from contract.messages import GuideView
from controller.machine.selftest.acts import BY_SUPPLY, FIRST, LANES, OF_AXIS, ORDER, PLACES
from controller.machine.selftest.plan import HALF, PLAN, drawn
from controller.sentences import machine_faults as words
from firmware_bridge.pins import LANE, Axis
from words import offered

TABLE = tomllib.loads((Path(__file__).parents[4] / "hardware" / "pins.toml").read_text(encoding="utf-8"))
ACTS = (*FIRST, *OF_AXIS.values())


def test_every_input_of_the_pin_table_is_tried_by_one_act() -> None:
    wired = [
        s for s, signal in TABLE["signals"].items() if TABLE["kinds"][signal["kind"]]["direction"] == "in"
    ]
    tried = Counter(one.name for act in ACTS for one in act.inputs) + Counter(i.name for i in BY_SUPPLY)
    assert tried == Counter(wired), "an input without a step, or with two"


def test_every_axis_of_the_pin_table_is_tried_once() -> None:
    assert Counter(axis.name for axis in ORDER) == Counter(list(TABLE["axes"]))


def test_an_act_of_an_axis_operates_the_ends_that_the_pin_table_says() -> None:
    for name, axis in TABLE["axes"].items():
        if "low" in axis:
            act = next(a for a in OF_AXIS.values() if a.axis is not None and a.axis.name == name)
            assert [one.name for one in act.inputs[:2]] == [axis["low"], axis["high"]]
            assert act.lane == axis.get("lane")


def test_every_act_has_a_place_in_the_drawing() -> None:
    drawn_places = {(shape.place, shape.lane) for shape in PLAN.shapes}
    assert {(act.name, act.lane) for act in ACTS} <= drawn_places
    assert {(PLACES[axis], LANE.get(axis)) for axis in Axis} <= drawn_places


def test_the_drawing_stays_in_its_square_and_lanes_follow_by_quarter_turns() -> None:
    for shape in PLAN.shapes:
        assert abs(shape.x) + shape.wide / 2 <= HALF
        assert abs(shape.y) + shape.high / 2 <= HALF
    lifts = [(shape.x, shape.y) for shape in PLAN.shapes if shape.place == "lift"]
    assert lifts == [(0, 72), (72, 0), (0, -72), (-72, 0)]


def test_the_drawing_of_the_shell_marks_one_place() -> None:
    seen = {(act.name, act.lane): drawn(act.name, act.lane) for act in ACTS}
    assert len(set(seen.values())) == len(seen), "no two places look alike"
    for text in seen.values():
        lines = text.splitlines()
        assert "#" in text
        assert max(map(len, lines)) <= 51
        assert all(str(lane + 1) in text for lane in LANES)
    assert "#" not in drawn("", None)
    below = [n for n, line in enumerate(drawn("entry", 0).splitlines()) if "#" in line]
    above = [n for n, line in enumerate(drawn("entry", 2).splitlines()) if "#" in line]
    assert min(below) > 12 > max(above)


@pytest.mark.parametrize("language", offered("table"))
def test_every_step_is_one_sentence_in_every_language(language: str) -> None:
    views = [GuideView(step=1, steps=9, act=act.name, lane=act.lane) for act in ACTS]
    views += [GuideView(step=1, steps=9, act=act, axis="LIFT2") for act in ("go", "go_on", "moving")]
    rows = [words.step(view, language) for view in (*views, GuideView(step=1, steps=9, act="moving"))]
    assert all(text and "{" not in text for text in rows)
    assert len(set(rows)) == len(rows)
