"""The names on the disk are written down; a journal of an older format is read and continued."""

from __future__ import annotations

import contextlib
import json
from dataclasses import fields, make_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.messages import AssignBody, Question, SignedBody
from contract.stored import codec, vocabulary
from contract.stored.codec import CodecError, decode, encode, fault_names, faults_of
from controller.club_link.assignment import SIGNED
from controller.people.table_requests import CALLED, CLOCK, PAUSED, SETTLE, UNDO
from controller.table import journal
from controller.table.journal import Journal, JournalError, read
from controller.table.journal_notes import ANSWER, ASSIGNED, QUESTION
from controller.table.writer import WORD
from engine.state import events as ev
from engine.state.faults import LEGAL, Fault
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import ALL, Tile
from runtime.stored import Format

SEATS = st.integers(0, 3)
TILES = st.sampled_from(ALL)
CHI = Meld(MeldType.CHI, (ALL[0], ALL[1], ALL[2]), ALL[1], 3)
PON = Meld(MeldType.PON, (ALL[31],) * 3, ALL[31], 2)
ANKAN = Meld(MeldType.ANKAN, (ALL[5],) * 4)
SMALL = st.integers(-100_000, 100_000)
st.register_type_strategy(Tile, TILES)
st.register_type_strategy(Meld, st.sampled_from([CHI, PON, ANKAN]))


