"""Whole games that are known are followed through observations alone, and end with the same points."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from controller.infer import Answer
from controller.virtual.plan import HandPlan, PlayedPlan
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from tests.controller.infer.scripted.follower import Follower, play
from tests.flows.truth import Performance, shape
from tests.flows.wild import wild_hand

NAMES = ("A", "B", "C", "D")
PRESETS = ("rrc", "tenhou", "ema_2012", "classical")


def hands(preset: str, seed: int, count: int = 99) -> list[HandPlan]:
    plan = PlayedPlan(Ruleset.preset(preset), NAMES, seed)
    out: list[HandPlan] = []
    while len(out) < count and (hand := plan.hand(len(out))) is not None:
        out.append(hand)
    return out


def follow(follower: Follower, hand: HandPlan, rng: random.Random | None, crashes: int = 0) -> list[ev.Event]:
    before = follower.table.rev
    performance = Performance(follower.game, follower.now + 1.0, rng)
    performance.perform(hand.events)
    count = len(performance.timeline)
    moments = frozenset(rng.sample(range(2, count), crashes)) if rng and crashes else frozenset()
    play(follower, performance.timeline, moments)
    follower.settle()
    return list(follower.table.events[before:])


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_in_good_order_is_followed_event_by_event(preset: str, tmp_path: Path) -> None:
    follower = Follower(tmp_path / "game.jsonl", ev.GameStarted(preset))
    for hand in hands(preset, 1, 4):
        followed_events = follow(follower, hand, None)
        assert shape(followed_events[: len(hand.events)]) == shape(hand.events)
        assert follower.game.scores == hand.after.scores
    assert not follower.questions


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_late_and_lost_pictures_do_not_change_a_game(seed: int, tmp_path: Path) -> None:
    preset = PRESETS[seed % len(PRESETS)]
    follower = Follower(tmp_path / "game.jsonl", ev.GameStarted(preset))
    for n, hand in enumerate(hands(preset, seed)):
        followed_events = follow(follower, hand, random.Random(f"{seed} {n}"))
        assert hand.ended in followed_events
        assert follower.game.scores == hand.after.scores
    assert follower.game.finished


def check_wild(seed: int, preset: str, late: bool, path: Path, crashes: int = 0) -> None:
    path.unlink(missing_ok=True)
    follower = Follower(path, ev.GameStarted(preset))
    for n in range(2):
        hand = wild_hand(follower.game, f"{seed} {n}")
        if hand is None:
            return
        followed_events = follow(follower, hand, random.Random(seed) if late else None, crashes)
        assert hand.ended in followed_events
        assert follower.game.scores == hand.after.scores
    follower.journal.close()


@given(seed=st.integers(0, 10**6), preset=st.sampled_from(PRESETS))
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
def test_wild_hands_are_followed(seed: int, preset: str, tmp_path: Path) -> None:
    check_wild(seed, preset, False, tmp_path / "wild.jsonl")


@pytest.mark.slow
@example(seed=9726, preset="classical").via("a pon is seen while no pond has been for most of a minute")
@given(seed=st.integers(0, 10**6), preset=st.sampled_from(PRESETS))
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_wild_hands_with_late_and_lost_pictures_are_followed(seed: int, preset: str, tmp_path: Path) -> None:
    check_wild(seed, preset, True, tmp_path / "wild.jsonl")


@pytest.mark.slow
@given(seed=st.integers(0, 10**6), preset=st.sampled_from(PRESETS))
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
def test_wild_hands_survive_crashes(seed: int, preset: str, tmp_path: Path) -> None:
    check_wild(seed, preset, True, tmp_path / "wild.jsonl", crashes=6)


def answered(follower: Follower, performance: Performance) -> None:
    """A person who sees the table answers what is asked about unread tiles."""
    for question in follower.questions:
        if question.code.startswith("unread_"):
            track = int(question.id.rsplit(".", 1)[1])
            follower.feed(Answer(question.id, performance.faces[track]))


@pytest.mark.slow
@example(seed=116, preset="classical").via("the last tile of the wall is doubtful")
@given(seed=st.integers(0, 10**6), preset=st.sampled_from(PRESETS))
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
def test_doubtful_tiles_are_asked_and_never_guessed(seed: int, preset: str, tmp_path: Path) -> None:
    check_doubts(seed, preset, tmp_path / "doubt.jsonl")


def check_doubts(seed: int, preset: str, path: Path) -> None:
    path.unlink(missing_ok=True)
    follower = Follower(path, ev.GameStarted(preset))
    hand = wild_hand(follower.game, f"{seed}")
    assert hand is not None
    performance = Performance(follower.game, 1.0, random.Random(seed), 0.5, doubt=0.1)
    performance.perform(hand.events)
    play(follower, performance.timeline)
    follower.wait(1.0)  # a question about the very last tile comes a moment after it lies still
    truth = [[p.tile for p in seat.pond] for seat in hand.after.hand.seats] if hand.after.hand else []
    assert follower.game.hand is not None
    last = next(e for e in reversed(hand.events) if isinstance(e, ev.Discarded))
    asked = {q.seat for q in follower.questions if q.code == "unread_discard"}
    for seat, (followed_events, real) in enumerate(zip(follower.game.hand.seats, truth, strict=True)):
        # Play does not go on after the last discard, so that one waits for its answer.
        awaited = seat == last.seat and seat in asked
        assert len(followed_events.pond) in ({len(real), len(real) - 1} if awaited else {len(real)})
        assert all(p.tile in (None, tile) for p, tile in zip(followed_events.pond, real, strict=False))
    for _ in range(40):
        answered(follower, performance)
        follower.wait(1.0)
    follower.settle()
    assert hand.ended in follower.table.events
    follower.journal.close()
