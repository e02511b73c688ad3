"""The feed of a broadcast: never early, whatever a table says, and hands only with consent."""

from __future__ import annotations

import json
from typing import Any

import pytest

from club.web.live.broadcast import Broadcast, Hands, shown

TABLE = "table-1"


class Stage:
    """A broadcast with a clock to be moved, and what it has told."""

    def __init__(self, delay_s: float = 300) -> None:
        self.now = 1000.0
        self.published: dict[str, Any] = {}
        self.consents: dict[tuple[str, int], Hands] = {}
        self.cast = Broadcast(
            delay_s,
            lambda: self.now,
            self.published.update,
            lambda _, game, hand: self.consents.get((game, hand)),
        )

    def live(self, rev: int, boot: str = "b") -> None:
        self.cast.live(TABLE, state(rev, boot))

    def late(self, rev: int, boot: str = "b") -> None:
        self.cast.late(TABLE, "state", state(rev, boot))

    def shows(self, after_s: float = 0) -> int | None:
        """The revision that a broadcast sees, seconds later."""
        self.now += after_s
        self.cast.look()
        found = self.published.get(f"{TABLE}/state")
        return None if found is None else found["rev"]


def state(rev: int, boot: str = "b", hands_played: int = 0, *, paid: bool = False) -> bytes:
    result = {"paid": paid} if paid else None
    return json.dumps(
        {"boot": boot, "rev": rev, "game": "g", "hands_played": hands_played, "result": result}
    ).encode()


@pytest.mark.parametrize("delay_s", [0, 1, 299, 299.9, -5])
def test_a_delay_below_five_minutes_is_refused(delay_s: float) -> None:
    with pytest.raises(ValueError, match=r"300 s late or more \(K-STREAM-03\)"):
        Stage(delay_s)


def test_what_was_heard_live_is_shown_five_minutes_later() -> None:
    stage = Stage()
    stage.live(7)
    stage.now += 299
    stage.late(7)
    assert stage.shows() is None
    assert stage.shows(0.9) is None
    assert stage.shows(0.1) == 7


def test_a_table_that_tells_too_early_is_not_believed() -> None:
    stage = Stage()
    stage.live(7)
    stage.late(7)
    assert stage.shows(299) is None
    assert stage.shows(1) == 7


def test_what_was_never_heard_live_waits_once_more() -> None:
    stage = Stage()
    stage.late(7)
    assert stage.shows(299) is None
    assert stage.shows(1) == 7


def test_a_revision_of_another_run_proves_no_age() -> None:
    stage = Stage()
    stage.live(7, boot="old")
    stage.now += 300
    stage.late(7, boot="new")
    assert stage.shows() is None
    assert stage.shows(300) == 7


def test_what_is_repeated_live_does_not_grow_younger_or_older() -> None:
    stage = Stage()
    stage.live(7)
    stage.now += 200
    stage.live(7)
    stage.late(7)
    assert stage.shows(99) is None
    assert stage.shows(1) == 7


def test_everything_keeps_its_order() -> None:
    stage = Stage()
    stage.live(7)
    stage.now += 300
    stage.late(8)
    stage.late(7)
    assert stage.shows() is None
    assert stage.shows(300) == 7


def test_an_event_is_held_as_the_state_that_it_led_to() -> None:
    stage = Stage()
    stage.live(7)
    stage.late(7)
    stage.cast.late(TABLE, "event", json.dumps({"rev": 7, "type": "riichi_declared"}).encode())
    stage.shows(299)
    assert f"{TABLE}/event" not in stage.published
    stage.shows(1)
    assert stage.published[f"{TABLE}/event"]["type"] == "riichi_declared"


@pytest.mark.parametrize("payload", [b"", b"{", b"[]", b"{}", b'{"rev": "x"}', b'"state"', b"\xff"])
def test_a_broken_message_is_left_out(payload: bytes) -> None:
    stage = Stage()
    stage.cast.live(TABLE, payload)
    stage.cast.late(TABLE, "state", payload)
    stage.cast.late(TABLE, "seat/0", state(1))
    assert stage.shows(1000) is None


@pytest.mark.parametrize(
    ("consents", "chosen", "expected"),
    [
        ((True,) * 4, None, (True,) * 4),
        ((True, True, True, False), None, (False,) * 4),
        ((True, True, True, False), 1, (False, True, False, False)),
        ((True, True, True, False), 3, (False,) * 4),
        ((False,) * 4, 0, (False,) * 4),
    ],
)
def test_one_hand_with_consent_or_all_with_the_consent_of_each(
    consents: Hands, chosen: int | None, expected: Hands
) -> None:
    assert shown(consents, chosen) == expected


def test_consent_is_asked_for_the_hand_that_is_shown_and_withdrawn_at_once() -> None:
    stage = Stage()
    stage.consents = {("g", 0): (True,) * 4, ("g", 1): (True, False, True, True)}
    stage.cast.choose(TABLE, 0)
    assert stage.cast.hands(TABLE) == (False,) * 4
    for rev, payload in (
        (1, state(1)),
        (2, state(2, hands_played=1, paid=True)),
        (3, state(3, hands_played=1)),
    ):
        stage.cast.live(TABLE, payload)
        stage.cast.late(TABLE, "state", payload)
        assert stage.shows(300) == rev
        assert stage.published[f"{TABLE}/hands"] == ((True,) * 4 if rev < 3 else (True, False, False, False))
    stage.consents[("g", 1)] = (False,) * 4
    assert stage.cast.hands(TABLE) == (False,) * 4
    stage.cast.look()
    assert stage.published[f"{TABLE}/hands"] == (False,) * 4
