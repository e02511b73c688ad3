"""The virtual table: a physical world with people, tiles and a seat panel, stepped by a clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Final, Literal

from contract.messages.seat_panel import Lamp
from contract.stored.codec import decode, encode
from controller.virtual.gesture import STILL, Gate, GestureStep, Mat, Pace
from controller.virtual.placement_noise import ORDERLY
from controller.virtual.plan import HandPlan, Names, Plan, PlayedPlan
from controller.virtual.record import RecordPlan
from controller.virtual.script import OURS, PEOPLE, Script, Walls
from controller.virtual.seats import VirtualPanel
from engine.play.apply import apply
from engine.result.game import next_hand
from engine.rules.ruleset import Ruleset
from engine.state.events import Event, GameEnded
from engine.state.hand import Game
from vision.scene.scene import Scene
from vision.scene.untidiness import LEVELS

_FORMAT: Final = 1
Words = Literal["all", "none"]
ALL: Final = "all"
NONE: Final = "none"
_SINCE: Final = (("walls", OURS), ("words", ALL), ("builds", False))
"""Options that tables of 0.1 have not saved, and what those tables were."""
LONGEST: Final = 0.5
"""Seconds between two looks at the table, at most; see `step`."""


class VirtualTable:
    """Plays a game from `seed`, or the `record`, on a mat of millimetres.

    `tidiness` 0..1 is how exactly people lay things down, `mess` names their habits (`untidiness.LEVELS`);
    `pace` 1 is human, larger is hastier; `hands` ends the game early. `walls` of `OURS` are raised by our
    machine, those of `PEOPLE` built by them, who throw the dice, too; a bought table raises them (`RAISED`)
    or deals as well (`DEALT`). Without our machine nobody presses START. Who has no `words` presses nothing:
    tiles say it. It is the `Plant` of the simulated machine, and `panel` is the seat panel.
    `truth` and `plans` serve rendering and the comparison afterwards.
    """

    def __init__(  # noqa: PLR0913 - one parameter a habit
        self,
        rules: Ruleset,
        names: Names,
        *,
        seed: int = 0,
        record: Sequence[Event] | None = None,
        tidiness: float = 0.3,
        pace: float = 1.0,
        hands: int | None = None,
        mess: str | None = None,
        walls: Walls = OURS,
        words: Words = ALL,
    ) -> None:
        self._options: dict[str, Any] = {
            **_played(rules, names),
            "tidiness": tidiness,
            "pace": pace,
            "hands": hands,
            "mess": mess,
            "walls": walls,
            "words": words,
        }
        self._silent = words == NONE
        self._walls = walls
        self._builds = False
        """People build the walls though there is a machine: it cannot."""
        self._mess = ORDERLY if mess is None else LEVELS[mess]
        self._rules, self._names = rules, names
        self._tidiness, self.pace, self._limit = tidiness, Pace(pace), hands
        self.panel = VirtualPanel(str(seed), self.pace, silent=self._silent)
        self._mat = Mat()
        self._sticks_before: set[int] = set()
        self._steps: list[GestureStep] = []
        self._index = 0
        self._begun: float | None = None
        self._free: float | None = None
        self._last: float | None = None
        self._collected = False
        self._resting: Scene | None = None
        self._begin_game(seed, record)

    def _begin_game(self, seed: int, record: Sequence[Event] | None) -> None:
        """The people sit down; what lies on the mat stays there until the machine takes it."""
        rules, names = self._rules, self._names
        self._options["seed"] = seed
        self._options["record"] = None if record is None else [encode(e) for e in record]
        self._plan: Plan = (
            PlayedPlan(rules, names, seed) if record is None else RecordPlan(rules, names, record, seed)
        )
        self.seed = str(seed)
        self.plans: list[HandPlan] = []
        self.finished = False
        self.panel.game(over=False)
        self._next_hand()

    def invite(self, game: Game) -> None:
        """The people play this game, which has no hand yet; what was only to be paid of the one before is."""
        step = self.current
        if step is not None and step.gate is Gate.PAID and self._begun is None:
            self._complete(step, self._free)
        waits = self.finished and not self._alone
        if self.knows(game) and (waits or (len(self.plans) == 1 and self._index == 0)):
            return
        self._rules, self._names = game.rules, game.names
        self._options |= _played(game.rules, self._names)
        self._begin_game(self._options["seed"] + 1, None)

    def knows(self, game: Game) -> bool:
        """Whether this is a game by the rules and of the people that play here."""
        return (game.rules.record, game.names) == (self._rules.record, self._names)

    # the world

    def step(self, now: float) -> None:
        """Everything that happens until `now` (seconds); a gate that is closed ends the advance.

        Nobody plays while nobody looks: of a pause between two calls only `LONGEST` seconds count.
        """
        self._rest_through(now)
        while not self.finished:
            step = self._steps[self._index]
            if self._begun is None and not self._begin(step, now):
                return
            assert self._begun is not None
            end = self._begun + step.total
            if now < end or not self.panel.silent:
                return
            self._complete(step, end)

    def scene(self, now: float) -> Scene:
        """What lies on and moves above the mat at `now`; call `step(now)` before."""
        step = None if self.finished else self._steps[self._index]
        if step is None or self._begun is None or now - self._begun >= step.seconds:
            if self._resting is None:
                self._resting = self._still(step)
            return self._resting
        return self._moving(step, max(0.0, now - self._begun))

    @property
    def position(self) -> tuple[int, int]:
        """Hand and step: `save` is due whenever it changes.

        A step counts as done once its words are spoken and its tiles lie. A restored table waits again for
        the stillness after it.
        """
        step = self.current
        done = False
        if step is not None and self._begun is not None and self._last is not None:
            laid = step.still > 0 and self._last >= self._begun + step.seconds
            done = self.panel.silent and (laid or bool(step.presses))
        return len(self.plans) - 1, self._index + done

    @property
    def step_name(self) -> str:
        """What is going on, for logs and tests."""
        return "finished" if self.finished else self._steps[self._index].name

    @property
    def current(self) -> GestureStep | None:
        """The step that waits or goes on; None when the game is finished."""
        return None if self.finished else self._steps[self._index]

    @property
    def begun(self) -> float | None:
        """When the current step began, seconds of the table's clock; None while it waits."""
        return self._begun

    @property
    def steps(self) -> tuple[GestureStep, ...]:
        """All steps of the hand that is being played."""
        return tuple(self._steps)

    @property
    def truth(self) -> Game:
        """The game after all hands that are paid, everything known."""
        done = self.plans if self.finished else self.plans[:-1]
        game = done[-1].after if done else self._plan.before
        follows = next_hand(game)
        return apply(game, follows) if isinstance(follows, GameEnded) else game

    @property
    def _alone(self) -> bool:
        """Nobody presses START."""
        return self._walls != OURS or self._builds

    def build(self, *, by_people: bool) -> None:
        """People build the walls from now on, because the machine cannot, or leave it to the machine again. A
        hand whose walls do not stand yet begins anew with that."""
        if by_people == self._builds or self._walls != OURS or self.finished:
            return
        self._builds = self._options["builds"] = by_people
        if Gate.RAISED in (step.gate for step in self._steps[self._index :]):
            self._restart_hand()

    # the machine

    def collected(self) -> None:
        """The hatch is open and the tiles go in; a hand that was under way begins anew, and after a
        game that is over the people play another one."""
        if self.finished:
            self._begin_game(self._options["seed"] + 1, None)
            self._collected = True
            return
        if self._steps[self._index].gate is Gate.PAID and self._begun is None:
            self._complete(self._steps[self._index], self._free)
        elif self._index > 0:
            self._restart_hand()
        if not self.finished:
            self._collected = True

    def raised(self) -> None:
        """The walls of the next hand stand on the mat."""
        self._pass(Gate.RAISED)

    def dice(self) -> tuple[int, int]:
        """The next throw of this hand; when all have fallen, the last one again."""
        self._pass(Gate.THROWN)
        return self.plans[-1].throws[max(0, self.thrown - 1)]

    @property
    def thrown(self) -> int:
        """Throws of this hand that have fallen."""
        return sum(step.gate is Gate.THROWN for step in self._steps[: self._index])

    # saving

    def save(self) -> dict[str, Any]:
        """Plain JSON data from which `restore` makes the same table, at the last completed step."""
        hand, step = self.position
        return {
            "format": _FORMAT,
            **{key: value for key, value in self._options.items() if (key, value) not in _SINCE},
            "hand": hand,
            "step": step,
            "confirmed": sorted(self.panel.confirmed),
            "finished": self.finished,
        }

    @classmethod
    def restore(cls, saved: Mapping[str, Any], pace: float | None = None) -> VirtualTable:
        """The table as it was saved, at another `pace` if one is given; ValueError for other data."""
        if saved.get("format") != _FORMAT:
            raise ValueError("This is no saved virtual table: delete the file and start a new game.")
        record = saved["record"]
        names = saved["names"]
        table = cls(
            Ruleset.preset(saved["preset"], saved["options"]),
            (names[0], names[1], names[2], names[3]),
            seed=saved["seed"],
            record=None if record is None else [decode(e) for e in record],
            tidiness=saved["tidiness"],
            pace=saved["pace"] if pace is None else pace,
            hands=saved["hands"],
            mess=saved.get("mess"),
            walls=saved.get("walls", OURS),
            words=saved.get("words", ALL),
        )
        table._forward(saved["hand"], 0)
        if saved.get("builds", False) and not table.finished:
            table._builds = table._options["builds"] = True
            table._compile()
        table._forward(saved["hand"], saved["step"])
        if saved["finished"] and not table.finished:
            table._complete(table._steps[table._index], None)
        table.panel.confirmed = set(saved["confirmed"])
        return table

    # within

    def _pass(self, gate: Gate) -> None:
        """What the machine reports has happened, and all that had to come before."""
        if gate not in (s.gate for s in self._steps[self._index :]):
            return
        while (step := self._steps[self._index]).gate is not gate:
            self._complete(step, self._last)
        self._complete(step, self._last)

    def _forward(self, hand: int, step: int) -> None:
        """Everything has happened until this step of this hand."""
        while not self.finished and (len(self.plans) - 1, self._index) < (hand, step):
            self._complete(self._steps[self._index], None)

    def _rest_through(self, now: float) -> None:
        last = now if self._last is None else self._last
        pause = max(0.0, now - last - LONGEST)
        self._last = now
        self._free = now + STILL if self._free is None else self._free + pause
        if self._begun is not None:
            self._begun += pause

    def _begin(self, step: GestureStep, now: float) -> bool:
        assert self._free is not None
        if step.gate is not Gate.NONE:
            self._free = max(self._free, now)
            if not self._open(step):
                return False
            self._collected = False
        self._begun = self._free
        for seat, button in step.presses if self._wanted(step) else ():
            self.panel.say(seat, button, self._begun)
        return True

    def _wanted(self, step: GestureStep) -> bool:
        """Whether the words of a step are still to be said: not what was received before a restart."""
        return step.gate is not Gate.ASKED_TENPAI or Lamp.ASK_TENPAI is self.panel.lamps[step.seat or 0]

    def _open(self, step: GestureStep) -> bool:
        lamps = self.panel.lamps
        if step.gate is Gate.PAID:
            return self.panel.paid
        if step.gate is Gate.ASKED_TENPAI:
            # a restarted service may have received this seat's word already and ask the others, or all
            return Lamp.ASK_TENPAI in lamps or Lamp.ASK_CONFIRM in lamps
        if self._alone:
            return True
        if step.gate is Gate.THROWN:
            return Lamp.TURN in lamps
        return step.gate is Gate.COLLECTED and self._collected

    def _complete(self, step: GestureStep, end: float | None) -> None:
        self._mat.apply(step)
        self._free, self._begun, self._resting = end, None, None
        self._index += 1
        if self._index == len(self._steps):
            self.panel.next_hand()
            self._next_hand()

    def _next_hand(self) -> None:
        index = len(self.plans)
        plan = None if index == self._limit else self._plan.hand(index)
        if plan is None:
            self.finished = True
            self.panel.game(over=True)
            return
        self.plans.append(plan)
        self._sticks_before = set(self._mat.sticks)
        self._compile()

    def _restart_hand(self) -> None:
        """The machine took the tiles of an unfinished hand: sticks of this hand go back."""
        for stick in set(self._mat.sticks) - self._sticks_before:
            del self._mat.sticks[stick]
        self._compile()

    def _compile(self) -> None:
        planned = Mat(dict(self._mat.tiles), dict(self._mat.sticks), self._mat.dice)
        course = (self.plans[-1], planned, self.seed, self._tidiness, self.pace, self._mess)
        walls = PEOPLE if self._builds else self._walls
        self._steps = Script(*course, walls=walls, silent=self._silent).steps
        self._index, self._begun, self._resting, self._collected = 0, None, None, False

    def _still(self, step: GestureStep | None) -> Scene:
        """The mat at rest; a step that only lasts on has already put everything in place."""
        lying = self._mat
        if step is not None and self._begun is not None:
            lying = copy(self._mat)
            lying.tiles, lying.sticks = dict(lying.tiles), dict(lying.sticks)
            lying.apply(step)
        return Scene(tuple(lying.tiles.values()), tuple(lying.sticks.values()), lying.dice)

    def _moving(self, step: GestureStep, t: float) -> Scene:
        tiles = dict(self._mat.tiles)
        sticks = dict(self._mat.sticks)
        for carry in step.carries:
            carry.put(tiles, sticks, t)
            if t >= carry.end and carry.to.id in step.gone:
                del tiles[carry.to.id]
        arms = tuple(arm for reach in step.reaches if (arm := reach.at(t)) is not None)
        return Scene(tuple(tiles.values()), tuple(sticks.values()), self._mat.dice, arms)


def _played(rules: Ruleset, names: Names) -> dict[str, Any]:
    return {
        "preset": rules.name,
        "options": {key: _plain(rules.options[key]) for key in rules.overrides},
        "names": list(names),
    }


def _plain(value: object) -> Any:
    """An option's value as JSON data."""
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    return value
