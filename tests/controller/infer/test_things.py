"""Dice by the machine and by the camera, and the stick of a riichi."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.infer import Inference
from controller.infer.inference import Input
from controller.topics import Question
from engine import events as ev
from engine.hand import Game, Riichi
from engine.rules import Ruleset
from engine.state import apply
from firmware_bridge.message import DiceFell, WallsPresented
from vision.mat import Zone
from vision.observation import DieSeen, Observation, StickSeen

WALLS = WallsPresented((17, 17, 17, 17))


class Desk:
    """A game that follows what is told; time passes in quarters of a second."""

    def __init__(self, preset: str = "rrc") -> None:
        rules = Ruleset.preset(preset)
        self.game = apply(None, ev.GameStarted(rules.name, rules.record, ("A", "B", "C", "D")))
        self.inference = Inference()
        self.now = 0.0
        self.events: list[ev.Event] = []
        self.questions: tuple[Question, ...] = ()

    def feed(self, *inputs: Input) -> None:
        told = self.inference.feed(self.game, inputs, self.now)
        for event in told.events:
            self.game = apply(self.game, event)
        self.events += told.events
        self.questions = told.questions
        self.now += 0.25

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 4)):
            self.feed()

    def dice(self, *values: int | None) -> None:
        seen = tuple(DieSeen(v, 0.99 if v else 0.3, 20.0 * k, 0.0) for k, v in enumerate(values))
        self.feed(Observation(1, Zone.CENTRE, 0, self.now, dice=seen))

    @property
    def thrown(self) -> list[tuple[int, int]]:
        return [e.dice for e in self.events if isinstance(e, ev.DiceThrown)]

    @property
    def codes(self) -> list[str]:
        return [q.code for q in self.questions]


@pytest.fixture
def desk() -> Desk:
    out = Desk()
    out.feed(WALLS)
    out.wait(1.5)
    return out


def test_dice_that_the_machine_does_not_report_are_taken_from_the_camera(desk: Desk) -> None:
    desk.dice(5, 2)
    desk.wait(3.0)
    assert desk.thrown == []
    desk.wait(2.0)
    assert desk.thrown == [(2, 5)]
    assert desk.codes == []


def test_the_machines_report_goes_before_the_camera(desk: Desk) -> None:
    desk.dice(5, 2)
    desk.feed(DiceFell((5, 2)))
    desk.wait(8.0)
    assert desk.thrown == [(5, 2)]
    assert desk.codes == []


def test_dice_that_show_another_throw_than_reported_are_asked_about(desk: Desk) -> None:
    desk.feed(DiceFell((5, 2)))
    desk.dice(5, 3)
    desk.wait(4.0)
    assert desk.thrown == [(5, 2)]
    assert [(q.code, q.values) for q in desk.questions] == [("dice_differ", [3, 5])]
    desk.dice()
    assert desk.codes == []


def test_dice_of_the_hand_before_are_no_throw() -> None:
    desk = Desk()
    desk.dice(1, 1)
    desk.wait(2.0)
    desk.feed(WALLS)
    desk.wait(8.0)
    assert desk.thrown == []


def test_after_a_restart_dice_that_lie_there_are_no_throw(desk: Desk) -> None:
    desk.inference = Inference()
    desk.dice(4, 4)
    desk.wait(8.0)
    assert desk.thrown == []


@pytest.mark.parametrize("values", [(5, None), (3,), (1, 2, 3)])
def test_dice_that_cannot_be_read_are_asked_about_and_not_guessed(
    desk: Desk, values: tuple[int | None, ...]
) -> None:
    desk.dice(*values)
    desk.wait(7.0)
    assert desk.thrown == []
    assert desk.codes == ["unread_dice"]


def test_the_second_throw_of_a_double_throw_is_another_one() -> None:
    desk = Desk("classical")
    desk.feed(WALLS)
    desk.wait(1.5)
    desk.dice(6, 2)
    desk.wait(6.0)
    assert desk.thrown == [(2, 6)]
    desk.dice(3, 4)
    desk.wait(6.0)
    assert desk.thrown == [(2, 6), (3, 4)]


def riichi() -> Game:
    """Seat 0 has declared riichi with its first discard and has not paid."""
    game = Desk().game
    discard = ev.Discarded(0, None, sideways=True)
    events = (ev.DiceThrown((3, 4)), ev.Dealt(), ev.Drawn(0), ev.RiichiDeclared(0), discard)
    follows = Desk()
    follows.feed(WALLS)
    game = follows.game
    for event in events:
        game = apply(game, event)
    return game


def lay(desk: Desk, *values: int | None, margin: float = 0.99) -> None:
    sticks = tuple(StickSeen(v, margin if v else 0.2, 0.0, -84.0, 0.0) for v in values)
    desk.feed(Observation(2, Zone.STICK, 0, desk.now, sticks=sticks))


@pytest.mark.parametrize("value", [1000, None])
def test_a_riichi_is_paid_by_a_stick_of_1000_or_an_own_one(value: int | None) -> None:
    desk = Desk()
    desk.game = riichi()
    lay(desk, value)
    assert desk.events == [ev.RiichiPaid(0)]
    desk.wait(4.0)
    assert desk.codes == []


@pytest.mark.parametrize("value", [100, 500, 5000, 10000, -1000])
def test_another_stick_does_not_pay_a_riichi_and_is_asked_about(value: int) -> None:
    desk = Desk()
    desk.game = riichi()
    lay(desk, value)
    desk.wait(4.0)
    assert desk.events == []
    assert [(q.code, q.seat, q.values) for q in desk.questions] == [("wrong_stick", 0, [value])]
    lay(desk, 1000)
    assert desk.events == [ev.RiichiPaid(0)]
    desk.feed()
    assert desk.codes == []


def test_a_stick_that_hardly_reads_as_another_value_pays_a_riichi() -> None:
    """A riichi costs 1000 points: a picture that is only rather like a stick of 5000 is no proof."""
    desk = Desk()
    desk.game = riichi()
    lay(desk, 5000, margin=0.9)
    assert desk.events == [ev.RiichiPaid(0)]
    desk.wait(4.0)
    assert desk.codes == []


def test_a_wrong_stick_stays_asked_about_when_play_goes_on() -> None:
    desk = Desk()
    game = apply(riichi(), ev.RiichiPaid(0))
    assert game.hand is not None
    assert game.hand.seats[0].riichi is Riichi.PAID
    desk.game = replace(game)
    lay(desk, 100)
    desk.wait(3.0)
    assert desk.codes == ["wrong_stick"]