def of(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Any event of a type; what its own checks refuse is left out."""
    made: dict[str, st.SearchStrategy[Any]] = {}
    if kind is ev.GameStarted:
        made["options"] = st.dictionaries(st.text(max_size=8), st.booleans() | SMALL | st.text(max_size=8))
    if kind is ev.Correct:
        made["events"] = st.lists(st.builds(ev.Drawn, SEATS, TILES), max_size=3).map(tuple)
    for each in fields(kind):
        if each.name in ("seat", "source", "dealer"):
            made[each.name] = SEATS

    def whole(**given: Any) -> Any:
        try:
            return kind(**given)
        except ValueError:
            return None

    hints = {name: hint for name, hint in get_type_hints(kind).items() if name not in made}
    parts = {name: st.from_type(hint) for name, hint in hints.items()} | made
    parts = {name: parts[name] for name in get_type_hints(kind)}
    if kind is ev.Penalised:
        parts |= {"confirmed": st.just(()), "points": st.just(0)}
    if kind is ev.HandStarted:
        parts |= {"round_wind": SEATS, "number": st.integers(1, 4), "honba": SEATS, "kyotaku": SEATS}
    if kind is ev.DiceThrown:
        parts["dice"] = st.tuples(st.integers(1, 6), st.integers(1, 6))
    if kind is ev.Dealt:
        parts["hands"] = st.tuples(*[st.none() | st.lists(TILES, max_size=13).map(tuple)] * 4)
    if kind is ev.ResultEntered:
        parts["wins"] = st.just((ev.EnteredWin(1, 2, 3, 40),))
    if kind is ev.Correct:
        parts |= {"at": st.integers(0, 99), "count": st.integers(0, 99)}
    return st.builds(whole, **parts).filter(lambda event: event is not None)


@pytest.mark.parametrize("kind", get_args(ev.Event), ids=lambda kind: kind.__name__)
def test_every_event_survives_the_disk(kind: type[Any]) -> None:
    @given(of(kind))
    @settings(max_examples=25, deadline=None)
    def survives(event: Any) -> None:
        assert decode(json.loads(json.dumps(encode(event)))) == event

    survives()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
NAMES = st.sampled_from([words.name for words in vocabulary.EVENTS.values()])
WORDS = st.sampled_from(sorted({word for words in vocabulary.EVENTS.values() for word in words.python}))


@given(NAMES | st.text(max_size=5), st.dictionaries(WORDS | st.text(max_size=4), JSON, max_size=5))
@settings(max_examples=400, deadline=None)
def test_what_is_no_event_is_one_sentence_and_nothing_else(name: str, body: dict[str, Any]) -> None:
    with contextlib.suppress(CodecError):
        assert encode(decode({"type": name, **body}))["type"] == name


def test_a_field_that_is_renamed_in_python_keeps_its_written_name(monkeypatch: pytest.MonkeyPatch) -> None:
    renamed = make_dataclass("Riichi", [("player", int)], frozen=True)
    words = vocabulary.Words("riichi_declared", {"player": "seat"})
    monkeypatch.setitem(vocabulary.EVENTS, renamed, words)
    monkeypatch.setitem(codec._BY_NAME, "riichi_declared", renamed)
    assert encode(renamed(2)) == {"type": "riichi_declared", "seat": 2}
    assert decode({"type": "riichi_declared", "seat": 2}) == renamed(2)


@pytest.mark.parametrize(
    "change",
    [
        {"seat": "seat"},
        {"seat": "seat", "tile": "seat", "replacement": "replacement"},
        {"seat": "seat", "tile": "tile", "replacement": "replacement", "colour": "colour"},
    ],
)
def test_a_field_without_a_written_name_ends_the_import(
    change: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(vocabulary.EVENTS, ev.Drawn, vocabulary.Words("drawn", change))
    with pytest.raises(TypeError, match=r"Drawn does not agree with contract/stored/vocabulary\.py"):
        vocabulary._check()


def test_two_events_cannot_have_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vocabulary.EVENTS, ev.Fetched, vocabulary.Words("riichi_paid", {"seat": "seat"}))
    with pytest.raises(TypeError, match="one word for two things"):
        vocabulary._check()


def test_a_part_of_an_event_needs_names_too(monkeypatch: pytest.MonkeyPatch) -> None:
    others = {kind: words for kind, words in vocabulary.PARTS.items() if kind is not Meld}
    monkeypatch.setattr(vocabulary, "PARTS", others)
    with pytest.raises(TypeError, match="Meld"):
        vocabulary._check()


def test_faults_have_written_names() -> None:
    faults = Fault.KUIKAE | Fault.NO_YAKU
    assert fault_names(faults) == ["KUIKAE", "NO_YAKU"]
    assert faults_of(["KUIKAE", "NO_YAKU"]) == faults
    assert faults_of([]) == LEGAL
    with pytest.raises(CodecError, match="no reason to refuse"):
        faults_of(["APPLAUSE"])


def test_notes_are_named_as_in_the_first_release() -> None:
    kinds = (WORD, QUESTION, ANSWER, ASSIGNED, SIGNED, PAUSED, CALLED, CLOCK, UNDO, SETTLE)
    assert kinds == (
        "word", "question", "answer", "assigned", "signed", "pause", "call", "clock", "undo", "settle"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("model", "names"),
    [
        (
            AssignBody,
            "id tournament round label players preset options clock sign_in stream",
        ),
        (SignedBody, "seat ok person table place wait_s"),
        (Question, "id code seat candidates faults quad values assumed pictures"),
    ],
)
def test_what_a_note_holds_is_named_as_in_the_first_release(model: Any, names: str) -> None:
    assert set(model.model_json_schema()["properties"]) == set(names.split())


def older(line: dict[str, Any]) -> dict[str, Any]:
    """A step: what was `seat` of a draw is `player` from version 2 on."""
    body = dict(line["body"])
    if body.get("type") == "drawn":
        body["replacement"] = bool(body.pop("after_kan"))
    return {**line, "body": body}


def test_an_older_journal_is_read_continued_and_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    with Journal(path) as opened:
        opened.append_event(ev.GameStarted("rrc"), 1)
        opened.append("event", {"type": "reseated", "names": ["A", "B", "C", "D"]}, 2)
    with monkeypatch.context() as then:
        then.setattr(journal, "decode", lambda body: body)
        with Journal(path) as opened:
            opened.append("event", {"type": "drawn", "seat": 1, "after_kan": True}, 3)
    begun = path.read_bytes()
    monkeypatch.setattr(journal, "VERSION", 2)
    newer = Format("journal", 2, "journal", "put it aside", {1: older})
    monkeypatch.setattr(journal, "FORMAT", newer)
    with Journal(path) as opened:
        assert opened.events[-1] == ev.Drawn(1, replacement=True)
        opened.append_event(ev.Drawn(2), 4)
        opened.append_event(ev.Drawn(3), 5)
    assert path.read_bytes().startswith(begun)
    marks = [b'{"format":"jantaku-journal/2"' in line for line in path.read_bytes().splitlines()]
    assert marks == [False, False, False, True, False]
    assert read(path).events[2:] == [ev.Drawn(1, replacement=True), ev.Drawn(2), ev.Drawn(3)]
    monkeypatch.undo()
    monkeypatch.setattr(journal, "decode", lambda body: body)
    with pytest.raises(JournalError, match="format 2, this program knows 1"):
        Journal(path)
