"""What a hand holds: dice, the order of the wall, and every event from the deal to the payment.

A plan is made before the hand is played at the virtual table and never depends on the clock, so a
restarted process finds the very same hand again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from controller.virtual.classical import ClassicalPlayer
from controller.virtual.deck import Throw
from controller.virtual.place import Copy
from controller.virtual.play import Person, play_hand
from controller.virtual.players import Player
from engine.play.apply import apply
from engine.result.game import next_hand
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Game
from engine.state.wall_break import throws
from engine.tiles.tile import KINDS, tile_of_id
from engine.tiles.wall import WallPlace

Names = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class HandPlan:
    """One hand with everything known; `after` is the game when it is paid."""

    index: int
    throws: tuple[Throw, ...]
    copies: Mapping[WallPlace, Copy]
    events: tuple[ev.Event, ...]
    after: Game

    @property
    def rules(self) -> Ruleset:
        return self.after.rules

    @property
    def dealer(self) -> int:
        started = self.events[0]
        assert isinstance(started, ev.HandStarted)
        return started.dealer

    @property
    def ended(self) -> ev.HandEnded:
        last = self.events[-1]
        assert isinstance(last, ev.HandEnded)
        return last

    @property
    def reason(self) -> ev.EndReason:
        return self.ended.reason


class Plan(Protocol):
    """A whole game, hand by hand."""

    @property
    def before(self) -> Game:
        """The game when nothing has been played."""
        ...

    def hand(self, index: int) -> HandPlan | None:
        """The hand of this number from 0, or None when the game is over before it."""
        ...


def copies_of(rules: Ruleset) -> list[Copy]:
    """The 136 physical tiles of a set under these rules."""
    reds = rules.counts("tiles.red_fives")
    out = []
    for i in range(4 * KINDS):
        suit = tile_of_id(i, 0).suit
        out.append(Copy(i, tile_of_id(i, reds.get(suit, 0))))
    return out


def all_places() -> Iterator[WallPlace]:
    """The 136 places of the wall."""
    return (WallPlace(side, stack, level) for side in range(4) for stack in range(17) for level in range(2))


def shuffled(rules: Ruleset, rng: random.Random) -> dict[WallPlace, Copy]:
    """A wall in random order."""
    tiles = copies_of(rules)
    rng.shuffle(tiles)
    return dict(zip(all_places(), tiles, strict=True))


def thrown_after(first: Throw, rules: Ruleset, rng: random.Random) -> tuple[Throw, ...]:
    """All throws that break the wall."""
    return (first,) if throws(rules) == 1 else (first, (rng.randint(1, 6), rng.randint(1, 6)))


def player_of(rules: Ruleset, seat: int, seed: str) -> Person:
    """A virtual person for a game by these rules."""
    rng = random.Random(seed)
    return ClassicalPlayer(seat, rng) if rules.game == "classical" else Player(seat, rng)


class PlayedPlan:
    """Four players from a seed; a hand is played the first time that it is asked for."""

    def __init__(self, rules: Ruleset, names: Names, seed: int | str) -> None:
        options = {key: rules.options[key] for key in rules.overrides}
        self._before = apply(None, ev.GameStarted(rules.name, options, names))
        self._seed = seed
        self._hands: list[HandPlan] = []

    @property
    def before(self) -> Game:
        return self._before

    def hand(self, index: int) -> HandPlan | None:
        while len(self._hands) <= index:
            game = self._hands[-1].after if self._hands else self._before
            started = next_hand(game)
            if isinstance(started, ev.GameEnded):
                return None
            self._hands.append(self._played(game, started))
        return self._hands[index]

    def _played(self, game: Game, started: ev.HandStarted) -> HandPlan:
        index = len(self._hands)
        rng = random.Random(f"hand {self._seed} {index}")
        first = rng.randint(1, 6), rng.randint(1, 6)
        copies = shuffled(game.rules, rng)
        thrown = thrown_after(first, game.rules, rng)
        # habits belong to the person: the same in every hand
        players = [player_of(game.rules, seat, f"player {self._seed} {seat}") for seat in range(4)]
        for seat, player in enumerate(players):
            player.rng = random.Random(f"choice {self._seed} {index} {seat}")
        events, after = play_hand(game, started, thrown, copies, players)
        return HandPlan(index, thrown, copies, events, after)
