"""What a game was like, from its journal: by hand, and of real games what their records say."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from controller.history.hands import Course, course
from controller.history.summary import Sitting, sitting, table, turning_points
from controller.table.journal import read
from engine.notation.read import play
from engine.state import events as ev
from tests.controller.history.listed import listed
from tests.controller.history.test_hands import NAMES, blind, game, write

RECORDS = sorted((Path(__file__).parents[3].parent / "shared" / "games").glob("*.mjson"))


def journalled(folder: Path, events: list[ev.Event]) -> Course:
    write(folder, "a", events).close()
    found = course("a", read(folder / "a.jsonl").records)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Sitting:
    return sitting(journalled(tmp_path_factory.mktemp("games"), game(3)))


def test_a_hand_after_which_another_leads_and_the_largest_one_are_turning_points() -> None:
    found = turning_points(
        listed(
            (27000, 23000, 25000, 25000),  # the first lead turns nothing
            (26000, 26000, 24000, 24000),  # neither does a tie
            (26000, 24000, 26000, 24000),
            (26000, 24000, 34000, 16000),
            (38000, 20000, 30000, 12000),
        )
    )
    assert found == [[], [], [], ["lead"], ["lead", "swing"]]


def test_an_earlier_seat_that_draws_level_takes_no_lead() -> None:
    found = turning_points(listed((25000, 27000, 24000, 24000), (27000, 27000, 23000, 23000)))
    assert found == [["swing"], ["swing"]], "both moved as much"


def test_a_game_in_which_nothing_moved_has_no_turning_point() -> None:
    assert turning_points(listed((25000, 25000, 25000, 25000))) == [[]]
    assert turning_points(listed()) == []


def test_scores_after_a_hand_are_those_at_the_next_ones_beginning(played: Sitting) -> None:
    lines = played.summary.hands
    assert [line.scores for line in lines[:-1]] == [hand.scores for hand in played.game.hands[1:]]
    assert lines[-1].scores == played.game.scores


def test_the_table_for_spreadsheets_has_a_line_a_win(played: Sitting) -> None:
    head, *rows = csv.reader(io.StringIO(table(played)))
    wins = [(n, won) for n, line in enumerate(played.summary.hands, 1) for won in (line.wins or (None,))]
    assert len(rows) == len(wins)
    for row, (n, won) in zip(rows, wins, strict=True):
        fields = dict(zip(head, row, strict=True))
        assert fields["hand"] == str(n)
        assert fields["winner"] == ("" if won is None else NAMES[won.seat])
        assert fields["points"] == ("" if won is None else str(won.points))
        assert [fields[f"{name} after"] for name in NAMES] == [
            str(s) for s in played.summary.hands[n - 1].scores
        ]


def test_a_name_is_no_formula_of_a_spreadsheet(tmp_path: Path) -> None:
    names = ("=1+1", *NAMES[1:])
    events = [ev.GameStarted("rrc", names=names), *game(1)[1:]]
    (head, *_) = csv.reader(io.StringIO(table(sitting(journalled(tmp_path, events)))))
    assert [name for name in head if "=1+1" in name] == ["'=1+1 +/-", "'=1+1 after"]


@pytest.mark.skipif(not RECORDS, reason="the real games lie beside the repository and are not here")
@pytest.mark.parametrize("path", RECORDS[4:8], ids=lambda path: path.stem)
def test_real_games_have_what_their_records_have(tmp_path: Path, path: Path) -> None:
    """Of records that have every yaku: who won from whom, by how many han; scores after each hand."""
    text = path.read_text("utf-8").splitlines()
    lines = [json.loads(line) for line in text]
    found = sitting(journalled(tmp_path, [blind(event) for event in play(text).events])).summary
    won = [(line["actor"], line["target"]) for line in lines if line["type"] == "hora"]
    assert [(w.seat, w.source) for hand in found.hands for w in hand.wins] == won
    counted = [w for hand in found.hands for w in hand.wins if not w.yakuman]
    assert [sum(han for _, han in w.yaku) + w.dora for w in counted] == [w.han for w in counted]
    starts = [line["scores"] for line in lines if line["type"] == "start_kyoku"]
    assert [hand.scores for hand in found.hands[:-1]] == starts[1:]
    riichi = [sum(line["type"] == "reach_accepted" for line in lines)]
    assert [sum(len(hand.riichi) for hand in found.hands)] == riichi
    assert [player.riichi.count for player in found.players] == [
        sum(line["type"] == "reach_accepted" and line["actor"] == seat for line in lines) for seat in range(4)
    ]
