"""What of the mat each line of a journal is about."""

from __future__ import annotations

from typing import Any

import pytest

from contract.stored.codec import encode
from controller.evidence.subject import Subject, subject
from controller.table.journal import Record
from controller.table.journal_notes import QUESTION
from engine.play.apply import replay
from engine.state import events as ev
from engine.state.hand import Game
from engine.tiles.tile import Tile
from tests.controller.given import FIRST_DRAW
from vision.calibration.mat import Zone

QUAD = [[0, 0], [10, 0.5], [10, 20], [0, 20]]
STICK, HAND, POND = (Zone.STICK, 3), (Zone.HAND, 3), (Zone.POND, 3)


def game() -> Game:
    found = replay(FIRST_DRAW)
    assert found is not None
    return found


def of(event: ev.Event, kind: str = "event") -> Subject | None:
    body = encode(event) if kind == "event" else {"event": encode(event)}
    return subject(Record(0, kind, 0, body), game())


@pytest.mark.parametrize(
    ("event", "zones"),
    [
        (ev.Discarded(3, None), (POND,)),
        (ev.RiichiDeclared(3), (POND,)),
        (ev.RiichiPaid(3), (STICK,)),
        (ev.HandShown(3, ()), (HAND,)),
        (ev.WinDeclared(3, 3), (HAND,)),
        (ev.WinDeclared(1, 3), (POND,)),
    ],
)
@pytest.mark.parametrize("kind", ["event", "refused"])
def test_an_event_is_about_where_it_shows_also_when_it_was_refused(
    event: ev.Event, zones: tuple[tuple[Zone, int], ...], kind: str
) -> None:
    assert of(event, kind) == Subject(zones)


def test_what_no_picture_explains_is_about_nothing() -> None:
    assert of(ev.NotenDeclared(1)) is None
    assert subject(Record(0, "pause", 0, {}), game()) is None


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({"id": "pond.2.17"}, Subject(((Zone.POND, 2),))),
        ({"id": "wall.1.400", "seat": 3}, Subject(((Zone.WALL, 1),))),
        ({"id": "refused.RiichiPaid.1", "seat": 1}, Subject(((Zone.POND, 1), (Zone.MELD, 1)))),
        (
            {"id": "pond.2.17", "quad": QUAD},
            Subject(quad=((0.0, 0.0), (10.0, 0.5), (10.0, 20.0), (0.0, 20.0))),
        ),
        ({"id": "sets_mixed", "seat": None}, Subject()),
    ],
)
def test_a_question_is_about_a_tile_a_place_a_seat_or_the_whole_mat(
    body: dict[str, Any], found: Subject
) -> None:
    assert subject(Record(0, QUESTION, 0, body), game()) == found


def test_an_indicator_lies_on_the_side_that_the_dice_say_or_on_any() -> None:
    turned = ev.DoraRevealed(Tile.parse("1m"))
    assert of(turned) == Subject(((Zone.WALL, 2),))
    start, hand, _, dealt, dora, _ = FIRST_DRAW
    unseen, before = replay([start, hand, dealt, dora]), replay([start, hand])
    assert unseen is not None
    assert before is not None
    shown = Record(0, "event", 0, encode(turned))
    assert subject(shown, unseen) == Subject(tuple((Zone.WALL, side) for side in range(4)))
    assert subject(shown, before) == Subject(), "none is turned yet"
