"""What people do at the virtual table, of fixed seeds: the figures of following were measured on such
evenings, so that they change only where somebody means them to.

`python -m tests.controller.virtual.evenings` writes the kept checksums anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from controller.virtual.plan import PlayedPlan
from controller.virtual.record import RecordPlan
from controller.virtual.world import VirtualTable
from engine.rules.ruleset import Ruleset
from tests.controller.virtual.host import Host
from tests.vision.kept import in_short

KEPT: Final = Path(__file__).parents[2] / "data" / "evenings"
NAMES: Final = ("A", "B", "C", "D")


def _steps(preset: str, seed: int, **habits: Any) -> Iterator[object]:
    """Every gesture of a hand, with all that it moves."""
    world = VirtualTable(Ruleset.preset(preset), NAMES, seed=seed, hands=1, **habits)
    yield from world.plans[0].throws
    for step in world.steps:
        yield step.name, step.seconds, step.still, step.gate, step.seat, step.presses, step.reaches
        yield step.carries
        yield sorted(step.gone), sorted(step.gone_sticks), step.dice, step.events
    yield world.save()


def _hands(preset: str, seeds: Iterable[int], hands: int = 1) -> Iterator[object]:
    """What players decide, and where each copy of a tile lies in the wall."""
    for seed in seeds:
        plan = PlayedPlan(Ruleset.preset(preset), NAMES, seed)
        for index in range(hands):
            hand = plan.hand(index)
            assert hand is not None
            yield hand.throws
            yield from hand.events
            yield sorted((str(place), str(copy)) for place, copy in hand.copies.items())


def _recorded() -> Iterator[object]:
    """A hand of a record, whose tiles nobody told apart."""
    rules = Ruleset.preset("rrc")
    hand = PlayedPlan(rules, NAMES, 5).hand(0)
    assert hand is not None
    again = RecordPlan(rules, NAMES, hand.events, 9).hand(0)
    assert again is not None
    yield from again.events
    yield sorted((str(place), str(copy)) for place, copy in again.copies.items())


def _moving() -> Iterator[object]:
    """Scenes while arms reach and tiles are carried."""
    host = Host(VirtualTable(Ruleset.preset("rrc"), NAMES, seed=3, hands=1, pace=8.0))
    for number, scene in enumerate(host.frames(20.0)):
        if number % 7 == 0:
            yield host.world.step_name, host.world.position, scene.arms, scene.dice, scene.tiles[::9]
    yield host.signals


EVENINGS: Final[dict[str, Callable[[], Iterable[object]]]] = {
    "machine": lambda: _steps("rrc", 1),
    "machine_tidy": lambda: _steps("ema", 38, tidiness=1.0, pace=3.0),
    "people": lambda: _steps("ema", 2, walls="people", mess="messy", words="none"),
    "people_classical": lambda: _steps("classical", 3, walls="people", mess="loose"),
    "raised": lambda: _steps("japanese", 4, walls="raised", mess="wild"),
    "dealt": lambda: _steps("tenhou", 5, walls="dealt", mess="tidy", words="none"),
    "classical": lambda: _steps("classical", 6),
    "players_rrc": lambda: _hands("rrc", (1, 2)),
    "players_ema": lambda: _hands("ema", (7,), 2),
    "players_mahjong_soul": lambda: _hands("mahjong_soul", (3,)),
    "players_classical": lambda: _hands("classical", (4,)),
    "recorded": _recorded,
    "moving": _moving,
}


def sums(name: str) -> list[str]:
    """A checksum for each thing that happens, with what it is."""
    return in_short(EVENINGS[name]())


def main() -> None:
    KEPT.mkdir(exist_ok=True)
    for name in EVENINGS:
        (KEPT / f"{name}.txt").write_text("".join(f"{line[:8]}\n" for line in sums(name)))


if __name__ == "__main__":
    main()
