"""Nobody answers: play goes on. Nothing comes that the table sees: it says what it waits for."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.messages import Phase
from controller.infer import Answer
from engine.state import events as ev
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.infer.scripted.script import Script, odds
from tests.controller.infer.scripted.table_reader import Odds, clear
from tests.controller.infer.scripted.test_hands import confirm, play
from tests.controller.infer.scripted.test_misread import meld, melds
from tests.controller.infer.scripted.test_taught import asked

BACK = ((None, 0.6), (Tile.parse("5z"), 0.397))
HIDDEN = ((None, 0.99), (Tile.parse("5z"), 0.004))


def lay(script: Script, seat: int, row: list[Odds], apart: str = "") -> None:
    touched = script.reader.open_hand(seat, row, odds(apart) if apart else None)
    script.follower.feed(*(script.reader.look(key, script.follower.now) for key in touched))
    script.follower.wait(3.0)


def shown(script: Script, seat: int) -> tuple[Tile, ...] | None:
    hand = script.follower.game.hand
    assert hand is not None
    return hand.seats[seat].shown


def tiles(row: str) -> list[Odds]:
    return [clear(tile) for tile in parse_tiles(row)]


def test_a_white_dragon_that_looks_like_a_back_is_read_where_no_back_can_lie(tmp_path: Path) -> None:
    script = play(tmp_path, "0 tsumo")
    lay(script, 0, [*tiles("123m456p7895s55z"), BACK], "5s")
    assert shown(script, 0) == (*parse_tiles("123m456p7895s55z"), Tile.parse("5z"))
    assert asked(script) == []


def test_a_tile_of_an_open_hand_that_is_taken_for_a_back_is_asked_about(tmp_path: Path) -> None:
    script = play(tmp_path, "0 tsumo")
    lay(script, 0, [*tiles("123m456p7895s55z"), HIDDEN], "5s")
    script.run("wait 6")
    assert [code for code, _, _ in asked(script)] == ["unread_hand"]
    assert script.follower.questions[0].quad is not None
    script.run("answer 5z\nwait 2")
    assert Tile.parse("5z") in (shown(script, 0) or ())
    assert asked(script) == []


@pytest.mark.parametrize("backs", [[HIDDEN] * 5, [BACK] * 5])
def test_a_hand_of_backs_is_not_open(tmp_path: Path, backs: list[Odds]) -> None:
    script = play(tmp_path, "0 tsumo")
    lay(script, 0, backs + tiles("123m456p55z"), "5s")
    assert "unread_hand" not in [code for code, _, _ in asked(script)]


def test_a_doubtful_hand_that_nobody_names_counts_as_what_was_claimed_and_stays_asked(tmp_path: Path) -> None:
    """By the pixels 129s is likeliest, but only 123s and 789s complete the hand."""
    script = play(tmp_path, "0 tsumo")
    lay(script, 0, [*tiles("123m456p1155z"), odds("1s?7s"), odds("2s?8s"), odds("9s?3s")], "5z")
    script.run("wait 10")
    assert shown(script, 0) is None
    script.run("wait 40")
    assert set(parse_tiles("123s")) <= set(shown(script, 0) or ())
    assert script.follower.snapshot().phase is Phase.CONFIRM
    assert {q.code for q in script.follower.questions} == {"unread_hand"}
    assert all(q.assumed is not None for q in script.follower.questions)


def test_an_answer_that_comes_late_still_counts(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 6p\n2 ron")
    lay(script, 2, [*tiles("234m234p78s33s45p"), odds("6s?9s")])
    script.run("wait 45")
    assert Tile.parse("6s") in (shown(script, 2) or ())
    script.run("answer 9s\nwait 2")
    assert Tile.parse("9s") in (shown(script, 2) or ())
    assert Tile.parse("6s") not in (shown(script, 2) or ())
    assert asked(script) == []


def test_a_set_that_nobody_names_counts_as_the_likeliest_until_somebody_does(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 6s")
    meld(script, 2, "6s 7s?4s 8s?5s", 1)
    assert melds(script, 2) == []
    script.run("wait 40")
    assert melds(script, 2) == [["6s", "7s", "8s"]]
    (question, *_) = script.follower.questions
    assert question.assumed in ("7s", "8s")
    for question in script.follower.questions:
        assert question.code == "unread_meld"


def test_an_answer_corrects_a_set_that_was_accepted_otherwise(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 6s")
    meld(script, 2, "6s 7s 5s?8s", 1)
    script.run("wait 40")
    assert melds(script, 2) == [["5s", "6s", "7s"]]
    script.run("answer 8s\nwait 2")
    assert melds(script, 2) == [["6s", "7s", "8s"]]
    assert asked(script) == []


def test_the_last_discard_of_all_is_accepted_unread_when_nothing_follows(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m?8m\nwait 10")
    hand = script.follower.game.hand
    assert hand is not None
    assert hand.seats[0].pond == ()
    script.run("wait 40")
    assert [p.tile for p in script.follower.game.hand.seats[0].pond] == [None]  # type: ignore[union-attr]
    assert [code for code, _, _ in asked(script)] == ["unread_discard"]


@pytest.mark.parametrize("count", [11, 14])
def test_an_open_hand_with_tiles_too_few_or_too_many_is_to_be_laid_apart(tmp_path: Path, count: int) -> None:
    script = play(tmp_path, "0 9m\n1 6p\n2 ron\nwait 4")
    lay(script, 2, tiles("123456789m12344s")[:count])
    script.run("wait 6")
    (question,) = [q for q in script.follower.questions if q.code == "hand_count"]
    assert (question.seat, question.values) == (2, [count, 13])


def test_the_table_says_whose_discard_it_waits_for(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\nwait 15")
    assert asked(script) == []
    script.run("wait 10")
    assert [(q.code, q.seat) for q in script.follower.questions] == [("awaits_discard", 1)]
    script.run("1 1z")
    assert asked(script) == []


def test_the_first_discard_comes_after_the_deal(tmp_path: Path) -> None:
    script = play(tmp_path, "wait 50")
    assert asked(script) == []
    script.run("wait 15")
    assert [(q.code, q.seat) for q in script.follower.questions] == [("awaits_discard", 0)]


def test_the_table_says_whose_hand_it_waits_for(tmp_path: Path) -> None:
    script = play(tmp_path, "0 tsumo\nwait 16")
    assert [(q.code, q.seat) for q in script.follower.questions] == [("awaits_hand", 0)]
    script.run("0 shows 123m456p789s1155z-5z")
    assert script.follower.snapshot().phase is Phase.CONFIRM


def test_the_table_says_that_it_waits_for_the_dice(tmp_path: Path) -> None:
    script = Script(tmp_path)
    script.run("walls\nwait 25")
    assert [(q.code, q.seat) for q in script.follower.questions] == [("awaits_dice", None)]
    script.run("dice 3 4")
    assert asked(script) == []


def test_what_is_recorded_no_answer_changes(tmp_path: Path) -> None:
    """A recorded hand is taken back by a judge alone (K-ASSIST-05)."""
    script = play(tmp_path, "0 9m\n1 6p\n2 ron")
    lay(script, 2, [*tiles("234m234p78s33s45p"), odds("6s?9s")])
    script.run("wait 45")
    (question,) = script.follower.questions
    confirm(script)
    ended = script.follower.game
    script.follower.feed(Answer(question.id, Tile.parse("9s")))
    script.follower.wait(4.0)
    assert script.follower.game.history == ended.history
    assert not any(
        isinstance(event, ev.Correct) for event in (r.event for r in script.follower.table.records)
    )


def test_a_kan_indicator_counts_unanswered_when_hands_are_shown(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 takes X22Xm\ndora 7p?8p\n1 1z\n2 tsumo\n2 shows 123m456p789s1155z-5z")
    assert script.follower.snapshot().dora == ["4s"]
    script.run("wait 35")
    assert script.follower.snapshot().dora == ["4s", "7p"]


def test_a_riichi_is_won_before_anybody_knows_the_indicator(tmp_path: Path) -> None:
    script = Script(tmp_path)
    script.run("walls\ndice 3 4\n0 9m\n1 9m\n2 9m\n3 9m\nwait 22")
    script.run("0 1z\n1 riichi\n1 2z'\n1 stick\n2 6p\nwait 2")
    script.run("1 ron\n1 shows 234m234p678s33s45p\nwait 12")
    assert script.follower.snapshot().dora == []
    assert script.follower.game.in_play is not None
    assert script.follower.game.in_play.ura == (), "nobody knows how many are to be turned"
    script.run("dora 4s\nura 9s\nwait 2")
    seen = confirm(script)
    assert (seen.dora, seen.ura) == (["4s"], ["9s"])


def test_an_answer_corrects_an_indicator_that_counted_unanswered(tmp_path: Path) -> None:
    script = Script(tmp_path)
    script.run("walls\ndice 3 4\ndora 4s?5s\nwait 10")
    assert script.follower.snapshot().dora == []
    script.run("wait 25\n0 9m\n1 tsumo\n1 shows 123m456p789s1155z-5z")
    assert script.follower.snapshot().dora == ["4s"]
    assert [q.assumed for q in script.follower.questions] == ["4s"]
    script.run("answer 5s\nwait 2")
    assert script.follower.snapshot().dora == ["5s"]
    assert asked(script) == []
    assert confirm(script).dora == ["5s"]


def test_ura_indicators_count_unanswered_and_can_be_corrected(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 riichi\n1 1z'\n1 stick\n2 9p\n1 ron")
    lay(script, 1, tiles("234m234p678s33s78p"))
    script.run("ura 2z?3z\nwait 10")
    assert script.follower.snapshot().ura == []
    script.run("wait 35")
    assert script.follower.snapshot().ura == ["2z"]
    script.run("answer 3z\nwait 2")
    assert script.follower.snapshot().ura == ["3z"]
