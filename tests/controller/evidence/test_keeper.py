"""What is kept of a game, what nobody may see, and that play never waits for it."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from contract.messages import Question
from controller.evidence import keeper
from controller.evidence.keeper import WAITING
from controller.evidence.store import Store
from controller.table.journal_notes import QUESTION
from engine.state import events as ev
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import parse_tiles
from tests.controller.ending.test_referee import DEALT, FALSE_RON, M
from tests.controller.evidence.booth import Booth, brightness, place, played, seen, tiles
from vision.calibration.mat import HAND_Y, Zone


@pytest.fixture
def booth(tmp_path: Path) -> Iterator[Booth]:
    with Booth(tmp_path) as made:
        yield made


def test_a_discard_is_kept_with_its_pond_and_a_clip_of_before_and_after(booth: Booth) -> None:
    booth.happen(*DEALT)
    booth.wait(4)
    booth.grey = 150
    (seq,) = booth.happen(ev.Discarded(0, M("4m")))
    booth.wait(0.5)
    booth.grey = 200
    booth.wait(2)
    found = booth.kept[seq]
    pond = seen(found.picture)
    assert pond.shape[0] < 400
    assert abs(float(pond.mean()) - 150) < 3
    greys = [brightness(picture) for picture in played(found.clip)]
    assert greys == sorted(greys)
    assert set(greys) == {100, 150, 200}
    assert 8 <= len(greys) <= 11


def test_calls_kans_indicators_wins_and_shown_hands_are_kept_and_draws_are_not(booth: Booth) -> None:
    booth.turn()
    chi = Meld(MeldType.CHI, parse_tiles("234m"), M("4m"), 0)
    kan = Meld(MeldType.ANKAN, parse_tiles("5555z"))
    events: tuple[ev.Event, ...] = (
        *DEALT,
        ev.Discarded(0, M("4m")),
        ev.Called(1, chi),
        ev.Discarded(1, M("9p")),
        ev.Drawn(2),
        ev.KanDeclared(2, kan),
        ev.DoraRevealed(M("2z")),
        ev.Drawn(2, replacement=True),
        ev.Discarded(2, M("9s")),
        ev.WinDeclared(0, 2),
        ev.HandShown(0, parse_tiles("1357m1357p1357s7z")),
    )
    wanted = (ev.DoraRevealed, ev.Discarded, ev.Called, ev.KanDeclared, ev.WinDeclared, ev.HandShown)
    expected = []
    for event in events:
        seqs = booth.happen(event)
        assert len(seqs) == 1, event
        booth.turn()
        expected += seqs if isinstance(event, wanted) else []
    assert list(booth.kept) == expected


def test_what_is_caught_up_with_at_once_is_all_kept(booth: Booth) -> None:
    booth.happen(*DEALT)
    booth.turn()
    seqs = booth.happen(ev.Discarded(0, M("4m")), ev.Drawn(1), ev.Discarded(1, M("5m")))
    booth.wait(2)
    assert [seq for seq in booth.kept if seq in seqs] == [seqs[0], seqs[2]]


def test_an_event_that_was_refused_and_a_question_are_kept(booth: Booth) -> None:
    booth.happen(*DEALT)
    booth.turn()
    before = len(booth.table.records)
    assert booth.happen(ev.Discarded(2, M("4m"))) == []
    quad = [(100.0, 100.0), (130.0, 100.0), (130.0, 140.0), (100.0, 140.0)]
    asked = Question(id="pond.0.9", code="unread_discard", seat=0, quad=quad)
    booth.table.note(QUESTION, asked.model_dump(mode="json"))
    booth.turn()
    assert list(booth.kept)[-2:] == [before, before + 1]
    assert seen(booth.kept[before + 1].picture).shape == (101, 77, 3)


def test_the_addresses_are_those_of_pictures_that_there_are(booth: Booth) -> None:
    assert booth.evidence.pictures([0]) == []
    dealt, *_, drawn = booth.happen(*DEALT)
    booth.turn()
    (discarded,) = booth.happen(ev.Discarded(0, M("4m")))
    booth.table.note(QUESTION, Question(id="pond.0.9", code="unread_discard", seat=0).model_dump(mode="json"))
    booth.turn()
    assert booth.evidence.pictures([dealt, drawn, discarded]) == [f"/evidence/a/{discarded}.jpg"]
    assert booth.evidence.asked("pond.0.9") == [f"/evidence/a/{discarded + 1}.jpg"]
    assert booth.evidence.asked("pond.0.8") == []
    booth.begin("b")
    booth.turn()
    assert booth.evidence.asked("pond.0.9") == []


def test_old_lines_of_a_resumed_game_get_no_picture_of_today(booth: Booth) -> None:
    booth.happen(*DEALT, ev.Discarded(0, M("4m")))
    booth.turn()
    assert booth.kept == {}
    booth.happen(ev.Drawn(1), ev.Discarded(1, M("4m")))
    booth.turn()
    assert len(booth.kept) == 1


def test_the_next_game_is_kept_under_its_own_name(booth: Booth) -> None:
    booth.turn()
    booth.table.close()
    booth.begin("b")
    booth.happen(*DEALT, ev.Discarded(0, M("4m")))
    booth.turn()
    assert [p.name for p in sorted(booth.folder.glob("*.evidence"))] == ["b.evidence"]


# hands


def hands(picture: Any) -> list[bool]:
    """Whether each seat's hand can be seen."""
    return [place(picture, seat, 0.0, HAND_Y) > 50 for seat in range(4)]


