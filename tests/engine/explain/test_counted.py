"""A hand of Chinese Classical in words: what counts, what doubles, who pays whom."""

from __future__ import annotations

from engine.explain.end import explain_end
from engine.explain.words import LANGUAGES, Words
from engine.result.settle import result
from engine.state import events as ev
from tests.engine.classical.table import READY, Table, ready_table

NOTHING = "147m258p369s1234z", "258m147p39s55667z", "3699m369p2588s67z"


def lines_of(table: Table, language: str = "en") -> list[str]:
    ended = result(table.game)
    assert ended is not None
    return explain_end(table.game, ended, Words(language)).text.splitlines()


def won(**options: object) -> Table:
    table = ready_table(**options).turn(2, "6s").do(ev.WinDeclared(1, 2))
    return table.show(NOTHING[0], READY, NOTHING[1], NOTHING[2])


def test_every_hand_says_what_it_counts() -> None:
    assert lines_of(won())[:6] == [
        "Mahjong on 6s from West: South wins.",
        "South: 20 (going mahjong) = 20.",
        "Doubled: 20 × 2 (no points) × 2 (fully concealed hand) × 2 (ready hand at the first deal) = 160.",
        "West: 2 (pair of dragons) = 2.",
        "Rounded up to 10.",
        "North: nothing counts.",
    ]


def test_every_payment_is_named() -> None:
    lines = lines_of(won())
    assert "East pays and receives double." in lines
    assert "East pays South 320." in lines
    assert "North pays West 10." in lines
    assert len([line for line in lines if " pays " in line and "points" not in line]) == 1 + 5


def test_a_hand_above_the_limit_is_capped() -> None:
    lines = lines_of(won(limit_points=100))
    assert "No more than the limit of 100 counts." in lines
    assert "East pays South 200." in lines


def test_a_limit_hand_has_its_name() -> None:
    table = Table().deal(None, "19m19p19s1234567z").drop(0, "9p").draw(1, "5m").ready(1).drop(1, "5m")
    table.turn(2, "1z").do(ev.WinDeclared(1, 2))
    table.show("147m258p369s2345z", "19m19p19s1234567z", "258m369p147s2346z", "369m147p258s2347z")
    assert "South: Thirteen wonders of the world, worth the limit of 500." in lines_of(table)


def test_a_draw_pays_nothing_and_is_played_again_or_not() -> None:
    for option, again in (("replay", True), ("do_not_replay", False)):
        table = ready_table(draw=option).set_hand(live_left=1).turn(2, "6s")
        lines = lines_of(table)
        assert lines[:2] == ["Exhaustive draw.", "Nobody pays."]
        assert ("The hand is played again with the same East." in lines) == again
        assert len(lines) == 2 + again


def test_all_languages_give_the_same_numbers() -> None:
    for language in LANGUAGES:
        text = "\n".join(lines_of(won(), language))
        assert "160" in text
        assert "320" in text
