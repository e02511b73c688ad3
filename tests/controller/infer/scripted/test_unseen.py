"""What the eyes never see: play goes on, people are asked, and nothing waits without saying for what."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from contract.messages import Phase
from controller.infer import Answer
from engine.state import events as ev
from engine.tiles.meld import MeldType
from engine.tiles.tile import Tile, parse_tiles
from engine.tiles.wall import WallPlace, broken
from tests.controller.infer.scripted.script import Script, odds
from tests.controller.infer.scripted.table_reader import clear
from vision.calibration import mat
from vision.calibration.mat import Zone


def begun(path: Path, text: str = "", dora: str = "dora 4s") -> Script:
    script = Script(path)
    script.run(f"walls\ndice 3 4\n{dora}\n{text}")
    return script


def melds(script: Script, seat: int) -> list[MeldType]:
    hand = script.follower.game.hand
    assert hand is not None
    return [meld.type for meld in hand.seats[seat].melds]


def ponds(script: Script) -> list[int]:
    hand = script.follower.game.hand
    assert hand is not None
    return [len(seat.pond) for seat in hand.seats]


def codes(script: Script) -> list[str]:
    return [question.code for question in script.follower.questions]


@pytest.mark.parametrize("row", ["X05m", "05mX", "X0Xm", "X05Xm"])
def test_play_goes_on_after_a_closed_kan_with_an_unseen_back(tmp_path: Path, row: str) -> None:
    row = row if row.endswith("m") else f"{row[:-2]}Xm"
    script = begun(tmp_path, f"0 9m\n1 takes {row}\ndora 7p\n1 1z\n2 2z\n3 3z")
    assert melds(script, 1) == [MeldType.ANKAN]
    assert script.follower.snapshot().dora == ["4s", "7p"]
    assert ponds(script) == [1, 1, 1, 1]
    assert codes(script) == []


def test_a_set_is_read_beside_a_closed_kan_with_an_unseen_back(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 9m\n1 takes X05m\ndora 7p\n1 1z\n2 2z\n3 3z\n0 4p\n1 takes 4'23p\n1 9s")
    assert melds(script, 1) == [MeldType.ANKAN, MeldType.CHI]
    assert ponds(script) == [2, 2, 1, 1]
    assert codes(script) == []


def test_a_closed_kan_that_is_seen_only_after_the_discard_is_taken_into_the_hand(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 9m\nhide meld 1\n1 takes X05Xm\n1 1z\n2 2z")
    assert melds(script, 1) == []
    script.run("unhide meld 1\nwait 6")
    assert melds(script, 1) == [MeldType.ANKAN]
    script.run("dora 7p\n3 3z")
    assert script.follower.snapshot().dora == ["4s", "7p"]
    assert ponds(script) == [1, 1, 1, 1]


def test_what_makes_no_set_delays_nobody(tmp_path: Path) -> None:
    """Something in the corner of seat 3 is taken for a tile; nobody says what it is."""
    script = begun(tmp_path)
    touched = script.reader.meld(3, [script.reader.piece(clear(Tile.parse("9s")))], 0, None)
    script.follower.feed(*(script.reader.look(key, script.follower.now) for key in touched))
    script.run("0 9m\n1 1z\n2 2z\n3 3z\n0 4z\n1 6z\n2 7z")
    assert ponds(script)[:2] == [2, 2]
    assert codes(script) == ["unread_meld"]


def test_a_tile_of_a_called_set_that_is_not_seen_is_asked_about_and_named(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 4p")
    reader = script.reader
    row = [reader.piece(clear(Tile.parse(t)), sideways=n == 0) for n, t in enumerate(("4p", "2p", "3p"))]
    keys = reader.meld(1, row, 2, 0)
    seen = [reader.look(key, script.follower.now) for key in keys]
    lost = [replace(o, tiles=tuple(t for t in o.tiles if t.track != row[2].track)) for o in seen]
    script.follower.feed(*lost)
    script.follower.wait(6.0)
    assert melds(script, 1) == []
    (question,) = script.follower.questions
    assert (question.code, question.seat, question.candidates) == ("unread_meld", 1, ["3p"])
    assert question.quad is not None
    script.run("answer 3p\nwait 2")
    assert melds(script, 1) == [MeldType.CHI]
    assert codes(script) == []


def pon_without(script: Script, lost: int) -> None:
    """Seat 2 lays a pon of the east wind of seat 0; the tile at that place from its left is not seen."""
    reader = script.reader
    row = [reader.piece(clear(Tile.parse("1z")), sideways=n == 1) for n in range(3)]
    for key in reader.meld(2, row, 2, 0):
        seen = reader.look(key, script.follower.now)
        rest = replace(seen, tiles=tuple(t for t in seen.tiles if t.track != row[lost].track))
        script.follower.feed(rest if key[0] is Zone.MELD else seen)


def test_two_like_tiles_of_which_one_lies_among_the_discards_are_no_closed_kan(tmp_path: Path) -> None:
    """Of a pon across the table only the sideways tile, in the middle, is not seen."""
    script = begun(tmp_path, "0 1z")
    pon_without(script, 1)
    script.run("wait 6")
    (question,) = script.follower.questions
    assert (question.code, question.seat, question.candidates) == ("unread_meld", 2, ["1z"])
    script.run("answer 1z\nwait 2\n2 6z\n3 4z")
    assert melds(script, 2) == [MeldType.PON]
    assert ponds(script) == [1, 0, 1, 1]
    assert codes(script) == []


def test_a_pon_of_which_nothing_is_seen_is_known_by_what_is_gone_and_who_discards(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 1z\nhide meld 2\n2 takes 11'1z\n2 6z\nwait 4\n3 4z")
    assert melds(script, 2) == [MeldType.PON]
    assert ponds(script) == [1, 0, 1, 1]
    assert codes(script) == []


def test_so_it_is_when_play_goes_on_at_once(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 1z\nhide meld 2\n2 takes 11'1z\npace 0.5\n2 6z\n3 4z\n0 2s\nwait 5")
    assert melds(script, 2) == [MeldType.PON]
    assert ponds(script) == [2, 0, 1, 1]
    assert codes(script) == []


def test_a_chi_of_which_nothing_is_seen_is_asked_about_and_named(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 4p\nhide meld 1\n1 takes 4'23p\n1 9s\nwait 4")
    (question,) = script.follower.questions
    assert (question.code, question.seat, question.quad) == ("unseen_set", 1, None)
    assert sorted(question.candidates) == ["0p", "3p", "4p", "5p", "6p"]
    assert melds(script, 1) == []
    script.run("answer 3p\nwait 2\n2 4z")
    assert melds(script, 1) == [MeldType.CHI]
    assert ponds(script) == [1, 1, 1, 0]
    assert codes(script) == []


def test_a_discard_that_the_eyes_lose_was_not_called_by_who_plays_in_turn(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 1z")
    seen = script.reader.look((Zone.POND, 0), script.follower.now)
    script.follower.feed(replace(seen, tiles=()))
    script.run("1 9s\nwait 4\n2 4z")
    assert melds(script, 1) == []
    assert ponds(script) == [1, 1, 1, 0]
    assert codes(script) == []


def test_who_plays_on_has_not_called_while_another_lays_a_set_that_is_not_read_yet(tmp_path: Path) -> None:
    """The caller's discard is not seen, so that the next one to discard would be the caller."""
    script = begun(tmp_path, "0 1z")
    pon_without(script, 0)
    script.run("pace 0.5\nlost 2 6z\n3 4z\nwait 1")
    assert melds(script, 3) == []
    script.run("wait 5")
    assert codes(script) == ["unread_meld"]
    script.run("answer 1z\nwait 2")
    assert (melds(script, 2), melds(script, 3)) == ([MeldType.PON], [])


