from __future__ import annotations

from pathlib import Path

import pytest

from controller.virtual.compare import compare
from controller.virtual.plan import HandPlan, PlayedPlan
from controller.virtual.record import RecordError as BrokenError
from controller.virtual.record import RecordPlan
from controller.virtual.world import VirtualTable
from engine.notation.read import play
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.tiles.wall import broken
from tests.controller.virtual.host import Host

NAMES = ("A", "B", "C", "D")
RULES = Ruleset.preset("tenhou")
GAMES = Path(__file__).parents[3].parent / "shared" / "games"


def recorded(seed: int, hands: int) -> list[HandPlan]:
    plan = PlayedPlan(RULES, NAMES, seed)
    return [hand for i in range(hands) if (hand := plan.hand(i)) is not None]


def test_a_record_of_a_game_is_that_game() -> None:
    truth = recorded(5, 3)
    plan = RecordPlan(RULES, NAMES, [e for hand in truth for e in hand.events], 1)
    for i, hand in enumerate(truth):
        again = plan.hand(i)
        assert again is not None
        assert again.events == hand.events
        assert again.after == hand.after
        assert sorted(c.id for c in again.copies.values()) == list(range(136))
    assert plan.hand(3) is None


def test_everybody_draws_from_the_wall_what_is_recorded() -> None:
    truth = recorded(6, 1)
    hand = RecordPlan(RULES, NAMES, truth[0].events, 1).hand(0)
    assert hand is not None
    wall = broken(hand.dealer, sum(hand.throws[0]))
    drawn = [e.tile for e in hand.events if isinstance(e, ev.Drawn) and not e.replacement]
    assert [hand.copies[wall.live(52 + i)].face for i in range(len(drawn))] == drawn
    dora = [e.tile for e in hand.events if isinstance(e, ev.DoraRevealed)]
    assert [hand.copies[wall.indicator(i)].face for i in range(len(dora))] == dora


def hidden(events: tuple[ev.Event, ...], seat: int) -> list[ev.Event]:
    """The record as only `seat` could write it."""
    out: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.Dealt):
            out.append(ev.Dealt(tuple(h if i == seat else None for i, h in enumerate(event.hands))))
        elif isinstance(event, ev.Drawn) and event.seat != seat:
            out.append(ev.Drawn(event.seat, None, event.replacement))
        else:
            out.append(event)
    return out


@pytest.mark.parametrize("seed", range(5, 9))
def test_unseen_tiles_are_filled_so_that_the_hand_can_be_played(seed: int) -> None:
    truth = recorded(seed, 1)
    events = hidden(truth[0].events, 2)
    plan = RecordPlan(RULES, NAMES, events, 1)
    hand = plan.hand(0)
    assert hand is not None
    assert hand.after.scores == truth[0].after.scores
    assert sorted(c.id for c in hand.copies.values()) == list(range(136))
    host = Host(VirtualTable(RULES, NAMES, record=events, pace=20))
    assert all(True for _ in host.frames())
    assert host.world.truth.scores == truth[0].after.scores


def test_a_record_without_a_hand_is_refused() -> None:
    with pytest.raises(BrokenError, match="no complete hand"):
        RecordPlan(RULES, NAMES, [ev.GameStarted("tenhou")], 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tenhou-05.mjson", "tenhou-12.mjson"])
def test_the_truth_of_a_real_record_is_its_payments(name: str) -> None:
    path = GAMES / name
    if not path.exists():
        pytest.skip(f"{path} is not here: the shared records are needed.")
    record = play(path.read_text().splitlines())
    host = Host(VirtualTable(RULES, NAMES, record=record.events, pace=20))
    for scene in host.frames():
        assert len(scene.tiles) in (0, 136) or host.world.step_name == "collected"
    assert [p.ended.deltas for p in host.world.plans] == [hand.ended.deltas for hand in record.hands]
    assert record.game is not None
    assert host.world.truth.scores == record.game.scores
    assert compare(host.world.plans, record.events).paid == len(record.hands)


def test_at_an_abortive_draw_nobody_shows_a_hand_that_the_rules_do_not_ask_for() -> None:
    """R-RIICHI-16: there is a riichi at the four kans of this record, whose rules name no such duty."""
    path = GAMES / "tenhou-13.mjson"
    if not path.exists():
        pytest.skip(f"{path} is not here: the shared records are needed.")
    plan = RecordPlan(RULES, NAMES, play(path.read_text().splitlines()).events, 1)
    hand = plan.hand(2)
    assert hand is not None
    assert hand.ended.reason is ev.EndReason.SUUKAIKAN
    assert any(isinstance(event, ev.RiichiPaid) for event in hand.events)
    assert not any(isinstance(event, ev.HandShown) for event in hand.events)
