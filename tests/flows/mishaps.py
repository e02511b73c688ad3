"""People who open a hand, or part of it, without meaning anything by it, and stand it up again.

What they do is laid over what lies on the virtual table, which waits meanwhile; so the eyes see it, and the
game itself knows nothing of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.infer.implied import ASK_S, LAID_S
from controller.virtual import place
from controller.virtual.place import Copy
from controller.virtual.placement_noise import Slop
from engine.state.hand import Game, Phase
from engine.tiles.shape import waits
from engine.tiles.tile import Tile, sort_key
from vision.calibration import mat
from vision.calibration.mat import Zone
from vision.scene.scene import Rest, Scene, TileBody

Change = Callable[[int, Sequence[TileBody], random.Random], list[TileBody]]
_PLAYED: Final = (Phase.DRAW, Phase.DISCARD, Phase.CALLS, Phase.KAN)
_LASTS_S: Final = (1.0, 15.0)
"""From a glance to somebody who looks for the tile that fell under the table."""
_BETWEEN_S: Final = (4.0, 40.0)


def opened(seat: int, hand: Sequence[TileBody], rng: random.Random) -> list[TileBody]:
    """The whole hand laid open in a row, as by a player who thinks that it has won."""
    copies = sorted(
        (Copy(b.id, b.face) for b in hand if isinstance(b.face, Tile)), key=lambda c: sort_key(c.face)
    )
    places = place.open_row(len(copies), Slop(str(rng.random()), 0.3))
    return [place.body(seat, copy, spot, Rest.FACE_UP) for copy, spot in zip(copies, places, strict=True)]


def shown(seat: int, hand: Sequence[TileBody], rng: random.Random) -> list[TileBody]:
    """One to four tiles at an end of the hand laid open for a neighbour."""
    row = sorted(hand, key=lambda b: mat.to_player(seat, b.x, b.y)[0])
    count = rng.randint(1, min(4, len(row)))
    some = row[:count] if rng.random() < 0.5 else row[-count:]
    return [replace(b, rest=Rest.FACE_UP) if b in some else b for b in hand]


def knocked(seat: int, hand: Sequence[TileBody], rng: random.Random) -> list[TileBody]:
    """A sleeve has knocked the hand over: some tiles lie open, some on their faces, some still stand."""
    del seat
    fallen = (Rest.FACE_UP, Rest.FACE_UP, Rest.FACE_DOWN, Rest.STANDING)
    return [
        replace(
            b,
            rest=rng.choice(fallen),
            x=b.x + rng.gauss(0.0, 6.0),
            y=b.y + rng.gauss(0.0, 6.0),
            angle=b.angle + rng.gauss(0.0, 25.0),
        )
        for b in hand
    ]


def lifted(seat: int, hand: Sequence[TileBody], rng: random.Random) -> list[TileBody]:
    """Some tiles are held in the air while their owner sorts."""
    del seat
    taken = set(rng.sample(range(len(hand)), rng.randint(1, len(hand))))
    return [replace(b, z=80.0) if n in taken else b for n, b in enumerate(hand)]


KINDS: Final[dict[str, Change]] = {"opened": opened, "shown": shown, "knocked": knocked, "lifted": lifted}


@dataclass
class Case:
    """One mishap; `codes` are the questions that were asked meanwhile, `judged` the declarations that were
    accepted of its owner."""

    kind: str
    seat: int
    seconds: float
    codes: set[str]
    judged: list[str]

    @property
    def asked(self) -> bool:
        return "opened_hand" in self.codes

    @property
    def as_it_should_be(self) -> bool:
        """Nothing was declared for its owner, and a whole hand that lay open for long was asked about."""
        due = self.kind == "opened" and self.seconds > ASK_S + LAID_S
        return not self.judged and (self.asked or not due)


class Mishaps:
    """Lays mishaps of one kind after the other over a game, at moments when everything rests."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(f"mishaps {seed}")
        self.cases: list[Case] = []
        self._due = self._rng.uniform(*_BETWEEN_S)
        self._until: float | None = None
        self._laid: Scene | None = None
        self._rests: Scene | None = None

    def look(self, scene: Scene, game: Game, now: float) -> Scene | None:
        """The scene with a mishap in it, or None while there is none."""
        if self._until is not None:
            if now < self._until:
                return self._laid
            self._until, self._due = None, now + self._rng.uniform(*_BETWEEN_S)
        resting, self._rests = self._rests is scene, scene
        if now >= self._due and resting and _played_on(game) and _known(scene, game):
            self._lay(scene, game, now)
        return self._laid if self._until is not None else None

    def _lay(self, scene: Scene, game: Game, now: float) -> None:
        seat = self._rng.randrange(4)
        hand = [body for body in scene.tiles if body.rest is Rest.STANDING and _in_hand(seat, body)]
        if not hand or wins(game, seat, [b.face for b in hand if isinstance(b.face, Tile)]):
            return
        kind = list(KINDS)[len(self.cases) % len(KINDS)]
        changed = {body.id: body for body in KINDS[kind](seat, hand, self._rng)}
        self._laid = replace(scene, tiles=tuple(changed.get(body.id, body) for body in scene.tiles))
        seconds = self._rng.uniform(*_LASTS_S)
        self._until = now + seconds
        self.cases.append(Case(kind, seat, seconds, set(), []))

    @property
    def current(self) -> Case | None:
        return self.cases[-1] if self._until is not None else None


def _played_on(game: Game) -> bool:
    """Whether the hand goes on: after its last discard to open a hand is to show it."""
    hand = game.in_play
    return hand is not None and hand.phase in _PLAYED and hand.automatic_end(game.rules) is None


def _known(scene: Scene, game: Game) -> bool:
    """Whether every discard that lies there was accepted: what wins on the last one is no mishap."""
    lying = [
        body
        for body in scene.tiles
        for seat in range(4)
        if mat.ZONES[Zone.POND].holds(*mat.to_player(seat, body.x, body.y))
    ]
    assert game.hand is not None
    ponds = (laid for player in game.hand.seats for laid in player.pond)
    return len(lying) == sum(laid.called_by is None for laid in ponds)


def _in_hand(seat: int, body: TileBody) -> bool:
    return mat.ZONES[Zone.HAND].holds(*mat.to_player(seat, body.x, body.y))


def wins(game: Game, seat: int, tiles: Sequence[Tile]) -> bool:
    """Whether the hand is complete, with the tile on offer or by itself: to open that is a declaration."""
    hand = game.in_play
    assert hand is not None
    melds, offer = hand.seats[seat].melds, hand.winnable
    if len(tiles) % 3 == 2:
        return any(tiles[n].kind in waits((*tiles[:n], *tiles[n + 1 :]), melds) for n in range(len(tiles)))
    return (
        offer is not None
        and offer.seat != seat
        and offer.tile is not None
        and offer.tile.kind in waits(tiles, melds)
    )