def test_standing_hands_are_black_until_they_are_laid_open(booth: Booth) -> None:
    booth.happen(*FALSE_RON[:-2])
    booth.wait(1)
    booth.happen(FALSE_RON[-2])
    booth.wait(2)
    (shown,) = booth.happen(FALSE_RON[-1])
    booth.wait(2)
    pictures = played(booth.kept[shown].clip)
    assert hands(pictures[0]) == [False] * 4
    assert hands(pictures[-1]) == [False, True, False, False]
    assert seen(booth.kept[shown].picture).min() > 50


def test_a_winner_s_hand_that_is_read_face_up_may_be_seen_before_it_is_accepted(booth: Booth) -> None:
    booth.happen(*FALSE_RON[:-2])
    booth.eyes.zones[Zone.HAND, 1] = tiles("1m", "3m", "5m")
    booth.wait(1)
    booth.happen(FALSE_RON[-2])
    booth.wait(0.5)
    booth.eyes.zones[Zone.HAND, 1] = tiles("1m", None, "5m")
    (asked,) = booth.happen(ev.WinDeclared(2, 0))
    booth.wait(2)
    pictures = played(booth.kept[asked].clip)
    assert [hands(picture)[1] for picture in pictures][:1] == [False], "nobody had won yet"
    assert any(hands(picture)[1] for picture in pictures)
    assert not hands(pictures[-1])[1], "a tile of it stands again"
    assert not any(any(hands(picture)[n] for n in (0, 2, 3)) for picture in pictures)


def test_the_next_hand_is_hidden_again(booth: Booth) -> None:
    booth.happen(*FALSE_RON)
    booth.turn()
    booth.happen(
        ev.Penalised(1, ev.Sanction.REDEAL, "P-01"),
        ev.HandEnded(ev.EndReason.REDEAL, (0, 0, 0, 0), 0),
        *DEALT[1:],
    )
    (seq,) = booth.happen(ev.Discarded(0, M("4m")))
    booth.wait(3)
    assert hands(played(booth.kept[seq].clip)[-1]) == [False] * 4


def test_with_consent_hands_are_kept(tmp_path: Path) -> None:
    with Booth(tmp_path, hands=True) as booth:
        booth.happen(*DEALT)
        booth.wait(1)
        (seq,) = booth.happen(ev.Discarded(0, M("4m")))
        booth.wait(2)
        assert hands(played(booth.kept[seq].clip)[0]) == [True] * 4


def test_where_the_eyes_do_not_know_what_they_see_nothing_is_kept(booth: Booth) -> None:
    """A camera that was bumped shows hands where the mat was; it is noticed some time later."""
    booth.happen(*DEALT)
    booth.grey = 200
    booth.wait(2)
    (seq,) = booth.happen(ev.Discarded(0, M("4m")))
    booth.turn()
    booth.turn(clear=False)
    booth.grey = 100
    booth.wait(2)
    assert {brightness(picture) for picture in played(booth.kept[seq].clip)} == {100}


