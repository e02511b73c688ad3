"""Every event of the vocabulary survives JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contract.stored.codec import (
    CodecError,
    built,
    decode,
    encode,
    event_message,
    fields_of,
    line_of,
    type_name,
)
from engine.state import events as ev
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import ALL, FACES, Flower, Tile, parse_tiles

T = Tile.parse
EXAMPLES: tuple[ev.Event, ...] = (
    ev.GameStarted("rrc", {"tiles.red_fives": "none", "game.uma": [15, 5]}, ("東", "B", "C", "D")),
    ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4),
    ev.DiceThrown((3, 4)),
    ev.Dealt((parse_tiles("123456789m1234p"), None, None, None)),
    ev.DoraRevealed(T("0m")),
    ev.Drawn(3, T("7z"), replacement=True),
    ev.RiichiDeclared(2),
    ev.ReadyDeclared(2),
    ev.FlowerLaid(1, Flower.G3),
    ev.Discarded(1, None, sideways=True, tsumogiri=False),
    ev.Identified(1, 4, T("0p")),
    ev.RiichiPaid(2),
    ev.Called(1, Meld(MeldType.CHI, parse_tiles("340m"), T("3m"), 0)),
    ev.KanDeclared(1, Meld(MeldType.SHOUMINKAN, parse_tiles("5550s"), T("5s"), 3, T("0s"))),
    ev.KanDeclared(1, Meld(MeldType.ANKAN, parse_tiles("1111z"))),
    ev.WinDeclared(0, 2),
    ev.HandShown(0, parse_tiles("1112345678999m"), T("5m")),
    ev.UraRevealed(parse_tiles("1z2z")),
    ev.NotenDeclared(3),
    ev.AbortDeclared(0),
    ev.RiichiWithdrawn(1),
    ev.Fetched(2),
    ev.WinWithdrawn(3),
    ev.Penalised(1, ev.Sanction.FINE, "P-19", 2000),
    ev.ResultEntered(ev.EndReason.WIN, (ev.EnteredWin(1, 2, 3, 40),), (False,) * 4, (1,)),
    ev.Reseated(("B", "A", "C", "D")),
    ev.Correct(4, 1, (ev.Drawn(0, Tile.parse("5m")), ev.RiichiDeclared(0)), "misread"),
    ev.HandEnded(ev.EndReason.WIN, (-1000, 3000, -1000, -1000), 0, (1,)),
    ev.GameEnded((40000, 30000, 30000, 20000)),
)


def test_every_event_has_an_example() -> None:
    assert {type(e) for e in EXAMPLES} == set(get_args(ev.Event))


@pytest.mark.parametrize("event", EXAMPLES, ids=type_name)
def test_round_trip(event: ev.Event) -> None:
    assert decode(json.loads(json.dumps(encode(event)))) == event


@given(st.integers(0, 3), st.none() | st.integers(0, FACES - 1), st.booleans(), st.none() | st.booleans())
def test_discards_round_trip(seat: int, face: int | None, sideways: bool, giri: bool | None) -> None:
    event = ev.Discarded(seat, None if face is None else ALL[face], sideways, giri)
    back = decode(json.loads(json.dumps(encode(event))))
    assert back == event
    assert isinstance(back, ev.Discarded)
    assert back.tile is None or isinstance(back.tile, Tile)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"type": "dreamt", "seat": 0},
        {"type": "drawn"},
        {"type": "drawn", "seat": 4},
        {"type": "drawn", "seat": "0"},
        {"type": "drawn", "seat": 0, "tile": "9z"},
        {"type": "drawn", "seat": 0, "colour": "red"},
        {"type": "dice_thrown", "dice": [1, 2, 3]},
        {"type": "called", "seat": 0, "meld": {"type": "chi", "tiles": ["1m", "2m", "4m"]}},
        {"type": "called", "seat": 0, "meld": {"type": "dreamt", "tiles": ["1m", "2m", "3m"]}},
        {"type": "called", "seat": 0, "meld": {"type": ["chi"], "tiles": ["1m", "2m", "3m"]}},
        {"type": "called", "seat": 0, "meld": ["chi"]},
        {"type": "called", "seat": 0},
        {"type": "dealt", "hands": "1m"},
        {"type": "game_started", "preset": "rrc", "options": ["no object"]},
    ],
)
def test_what_is_no_event_is_refused_with_a_sentence(data: object) -> None:
    with pytest.raises(CodecError, match=r"\.$"):
        decode(data)


@dataclass(frozen=True)
class Remark:
    """What no journal holds."""

    seat: int
    text: str = "nothing"


def test_what_no_journal_holds_is_written_as_it_is_named() -> None:
    assert fields_of(Remark(2, "x")) == {"seat": 2, "text": "x"}
    assert built(Remark, {"seat": 2}) == Remark(2)
    wrongs: tuple[Any, ...] = ({"text": "x"}, {"seat": 2, "colour": "red"}, {"seat": "2"}, [])
    for wrong in wrongs:
        with pytest.raises(CodecError, match="This is no Remark: "):
            built(Remark, wrong)
    with pytest.raises(TypeError):
        fields_of(Remark)


def test_the_value_that_is_wrong_is_named_with_those_that_are_right() -> None:
    with pytest.raises(CodecError, match=r"'dreamt' is no MeldType: it is one of chi, pon"):
        decode({"type": "called", "seat": 0, "meld": {"type": "dreamt", "tiles": []}})


def test_a_line_for_people_begins_with_the_type_and_says_it_once() -> None:
    assert line_of({"type": "drawn", "seat": 1, "tile": "5p"}) == "drawn seat=1 tile=5p"


SECRET = {"dealt": {"hands"}, "drawn": {"tile"}}
"""All that the published event leaves out."""


@pytest.mark.parametrize("event", [e for e in EXAMPLES if not isinstance(e, ev.Correct)], ids=type_name)
def test_journal_and_bus_write_the_same_fields_but_for_the_secret_ones(event: ev.Event) -> None:
    published, kept = event_message(event, game="g", seq=1, rev=1, ts_ms=0), encode(event)
    left_out = {"type", *SECRET.get(published.type, ())}
    assert published.data == {name: value for name, value in kept.items() if name not in left_out}


def test_a_published_correction_leaves_out_what_only_a_player_knows() -> None:
    correction = ev.Correct(3, 2, (ev.Drawn(1, T("1m")), ev.Discarded(1, T("2m"))))
    published = event_message(correction, game="g", seq=1, rev=1, ts_ms=0)
    drawn, discarded = json.loads(published.model_dump_json())["data"]["events"]
    assert drawn == {"type": "drawn", "seat": 1, "replacement": False}
    assert discarded["tile"] == "2m"
