"""What commands ask for becomes events, or a refusal that says what is wrong."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from contract.messages import AnswerBody, CaseBody, EntryBody, PenaltyBody, RulingBody
from contract.stored.codec import encode
from controller.bus.commands import (
    RULINGS,
    answer_of,
    axis_of,
    entry_of,
    penalty_of,
    ruling_of,
    settlement_of,
)
from controller.infer.inference import Answer
from controller.sentences.refusals import Refusal
from engine.play.apply import replay
from engine.state import events as ev
from engine.state.hand import Game
from engine.tiles.tile import Tile
from firmware_bridge.message import NONE
from firmware_bridge.pins import Axis
from tests.controller.given import last_hand

DRAW = ev.ResultEntered(ev.EndReason.EXHAUSTIVE, tenpai=(False,) * 4)


@cache
def game() -> Game:
    """All hands but the last are finished."""
    found = replay(last_hand())
    assert found is not None
    return found


def refused(found: object) -> tuple[str, dict[str, Any]]:
    assert isinstance(found, Refusal), found
    return found.reason, dict(found.values)


def ruled(event: ev.Event, *, hands: bool = False, of: str | None = None) -> Any:
    return ruling_of(RulingBody(event=encode(event), hands=hands, game=of), "this", game())


def test_an_answer_names_a_tile_or_that_no_face_shows() -> None:
    assert answer_of(AnswerBody(question="pond.1.2", tile="0p")) == Answer("pond.1.2", Tile.parse("0p"))
    assert answer_of(AnswerBody(question="pond.1.2", tile=None)) == Answer("pond.1.2", None)


def test_an_axis_is_named_in_any_case_and_no_name_means_all() -> None:
    assert [axis_of(name) for name in (None, "conv2", "CONV2")] == [NONE, Axis.CONV2, Axis.CONV2]
    code, values = refused(axis_of("x" * 90))
    assert (code, values["axis"]) == ("no_axis", "x" * 64)
    assert values["axes"].split(", ") == [axis.name for axis in Axis]


def test_a_ruling_is_of_this_game_and_one_of_those_that_people_make() -> None:
    fine = ev.Penalised(1, ev.Sanction.FINE, "P-14", 2000)
    assert ruled(fine) == ruled(fine, of="this") == fine
    assert refused(ruled(fine, of="another")) == ("other_game", {})
    code, values = refused(ruled(ev.NotenDeclared(1)))
    assert (code, values["event"]) == ("no_ruling", "noten_declared")
    assert len(values["allowed"].split(", ")) == len(RULINGS)
    assert refused(ruled(ev.Penalised(1, ev.Sanction.CHOMBO, "P-14", confirmed=(0, 1, 2, 3)))) == (
        "all_four",
        {},
    )
    assert refused(ruling_of(RulingBody(event={"type": "nothing"}), "this", game()))[0] == "bad_event"


def test_whole_hands_are_corrected_as_the_events_that_they_are() -> None:
    starts = [n for n, event in enumerate(game().log) if isinstance(event, ev.HandStarted)]
    last = len(game().history)
    assert last > 2
    correct = ruled(ev.Correct(1, 2, (DRAW,), "two hands"), hands=True)
    assert correct == ev.Correct(starts[1], starts[3] - starts[1], (DRAW,), "two hands")
    assert ruled(ev.Correct(1, 2, (DRAW,), "two events")) == ev.Correct(1, 2, (DRAW,), "two events")
    whole = ruled(ev.Correct(last - 1, 1, (), "the last"), hands=True)
    assert (whole.at, whole.at + whole.count) == (starts[last - 1], starts[last])
    for at, count in ((last, 1), (0, last + 1), (0, 0)):
        found = refused(ruled(ev.Correct(at, count, (), "none"), hands=True))
        assert found == ("no_such_hands", {"finished": last, "first": at + 1, "last": at + count})


def test_what_is_entered_is_a_result() -> None:
    assert entry_of(EntryBody(event=encode(DRAW))) == DRAW
    assert refused(entry_of(EntryBody(event=encode(ev.NotenDeclared(1))))) == (
        "no_entry",
        {"event": "noten_declared"},
    )
    assert refused(entry_of(EntryBody(event={"type": "nothing"})))[0] == "bad_event"


@pytest.mark.parametrize(
    ("body", "code", "values"),
    [
        ({"row": "P-0"}, "no_row", {"row": "P-0"}),
        ({"row": "P-14", "points": 1000}, "no_points", {"sanction": "chombo"}),
        ({"row": "P-14", "sanction": "fine"}, "row_prescribes", {"row": "P-14", "sanction": "chombo"}),
    ],
)
def test_a_penalty_is_what_its_row_says(body: dict[str, Any], code: str, values: dict[str, Any]) -> None:
    found = refused(penalty_of(PenaltyBody(seat=1, **body), game()))
    assert (found[0], found[1] | values) == (code, found[1])


def test_a_penalty_has_the_sanction_of_its_row_and_a_fine_its_points() -> None:
    chombo = penalty_of(PenaltyBody(seat=1, row="P-14"), game())
    assert isinstance(chombo, ev.Penalised)
    assert (chombo.seat, chombo.sanction, chombo.penalty) == (1, ev.Sanction.CHOMBO, "P-14")
    assert penalty_of(PenaltyBody(seat=1, row="P-14", sanction="chombo"), game()) == chombo  # type: ignore[arg-type]


def test_only_what_needs_no_judge_is_settled_by_all_four() -> None:
    settled = settlement_of(CaseBody(seat=0, offender=1, row="P-14"), game())
    assert settled == ev.Penalised(1, ev.Sanction.CHOMBO, "P-14", confirmed=(0, 1, 2, 3))
    assert refused(settlement_of(CaseBody(seat=0, offender=1, row="P-42"), game())) == (
        "row_for_referee",
        {"row": "P-42"},
    )
    assert refused(settlement_of(CaseBody(seat=0, offender=1, row="P-0"), game()))[0] == "no_row"
