"""tenhou XML: played games written in it are read as the same course."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation.read import RecordError, play, read
from engine.state import events as ev
from tests.engine.board import Dealer
from tests.engine.notation.tenhou_log import NAMES, Style, Writer, written

STYLES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "South": ({}, {}),
    "East": ({"kind": 1, "between": "\n  "}, {"game__length": "tonpuusen"}),
    "closed tanyao": ({"kind": 0x0D, "older": True}, {"call__open_tanyao": False}),
    "no red fives": ({"kind": 0x0B}, {"tiles__red_fives": "none"}),
    "chips": ({"kind": 0x641, "chips": True, "comment": "<!-- a -->\n"}, {"game__length": "tonpuusen"}),
    "connections": ({"kind": 0xA9, "lost": 0.2}, {}),
}


@pytest.mark.parametrize("name", STYLES)
@settings(max_examples=3, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_a_played_game_is_read_back(name: str, seed: int) -> None:
    written_as, options = STYLES[name]
    dealer = Dealer("tenhou", seed, **options)
    game = dealer.play_game(2)
    writer = Writer(Style(**written_as, seed=seed))
    for event in dealer.events:
        writer.feed(event)
    playback = play(writer.text().split("\n"))
    assert playback.game is not None
    assert playback.game.history == game.history
    assert playback.game.names == NAMES
    assert playback.game.rules == game.rules
    assert [hand.differences for hand in playback.hands] == [()] * len(game.history)
    assert recorded(playback.events) == recorded(dealer.events)
    assert playback.chips == (tuple(writer.chips) if "chips" in written_as else None)


def recorded(events: list[ev.Event]) -> list[ev.Event]:
    """What a record holds; it does not say in which order hands are shown."""
    silent = ev.GameStarted | ev.GameEnded | ev.HandShown | ev.NotenDeclared | ev.WinDeclared | ev.UraRevealed
    return [event for event in events if not isinstance(event, silent)]


@pytest.mark.parametrize("view", range(4))
@settings(max_examples=3, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_the_record_of_one_player_is_turned(view: int, seed: int) -> None:
    """The player is seat 0 of the record, whoever deals first."""
    dealer = Dealer("tenhou", seed)
    game = dealer.play_game(2)
    playback = play([written(dealer.events, Style(view=view, lost=0.1))])
    assert playback.turned == (0 - view) % 4
    assert playback.game is not None
    assert playback.game.names == NAMES
    assert [hand.ended for hand in playback.game.history] == [hand.ended for hand in game.history]
    assert [hand.differences for hand in playback.hands] == [()] * len(game.history)
    dealt = [event.hands for event in dealer.events if isinstance(event, ev.Dealt)]
    seen = [event.hands for event in playback.events if isinstance(event, ev.Dealt)]
    assert [hands[view] for hands in seen] == [hands[view] for hands in dealt]
    assert all(hands[seat] is None for hands in seen for seat in range(4) if seat != view)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('<mjloggm><GO type="9"/>', "^Tag 2: from here on this is no XML"),
        ('<mjloggm ver="2.3"><GO type="9"/><UN/><TAIKYOKU oya="0"', "^Tag 3: from here on this is no XML"),
        ("<mjloggm><INIT/></mjloggm>", "INIT is malformed"),
        ("<mjloggm></mjloggm>", "cut off"),
        ("<mjloggm><T5/></mjloggm>", "no hand has started"),
    ],
)
def test_a_damaged_record_is_refused_with_one_sentence(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        play([text])


RACKS = [[4 * kind + copy for kind in (*range(5, 9), *range(12, 18), 21, 22, 23)] for copy in (1, 2, 3)]


def hand(kind: int = 9, changes: Mapping[str, str] | None = None) -> str:
    """East wins with 123m 456m 123p 123s and the 1z that South throws: sanshoku, 40 fu, 3900 points."""
    recorded = {
        "hai": "0,4,8,12,17,20,36,40,44,72,76,80,108,110",
        "machi": "110",
        "ten": "40,3900,0",
        "yaku": "25,2",
        "who": "0",
        "fromWho": "1",
        "sc": "250,39,250,-39,250,0,250,0",
    } | dict(changes or {})
    others = " ".join(f'hai{i}="{",".join(map(str, rack))}"' for i, rack in enumerate(RACKS, 1))
    return (
        f'<mjloggm ver="2.3"><SHUFFLE seed="" ref=""/><GO type="{kind}" lobby="0"/>'
        '<UN n0="%41" n1="%42" n2="%43" n3="%E6%9D%B1" dan="1,2,3,4" rate="1,2,3,4" sx="M,F,M,F"/>'
        '<TAIKYOKU oya="0"/><INIT seed="0,0,0,1,2,135" ten="250,250,250,250" oya="0"'
        f' hai0="0,4,8,12,17,20,36,40,44,72,76,80,108" {others}/>'
        '<T112/><D112/><BYE who="2"/><U110/><E110/>'
        f"<AGARI {' '.join(f'{key}={value!r}' for key, value in recorded.items())}"
        ' owari="289,0,211,0,250,0,250,0"/></mjloggm>'
    )


@pytest.mark.parametrize(
    ("start", "oka", "target"), [(250, 20000, 30000), (300, 0, 30000), (350, 0, 35000), (200, 40000, 30000)]
)
def test_the_oka_is_what_the_start_leaves_of_the_target(start: int, oka: int, target: int) -> None:
    row = ",".join([str(start)] * 4)
    game = play([hand().replace('ten="250,250,250,250"', f'ten="{row}"')]).game
    assert game is not None
    assert game.rules.number("game.start_points") == 100 * start
    assert (game.rules.number("game.oka"), game.rules.number("game.return_points")) == (oka, target)


def test_a_hand_of_which_the_record_has_the_win_alone_pays_what_it_says() -> None:
    text = re.sub(r"<[TDUEB][\dY][^>]*/>", "", hand())
    assert "<T112" not in text
    (report,) = play([text]).hands
    assert report.ended.deltas == (3900, -3900, 0, 0)
    assert report.differences == ("the record has no play of this hand",)
    with pytest.raises(RecordError, match="has a win and no play before it"):
        read([text])
    with pytest.raises(RecordError, match="has a win and no play before it"):
        play([text.replace("39,250,-39", "38,250,-38")])


def test_chips_that_differ_between_hands_and_end_are_named() -> None:
    text = hand(0x249, {"sc": "250,39,250,-39,250,0,250,0,0,2,0,-2,0,0,0,0"})
    recorded = text.replace(
        'owari="289,0,211,0,250,0,250,0"', 'owari="289,0,211,0,250,0,250,0,2,0,-2,0,0,0,0,0"'
    )
    playback = play([recorded])
    assert playback.chips == (2, -2, 0, 0)
    assert not any("chips" in said for said in playback.final)
    other = play([recorded.replace("250,0,2,0,-2,0", "250,0,1,0,-1,0")])
    assert other.final[-1] == "final chips are (2, -2, 0, 0), recorded (1, -1, 0, 0)"


def test_a_win_is_compared_with_its_fu_and_yaku() -> None:
    playback = play([hand()])
    assert playback.hands[0].ended.deltas == (3900, -3900, 0, 0)
    assert playback.hands[0].differences == ()
    assert playback.game is not None
    assert playback.game.names == ("A", "B", "C", "東")


@pytest.mark.parametrize(
    "changes",
    [{"yaku": "24,2"}, {"yaku": "25,1"}, {"ten": "30,3900,0"}, {"yaku": "", "yakuman": "39"}],
)
def test_a_win_that_is_recorded_wrong_is_named(changes: dict[str, str]) -> None:
    (said,) = play([hand(9, changes)]).hands[0].differences
    assert "recorded" in said


@pytest.mark.parametrize(
    ("kind", "option", "value"),
    [
        (0x09, "game.length", "hanchan"),
        (0x01, "game.length", "tonpuusen"),
        (0x0D, "call.open_tanyao", False),
        (0xA9, "call.open_tanyao", True),
        (0x0B, "tiles.red_fives", {"m": 0, "p": 0, "s": 0}),
    ],
)
def test_the_rules_are_those_of_the_lobby(kind: int, option: str, value: object) -> None:
    game = play([hand(kind)]).game
    assert game is not None
    assert game.rules.options[option] == value


def test_a_game_of_three_players_is_refused() -> None:
    with pytest.raises(RecordError, match=r"^Tag 2: this is a game of three players"):
        play([hand(0x19)])


def _played_hand() -> str:
    dealer = Dealer("tenhou", 3)
    dealer.play_game(1)
    return written(dealer.events)


PLAYED = re.findall(r"<[^>]*>", _played_hand())


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_spoiled_tag_gives_a_record_error_or_a_reading(data: st.DataObject) -> None:
    tags = list(PLAYED)
    at = data.draw(st.integers(1, len(tags) - 2))
    what = data.draw(st.sampled_from(["drop", "double", "swap", "number", "field"]))
    if what == "drop":
        del tags[at]
    elif what == "double":
        tags.insert(at, tags[at])
    elif what == "swap":
        tags[at - 1], tags[at] = tags[at], tags[at - 1]
    elif what == "number":
        wrong = str(data.draw(st.sampled_from([-1, 0, 7, 135, 136, 10**9])))
        tags[at] = re.sub(r"\d+", wrong, tags[at], count=1)
    else:
        tags[at] = re.sub(r' \w+="[^"]*"', "", tags[at], count=1)
    with suppress(RecordError):
        play(["".join(tags)])
