"""What inference makes of hands at the virtual table whose eyes miss tiles, of fixed seeds: each event, each
question and each lamp at its moment, so that following changes only where somebody means it to.

`python -m tests.controller.infer.followed` writes the kept checksums anew.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from contract.messages.seat_panel import Lamp
from contract.stored.codec import encode
from controller.ending.confirm import lamps
from controller.infer import Answer
from controller.virtual.world import VirtualTable
from engine.rules.ruleset import Ruleset
from engine.state.events import GameStarted
from engine.tiles.tile import ALL, Tile
from tests.controller.virtual.evenings import KEPT, NAMES
from tests.flows.follower import Follower
from tests.flows.scene_eyes import FaultyEyes, SceneEyes
from tests.flows.test_virtual import machine
from tests.vision.kept import in_short
from vision.eyes.observation import Observation, TileSeen

FRAME: Final = 0.2
BLURRED: Final = 1 / 15
ANSWERED_S: Final = 2.0
"""A question that stays so long is answered by its first candidate."""


class BlurredEyes(FaultyEyes):
    """One tile in fifteen may be another one, so that people are asked."""

    def _as_seen(self, where: Observation, tile: TileSeen) -> tuple[TileSeen, ...]:
        rng = random.Random(f"{self._seed} {where.zone} {where.seat} {tile.track}")
        other = rng.choice(ALL)
        if tile.tile in (None, other) or rng.random() > BLURRED:
            return (tile,)
        return (replace(tile, odds=((tile.tile, 0.55), (other, 0.4))),)


class Evening:
    """One hand, followed; `told` is what came of it."""

    def __init__(self, folder: str, preset: str, seed: int, eyes: SceneEyes) -> None:
        rules = Ruleset.preset(preset)
        self._world = VirtualTable(rules, NAMES, seed=seed, hands=1, pace=20.0, tidiness=0.5)
        self._table = Follower(Path(folder, "game.jsonl"), GameStarted(preset, names=NAMES))
        self._eyes = eyes
        self._asked: dict[str, float] = {}

    def told(self) -> Iterator[object]:
        world, table = self._world, self._table
        said, count = None, 0
        while not world.finished and table.now < 120.0:
            self._turn()
            events = table.table.events[count:]
            count += len(events)
            asked = [question.model_dump() for question in table.questions]
            state = asked, table.inferred.window_closed, table.inferred.because, [*world.panel.lamps]
            if events or state != said:
                said = state
                yield round(table.now, 1), [encode(event) for event in events], *state
        yield table.snapshot().model_dump()

    def _turn(self) -> None:
        world, table = self._world, self._table
        table.now += FRAME
        inputs = [*machine(world, table), *world.panel.poll(table.now), *self._answers(table.now)]
        world.step(table.now)
        table.feed(*inputs, *self._eyes.feed(world.scene(table.now), table.now))
        waits = table.game.in_play is None
        closed = table.inferred.window_closed
        shown = lamps(table.game, table.confirmed, waits_for_start=waits, window_closed=closed)
        for seat, lamp in shown.items():
            world.panel.show(seat, Lamp.OFF if lamp is Lamp.TURN else lamp)

    def _answers(self, now: float) -> list[Answer]:
        open_now = {question.id: question.candidates for question in self._table.questions}
        self._asked = {each: self._asked.get(each, now) for each in open_now}
        return [
            Answer(each, Tile.parse(candidates[0]))
            for each, candidates in open_now.items()
            if candidates and now - self._asked[each] >= ANSWERED_S
        ]


EVENINGS: Final[dict[str, tuple[str, int, Callable[[], SceneEyes]]]] = {
    "followed": ("rrc", 1, SceneEyes),
    "followed_blurred": ("rrc", 62, lambda: BlurredEyes(62)),
    "followed_tenhou": ("tenhou", 71, lambda: FaultyEyes(71)),
    "followed_ema": ("ema", 7, lambda: BlurredEyes(7)),
    "followed_classical": ("classical", 5, lambda: FaultyEyes(5)),
}


def sums(name: str) -> list[str]:
    """A checksum for each moment in which something changed, with what it was."""
    with TemporaryDirectory() as folder:
        preset, seed, eyes = EVENINGS[name]
        return in_short(Evening(folder, preset, seed, eyes()).told())


def main() -> None:
    for name in EVENINGS:
        (KEPT / f"{name}.txt").write_text("".join(f"{line[:8]}\n" for line in sums(name)))


if __name__ == "__main__":
    main()
