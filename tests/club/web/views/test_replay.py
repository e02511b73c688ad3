"""Replays of recorded hands: the same pictures that the table itself shows, and nothing concealed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from club.log.events.base import Record
from club.web.views.replay import ReplayError, replay
from controller.history.archive import Archive
from controller.history.hands import HandRecord
from engine.notation import mjai_writer
from engine.state import events as ev
from engine.state.events import EndReason
from tests.controller.history.test_hands import game, write

NAMES = ["Anna", "Bo", "Chie", "Dan"]
HANDS = 3


def hands(events: list[ev.Event]) -> list[tuple[dict[str, Any], ...]]:
    """The mjai lines of each hand."""
    out: list[list[dict[str, Any]]] = []
    for text in mjai_writer.write(events):
        line = json.loads(text)
        if line["type"] == "start_kyoku":
            out.append([])
        if out and line["type"] != "end_game":
            out[-1].append(line)
    return [tuple(each) for each in out]


def record(moves: tuple[dict[str, Any], ...]) -> Record:
    zero = (0, 0, 0, 0)
    return Record(dealer=0, wind=0, number=1, reason=EndReason.WIN, deltas=zero, scores=zero, moves=moves)


def patched(picture: dict[str, Any], changes: list[dict[str, Any]]) -> dict[str, Any]:
    """RFC 6902, as far as it is used here."""
    new: dict[str, Any] = json.loads(json.dumps(picture))
    for change in changes:
        assert change["op"] == "replace"
        *path, last = change["path"].split("/")[1:]
        node: Any = new
        for part in path:
            node = node[part]
        node[int(last) if isinstance(node, list) else last] = change["value"]
    return new


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """The history as the table itself tells it, of the same game."""
    folder = tmp_path_factory.mktemp("games")
    write(folder, "g", game(HANDS)).close()
    return Archive(folder)


@pytest.mark.parametrize("number", range(HANDS))
def test_a_replay_shows_what_the_table_shows_of_the_same_hand(archive: Archive, number: int) -> None:
    expected = archive.hand("g", number)
    assert expected is not None
    theirs = expected.first.model_dump(mode="json")
    names = [seat["name"] for seat in theirs["seats"]]
    found = replay(record(hands(game(HANDS))[number]), names, "rrc")
    ours = found["first"]
    for frame in found["frames"]:
        ours = patched(ours, frame["changes"])
    for other in expected.frames:
        for change in other.changes:
            theirs = applied(theirs, dict(change))
    said = [
        [f["data"] for f in frames if f["type"] == "discarded"]
        for frames in (found["frames"], frames_of(expected))
    ]
    assert said[0] == said[1]
    for name in ("rules", "round", "dealer", "dora", "ura", "tiles_left"):
        assert ours[name] == theirs[name], name
    for mine, other_seat in zip(ours["seats"], theirs["seats"], strict=True):
        assert mine == {name: other_seat[name] for name in mine}
    result = json.loads(json.dumps(ours["result"]))
    assert result == {name: theirs["result"][name] for name in result}


def frames_of(expected: HandRecord) -> list[dict[str, Any]]:
    return [frame.model_dump(mode="json") for frame in expected.frames]


def applied(picture: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """One operation of the table's own history, which also adds and removes."""
    *path, last = change["path"].split("/")[1:]
    node: Any = picture
    for part in path:
        node = node[int(part) if isinstance(node, list) else part]
    if change["op"] == "remove":
        del node[int(last) if isinstance(node, list) else last]
    elif isinstance(node, list) and change["op"] == "add":
        node.insert(len(node) if last == "-" else int(last), change["value"])
    else:
        node[int(last) if isinstance(node, list) else last] = change["value"]
    return picture


def test_the_players_of_the_sitting_are_named() -> None:
    found = replay(record(hands(game(1))[0]), NAMES, "rrc")
    assert [seat["name"] for seat in found["first"]["seats"]] == NAMES


def test_nothing_is_told_of_the_deal_and_of_what_was_drawn() -> None:
    """Even where a record holds it, because a person corrected it from a film."""
    found = replay(record(hands(game(1, seen=True))[0]), NAMES, "rrc")
    drawn = [frame for frame in found["frames"] if frame["type"] in ("dealt", "drawn")]
    assert len(drawn) > 20
    assert all(frame["data"].keys() <= {"seat"} for frame in drawn)


def test_a_hand_without_moves_or_with_damaged_ones_says_so() -> None:
    whole = hands(game(1))[0]
    with pytest.raises(ReplayError, match="only the result was recorded"):
        replay(record(()), NAMES, "rrc")
    with pytest.raises(ReplayError, match="cannot be played"):
        replay(record(whole[:10]), NAMES, "rrc")
    with pytest.raises(ReplayError, match="cannot be played"):
        replay(record((whole[0], {"type": "dahai", "actor": 7, "pai": "E"})), NAMES, "rrc")
