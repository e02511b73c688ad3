"""Four people of a club evening: tile efficiency, value, calls with a yaku in mind, and defence.

A player decides from what is visible at the own seat: the own tiles, ponds, melds, indicators.
The moves offered come from the engine, so whatever is chosen is legal.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.virtual.danger import threats, total_danger
from engine.state import events as ev
from engine.state.hand import Game, Hand, Riichi
from engine.state.tile_count import seen_by
from engine.tiles.meld import Meld, MeldType
from engine.tiles.shape import ORPHANS, acceptance, shanten
from engine.tiles.tile import Tile
from engine.value.score import dora_kind

Usable = Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Style:
    """Habits, each 0..1: readiness to call, to push against a threat, to declare riichi and kans."""

    calls: float
    push: float
    riichi: float
    kans: float

    @classmethod
    def random(cls, rng: random.Random) -> Style:
        return cls(rng.uniform(0.5, 1.0), rng.uniform(0.2, 0.8), rng.uniform(0.8, 1.0), rng.uniform(0.6, 1.0))


@dataclass(frozen=True, slots=True)
class Sight:
    """What one seat knows at a moment."""

    game: Game
    hand: Hand
    seat: int
    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    seen: tuple[int, ...]
    """Copies by kind in ponds, foreign melds and indicators."""
    yakuhai: frozenset[int]
    dora: tuple[int, ...]

    @classmethod
    def of(cls, game: Game, seat: int) -> Sight:
        hand = game.hand
        assert hand is not None
        me = hand.seats[seat]
        yakuhai = frozenset({31, 32, 33, 27 + hand.wind(seat), 27 + hand.round_wind})
        dora = tuple(dora_kind(i) for i in hand.indicators)
        return cls(game, hand, seat, me.known, me.melds, seen_by(hand, seat), yakuhai, dora)

    def visible(self, kind: int) -> int:
        """Copies of the kind that this player sees, the own ones included; at most four."""
        own = sum(t.kind == kind for t in self.tiles)
        mine = sum(t.kind == kind for m in self.melds for t in m.tiles)
        return min(4, self.seen[kind] + own + mine)

    @property
    def open(self) -> bool:
        return any(m.open for m in self.melds)


def route(sight: Sight, tiles: Sequence[Tile], melds: Sequence[Meld]) -> Usable | None:
    """Which kinds the open hand may use so that it ends with a yaku; None when it has no way."""
    held = [t.kind for t in tiles]
    if any(m.kind in sight.yakuhai and m.type is not MeldType.CHI for m in melds):
        return lambda kind: True
    if any(held.count(kind) >= 3 for kind in sight.yakuhai):
        return lambda kind: True
    everything = held + [t.kind for m in melds for t in m.tiles]
    for suit in range(3):
        foreign = [t.kind for m in melds for t in m.tiles if t.kind < 27 and t.kind // 9 != suit]
        inside = sum(kind // 9 == suit or kind >= 27 for kind in everything)
        if not foreign and inside >= 10:
            return lambda kind, suit=suit: kind // 9 == suit or kind >= 27  # type: ignore[misc]
    simple = not any(t.yaochuu for m in melds for t in m.tiles)
    if simple and sight.game.rules.flag("call.open_tanyao") and sum(k in ORPHANS for k in held) <= 4:
        return lambda kind: kind not in ORPHANS
    return None


class Player:
    """Decides for one seat; the same seed and the same game give the same decisions."""

    def __init__(self, seat: int, rng: random.Random) -> None:
        self.seat = seat
        self.rng = rng
        self.style = Style.random(rng)

    # in the own turn

    def turn(self, game: Game, moves: Sequence[ev.Event]) -> ev.Event:
        """The event of the own turn, one of `moves`."""
        sight = Sight.of(game, self.seat)
        for move in moves:
            if isinstance(move, ev.WinDeclared):
                return move
        for move in moves:
            if isinstance(move, ev.AbortDeclared) and self._gives_up(sight):
                return move
        for move in moves:
            if isinstance(move, ev.KanDeclared) and self._kan(sight, move.meld):
                return move
        discards = {m.tile: m for m in moves if isinstance(m, ev.Discarded) and m.tile is not None}
        tile = self._discard(sight, tuple(discards))
        for move in moves:
            if isinstance(move, ev.RiichiDeclared) and self._riichi(sight, tile):
                return move
        return discards[tile]

    def _gives_up(self, sight: Sight) -> bool:
        kinds = len({t.kind for t in sight.tiles if t.yaochuu})
        return kinds < 11 and self.rng.random() < 0.85

    def _kan(self, sight: Sight, meld: Meld) -> bool:
        in_riichi = sight.hand.seats[self.seat].riichi is not Riichi.NO
        if in_riichi:
            return True
        if threats(sight.hand, self.seat) and shanten(sight.tiles, sight.melds) > 0:
            return False
        gone = [meld.added] if meld.added is not None else list(meld.tiles)
        rest = list(sight.tiles)
        for tile in gone:
            rest.remove(tile)
        melds = [m for m in sight.melds if not (m.type is MeldType.PON and m.kind == meld.kind)]
        after = shanten(rest, (*melds, meld))
        return after <= shanten(sight.tiles, sight.melds) and self.rng.random() < self.style.kans

    def _riichi(self, sight: Sight, tile: Tile) -> bool:
        rest = list(sight.tiles)
        rest.remove(tile)
        ways = acceptance(rest, sight.melds, sight.seen)
        return ways.shanten == 0 and ways.tiles > 0 and self.rng.random() < self.style.riichi

    def _discard(self, sight: Sight, choices: Sequence[Tile]) -> Tile:
        """The tile to give up: by efficiency, or by safety when the hand is not worth the risk."""
        if len(choices) == 1:
            return choices[0]
        ranked = self._ranked(sight, choices)
        best, short = ranked[0]
        if not threats(sight.hand, self.seat):
            return best
        risk = {t: total_danger(t.kind, sight.hand, self.seat, sight.visible(t.kind)) for t in choices}
        bearable = {0: 99.0, 1: 2.0 + 4.0 * self.style.push}.get(short, 1.5 * self.style.push)
        if short == 0 and sight.hand.live_left < 12 and self.style.push < 0.5:
            bearable = 3.0
        if risk[best] <= bearable:
            return best
        return min(choices, key=lambda t: (risk[t], self._keep(sight, t), t))

    def _ranked(self, sight: Sight, choices: Sequence[Tile]) -> list[tuple[Tile, int]]:
        """Choices with the shanten they leave, the most efficient first."""
        usable: Usable | None = route(sight, sight.tiles, sight.melds) if sight.open else None
        fits = usable or (lambda kind: True)
        after: dict[Tile, int] = {}
        for tile in choices:
            rest = _without(sight.tiles, tile)
            after[tile] = shanten([t for t in rest if fits(t.kind)], sight.melds)
        least = min(after.values())
        scores: dict[Tile, float] = {}
        for tile in choices:
            if after[tile] > least:
                continue
            fitting = [t for t in _without(sight.tiles, tile) if fits(t.kind)]
            ways = acceptance(fitting, sight.melds, sight.seen)
            width = sum(n for kind, n in ways.kinds.items() if fits(kind))
            scores[tile] = width - (2.0 if least > 2 else 1.0) * self._keep(sight, tile)
            if not fits(tile.kind):
                scores[tile] += 30.0
        order = sorted(scores, key=lambda t: (-scores[t], t))
        return [(t, least) for t in order]

    def _keep(self, sight: Sight, tile: Tile) -> float:
        """What the tile is worth beyond its shape."""
        value = 5.0 * tile.red + 4.0 * sight.dora.count(tile.kind)
        if tile.honour:
            useful = tile.kind in sight.yakuhai and sight.visible(tile.kind) < 3
            return value + (1.5 if useful else 0.0)
        return value + (0.5, 1.0, 2.0, 2.0, 2.2, 2.0, 2.0, 1.0, 0.5)[tile.number - 1]

    # on another player's tile

    def claim(self, game: Game, moves: Sequence[ev.Event]) -> ev.Event | None:
        """A win, a set, or nothing on the tile that lies there."""
        for move in moves:
            if isinstance(move, ev.WinDeclared):
                return move
        calls = [m for m in moves if isinstance(m, ev.Called)]
        if not calls or self.rng.random() > self.style.calls:
            return None
        sight = Sight.of(game, self.seat)
        before = shanten(sight.tiles, sight.melds)
        rated = [(self._call(sight, move.meld, before), i, move) for i, move in enumerate(calls)]
        gain, _, move = max(rated, key=lambda r: (r[0], -r[1]))
        return move if gain > 0 else None

    def _call(self, sight: Sight, meld: Meld, before: int) -> float:
        """How much the set helps; 0 or less: leave it."""
        rest = sight.tiles
        for tile in meld.own:
            rest = _without(rest, tile)
        melds = (*sight.melds, meld)
        fits = route(sight, rest, melds)
        if fits is None:
            return 0.0
        after = shanten([t for t in rest if fits(t.kind)], melds)
        honour = meld.kind in sight.yakuhai
        if threats(sight.hand, self.seat) and after > 0:
            return 0.0
        if meld.type is MeldType.DAIMINKAN:
            return (
                0.5 if sight.open and after <= before and self.rng.random() < 0.4 * self.style.kans else 0.0
            )
        if before <= 1 and not sight.open and after > 0:
            return 0.0
        wanted = 4 if honour else 3
        if after < before <= wanted:
            worth = sum(sight.dora.count(t.kind) + t.red for t in (*rest, *meld.tiles))
            late = sight.hand.live_left < 40
            return 1.0 + worth if honour or worth or late or sight.open or self.style.calls > 0.8 else 0.0
        return 0.3 if honour and after == before and before <= wanted else 0.0


def _without(tiles: Sequence[Tile], tile: Tile) -> tuple[Tile, ...]:
    rest = list(tiles)
    rest.remove(tile)
    return tuple(rest)
