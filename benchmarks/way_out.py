"""Evenings by the screen alone: people do nothing about the machine but what it offers (docs/machine.md).

    python -m benchmarks.way_out                              # 20 evenings of each kind
    python -m benchmarks.way_out --evenings 300 --first 5000

The real firmware, compiled for this computer, in its plant; two or three troubles at random moments. `any`:
each is mended some time later, and people touch anything that is offered. `dead`: nobody ever mends anything;
people try twice and then build walls. Counted are acts that the firmware refuses, standstills that offer
nothing, motions without a press, and evenings that reach their hands.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from benchmarks.progress import Command, each
from contract.messages import ActCode, ActView
from firmware_bridge.virtual.native_library import lacking
from hardware.sim.rig import Rig, Unsafe
from hardware.sim.scenario import SETTINGS
from tests.controller.machine.by_acts import STEP_MS, Table, troubles

EVENING_S: Final = 1.2
"""Of the computer."""
LONGEST_S: Final = {"any": 150.0, "dead": 600.0}
HANDS: Final = 3
PAUSE_S: Final = 0.7
"""Between trouble and a touch at least."""
IDLE_S: Final = 1.5
"""What nobody calls a standstill yet."""
TRIES: Final = 2
USUAL: Final = (ActCode.GO_ON, ActCode.CLOSE, ActCode.HATCH, ActCode.START)


@dataclass
class Spent:
    """How an evening went."""

    hands: int = 0
    by_people: int = 0
    refused: list[str] = field(default_factory=list)
    standstills: list[str] = field(default_factory=list)
    unsafe: Counter[Unsafe] = field(default_factory=Counter)
    acts: Counter[ActCode] = field(default_factory=Counter)


class People:
    """They touch `any` of what is offered, or what helps while the machine is `dead`."""

    def __init__(self, table: Table, kind: str, chance: random.Random) -> None:
        self._table, self._kind, self._chance = table, kind, chance
        self._vain = 0

    def choose(self) -> ActView | None:
        """What they touch now; None: nothing."""
        offered = self._table.offered
        if not offered:
            return None
        if self._kind == "any":
            rare = (ActCode.BY_HAND, ActCode.THROW)
            shares = [0.15 if one.act in rare else 1.0 for one in offered]
            return self._chance.choices(offered, shares)[0]
        if self._table.people_play or (not self._table.table.view.asks and self._table.in_hand):
            return None
        by_hand = self._table.pick(ActCode.THROW, ActCode.BY_HAND, ActCode.START)
        one = self._table.pick(*USUAL) if self._vain < TRIES else by_hand
        one = one or by_hand
        self._vain += one is not None and one.act is ActCode.GO_ON and self._table.table.stopped
        return one


def spend(kind: str, seed: int) -> Spent:
    """One evening."""
    chance, spent = random.Random(seed), Spent()
    with Rig("native", seed, settings=SETTINGS, step_ms=STEP_MS) as rig:
        table = Table(rig, chance.choice((1, 2)), seed)
        people = People(table, kind, chance)
        due = []
        for _, happens, mends in troubles(chance):
            when = chance.uniform(0.0, 60.0)
            due.append((when, happens))
            if kind == "any":
                due.append((when + chance.uniform(5.0, 40.0), mends))
        touch, idle, longest = PAUSE_S, 0.0, LONGEST_S[kind]
        while rig.now < longest and (kind == "any" or table.hands < HANDS):
            late = next((plan for plan in due if plan[0] <= rig.now), None)
            if late is not None and rig.now - table.touched > PAUSE_S:
                late[1](rig)
                due.remove(late)
                touch = max(touch, rig.now + PAUSE_S)
            table.turn()
            idle = idle + STEP_MS / 1000 if table.table.view.asks and not table.offered else 0.0
            if IDLE_S <= idle < IDLE_S + STEP_MS / 1000:
                spent.standstills.append(str(table.stands))
            if rig.now >= touch and not table.pushing:
                one = people.choose()
                touch = rig.now + chance.uniform(PAUSE_S, 4.0)
                if one is not None:
                    spent.acts[one.act] += 1
                    table.do(one)
        spent.hands, spent.by_people = table.hands, sum(table.played)
        spent.refused = [f"{each.command} {each.reply.reason.name}" for each in table.wired.refused]
        spent.unsafe.update(rig.unsafe())
    return spent


def main() -> None:
    command = Command(__doc__, lambda given: 2 * EVENING_S * given.evenings)
    command.add_argument("--evenings", type=int, default=20, help="of each kind")
    command.add_argument("--first", type=int, default=0, help="the first seed")
    command.need(lacking("native"))
    given = command.begin()
    for kind in LONGEST_S:
        seeds = range(given.first, given.first + given.evenings)
        found = {seed: spend(kind, seed) for seed in each(kind, seeds)}
        report(kind, found)


def report(kind: str, found: dict[int, Spent]) -> None:
    """What it came to, and the seeds that were short."""
    acts = sum((spent.acts for spent in found.values()), Counter[ActCode]())
    unsafe = sum((spent.unsafe for spent in found.values()), Counter[Unsafe]())
    hands, people = (sum(getattr(s, what) for s in found.values()) for what in ("hands", "by_people"))
    refused = {seed: spent.refused for seed, spent in found.items() if spent.refused}
    stood = {seed: spent.standstills for seed, spent in found.items() if spent.standstills}
    short = [seed for seed, spent in found.items() if spent.hands < HANDS]
    print(f"{kind}: {len(found)} evenings, {hands} hands, walls of {people} by people")
    print(f"  acts: {acts.total()} ({', '.join(f'{act.value} {n}' for act, n in acts.most_common())})")
    print(f"  refused by the firmware: {refused or 0}; standstills without an offer: {stood or 0}")
    print(f"  unsafe: {({kind.name.lower(): n for kind, n in unsafe.items()}) or 0}")
    if kind == "dead":
        whole = len(found) - len(short)
        print(f"  evenings of {HANDS} hands: {whole} of {len(found)}; short: {short or 'none'}")


if __name__ == "__main__":
    main()
