"""Dice by the machine and by the camera, and the stick of a riichi."""

from __future__ import annotations

from dataclasses import replace

import pytest

from contract.messages import Question
from controller.infer import Inference
from controller.infer.begun import WallsBuilt
from controller.infer.inference import Input
from engine.play.apply import apply
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Game, Riichi
from firmware_bridge.message import DiceFell, WallsPresented
from vision.calibration.mat import Zone
from vision.eyes.observation import DieSeen, Observation, StickSeen

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
        found = self.inference.feed(self.game, inputs, self.now)
        for event in found.events:
            self.game = apply(self.game, event)
        self.events += found.events
        self.questions = found.questions
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


def by_people(preset: str = "rrc") -> Desk:
    desk = Desk(preset)
    desk.inference = Inference(machine=False)
    desk.feed()
    desk.wait(5.0)
    return desk


def test_people_may_throw_before_the_table_has_seen_that_the_walls_stand() -> None:
    desk = by_people()
    stood = desk.now
    desk.wait(0.5)
    desk.dice(5, 2)
    desk.wait(0.5)
    desk.feed(WallsBuilt(stood))
    desk.wait(0.5)
    assert desk.thrown == [(2, 5)]


def test_people_throw_and_no_report_of_a_machine_is_waited_for() -> None:
    desk = by_people()
    desk.feed(WallsBuilt(desk.now))
    desk.wait(3.0)
    desk.dice(6, 6)
    desk.wait(0.5)
    assert desk.thrown == [(6, 6)]


def test_dice_that_lay_there_while_people_built_are_no_throw() -> None:
    desk = by_people()
    desk.dice(1, 1)
    desk.wait(1.0)
    desk.feed(WallsBuilt(desk.now - 0.5))
    desk.wait(25.0)
    assert desk.thrown == []
    assert desk.codes == ["awaits_dice"]


def test_people_throw_twice_where_two_throws_break_the_wall() -> None:
    desk = by_people("classical")
    desk.feed(WallsBuilt(desk.now))
    desk.wait(1.0)
    desk.dice(6, 2)
    desk.wait(1.0)
    assert desk.thrown == [(2, 6)]
    desk.wait(4.0)
    desk.dice(3, 4)
    desk.wait(1.0)
    assert desk.thrown == [(2, 6), (3, 4)]


def test_after_a_restart_among_people_dice_that_lie_there_are_no_throw() -> None:
    desk = by_people()
    desk.feed(WallsBuilt(desk.now))
    desk.inference = Inference(machine=False)
    desk.dice(4, 4)
    desk.wait(8.0)
    assert desk.thrown == []
    desk.dice(4, 5)
    desk.wait(1.0)
    assert desk.thrown == [(4, 5)]


@pytest.mark.parametrize("values", [(5, None), (3,)])
def test_dice_that_cannot_be_read_are_asked_about_and_not_guessed(
    desk: Desk, values: tuple[int | None, ...]
) -> None:
    desk.dice(*values)
    desk.wait(7.0)
    assert desk.thrown == []
    assert desk.codes == ["unread_dice"]


@pytest.mark.parametrize("values", [(1, 2, 3), (1, 2, 3, 4, 6), (1, 2, None)])
def test_more_dice_than_a_throw_has_are_to_be_taken_away(desk: Desk, values: tuple[int | None, ...]) -> None:
    desk.dice(*values)
    desk.wait(7.0)
    assert desk.thrown == []
    assert desk.codes == ["too_many_dice"]
    desk.dice(1, 2)
    desk.wait(5.0)
    assert desk.thrown == [(1, 2)]


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


def played(honba: int, kyotaku: int) -> Desk:
    """A hand after so many counters and deposits, with a first discard of the dealer."""
    desk = Desk()
    desk.feed(WALLS)
    assert desk.game.hand is not None
    started = replace(desk.game.hand.started, honba=honba, kyotaku=kyotaku)
    desk.game = apply(None, ev.GameStarted("rrc", names=("A", "B", "C", "D")))
    for event in (started, ev.DiceThrown((3, 4)), ev.Dealt(), ev.Drawn(0), ev.Discarded(0, None)):
        desk.game = apply(desk.game, event, trust=True)
    return desk


def row(zone: Zone, seat: int, *values: int | None, t: float = 0.0) -> Observation:
    sticks = tuple(StickSeen(v, 0.99, 0.0, 21.0 + 9.0 * k, 0.0) for k, v in enumerate(values))
    return Observation(3, zone, seat, t, sticks=sticks)


def notices(desk: Desk) -> list[tuple[int | None, list[int]]]:
    return [(q.seat, q.values) for q in desk.questions if q.code == "sticks_differ"]


def test_sticks_in_the_centre_and_counters_that_are_as_many_as_the_table_counts() -> None:
    desk = played(honba=2, kyotaku=3)
    desk.feed(row(Zone.CENTRE, 0, 1000, 1000, 1000), row(Zone.COUNTERS, 0, 100, 100))
    desk.wait(15.0)
    assert notices(desk) == []


def test_too_few_or_too_many_sticks_are_reported_and_move_no_points() -> None:
    desk = played(honba=2, kyotaku=3)
    scores = desk.game.scores
    desk.feed(row(Zone.CENTRE, 0, 1000, 1000), row(Zone.COUNTERS, 0, 100, 100, 100))
    desk.wait(15.0)
    assert notices(desk) == [(None, [2000, 3000]), (0, [300, 200])]
    assert desk.game.scores == scores
    desk.feed(row(Zone.CENTRE, 0, 1000, 1000, 1000), row(Zone.COUNTERS, 0, 100, 100))
    assert notices(desk) == []


def test_counters_before_another_seat_than_the_dealer_are_reported() -> None:
    desk = played(honba=1, kyotaku=0)
    desk.feed(row(Zone.COUNTERS, 2, 100))
    desk.wait(15.0)
    assert notices(desk) == [(2, [100, 0])]


def test_where_no_counter_lies_or_one_cannot_be_read_nothing_is_reported() -> None:
    desk = played(honba=2, kyotaku=1)
    desk.wait(15.0)
    assert notices(desk) == []
    desk.feed(row(Zone.CENTRE, 0, 1000, None))
    desk.wait(15.0)
    assert notices(desk) == []


def test_where_many_sticks_lie_some_may_lie_upon_others() -> None:
    desk = played(honba=0, kyotaku=6)
    desk.feed(row(Zone.CENTRE, 0, 1000, 1000, 1000, 1000))
    desk.wait(15.0)
    assert notices(desk) == []


def test_a_stick_laid_beside_old_dice_is_no_throw() -> None:
    """The dice lay there before the table waited for a throw."""
    old = Desk()
    dice = tuple(DieSeen(v, 0.99, 20.0 * k, 0.0) for k, v in enumerate((4, 4)))
    old.feed(Observation(1, Zone.CENTRE, 0, old.now, dice=dice))
    old.wait(2.0)
    old.feed(WALLS)
    old.feed(Observation(1, Zone.CENTRE, 0, 0.0, dice=dice))
    old.wait(2.0)
    stick = (StickSeen(1000, 0.99, 0.0, 21.0, 0.0),)
    old.feed(Observation(2, Zone.CENTRE, 0, old.now, sticks=stick, dice=dice))
    old.wait(8.0)
    assert old.thrown == []