@pytest.mark.parametrize("trouble", ["no picture", "no surface"])
def test_without_a_picture_of_a_known_mat_play_goes_on(booth: Booth, trouble: str) -> None:
    booth.happen(*DEALT)
    booth.turn()
    booth.happen(ev.Discarded(0, M("4m")))
    if trouble == "no surface":
        booth.eyes.surface = None
    booth.feed(None if trouble == "no picture" else booth.frame())
    booth.rest()
    assert booth.kept == {}
    assert booth.evidence.trouble is None


# outages


def test_a_thread_that_cannot_keep_up_delays_nothing_and_says_so(
    booth: Booth, monkeypatch: pytest.MonkeyPatch
) -> None:
    booth.happen(*DEALT)
    booth.turn()
    free = threading.Event()
    put = booth.store.put
    monkeypatch.setattr(booth.store, "put", lambda *rest: free.wait(20) and put(*rest))
    seqs = []
    for n in range(8):
        seqs += booth.happen(ev.Discarded(n % 4, M(f"{n + 1}m")), ev.Drawn((n + 1) % 4))[:1]
        booth.now += 0.5
        booth.feed(booth.frame())
        booth.taken(n == 0)
    lost = len(seqs) - (WAITING + 1)
    assert booth.evidence.trouble == (
        f"The computer is too slow to keep all evidence: {lost} events have no picture."
    )
    free.set()
    booth.rest()
    assert list(booth.kept) == seqs[: WAITING + 1]
    assert len(booth.table.events) == len(DEALT) + 16


def test_a_full_disk_is_reported_and_taken_back(booth: Booth, monkeypatch: pytest.MonkeyPatch) -> None:
    booth.happen(*DEALT)
    booth.turn()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(booth.store, "put", full)
        booth.happen(ev.Discarded(0, M("4m")), ev.Drawn(1))
        booth.turn()
        assert booth.evidence.trouble == (
            "Evidence cannot be kept (No space left on device): make room or repair the disk; play goes on."
        )
        booth.wait(2)
    (seq,) = booth.happen(ev.Discarded(1, M("4m")))
    booth.turn()
    assert booth.evidence.trouble is None
    assert list(booth.kept) == [seq]


def test_what_is_still_due_is_written_at_the_end(booth: Booth) -> None:
    booth.happen(*DEALT)
    booth.wait(1)
    (seq,) = booth.happen(ev.Discarded(0, M("4m")))
    booth.turn()
    assert booth.kept[seq].clip is None
    booth.evidence.close()
    assert len(played(booth.kept[seq].clip)) >= 3


def test_a_clock_that_begins_anew_begins_clips_anew(booth: Booth) -> None:
    booth.happen(*DEALT)
    booth.grey = 200
    booth.wait(3)
    booth.now, booth.grey = 0.0, 100
    (seq,) = booth.happen(ev.Discarded(0, M("4m")))
    booth.wait(2)
    assert {brightness(picture) for picture in played(booth.kept[seq].clip)} == {100}


def test_memory_holds_a_few_small_pictures(booth: Booth) -> None:
    booth.happen(*DEALT)
    booth.wait(8)
    assert len(booth.evidence._ring) <= keeper.RATE * (keeper.BEFORE_S + keeper.AFTER_S) + 2
    assert sum(len(jpeg) for _, jpeg in booth.evidence._ring) < 2_000_000


@pytest.mark.parametrize("agreed", [True, False])
def test_who_lends_pictures_is_told_whether_standing_hands_show(tmp_path: Path, agreed: bool) -> None:
    with Booth(tmp_path, hands=agreed) as booth:
        assert booth.evidence.bare is agreed


def test_who_has_lost_nothing_has_no_trouble(tmp_path: Path) -> None:
    evidence = keeper.Evidence(Store(tmp_path, 1_000_000))
    try:
        assert (evidence.trouble, evidence.idle, evidence.bare) == (None, True, False)
        assert (evidence.pictures([1, 2]), evidence.asked("a")) == ([], [])
    finally:
        evidence.close()
