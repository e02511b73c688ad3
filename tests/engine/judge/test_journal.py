"""From a journal to its hands: refusals, corrections, and journals that do not follow."""

from __future__ import annotations

import pytest

from engine.judge import Case, CaseEntry, Kind, cases, judge
from engine.play.apply import apply
from engine.result.game import next_hand
from engine.state import events as ev
from engine.state.faults import Fault
from engine.tiles.tile import Tile
from tests.engine.board import Dealer


def journal(hands: int = 3, seed: int = 7) -> list[CaseEntry]:
    dealer = Dealer("rrc", seed)
    dealer.play_game(hands)
    return [CaseEntry(10 + i, event) for i, event in enumerate(dealer.events)]


def discards(entries: list[CaseEntry]) -> list[int]:
    return [i for i, entry in enumerate(entries) if isinstance(entry.event, ev.Discarded)]


def kinds(case: Case) -> list[Kind]:
    return [finding.kind for finding in judge(case)]


def test_every_hand_is_a_case_with_the_entries_after_its_start() -> None:
    entries = journal()
    hands = cases(entries)
    assert len(hands) == 3
    starts = [i for i, entry in enumerate(entries) if isinstance(entry.event, ev.HandStarted)]
    for hand, start, end in zip(hands, starts, [*starts[1:], len(entries)], strict=True):
        assert [step.entry for step in hand.steps] == entries[start + 1 : end]
        assert [step.place for step in hand.steps] == list(range(end - start - 1))
        assert isinstance(hand.steps[-1].event, ev.HandEnded)
        assert hand.ended == hand.steps[-1].event
        assert all(a.after is b.before for a, b in zip(hand.steps, hand.steps[1:], strict=False))


def test_a_refused_entry_changes_nothing_and_keeps_its_reasons() -> None:
    entries = journal(1)
    at = discards(entries)[0] + 1
    entries.insert(at, CaseEntry(5, ev.Drawn(3), refused=Fault.OUT_OF_TURN))
    (hand,) = cases(entries)
    (step,) = [step for step in hand.steps if step.refused]
    assert step.before is step.after
    assert step.faults == Fault.OUT_OF_TURN
    assert kinds(hand) == [Kind.TURN_OUT_OF_ORDER]


def test_a_journal_that_does_not_follow_names_the_entry() -> None:
    entries = journal(1)
    first = discards(entries)[0]
    with pytest.raises(ValueError, match=f"Entry {entries[first].id} "):
        cases([*entries[: first - 1], *entries[first:]])


def misread() -> list[CaseEntry]:
    """The first two discards are read as the same red five, and the second reading is refused."""
    red = Tile.parse("0p")
    events: list[ev.Event] = [
        ev.GameStarted("rrc"),
        ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4),
        ev.DiceThrown((3, 4)),
        ev.Dealt(),
        ev.DoraRevealed(Tile.parse("2p")),
        ev.Drawn(0),
        ev.Discarded(0, red),
        ev.Drawn(1),
    ]
    entries = [CaseEntry(i, event) for i, event in enumerate(events)]
    return [*entries, CaseEntry(8, ev.Discarded(1, red), refused=Fault.FIVE_COPIES)]


CORRECT = ev.Correct(6, 1, (ev.Discarded(0, Tile.parse("5p")),), "misread")


def test_a_correction_puts_its_events_in_under_its_own_id() -> None:
    entries = [*misread(), CaseEntry(9, CORRECT), CaseEntry(10, ev.Discarded(1, Tile.parse("0p")))]
    (hand,) = cases(entries)
    assert [(step.id, step.event) for step in hand.steps if isinstance(step.event, ev.Discarded)] == [
        (9, ev.Discarded(0, Tile.parse("5p"))),
        (10, ev.Discarded(1, Tile.parse("0p"))),
    ]
    (replaced,) = hand.replaced
    assert (replaced.entry.id, [gone.id for gone in replaced.gone]) == (9, [6])


def test_a_refusal_whose_reason_was_corrected_away_is_no_finding() -> None:
    assert kinds(cases(misread())[0]) == [Kind.FIVE_COPIES]
    assert kinds(cases([*misread(), CaseEntry(9, CORRECT)])[0]) == []


def test_a_correction_of_an_earlier_hand_leaves_the_later_ones_in_their_places() -> None:
    entries = journal(3)
    seat = next(e.event.seat for e in entries if isinstance(e.event, ev.Discarded))
    fine = ev.Penalised(seat, ev.Sanction.FINE, "P-42", 2000)
    corrected = cases([*entries, CaseEntry(999, ev.Correct(2, 0, (fine,)))])
    assert [len(hand.steps) for hand in corrected] == [
        len(hand.steps) + (n == 0) for n, hand in enumerate(cases(entries))
    ]
    assert corrected[0].steps[0].id == 999
    assert [hand.replaced != () for hand in corrected] == [True, False, False]


def test_there_are_no_findings_in_chinese_classical() -> None:
    def journal(preset: str) -> list[CaseEntry]:
        opened = ev.GameStarted(preset)
        started = next_hand(apply(None, opened))
        events: list[ev.Event] = [opened, started, ev.DiceThrown((3, 4)), ev.Dealt()]
        entries = [CaseEntry(i, event) for i, event in enumerate(events)]
        return [*entries, CaseEntry(9, ev.Drawn(3), refused=Fault.OUT_OF_TURN)]

    assert kinds(cases(journal("rrc"))[0]) == [Kind.TURN_OUT_OF_ORDER]
    assert kinds(cases(journal("classical"))[0]) == []
