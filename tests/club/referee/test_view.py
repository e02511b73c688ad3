"""What the desk is told: lamps, the queue, and a case whose concealed tiles stay closed (K-JUDGE-10)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from club.log.events import CallClosed, Called
from club.referee.case import CONCEALED, case, snapshot
from club.referee.queue import Stage
from club.referee.view import Seen, desk
from club.referee.views import CaseView, Lamp, TableCard
from engine.judge import CHECKS
from tests.club.log.values import T
from tests.club.referee.given import REFEREE, Event8, won

HAND = {0: ("1m",) * 13, 1: ("9p",) * 13}


def picture(phase: str = "play", **more: object) -> dict[str, Any]:
    """The public state of table 1 as its topic tells it."""
    seat = {
        "name": "Anna",
        "wind": "E",
        "score": 30_000,
        "concealed": 13,
        "pond": [{"tile": "3s"}],
        "melds": [],
    }
    seats = [{**seat, "seat": n} for n in range(4)]
    return {"phase": phase, "seats": seats, "hands_played": 0, "questions": ["?"], "findings": [], **more}


def finding(kind: str, seat: int = 2) -> dict[str, Any]:
    return {"kind": kind, "clause": "R-X-01", "seat": seat, "penalty": "P-14", "sanction": "chombo"}


def table(event: Event8, seen: Seen | None = None, number: int = 1) -> TableCard:
    hall = {} if seen is None else {number: seen}
    view = desk(event.tournament, hall, REFEREE, event.now_ms)
    return next(card for card in view.tables if card.table == number)


def about(event: Event8, seen: Seen | None = None) -> CaseView:
    return case(event.tournament, {} if seen is None else {1: seen}, 1, 1)


@pytest.mark.parametrize(
    ("seen", "lamps"),
    [
        (Seen(), (Lamp.WELL,)),
        (Seen(online=False), (Lamp.SILENT,)),
        (Seen(troubles=({"code": "camera_dark"},)), (Lamp.ALERT,)),
        (Seen(missing=1), (Lamp.LATE,)),
        (Seen(over=True), (Lamp.CLOCK,)),
        (Seen(over=True, troubles=({"code": "machine_jam"},)), (Lamp.ALERT, Lamp.CLOCK)),
    ],
)
def test_a_table_shows_what_it_needs_the_most_pressing_first(
    small: Event8, seen: Seen, lamps: tuple[Lamp, ...]
) -> None:
    assert table(small, seen).lamps == lamps


def test_a_call_lights_until_a_judge_comes_and_the_case_is_settled(small: Event8) -> None:
    call = small.called()
    assert table(small).lamps == (Lamp.CALL,)
    small.act("take", call=call)
    assert table(small).lamps == (Lamp.COMING,)
    small.seqs(CallClosed(tournament=T, call=call))
    assert table(small).lamps == (Lamp.WELL,)


def test_a_frozen_table_and_a_frozen_hall_are_shown(small: Event8) -> None:
    small.act("freeze", round=1, table=1)
    assert [table(small, number=n).lamps[0] for n in (1, 2)] == [Lamp.FROZEN, Lamp.WELL]
    small.act("freeze", round=1, clock=True)
    assert table(small, number=2).lamps[0] is Lamp.FROZEN


def test_who_is_missing_is_no_matter_any_more_once_a_hand_was_played(small: Event8) -> None:
    small.play(won(1, 0, 1))
    assert table(small, Seen(missing=4)).lamps == (Lamp.WELL,)


def test_the_queue_has_who_called_and_how_long_answers_took(small: Event8) -> None:
    first = small.called()
    small.act("take", call=first)
    small.seqs(Called(tournament=T, round=1, table=2))
    queue = desk(small.tournament, {}, REFEREE, small.now_ms).queue
    assert [(call.table, call.person, call.stage) for call in queue.calls] == [
        (2, None, Stage.WAITING),
        (1, 3, Stage.COMING),
    ]
    assert (queue.median_ms, queue.p95_ms) == (1000, 1000)


def test_the_column_of_the_penalty_table_follows_from_the_size(small: Event8, large: Event8) -> None:
    assert desk(small.tournament, {}, REFEREE, 0).mild
    assert not desk(large.tournament, {}, REFEREE, 0).mild
    assert desk(large.tournament, {}, REFEREE, 0).judges.short == ("too_few_free", "too_few")


def test_a_case_has_what_lies_open_and_nobodys_name(small: Event8) -> None:
    case = about(small, Seen(picture=picture()))
    assert case.picture is not None
    assert [seat["person"] for seat in case.picture["seats"]] == [1, 2, 3, 4]
    assert "Anna" not in case.model_dump_json()
    assert "questions" not in case.picture


def test_concealed_tiles_are_reported_only_of_the_hand_that_was_opened(small: Event8) -> None:
    seen = Seen(picture=picture(), concealed=HAND)
    closed = about(small, seen)
    assert [(hand.count, hand.opened, hand.tiles) for hand in closed.hands] == [(13, False, ())] * 4
    small.act("open_hand", round=1, table=1, hand=0, seat=1, reason="Tile count in doubt.")
    opened = about(small, seen)
    assert opened.hands[1].tiles == HAND[1]
    assert "1m" not in opened.model_dump_json()


def test_what_was_opened_in_one_hand_is_closed_in_the_next(small: Event8) -> None:
    small.act("open_hand", round=1, table=1, hand=0, seat=1, reason="Tile count in doubt.")
    case = about(small, Seen(picture=picture(hands_played=1), concealed=HAND))
    assert not case.hands[1].opened
    assert "9p" not in case.model_dump_json()


@pytest.mark.parametrize("kind", sorted(CHECKS))
def test_what_tells_about_concealed_tiles_waits_for_the_end_of_the_hand(small: Event8, kind: str) -> None:
    playing = about(small, Seen(picture=picture("play", findings=[finding(kind)])))
    over = about(small, Seen(picture=picture("confirm", findings=[finding(kind)])))
    hidden = kind in CONCEALED
    assert ([each.kind for each in playing.findings], playing.withheld) == (
        ([], 1) if hidden else ([kind], 0)
    )
    assert [each.kind for each in over.findings] == [kind]


def test_furiten_and_tenpai_are_never_told_while_a_hand_is_played() -> None:
    kinds = {kind for kind in CHECKS if "furiten" in kind or "noten" in kind}
    assert kinds <= CONCEALED


def test_a_finding_names_person_norm_and_evidence(small: Event8) -> None:
    evidence = {**finding("kuikae"), "penalty": "P-18", "pictures": ["/evidence/g/57.jpg", "elsewhere"]}
    (found,) = about(small, Seen(picture=picture(findings=[evidence]))).findings
    assert (found.person, found.norm, found.evidence) == (3, "mechanics", (57,))


def test_the_stored_picture_of_a_frozen_table_has_ids_for_names(small: Event8) -> None:
    stored = snapshot(Seen(picture=picture(), concealed=HAND), (1, 2, 3, 4))
    assert "Anna" not in json.dumps(stored)
    assert stored["seats"][0]["person"] == 1
    assert snapshot(None, (1, 2, 3, 4)) == {}


def test_hands_with_findings_of_the_record_are_reported_newest_word_first(small: Event8) -> None:
    small.play(won(1, 0, 3), won(2, 3, 1))
    small.act("correct_hand", round=1, table=1, hand=0, reason="Misread.")
    case = about(small)
    assert [(line.hand, line.reason, line.corrected) for line in case.played] == [
        (0, "redeal", True),
        (1, "win", True),
    ]
    assert case.remedy == "cancel_and_reenter"
    assert case.running == 2
