"""Whole hands as scripts: observations as text go in, published snapshots come out."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.messages import Phase, Snapshot
from controller.infer.play import LATE_RON
from engine.state import events as ev
from engine.tiles.tile import Tile
from tests.controller.infer.scripted.script import Script, odds
from tests.controller.infer.scripted.table_reader import clear

parse = Tile.parse

START = """
walls
dice 3 4
dora 4s
"""


def play(path: Path, text: str, preset: str = "rrc") -> Script:
    script = Script(path, preset)
    script.run(START + text)
    return script


def pond(snapshot: Snapshot, seat: int) -> str:
    marks = ((t.tile or "?") + "'" * t.sideways + "^" * t.called for t in snapshot.seats[seat].pond)
    return " ".join(marks)


def confirm(script: Script) -> Snapshot:
    script.follower.settle()
    return script.follower.snapshot()


def test_a_hand_from_the_walls_to_the_payment(tmp_path: Path) -> None:
    script = play(tmp_path, "0 1z\n1 9m\n2 9p\n3 1s\n0 2z\n")
    seen = script.follower.snapshot()
    assert seen.phase is Phase.PLAY
    assert (seen.turn, seen.tiles_left, seen.dora, seen.dice) == (1, 65, ["4s"], (3, 4))
    assert [pond(seen, n) for n in range(4)] == ["1z 2z", "9m", "9p", "1s"]
    assert [s.concealed for s in seen.seats] == [13, 13, 13, 13]
    script.run("1 tsumo\n1 shows 123m456p789s1155z-5z")
    seen = script.follower.snapshot()
    assert seen.phase is Phase.CONFIRM
    assert seen.result is not None
    assert not seen.result.paid
    assert [s.score for s in seen.seats] == [30000] * 4
    seen = confirm(script)
    assert seen.result is not None
    assert seen.result.paid
    assert [s.score for s in seen.seats] == [30000 + d for d in seen.result.deltas]
    assert seen.result.wins[0].win_tile == "5z"
    script.run("walls")
    assert script.follower.snapshot().result is None


@pytest.mark.parametrize(
    ("lines", "seat", "melds"),
    [
        ("0 4m\n1 takes 4'23m\n1 9m", 1, ["chi 2m 3m 4m 4m<0"]),
        ("0 4m\n1 takes 4'44m\n1 9m", 1, ["pon 4m 4m 4m 4m<0"]),
        ("0 4m\n2 takes 44'4m\n2 9m", 2, ["pon 4m 4m 4m 4m<0"]),
        ("0 4m\n3 takes 444'm\n3 9m", 3, ["pon 4m 4m 4m 4m<0"]),
        ("0 0p\n3 takes 550'p\n3 9m", 3, ["pon 5p 5p 0p 0p<0"]),
        ("0 4m\n1 takes 4'444m\ndora 1p\n1 9m", 1, ["daiminkan 4m 4m 4m 4m 4m<0"]),
        ("0 4m\n2 takes 44'44m\ndora 1p\n2 9m", 2, ["daiminkan 4m 4m 4m 4m 4m<0"]),
        ("0 4m\n2 takes 444'4m\ndora 1p\n2 9m", 2, ["daiminkan 4m 4m 4m 4m 4m<0"]),
        ("0 4m\n3 takes 4444'm\ndora 1p\n3 9m", 3, ["daiminkan 4m 4m 4m 4m 4m<0"]),
        ("0 takes X55Xz\ndora 1p\n0 9m", 0, ["ankan 5z 5z 5z 5z None<None"]),
        ("0 takes 5XX5z\ndora 1p\n0 9m", 0, ["ankan 5z 5z 5z 5z None<None"]),
        ("0 takes X05Xm\ndora 1p\n0 9m", 0, ["ankan 0m 5m 5m 5m None<None"]),
        (
            "0 4m\n3 takes 444'm\n3 9m\n0 9m\n1 9m\n2 9m\n3 adds 4m\ndora 1p\n3 1m",
            3,
            ["shouminkan 4m 4m 4m 4m 4m<0"],
        ),
        (
            "0 4m\n1 takes 4'23m\n1 9m\n2 1z\n3 1z\n0 6s\n1 takes 6'57s\n1 1m",
            1,
            ["chi 2m 3m 4m 4m<0", "chi 5s 6s 7s 6s<0"],
        ),
    ],
)
def test_sets_of_every_kind_from_every_side(tmp_path: Path, lines: str, seat: int, melds: list[str]) -> None:
    seen = play(tmp_path, lines).follower.snapshot()
    melds_read = [f"{m.type} {' '.join(m.tiles)} {m.called}<{m.source}" for m in seen.seats[seat].melds]
    assert [" ".join(sorted(t.split()[1:-1])) for t in melds_read] == [
        " ".join(sorted(m.split()[1:-1])) for m in melds
    ]
    assert [(t.split()[0], t.split()[-1]) for t in melds_read] == [
        (m.split()[0], m.split()[-1]) for m in melds
    ]
    assert seen.turn == (seat + 1) % 4
    assert seen.dora == (["4s", "1p"] if "kan" in melds[0] else ["4s"])
    if melds[0][0] != "a":
        assert "^" in pond(seen, 0)
    assert not seen.questions


def test_riichi_ippatsu_and_ura(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 9m\n2 9m\n3 9m\n0 1z\n1 riichi\n1 2z'\n1 stick\n2 6p")
    seen = script.follower.snapshot()
    assert seen.seats[1].riichi == "paid"
    assert seen.seats[1].score == 29000
    assert pond(seen, 1) == "9m 2z'"
    script.run("1 ron\n1 shows 234m234p678s33s45p\nura 9s")
    seen = confirm(script)
    assert seen.result is not None
    won = seen.result.wins[0]
    assert (won.seat, won.source, won.win_tile) == (1, 2, "6p")
    assert {"riichi", "ippatsu"} <= {name for name, _ in won.yaku}
    assert seen.ura == ["9s"]


def test_two_winners_on_one_discard(tmp_path: Path) -> None:
    script = play(
        tmp_path, "0 9m\n1 6p\n0 ron\n2 ron\n2 shows 234m234p678s33s45p\n0 shows 666z234s78p111s9m9m"
    )
    assert [w.seat for w in script.follower.game.hand.wins if script.follower.game.hand] == [0, 2]  # type: ignore[union-attr]


@pytest.mark.parametrize("called", ["2 takes 6'66p", "2 takes 6'666p"])
def test_a_ron_said_after_the_tile_was_called(tmp_path: Path, called: str) -> None:
    """Ron comes before pon and kan until the caller has discarded (R-CALL-04, R-WIN-04)."""
    script = play(tmp_path, f"0 9m\n1 6p\n{called}")
    assert isinstance(script.follower.game.log[-1], ev.Called)
    script.run("0 ron\n0 shows 234m234p678s33s45p\nwait 5")
    seen = confirm(script)
    assert seen.result is not None
    assert [(won.seat, won.source) for won in seen.result.wins] == [(0, 1)]
    assert seen.dora == ["4s"]


@pytest.mark.parametrize("kan", ["X77Xz", "X77Xz\ndora 1p"])
def test_a_ron_on_the_discard_before_the_next_players_kan(tmp_path: Path, kan: str) -> None:
    """Nobody has discarded since (R-WIN-04): the kan counts as not made, nor does its indicator."""
    script = play(tmp_path, f"0 6p\n1 takes {kan}")
    assert script.follower.game.hand is not None
    assert script.follower.game.hand.seats[1].melds
    script.run("2 ron\n2 shows 234m234p678s33s45p\nwait 5")
    seen = confirm(script)
    assert seen.result is not None
    assert [(each.seat, each.source) for each in seen.result.wins] == [(2, 0)]
    assert (seen.result.deltas[1], seen.dora) == (0, ["4s"])


@pytest.mark.parametrize(("seconds", "won"), [(LATE_RON - 0.25, False), (LATE_RON, True)])
def test_a_ron_said_in_the_next_turn_is_about_the_last_discard_when_no_newer_one_is_seen(
    tmp_path: Path, seconds: float, won: bool
) -> None:
    script = play(tmp_path, "0 9m\n1 6p\n2 riichi\npace 0\n0 shows 234m234p678s33s45p\n0 ron")
    assert ev.Drawn(2) in script.follower.game.log
    script.follower.wait(seconds)
    wins = [event for event in script.follower.game.log if isinstance(event, ev.WinDeclared)]
    assert wins == [ev.WinDeclared(0, 1)] * won


def test_an_exhausted_wall(tmp_path: Path) -> None:
    tiles = [f"{n}{s}" for s in "mps" for n in (1, 9, 2, 8, 3, 7)]
    lines = [f"{n % 4} {tiles[n // 4]}" for n in range(70)]
    script = play(tmp_path, "\n".join(lines))
    seen = script.follower.snapshot()
    assert seen.tiles_left == 0
    script.run("wait 3\n0 noten\n1 noten\n2 shows 456m456p456s44z55z\n3 noten")
    seen = confirm(script)
    assert seen.result is not None
    assert seen.result.reason == "exhaustive"
    assert seen.result.deltas == [-1000, -1000, 3000, -1000]


def test_nine_terminals_and_honours(tmp_path: Path) -> None:
    script = play(tmp_path, "0 abort\n0 shows 19m19p19s1234z5m5m6m7m")
    seen = confirm(script)
    assert seen.result is not None
    assert seen.result.reason == "kyuushu_kyuuhai"
    assert seen.result.deltas == [0, 0, 0, 0]


def test_what_was_missed_is_caught_up(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\ntogether\n1 9p\n2 3s\n3 takes 3'24s\n3 1s\n0 5z\nlook")
    seen = script.follower.snapshot()
    assert [pond(seen, n) for n in range(4)] == ["9m 5z", "9p", "3s^", "1s"]
    assert [m.type for m in seen.seats[3].melds] == ["chi"]
    assert not seen.questions


def test_a_restart_in_the_middle_of_a_hand_catches_up(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 4p\n2 takes 4'23p\n2 1z")
    before = script.follower.table.events
    script.follower.restart()
    assert script.follower.table.events == before
    script.run("together\n3 9p\n0 8s\nlook")
    script.look_anew()
    script.run("1 7z")
    seen = script.follower.snapshot()
    assert [pond(seen, n) for n in range(4)] == ["9m 8s", "4p^ 7z", "1z", "9p"]
    assert not seen.questions


def test_the_discard_may_be_seen_before_the_set(tmp_path: Path) -> None:
    """R-CALL-07: out of turn it waits for the set; neither is lost."""
    script = play(tmp_path, "0 9m\n1 4p\nhide meld 3\n3 takes 44'4p\n3 1z")
    assert pond(script.follower.snapshot(), 3) == ""
    script.run("unhide meld 3")
    seen = script.follower.snapshot()
    assert [pond(seen, n) for n in range(4)] == ["9m", "4p^", "", "1z"]
    assert seen.turn == 0


def test_the_next_player_discards_before_fetching_the_called_tile(tmp_path: Path) -> None:
    """R-CALL-07: the standing hand is short, so the discard is no drawn tile."""
    script = play(
        tmp_path, "0 9m\n1 4p\nhide meld 2\nhide pond 1\npace 1\n2 takes 4'23p\n2 1z\nunhide meld 2"
    )
    seen = script.follower.snapshot()
    assert [m.type for m in seen.seats[2].melds] == ["chi"]
    assert [pond(seen, n) for n in range(4)] == ["9m", "4p^", "1z", ""]
    script.run("3 2z\nunhide pond 1\n0 3z\n1 4z")
    seen = script.follower.snapshot()
    assert [pond(seen, n) for n in range(4)] == ["9m 3z", "4p^ 4z", "1z", "2z"]
    assert not seen.questions


def test_a_kan_may_be_read_after_its_indicator_and_the_discard(tmp_path: Path) -> None:
    script = play(tmp_path, "hide meld 0\n0 takes X55Xz\ndora 1p\n0 9m\nunhide meld 0\n1 9p")
    seen = script.follower.snapshot()
    assert [m.type for m in seen.seats[0].melds] == ["ankan"]
    assert seen.dora == ["4s", "1p"]
    assert [pond(seen, n) for n in range(4)] == ["9m", "9p", "", ""]
    assert not seen.questions


def test_a_doubtful_discard_is_asked_and_answered(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 6s?8s")
    seen = script.follower.snapshot()
    assert pond(seen, 1) == ""
    assert [(q.code, q.seat, q.candidates) for q in seen.questions] == [("unread_discard", 1, ["6s", "8s"])]
    script.run("2 1z")
    seen = script.follower.snapshot()
    assert [pond(seen, n) for n in range(4)] == ["9m", "?", "1z", ""]
    assert [q.code for q in seen.questions] == ["unread_discard"]
    script.run("answer 8s")
    seen = script.follower.snapshot()
    assert pond(seen, 1) == "8s"
    assert not seen.questions


def test_a_better_picture_answers_by_itself(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 6s~8s\n2 1z\nreads 1 0 6s")
    seen = script.follower.snapshot()
    assert pond(seen, 1) == "6s"
    assert not seen.questions


def test_a_clear_picture_of_a_fifth_copy_is_a_contradiction(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 9m\n2 9m\n3 9m\n0 9m")
    seen = script.follower.snapshot()
    assert pond(seen, 0) == "9m"
    assert [(q.code, q.seat, q.faults) for q in seen.questions] == [("contradiction", 0, ["FIVE_COPIES"])]
    script.run("answer 8m")
    assert pond(script.follower.snapshot(), 0) == "9m 8m"


def test_a_sideways_tile_without_the_word_is_a_question_not_a_riichi(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 1z'\nwait 2")
    seen = script.follower.snapshot()
    assert [(q.code, q.faults) for q in seen.questions] == [("contradiction", ["SIDEWAYS_WITHOUT_RIICHI"])]
    script.run("1 riichi")
    seen = script.follower.snapshot()
    assert seen.seats[1].riichi == "declared"
    assert not seen.questions


def test_an_indicator_nobody_should_see_is_asked_about(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 1z\ndora 7p\nwait 4")
    seen = script.follower.snapshot()
    assert seen.dora == ["4s"]
    assert [(q.code, q.faults) for q in seen.questions] == [("contradiction", ["INDICATOR_NOT_DUE"])]


def test_a_dispute_moves_no_points(tmp_path: Path) -> None:
    script = play(
        tmp_path, "0 tsumo\n0 shows 123m456p789s1155z-5z\n0 confirm\n1 dispute\n2 confirm\n3 confirm"
    )
    seen = script.follower.snapshot()
    assert [s.confirmed for s in seen.seats] == [True, False, True, True]
    assert [s.score for s in seen.seats] == [30000] * 4
    assert [(q.code, q.seat, q.faults) for q in seen.questions] == [("contradiction", 1, ["DISPUTED"])]
    script.run("1 confirm")
    assert sum(s.score for s in script.follower.snapshot().seats) == 120000
    assert any(isinstance(e, ev.HandEnded) for e in script.follower.table.events)


def test_no_concealed_tile_is_ever_published(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 6p\n2 ron\n2 shows 234m234p678s33s45p")
    before = script.follower.snapshot().model_copy(update={"result": None})
    assert "8s" not in before.model_dump_json()


def test_a_tile_that_the_eyes_lost_does_not_stop_play(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 1z\n2 2z\n3 3z\n0 8m\n1 4z\n2 5z\n3 6z")
    del script.reader.seats[0].pond[0]
    script.run("0 7m\n1 1s")
    seen = script.follower.snapshot()
    assert pond(seen, 0) == "9m 8m 7m"
    assert pond(seen, 1) == "1z 4z 1s"
    assert not seen.questions


def test_a_tile_that_now_reads_otherwise_is_asked_about(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 1z\n2 2z\n3 3z\n0 8m\nreads 0 0 1m\nwait 4")
    seen = script.follower.snapshot()
    assert pond(seen, 0) == "9m 8m"
    assert [(q.code, q.seat, q.faults) for q in seen.questions] == [("contradiction", 0, ["ALREADY_READ"])]
    script.run("1 3z\n2 4z\n3 5z\n0 7m")
    assert pond(script.follower.snapshot(), 0) == "9m 8m 7m"


def test_a_ron_settles_which_of_two_tiles_it_is_about(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 6p?5s\n2 ron\n2 shows 234m234p678s33s45p")
    seen = confirm(script)
    assert seen.result is not None
    assert seen.result.wins[0].win_tile == "6p"


def test_a_forbidden_discard_is_asked_about_and_stays_when_nobody_takes_it_back(tmp_path: Path) -> None:
    """R-KUI-02: the pond stays as it lies."""
    script = play(tmp_path, "0 4m\n1 takes 4'23m\n1 4m")
    seen = script.follower.snapshot()
    assert [(q.code, q.seat, q.faults) for q in seen.questions] == [("refused_event", 1, ["KUIKAE"])]
    assert pond(seen, 1) == ""
    script.run("2 1z\nwait 3")
    seen = script.follower.snapshot()
    assert [pond(seen, n) for n in (1, 2)] == ["4m", "1z"]
    assert not seen.questions


def test_a_doubtful_tile_of_a_set_is_settled_by_the_set(tmp_path: Path) -> None:
    script = play(tmp_path, "0 4m")
    row = [script.reader.piece(clear(parse("4m")), sideways=True), script.reader.piece(odds("2m?8m"))]
    row.append(script.reader.piece(clear(parse("3m"))))
    touched = script.reader.meld(1, row, 2, 0)
    script.follower.feed(*(script.reader.look(key, script.follower.now) for key in touched))
    melds = script.follower.snapshot().seats[1].melds
    assert [m.tiles for m in melds] == [["2m", "3m", "4m"]]


def test_tsumo_on_the_first_tile_of_the_set(tmp_path: Path) -> None:
    script = play(tmp_path, "0 tsumo\n0 shows 23m456p789s11155z-1m")
    seen = confirm(script)
    assert seen.result is not None
    assert seen.result.wins[0].win_tile == "1m"


def test_an_indicator_that_nobody_saw_is_asked_for_and_named(tmp_path: Path) -> None:
    script = Script(tmp_path)
    script.run("walls\ndice 3 4\nwait 9")
    assert not script.follower.snapshot().questions
    script.run("0 9m\n1 6s\nwait 6")
    seen = script.follower.snapshot()
    assert [(q.code, q.candidates) for q in seen.questions] == [("unread_dora", [])]
    script.run("answer 4s\nwait 2")
    seen = script.follower.snapshot()
    assert seen.dora == ["4s"]
    assert [pond(seen, n) for n in range(4)] == ["9m", "6s", "", ""]
    assert not seen.questions


def test_a_riichi_is_not_taken_for_an_earlier_discard_that_is_caught_up_with(tmp_path: Path) -> None:
    """The first indicator is seen late: the word belongs to the tile that was laid after it."""
    script = Script(tmp_path)
    script.run("walls\ndice 1 1\n0 9m\n1 9m\n2 9m\n3 9m\n0 1z\n1 riichi\n1 2z'\n1 stick\n2 6p\ndora 4p")
    seat = script.follower.snapshot().seats[1]
    assert [t.sideways for t in seat.pond] == [False, True]
    declared = [type(e).__name__ for e in script.follower.table.events]
    assert declared.index("RiichiDeclared") > declared.index("Discarded") + 4


def test_the_same_face_laid_where_a_called_tile_was_is_a_new_discard(tmp_path: Path) -> None:
    script = play(tmp_path, "pace 0.5\n0 9m\n1 3p\n2 takes 3'45p\n2 9s\n3 1z\n0 1z\n1 3p\n2 8s")
    pond = script.follower.snapshot().seats[1].pond
    assert [(t.tile, t.called) for t in pond] == [("3p", True), ("3p", False)]


def test_open_tiles_that_make_no_set_are_asked_about(tmp_path: Path) -> None:
    script = play(tmp_path, "0 9m\n1 5p\n2 takes 5'4p\nwait 8")
    assert "unread_meld" in [question.code for question in script.follower.questions]
    assert not script.follower.snapshot().seats[2].melds
