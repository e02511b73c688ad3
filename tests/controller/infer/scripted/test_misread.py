"""Tiles that were read clearly and wrongly: what contradicts them becomes a question that sets them right."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.messages import Phase
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.infer.scripted.script import Script, odds
from tests.controller.infer.scripted.table_reader import clear
from tests.controller.infer.scripted.test_hands import confirm, play, pond
from tests.controller.infer.scripted.test_taught import asked


def meld(script: Script, seat: int, row: str, source: int) -> None:
    """A set from left to right, its first tile sideways."""
    pieces = [script.reader.piece(odds(text), sideways=n == 0) for n, text in enumerate(row.split())]
    look = script.reader.look
    touched = script.reader.meld(seat, pieces, len(pieces) - 1, source)
    script.follower.feed(*(look(key, script.follower.now) for key in touched))
    script.follower.wait(3.0)


def show(script: Script, seat: int, row: str, misread: str = "", apart: str = "") -> None:
    """A hand laid open, its last tile but the one apart being `misread`."""
    tiles = [clear(tile) for tile in parse_tiles(row)] + ([odds(misread)] if misread else [])
    touched = script.reader.open_hand(seat, tiles, odds(apart) if apart else None)
    script.follower.feed(*(script.reader.look(key, script.follower.now) for key in touched))
    script.follower.wait(3.0)


def melds(script: Script, seat: int) -> list[list[str]]:
    return [m.tiles for m in script.follower.snapshot().seats[seat].melds]


def test_a_called_discard_that_was_misread_is_set_right(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 5s")
    meld(script, 2, "6s 6s 6s", 1)
    script.run("wait 2")
    assert asked(script) == [("contradiction", ["6s", "5s"], ["ALREADY_READ"])]
    assert melds(script, 2) == []
    script.run("answer 6s")
    assert melds(script, 2) == [["6s", "6s", "6s"]]
    assert pond(script.follower.snapshot(), 1) == "6s^"
    assert asked(script) == []


def test_a_misread_tile_of_a_set_is_asked_about(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 6s")
    meld(script, 2, "5s 6s 6s", 1)
    assert [(code, candidates) for code, candidates, _ in asked(script)] == [("unread_meld", ["5s", "6s"])]
    script.run("answer 6s")
    assert melds(script, 2) == [["6s", "6s", "6s"]]
    assert asked(script) == []


def test_when_the_called_tile_was_read_rightly_the_others_are_asked_about(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 6s")
    meld(script, 2, "6s 5s 5s!6s", 1)
    (question,) = asked(script)
    assert question[0] == "unread_meld"
    script.run("answer 6s\nwait 2")
    (question,) = asked(script)
    script.run("answer 6s\nwait 2")
    assert melds(script, 2) == [["6s", "6s", "6s"]]
    assert asked(script) == []


def test_a_doubtful_tile_of_a_set_may_be_something_else_altogether(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 6s")
    meld(script, 2, "6s 6s 1z~2z", 1)
    script.run("wait 2")
    ((code, candidates, _),) = asked(script)
    assert (code, candidates) == ("unread_meld", ["1z", "2z", "6s"])
    script.run("answer 6s\nwait 2")
    assert melds(script, 2) == [["6s", "6s", "6s"]]


def test_of_five_copies_the_least_sure_discard_is_asked_about(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 9m!8m\n2 9m\n3 9m\n0 9m")
    assert asked(script) == [("unread_discard", ["9m", "8m"], [])]
    script.run("answer 8m\nwait 2")
    seen = script.follower.snapshot()
    assert [pond(seen, n) for n in range(4)] == ["9m 9m", "8m", "9m", "9m"]
    assert asked(script) == []


def test_of_five_equally_sure_copies_each_is_asked_about_the_last_one_first(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 9m\n2 9m\n3 9m\n0 9m")
    assert asked(script) == [("contradiction", ["9m"], ["FIVE_COPIES"])]
    for _ in range(3):
        script.run("answer 9m\nwait 2")
        assert asked(script) == [("unread_discard", ["9m"], [])]
    script.run("answer 8m\nwait 2")
    seen = script.follower.snapshot()
    assert [pond(seen, n) for n in range(4)] == ["9m 9m", "9m", "8m", "9m"]
    assert asked(script) == []


def test_a_plain_five_of_a_set_that_looked_red_is_set_right_when_the_red_one_appears(tmp_path: Path) -> None:
    script = play(tmp_path, "0 3p")
    meld(script, 1, "3p 4p 0p!5p", 0)
    script.run("1 9m")
    assert melds(script, 1) == [["3p", "4p", "0p"]]
    script.run("2 0p\nwait 2")
    assert asked(script) == [("unread_meld", ["0p", "5p"], [])]
    script.run("answer 5p\nwait 2")
    assert melds(script, 1) == [["3p", "4p", "5p"]]
    assert pond(script.follower.snapshot(), 2) == "0p"
    assert asked(script) == []


def test_a_called_five_that_looked_red_twice_is_set_right_with_the_discard(tmp_path: Path) -> None:
    script = play(tmp_path, "0 0p!5p")
    meld(script, 1, "0p!5p 4p 3p", 0)
    script.run("1 9m\n2 0p\nwait 2")
    assert melds(script, 1) == [["3p", "4p", "0p"]]
    script.run("answer 5p\nwait 2")
    assert melds(script, 1) == [["3p", "4p", "5p"]]
    assert [pond(script.follower.snapshot(), seat) for seat in (0, 2)] == ["5p^", "0p"]
    assert asked(script) == []


def test_a_pon_with_a_five_that_looked_red_is_set_right_when_the_red_one_is_added(tmp_path: Path) -> None:
    script = play(tmp_path, "0 5p")
    meld(script, 1, "5p 5p 0p!5p", 0)
    script.run("1 9m\n2 9m\n3 9m\n0 9m\n1 adds 0p\ndora 1z\nwait 2")
    assert asked(script) == [("unread_meld", ["0p", "5p"], [])]
    script.run("answer 5p\nwait 2")
    assert melds(script, 1) == [["5p", "5p", "5p", "0p"]]
    assert asked(script) == []


def test_an_indicator_of_a_kan_that_is_being_asked_about_is_no_second_question(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 6s")
    meld(script, 2, "5s 6s 6s 6s", 1)
    script.run("dora 7p\nwait 9")
    assert [code for code, _, _ in asked(script)] == ["unread_meld"]
    script.run("answer 6s\nwait 2")
    assert script.follower.snapshot().dora == ["4s", "7p"]
    assert asked(script) == []


def test_a_winning_hand_that_holds_but_for_one_tile_is_asked_about(tmp_path: Path) -> None:
    script = play(tmp_path, "0 tsumo")
    show(script, 0, "123m456p89s1155z", "1s!7s", "5z")
    script.run("wait 9")
    assert asked(script) == [("unread_hand", ["1s", "7s"], [])]
    script.run("answer 7s")
    result = confirm(script).result
    assert result is not None
    assert result.wins[0].win_tile == "5z"


def test_a_ron_is_asked_about_alike(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 6p\n2 ron")
    show(script, 2, "234m234p678s33s4p", "6p!5p")
    script.run("wait 9")
    assert asked(script) == [("unread_hand", ["6p", "5p"], [])]
    script.run("answer 5p")
    assert confirm(script).result is not None


def test_a_false_claim_counts_when_nobody_says_that_it_was_misread(tmp_path: Path) -> None:
    script = play(tmp_path, "0 tsumo")
    show(script, 0, "123m456p89s1155z", "1s!7s", "5z")
    script.run("wait 30")
    hand = script.follower.game.hand
    assert hand is not None
    assert Tile.parse("1s") in (hand.seats[0].shown or ())


def test_a_hand_that_no_reading_completes_is_not_asked_about(tmp_path: Path) -> None:
    script = play(tmp_path, "0 tsumo")
    show(script, 0, "147m258p369s1234z", "", "5z")
    script.run("wait 12")
    assert "unread_hand" not in [code for code, _, _ in asked(script)]


@pytest.mark.parametrize(("alternative", "questions"), [("7s", ["unread_hand"]), ("3z", [])])
def test_a_hand_shown_as_tenpai(tmp_path: Path, alternative: str, questions: list[str]) -> None:
    discards = [f"{n % 4} {tile}" for n, tile in enumerate(_wall())]
    script = play(tmp_path, "pace 0.5\n" + "\n".join(discards) + "\npace 1\nwait 5")
    show(script, 0, "234m456p89s1155z", f"1s!{alternative}")
    assert [code for code, _, _ in asked(script)] == questions
    script.run("wait 20")
    assert script.follower.game.hand is not None
    assert script.follower.game.hand.seats[0].shown is not None


def _wall() -> list[str]:
    """Discards until the wall is empty, none of them of the hand that is shown."""
    kinds = [f"{n}{suit}" for suit in "mps" for n in (1, 7, 9) if f"{n}{suit}" not in ("1s", "7s", "9s")]
    kinds += [
        f"{n}{suit}" for suit, numbers in (("m", (6, 8)), ("p", (2, 3, 8)), ("s", (2, 3, 6))) for n in numbers
    ]
    kinds += [f"{n}z" for n in (2, 4, 6, 7)]
    tiles = [kind for _ in range(4) for kind in kinds]
    return tiles[:70]


def test_a_tile_of_a_shown_hand_is_set_right_when_another_hand_holds_its_last_copy(tmp_path: Path) -> None:
    discards = [f"{n % 4} {tile}" for n, tile in enumerate(_wall())]
    script = play(tmp_path, "pace 0.5\n" + "\n".join(discards) + "\npace 1\nwait 5")
    show(script, 0, "4m456p789s11555z", "5m!0m")
    assert asked(script) == []
    show(script, 1, "55m44778899s33z", "5m")
    assert asked(script) == [("unread_hand", ["5m", "0m"], [])]
    script.run("answer 0m\nwait 2")
    hand = script.follower.game.hand
    assert hand is not None
    assert Tile.parse("0m") in (hand.seats[0].shown or ())
    assert (hand.seats[1].shown or ()).count(Tile.parse("5m")) == 3


def test_ura_that_are_open_before_the_win_is_believed_are_no_question(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 riichi\n1 1z'\n1 stick\n2 9p\n1 ron")
    show(script, 1, "234m234p678s33s45p")
    script.run("ura 2z\nwait 4")
    assert "INDICATOR_NOT_DUE" not in [fault for _, _, faults in asked(script) for fault in faults]


def test_the_result_waits_for_no_question(tmp_path: Path) -> None:
    script = play(tmp_path, "0 tsumo\n0 shows 123m456p789s1155z-5z")
    assert script.follower.snapshot().phase is Phase.CONFIRM
    assert asked(script) == []
