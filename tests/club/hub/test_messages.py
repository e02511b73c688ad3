"""What the hub reads of the tables: what those of 0.1 send, what newer ones add, nothing too large."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from club.hub.messages import ALERT, EVIDENCE, LARGE, RECORD, REPLY, STATE, STATUS, BadMessageError, read
from club.hub.recorder import _record
from contract.messages import RecordMessage
from engine.state.events import Sanction
from tests.club.hub.test_incoming import Room

GOLDEN = Path(__file__).parents[2] / "data" / "releases" / "0.1" / "messages.jsonl"
"""What a table of 0.1 sends, a line a message; written by its own code."""
SENT: list[dict[str, Any]] = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]
RECORDS = [sent["payload"] for sent in SENT if sent["topic"].startswith("record/")]


def record(**changes: Any) -> RecordMessage:
    return read(RECORD, json.dumps(RECORDS[0] | changes).encode(), LARGE)


@pytest.mark.parametrize("sent", SENT, ids=lambda sent: sent["topic"])
def test_what_a_table_of_0_1_sends_is_read(sent: dict[str, Any]) -> None:
    room = Room()
    room.says(sent["topic"], sent["payload"])
    assert room.refused == {}


@pytest.mark.parametrize("payload", RECORDS, ids=lambda payload: f"hand {payload['hand']}")
def test_a_hand_of_0_1_is_kept_with_the_wins_and_calls_of_its_moves(payload: dict[str, Any]) -> None:
    assert "wins" not in payload
    kept = _record(read(RECORD, json.dumps(payload).encode(), LARGE))
    assert [win.seat for win in kept.wins or ()] == payload["winners"]
    assert kept.called is not None
    assert list(kept.findings) == payload["findings"], "as they came"


def test_what_the_hub_does_not_know_is_left_out() -> None:
    (finding,) = RECORDS[0]["findings"]
    found = record(weather="rain", findings=[finding | {"new": 1}])
    assert not hasattr(found, "weather")
    assert _record(found).findings == (finding,)


def test_a_sanction_of_a_newer_table_stays_a_word_and_takes_no_hand_with_it() -> None:
    (ruling,) = RECORDS[0]["rulings"]
    new = record(rulings=[ruling, ruling | {"sanction": "handstand"}])
    assert [each.sanction for each in new.rulings] == [Sanction.CHOMBO, "handstand"]
    assert read(REPLY, b'{"id": "1", "ok": false, "code": "sleepy"}').code == "sleepy"  # type: ignore[comparison-overlap]


def test_of_a_message_only_what_the_hub_works_with_is_looked_at() -> None:
    assert read(STATUS, b'{"online": true, "boot": 3, "reason": []}').boot is None


@pytest.mark.parametrize(
    "changes",
    [
        {"players": [1, 2, 3]},
        {"players": [1, 2, 3, -4]},
        {"dealer": 4},
        {"winners": [7]},
        {"game": "a/b"},
        {"label": "one two"},
        {"rev": 10_001},
        {"reason": "x" * 401},
        {"scores": [2**40, 0, 0, 0]},
        {"started_ms": 2**60},
        {"mjai": ["x" * 4001]},
        {"mjai": ["{}"] * 1001},
        {"rulings": [RECORDS[0]["rulings"][0]] * 201},
        {"rulings": [RECORDS[0]["rulings"][0] | {"seat": 4}]},
        {"rulings": [RECORDS[0]["rulings"][0] | {"sanction": "x" * 65}]},
        {"findings": [RECORDS[0]["findings"][0] | {"clause": "x" * 401}]},
    ],
    ids=str,
)
def test_what_is_too_large_or_cannot_be_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadMessageError) as error:
        record(**changes)
    assert error.value.reason == "malformed"
    assert next(iter(changes)) in str(error.value)


@pytest.mark.parametrize("form", [ALERT, EVIDENCE, STATE])
def test_a_giant_is_refused_before_it_is_read(form: Any) -> None:
    with pytest.raises(BadMessageError, match="bytes") as error:
        read(form, b" " * (LARGE + 1), LARGE)
    assert error.value.reason == "too_large"
