"""Findings of the judge on the screens, and chombo that the table settles itself (K-PEN-08)."""

from __future__ import annotations

from pathlib import Path

from contract.messages import Phase
from contract.messages.seat_panel import Button
from controller.ending.referee import Referee, chombo
from controller.table.journal import Journal, read
from controller.table.writer import Accepted, Table
from engine.judge import Kind, judge
from engine.state import events as ev
from engine.state.events import Sanction
from engine.state.faults import Fault
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, parse_tiles
from tests.controller.desk import Desk
from tests.controller.given import S

M = Tile.parse
DEALT: tuple[ev.Event, ...] = (
    ev.GameStarted("rrc"),
    ev.HandStarted(0, 1, 0, 0, 0, (30000,) * 4),
    ev.DiceThrown((3, 4)),
    ev.Dealt(),
    ev.DoraRevealed(M("1z")),
    ev.Drawn(0),
)
FALSE_RON: tuple[ev.Event, ...] = (
    *DEALT,
    ev.Discarded(0, M("1m")),
    ev.WinDeclared(1, 0),
    ev.HandShown(1, parse_tiles("1357m1357p1357s7z")),
)


def test_a_false_win_is_proposed_as_chombo_and_all_four_settle_it(tmp_path: Path) -> None:
    """P-14, R-CHOMBO-02: under rrc nothing moves at the table, the price comes after uma."""
    desk = Desk(tmp_path, FALSE_RON)
    desk.machine(S.PRESENTED)
    desk.wait(4.0)
    found = [(f.kind, f.seat, f.penalty, f.sanction) for f in desk.shown.findings]
    assert found == [("win_not_complete", 1, "P-14", "chombo")]
    shown = next(r.seq for r in desk.service.table.records if isinstance(r.event, ev.HandShown))
    assert f"/evidence/game/{shown}.jpg" in desk.shown.findings[0].pictures
    assert desk.shown.phase is Phase.CONFIRM
    assert desk.shown.result is not None
    assert (desk.shown.result.reason, desk.shown.result.offenders) == ("chombo", [1])
    desk.press(Button.CONFIRM, 0, 2, 3)
    desk.turn()
    assert desk.accepted == []
    desk.press(Button.CONFIRM, 1)
    desk.turn()
    assert desk.accepted[0] == ev.Penalised(1, Sanction.CHOMBO, "P-14", confirmed=(0, 1, 2, 3))
    ended = desk.accepted[1]
    assert isinstance(ended, ev.HandEnded)
    assert (ended.reason, ended.deltas) == (ev.EndReason.CHOMBO, (0, 0, 0, 0))
    assert [p.after_uma for p in desk.game.penalties] == [-20000]


def test_a_disputed_chombo_waits_for_the_referee(tmp_path: Path) -> None:
    desk = Desk(tmp_path, FALSE_RON)
    desk.machine(S.PRESENTED)
    desk.wait(4.0)
    desk.press(Button.DISPUTE, 1)
    desk.press(Button.CONFIRM, 0, 2, 3)
    desk.turn()
    assert desk.accepted == []
    assert [q.faults for q in desk.shown.questions if q.id == "dispute.1"] == [["DISPUTED"]]


def test_nothing_is_found_in_an_honest_hand(tmp_path: Path) -> None:
    ron = (*DEALT, ev.Discarded(0, M("1m")), ev.WinDeclared(1, 0))
    desk = Desk(tmp_path, (*ron, ev.HandShown(1, parse_tiles("23m456p789s11155z"))))
    desk.machine(S.PRESENTED)
    desk.wait(4.0)
    assert desk.shown.result is not None
    assert desk.shown.result.reason == "win"
    assert desk.shown.findings == []


def test_kuikae_is_found_at_the_discard(tmp_path: Path) -> None:
    """R-KUI-02: the discard stays, the offender is to get a dead hand (P-18)."""
    table = Table(Journal(tmp_path / "game.jsonl", durable=False))
    chi = Meld(MeldType.CHI, parse_tiles("234m"), M("4m"), 0)
    for event in (*DEALT, ev.Discarded(0, M("4m")), ev.Called(1, chi)):
        table.submit(event)
    referee = Referee()
    assert referee.feed(table) == ()
    discard = table.submit(ev.Discarded(1, M("1m")))
    assert isinstance(discard, Accepted)
    assert discard.breaches == Fault.KUIKAE
    found = referee.feed(table, breached=True)
    assert [(f.kind, f.seat, f.events, f.sanction) for f in found] == [
        (Kind.KUIKAE, 1, (7, 8), Sanction.DEAD_HAND)
    ]
    assert chombo(discard.game, found) == ()


def test_the_dead_hand_is_shown(tmp_path: Path) -> None:
    desk = Desk(tmp_path, (*DEALT, ev.Discarded(0, M("4m")), ev.Penalised(2, Sanction.DEAD_HAND, "P-18")))
    desk.machine(S.PRESENTED)
    desk.turn()
    assert [s.dead for s in desk.shown.seats] == [False, False, True, False]


def test_a_word_that_fits_nothing_is_on_record_for_the_judge(tmp_path: Path) -> None:
    """R-RIICHI-06: riichi said after the discard does not count, and costs a reminder."""
    desk = Desk(tmp_path, (*DEALT, ev.Discarded(0, M("4m"))))
    desk.machine(S.PRESENTED)
    desk.press(Button.RIICHI, 0)
    desk.wait(2.0)
    assert desk.accepted == []
    refused = [r for r in read(desk.path).records if r.kind == "refused"]
    assert [r.body["event"]["type"] for r in refused] == ["riichi_declared"]
    case = desk.service.table.case
    assert case is not None
    assert [(f.kind, f.seat, f.sanction) for f in judge(case)] == [
        (Kind.RIICHI_AFTER_DISCARD, 0, Sanction.REMINDER)
    ]
