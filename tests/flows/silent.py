"""A game at a table without a machine, at which nobody presses anything: perfect eyes or weak ones, and
whatever begins a hand is seen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from controller.ending.confirm import lamps
from controller.infer import Answer, Input
from controller.infer.begun import Raised
from controller.infer.pond import truth_of
from controller.loop.following import Habits
from controller.machine.builders import Builders
from controller.machine.transitions import CycleStep, Trigger
from controller.virtual.answering_players import AnsweringPlayers
from controller.virtual.compare import Report, compare
from controller.virtual.world import NONE, VirtualTable
from engine.rules.ruleset import Ruleset
from engine.state.events import AbortDeclared, Discarded, Event, GameStarted, HandShown, WinDeclared
from engine.state.wall_break import fallen, throws
from tests.controller.infer.scripted.follower import Follower
from tests.flows.mishaps import Mishaps
from tests.flows.scene_eyes import SceneEyes
from tests.flows.weak_eyes import CAMERA

NAMES = ("A", "B", "C", "D")
FRAME = 0.1
PATIENCE_S = 600.0
"""Without any event, after which the game is stuck: its hand counts as not paid."""
SILENT = Habits(tiles_declare=True, silence_s=5.0)
_DECLARED = (WinDeclared, AbortDeclared, HandShown)


class _Unseen(Builders):
    """At its table the walls never stand for long enough, or are never seen."""

    def _rest(self, now: float, stand: bool) -> bool:
        del now, stand
        return False


def play(  # noqa: PLR0913 - one parameter a habit
    walls: Raised,
    preset: str,
    seed: int,
    folder: Path,
    hands: int | None,
    mishaps: Mishaps | None = None,
    *,
    record: Sequence[Event] | None = None,
    begun: bool = True,
    eyes: SceneEyes | None = None,
    answers: int = 0,
) -> Report:
    """Plays so many hands of a game, or of the `record`, and compares what was followed with what happened.
    Without `begun` nobody sees a hand begin; `eyes` are other ones than those that see all, and people answer
    so many questions of a hand."""
    rules = Ruleset.preset(preset)
    world = VirtualTable(
        rules, NAMES, seed=seed, record=record, hands=hands, pace=2.0, walls=walls.value, words=NONE
    )
    follower = Follower(folder / "game.jsonl", GameStarted(preset, names=NAMES), SILENT, walls=walls)
    eyes = eyes or SceneEyes()
    builders = (Builders if begun else _Unseen)(eyes, throws(rules), walls)
    people = AnsweringPlayers(world, lambda _: CAMERA, answers)
    lost = news = 0.0
    while not world.finished and follower.now - news < PATIENCE_S:
        follower.now += FRAME
        now = follower.now
        world.step(now - lost)
        assert not world.panel.poll(now), "nobody presses"
        if builders.ready(now):
            builders.tell(Trigger.START)
        scene = world.scene(now - lost)
        changed = None if mishaps is None else mishaps.look(scene, follower.game, now)
        lost += FRAME if changed is not None else 0.0
        inputs: list[Input] = list(builders.poll(now))
        before = len(follower.table.events)
        inputs += _answers(people, follower)
        follower.feed(*inputs, *eyes.feed(scene if changed is None else changed, now))
        news = news if len(follower.table.events) == before else now
        if mishaps is not None:
            _note(mishaps, follower, follower.table.events[before:])
        _tell(builders, follower, follower.table.events[before:])
        _light(world, follower)
    return compare(world.plans, follower.table.events)


def _answers(people: AnsweringPlayers, follower: Follower) -> list[Answer]:
    hand = follower.game.hand
    shown = () if hand is None else (*hand.indicators, *hand.ura)
    ponds = [] if hand is None else [truth_of(me.pond).tiles for me in hand.seats]
    said = people.look(follower.questions, follower.now, shown, ponds)
    return [Answer(question, tile) for question, tile in said]


def _note(mishaps: Mishaps, follower: Follower, accepted: Sequence[Event]) -> None:
    """What was asked, and accepted of its owner, while a hand lay open for nothing."""
    case = mishaps.current
    if case is not None:
        case.codes |= {question.code for question in follower.questions}
        declared = [event for event in accepted if isinstance(event, _DECLARED)]
        case.judged += [type(event).__name__ for event in declared if event.seat == case.seat]


def _light(world: VirtualTable, follower: Follower) -> None:
    """The lamps of the seats, by which people know that they are waited for."""
    closed = follower.inferred.window_closed
    for seat, lamp in lamps(follower.game, follower.confirmed, window_closed=closed).items():
        world.panel.show(seat, lamp)


def _tell(builders: Builders, follower: Follower, accepted: Sequence[Event]) -> None:
    """What the service would say to who prepares the hands."""
    if any(isinstance(event, Discarded) for event in accepted):
        builders.tell(Trigger.DISCARD)
    hand = follower.game.in_play
    if hand is not None:
        builders.thrown(fallen(follower.game.rules, hand))
    elif builders.cycle.step is CycleStep.PLAY:
        builders.tell(Trigger.HAND_OVER)
