"""What is judged of a game whose table lost its power."""

from __future__ import annotations

from benchmarks.appliance.evening import right_one
from benchmarks.appliance.game import abandoned, lost

PLAYED = {0: "game_started", 1: "hand_started", 2: "discard"}
FOUND = {
    "early": False,
    "up_s": 50,
    "received": 3,
    "settings": True,
    "lost": [],
    "abandoned": [],
    "spoilt": [],
    "strange": False,
}


def test_what_was_received_and_is_not_there_is_lost() -> None:
    received = {("g1", 1): "hand_started", ("g1", 2): "discard"}
    assert lost(received, {"g1": PLAYED}) == []
    assert lost(received, {"g1": {0: "game_started", 1: "hand_started", 2: "draw"}}) == [
        "discard of g1, line 2"
    ]
    assert len(lost(received, {})) == 2


def test_another_game_begins_only_after_the_last_one_has_ended() -> None:
    assert abandoned({}) == abandoned({"g1": PLAYED}) == []
    assert abandoned({"g1": {**PLAYED, 3: "game_ended"}, "g2": PLAYED}) == []
    assert abandoned({"g1": PLAYED, "g2": PLAYED}) == ["g1"]


def test_a_cut_is_right_if_the_table_came_up_and_went_on_unless_it_was_cut_before() -> None:
    assert right_one(FOUND)
    assert right_one({**FOUND, "early": True, "up_s": None, "received": 0})
    for wrong in (
        {"up_s": None},
        {"received": 0},
        {"settings": False},
        {"lost": ["discard of g1, line 2"]},
        {"abandoned": ["g1"]},
        {"spoilt": ["jantaku-table-1.zip"]},
        {"strange": True},
    ):
        assert not right_one({**FOUND, **wrong})
    assert not right_one({**FOUND, "early": True, "settings": False})
