"""Shapes of JSON: what fits, what is wrong where, and that patterns say what the parsers say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation.option_shapes import option_shape
from engine.notation.schema import (
    FLAG,
    FLOWERS,
    TILE,
    TILES,
    Schema,
    faults,
    fits,
    nullable,
    one_tile,
    record,
    rows,
    shown,
    whole,
    word,
)
from engine.rules.option_values import allows
from engine.rules.presets import TABLES, Option, frozen, plain
from engine.rules.ruleset import Ruleset
from engine.tiles.tile import Flower, parse_tiles

NEAR_TILES = st.text("0123456789mpszfg \t\nx\u00b2\u0663", max_size=8)
PART = record(
    "a part", {"name": word("a or b", "alpha", "beta"), "number": nullable(whole("1 to 3", 1, 3))}, ("name",)
)
SHAPE = record(
    "A line",
    {"id": {"title": "any"}, "yes": FLAG, "tiles": TILES, "parts": rows("at most two", PART, 1, 2)},
    ("tiles",),
)


def reported(value: object, shape: Schema = SHAPE) -> list[tuple[str, str]]:
    found = list(faults(shape, value))
    assert fits(shape)(value) == (not found)
    return [(fault.code, shown(fault.path)) for fault in found]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"tiles": ""}, []),
        ({"tiles": "1m", "id": [1, {}], "yes": False, "parts": [{"name": "beta", "number": None}]}, []),
        ({}, [("BAD_FIELD", "tiles")]),
        ({"tile": "1m"}, [("UNKNOWN_FIELD", "tile")]),
        ({"tiles": "1x"}, [("BAD_TILES", "tiles")]),
        ({"tiles": "1m" * 300}, [("BAD_TILES", "tiles")]),
        ({"tiles": 5}, [("BAD_FIELD", "tiles")]),
        ({"tiles": "", "yes": 1}, [("BAD_FIELD", "yes")]),
        ({"tiles": "", "parts": []}, [("BAD_FIELD", "parts")]),
        ({"tiles": "", "parts": [{"name": "alpha"}] * 3}, [("BAD_FIELD", "parts")]),
        ({"tiles": "", "parts": {}}, [("BAD_FIELD", "parts")]),
        (
            {"tiles": "", "parts": [1, {"name": "gamma"}]},
            [("BAD_FIELD", "parts[0]"), ("BAD_FIELD", "parts[1].name")],
        ),
        ({"tiles": "", "parts": [{"name": "alpha", "number": True}]}, [("BAD_FIELD", "parts[0].number")]),
        ({"tiles": "", "parts": [{"name": "alpha", "number": 4}]}, [("BAD_FIELD", "parts[0].number")]),
        ({"tiles": "", "parts": [{"nmae": "alpha"}]}, [("UNKNOWN_FIELD", "parts[0].nmae")]),
    ],
)
def test_what_is_wrong_and_where(value: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert reported(value) == expected


def test_the_sentences() -> None:
    (one,) = faults(SHAPE, {"tiles": "", "parts": [{"name": "alpah"}]})
    assert one.text == "parts[0].name is a or b, not 'alpah': did you mean alpha?"
    assert one.near == ("alpha",)
    (missing,) = faults(SHAPE, {})
    assert missing.text == "tiles is missing: it is a text of tiles such as 123m."


@settings(deadline=None, max_examples=400)
@given(NEAR_TILES)
def test_a_pattern_says_what_its_parser_says(text: str) -> None:
    for shape, parse in ((TILES, parse_tiles), (TILE, one_tile), (FLOWERS, Flower.row)):
        try:
            parse(text)
        except ValueError:
            assert not fits(shape)(text)
            assert reported(text, shape) == [("BAD_TILES", "")]
        else:
            assert fits(shape)(text)


@settings(deadline=None, max_examples=400)
@given(NEAR_TILES)
def test_tiles_are_read_as_letter_by_letter(text: str) -> None:
    plain_text = re.sub(r"\s", "", text)
    whole_row = re.fullmatch(r"([0-9]+[mps]|[1-7]+z)*", plain_text)
    if not whole_row:
        with pytest.raises(ValueError, match="tile"):
            parse_tiles(text)
        return
    runs = re.findall(r"(\d+)(\D)", plain_text)
    assert "".join(map(str, parse_tiles(text))) == "".join(
        digit + suit for digits, suit in runs for digit in digits
    )


OPTIONS = [option for table in TABLES for option in table.options.values()]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: str(option.id))
def test_the_shape_of_an_option_takes_the_values_of_every_preset(option: Option) -> None:
    shape = option_shape(option)
    for value in {repr(v): v for v in (*option.values.values(), option.recommended)}.values():
        if value is not None and not (isinstance(value, Mapping) and "formula" in value):
            assert _valid(shape, plain(value)), (option.id, value)


VALUES = st.one_of(
    st.booleans(),
    st.integers(-10, 40_000),
    st.sampled_from(["none", "off", "never", "all", "mangan"]),
    st.lists(st.integers(-3, 3).map(lambda n: n * 5000), min_size=3, max_size=5),
    st.fixed_dictionaries(
        {}, optional={"m": st.integers(0, 3), "p": st.integers(0, 2), "s": st.integers(0, 2)}
    ),
    st.lists(st.sampled_from(["daisuushii", "suuankou_tanki", "x"]), max_size=3),
)


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(OPTIONS), VALUES)
def test_the_shape_of_an_option_refuses_nothing_that_is_allowed(option: Option, value: object) -> None:
    if allows(option, frozen(value)):
        assert _valid(option_shape(option), value)


def test_the_word_none_for_red_fives_has_a_place_in_the_shape() -> None:
    assert not any(Ruleset.preset("rrc", {"tiles.red_fives": "none"}).counts("tiles.red_fives").values())
    assert _valid(option_shape(next(o for o in OPTIONS if o.id == "tiles.red_fives")), "none")


def _valid(shape: Schema, value: Any) -> bool:
    """Whether a value is valid by the words that shapes of options use besides those of questions."""
    if "anyOf" in shape:
        return any(_valid(each, value) for each in shape["anyOf"])
    if "enum" in shape:
        return any(
            value == each and isinstance(value, bool) == isinstance(each, bool) for each in shape["enum"]
        )
    if "const" in shape:
        return bool(value == shape["const"])
    if shape["type"] == "integer":
        bounds = (
            shape.get("minimum", value) <= value <= shape.get("maximum", value)
            if type(value) is int
            else False
        )
        return bool(bounds and value % shape.get("multipleOf", 1) == 0)
    if shape["type"] == "array":
        size = isinstance(value, list) and shape.get("minItems", 0) <= len(value) <= shape.get("maxItems", 99)
        once = size and (not shape.get("uniqueItems") or len(set(value)) == len(value))
        return bool(once and all(_valid(shape["items"], item) for item in value))
    names = shape["properties"]
    held = isinstance(value, dict) and set(shape.get("required", ())) <= set(value) <= set(names)
    return held and all(_valid(names[name], item) for name, item in value.items())