def test_nobody_names_the_unseen_tile_of_a_called_set(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 4p")
    reader = script.reader
    row = [reader.piece(clear(Tile.parse(t)), sideways=n == 0) for n, t in enumerate(("4p", "2p"))]
    for key in reader.meld(1, row, 2, 0):
        seen = reader.look(key, script.follower.now)
        aside = tuple(replace(t, x=t.x - mat.TILE_W) for t in seen.tiles)
        script.follower.feed(replace(seen, tiles=aside) if key[0] is Zone.MELD else seen)
    script.follower.wait(40.0)
    assert melds(script, 1) == [MeldType.CHI]


def test_a_set_of_which_a_tile_is_not_seen_while_play_goes_on(tmp_path: Path) -> None:
    """The caller, its neighbour and the robbed one have discarded since; one face alone makes it a set."""
    script = begun(tmp_path, "0 1z")
    pon_without(script, 0)
    script.run("pace 0.5\n2 6z\n3 4z\n0 2s\nwait 1")
    assert melds(script, 2) == []
    script.run("wait 5")
    assert melds(script, 2) == [MeldType.PON]
    assert ponds(script) == [2, 0, 1, 1]


def test_the_first_indicator_is_never_seen_and_nobody_says_what_it_is(tmp_path: Path) -> None:
    """Play goes on; the result waits for it and the table says so until somebody names it."""
    script = begun(tmp_path, "0 9m\nwait 10", dora="")
    assert codes(script) == ["unread_dora"]
    script.run("wait 30\n1 1z\n2 2z\n3 3z\n0 tsumo\n0 shows 123m456p789s1166z-6z\nwait 20")
    assert ponds(script) == [1, 1, 1, 1]
    assert codes(script) == ["unread_dora"]
    script.run("answer 8s\nwait 2")
    assert script.follower.snapshot().phase is Phase.CONFIRM
    assert script.follower.snapshot().dora == ["8s"]


def test_the_indicator_of_a_kan_that_is_never_seen_is_asked_for_while_play_goes_on(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 9m\n1 takes X05Xm\n1 1z\nwait 8")
    assert codes(script) == ["unread_dora"]
    script.run("2 2z\n3 3z")
    assert ponds(script) == [1, 1, 1, 1]


def test_backs_of_the_wall_that_read_as_white_dragons_are_asked_about_by_nobody(tmp_path: Path) -> None:
    script = begun(tmp_path)
    taken = broken(script.follower.game.dealer, 7).indicator(0)
    for stack in range(12):
        place = WallPlace((taken.side + 2) % 4, stack, 1)
        for key in script.reader.turn(place, odds("5z")):
            script.follower.feed(script.reader.look(key, script.follower.now))
    script.run("0 9m\n1 1z\nwait 6")
    assert codes(script) == []
    script.reader.seats[(taken.side + 2) % 4].wall = script.reader.seats[(taken.side + 2) % 4].wall[:2]
    script.look_anew()
    script.run("2 2z\nwait 6")
    assert codes(script) == []


BARE = ((None, 0.996), *((Tile.parse(face), 0.001) for face in ("7z", "0s", "6p", "5z")))
"""How the eyes read a white dragon without any mark, of a set in which it looks like a back."""


def lay_bare(script: Script, seat: int) -> None:
    for key in script.reader.discard(seat, BARE):
        script.follower.feed(script.reader.look(key, script.follower.now))
    script.follower.wait(2.0)


def test_whoever_names_one_bare_white_dragon_names_them_all(tmp_path: Path) -> None:
    script = begun(tmp_path)
    lay_bare(script, 0)
    assert codes(script) == ["unread_discard"]
    script.run("answer 5z\n1 1z")
    lay_bare(script, 2)
    script.run("3 9m")
    assert codes(script) == []
    assert [script.follower.snapshot().seats[seat].pond[0].tile for seat in (0, 2)] == ["5z", "5z"]


def test_of_bare_white_dragons_a_pon_is_read(tmp_path: Path) -> None:
    script = begun(tmp_path)
    lay_bare(script, 0)
    script.run("answer 5z\nwait 2\n1 1m\n2 2m\n3 4m")
    lay_bare(script, 0)
    reader = script.reader
    row = [reader.piece(BARE, sideways=n == 0) for n in range(3)]
    for key in reader.meld(1, row, 2, 0):
        script.follower.feed(reader.look(key, script.follower.now))
    script.run("wait 4")
    assert melds(script, 1) == [MeldType.PON]
    assert codes(script) == []


def test_of_bare_white_dragons_an_open_hand_is_read(tmp_path: Path) -> None:
    script = begun(tmp_path)
    lay_bare(script, 0)
    script.run("answer 5z\nwait 2\n1 1m\n2 2m\n3 4m\n0 tsumo")
    faces = [clear(tile) for tile in parse_tiles("123m456p789s66z")]
    for key in script.reader.open_hand(0, [*faces, BARE, BARE], clear(Tile.parse("6z"))):
        script.follower.feed(script.reader.look(key, script.follower.now))
    script.run("wait 8")
    hand = script.follower.game.hand
    assert hand is not None
    assert hand.seats[0].shown is not None
    assert list(hand.seats[0].shown).count(Tile.parse("5z")) == 2


def test_a_tile_of_the_wall_that_fell_open_is_asked_about(tmp_path: Path) -> None:
    """P-34: whoever exposed it has to be told of it."""
    script = begun(tmp_path)
    taken = broken(script.follower.game.dealer, 7).indicator(0)
    for key in script.reader.turn(WallPlace((taken.side + 2) % 4, 3, 1), odds("7m")):
        script.follower.feed(script.reader.look(key, script.follower.now))
    script.run("wait 6")
    assert codes(script) == ["contradiction"]


def test_an_open_hand_that_stays_incomplete_is_settled_by_hand(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 9m\n1 6p\n2 ron\n2 shows 123m456p789s15z\nwait 60")
    assert codes(script) == ["hand_count"]
    script.run("wait 10")
    assert codes(script) == ["hand_count", "enter_result"]
    won = ev.EnteredWin(2, 1, 1, 30)
    assert script.follower.table.submit(ev.ResultEntered(ev.EndReason.WIN, (won,)))
    script.follower.wait(4.0)
    assert script.follower.snapshot().phase is Phase.CONFIRM
    assert len(parse_tiles("123m456p789s15z")) == 11


def test_an_ura_indicator_that_is_never_seen_can_be_named(tmp_path: Path) -> None:
    script = begun(
        tmp_path, "0 9m\n1 riichi\n1 1z'\n1 stick\n2 9p\n1 ron\n1 shows 234m234p678s33s78p\nwait 40"
    )
    assert codes(script) == ["contradiction", "unread_ura"]
    script.follower.feed(Answer(script.follower.questions[1].id, Tile.parse("3z")))
    script.follower.wait(4.0)
    assert script.follower.snapshot().ura == ["3z"]
    assert script.follower.snapshot().phase is Phase.CONFIRM
    assert codes(script) == []


@pytest.mark.parametrize(
    ("seen", "named", "all_of_them"), [("ura 3z", "5p", ["3z", "5p"]), ("ura2 5p", "3z", ["3z", "5p"])]
)
def test_one_of_two_ura_indicators_that_is_never_seen_can_be_named(
    tmp_path: Path, seen: str, named: str, all_of_them: list[str]
) -> None:
    """It is asked about where it lies, and counts before its own indicator."""
    script = begun(tmp_path, "0 9m\n1 takes X11Xm\ndora 7p\n1 9s\n2 riichi\n2 1z'\n2 stick\n3 9p")
    script.run("2 ron\n2 shows 234m234p678s33s78p\nwait 2")
    assert script.follower.snapshot().dora == ["4s", "7p"]
    script.run(f"{seen}\nwait 5")
    assert codes(script) == [], "it may be on its way"
    script.run("wait 10")
    (question,) = script.follower.questions
    assert question.code == "unread_ura"
    assert question.quad is not None
    script.run(f"answer {named}\nwait 4")
    assert script.follower.snapshot().ura == all_of_them
    assert script.follower.snapshot().phase is Phase.CONFIRM
    assert codes(script) == []


def test_play_goes_on_after_four_kans_of_one_player(tmp_path: Path) -> None:
    """No sixth indicator is there to be looked for (R-WALL-10)."""
    kans = "\n".join(
        f"1 takes X{tiles}X{suit}\ndora {dora}"
        for tiles, suit, dora in (("11", "m", "7p"), ("22", "m", "8p"), ("33", "p", "9p"), ("77", "s", "9s"))
    )
    script = begun(tmp_path, f"0 9m\n{kans}\n1 1z\n2 2z\n3 3z\n0 4p")
    assert melds(script, 1) == [MeldType.ANKAN] * 4
    assert script.follower.snapshot().dora == ["4s", "7p", "8p", "9p", "9s"]
    assert ponds(script) == [2, 1, 1, 1]
    assert codes(script) == []


def show_without(script: Script, seat: int, text: str, place: int) -> None:
    """The hand is laid open, and one of its tiles, by its place from the left, is not seen."""
    row, _, drawn = text.partition("-")
    faces = [clear(tile) for tile in parse_tiles(row)]
    for key in script.reader.open_hand(seat, faces, clear(Tile.parse(drawn)) if drawn else None):
        seen = script.reader.look(key, script.follower.now)
        if key[0] is Zone.HAND:
            lying = sorted(seen.tiles, key=lambda t: t.x)
            seen = replace(seen, tiles=tuple(lying[:place] + lying[place + 1 :]))
        script.follower.feed(seen)


def test_a_tile_of_a_winning_hand_that_is_not_seen_is_asked_about_and_named(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 9m\n1 6p\n2 ron")
    show_without(script, 2, "123456m45p789s11z", 4)
    script.run("wait 14")
    (question,) = script.follower.questions
    assert (question.code, question.seat, question.values) == ("unread_hand", 2, [])
    assert question.candidates == ["5m", "0m"]
    assert question.quad is not None
    script.run("answer 5m\nwait 4")
    assert codes(script) == []
    assert script.follower.snapshot().phase is Phase.CONFIRM


def test_a_hand_that_no_tile_makes_a_winning_one_stays_asked_about(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 9m\n1 6p\n2 ron")
    show_without(script, 2, "123478m45p789s11z", 4)
    script.run("wait 25")
    assert codes(script) == ["unread_hand"]
    script.run("wait 20")
    assert script.follower.snapshot().phase is not Phase.CONFIRM


def test_nobody_names_the_unseen_tile_and_only_one_makes_the_hand_what_was_claimed(tmp_path: Path) -> None:
    script = begun(tmp_path, "0 tsumo")
    show_without(script, 0, "123456m45p789s11z-6p", 8)
    script.run("wait 8")
    assert codes(script) == ["unread_hand"]
    assert script.follower.questions[0].candidates == ["7s"]
    script.run("wait 40")
    assert script.follower.snapshot().phase is Phase.CONFIRM


def test_a_second_red_five_in_a_winning_hand_is_asked_about_though_both_are_clear(tmp_path: Path) -> None:
    """The hand would win with it; but there is one, so that one of the two was misread."""
    script = begun(tmp_path, "0 9m\n1 6p\n2 ron")
    faces = [clear(tile) for tile in parse_tiles("123m0p0p78p789s222z")]
    for key in script.reader.open_hand(2, faces, None):
        script.follower.feed(script.reader.look(key, script.follower.now))
    script.run("wait 14")
    assert codes(script) in (["contradiction"], ["unread_hand"])
    script.run("answer 5p\nwait 4")
    assert codes(script) == []
    assert script.follower.snapshot().phase is Phase.CONFIRM
