"""How a hand is read as sets and a pair: the winner's whole hand, or what a loser has completed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.classical.rack import Mahjong, Rack
from engine.rules.ruleset import Ruleset
from engine.tiles.meld import Meld, MeldType
from engine.tiles.shape import counts, decompositions
from engine.tiles.tile import ALL

DRAGONS = range(31, 34)
WINDS = range(27, 31)


@dataclass(frozen=True, slots=True)
class Set:
    """A chow from `kind` on, a pung or kong of `kind`; `open` as it counts (C-SCORE-02)."""

    kind: int
    chow: bool = False
    kong: bool = False
    open: bool = False

    @property
    def outside(self) -> bool:
        """Holds a terminal or honour."""
        return self.kind % 9 in (0, 6) and self.kind < 27 if self.chow else ALL[self.kind].yaochuu


@dataclass(frozen=True, slots=True)
class Reading:
    """Sets and the kind of the pair, None without one."""

    sets: tuple[Set, ...]
    pair: int | None

    @property
    def pungs(self) -> tuple[Set, ...]:
        """The pungs and kongs."""
        return tuple(part for part in self.sets if not part.chow)

    @property
    def kongs(self) -> int:
        return sum(part.kong for part in self.sets)

    def pungs_of(self, kinds: range) -> int:
        """How many pungs and kongs are of these kinds."""
        return sum(part.kind in kinds for part in self.pungs)


def winning_readings(rack: Rack, won: Mahjong, rules: Ruleset) -> tuple[Reading, ...]:
    """Every way to read a mahjong as four sets and a pair; empty if there is none.

    A set completed with another player's tile is open or concealed by option (C-SCORE-06).
    """
    declared = tuple(map(_declared, rack.melds))
    opened = not won.from_wall and rules.choice("classical.claimed_last_set") == "open"
    out = []
    for found in decompositions((*rack.tiles, won.tile), len(rack.melds)):
        own = tuple(Set(part.kind, chow=part.run) for part in found.sets)
        places = _places(own, found.pair, won.tile.kind) if opened else iter((own,))
        out += [Reading((*sets, *declared), found.pair) for sets in places]
    return tuple(dict.fromkeys(out))


def _places(own: tuple[Set, ...], pair: int, kind: int) -> Iterator[tuple[Set, ...]]:
    """The concealed sets with the one opened that the claimed tile may have completed."""
    if pair == kind:
        yield own
    for i, part in enumerate(own):
        if kind in ((part.kind, part.kind + 1, part.kind + 2) if part.chow else (part.kind,)):
            yield (*own[:i], replace(part, open=True), *own[i + 1 :])


def completed(rack: Rack) -> Reading:
    """The pungs and kongs a loser has, and the pair of highest value (C-SCORE-01, C-SCORE-07).

    Chows are left out: to a loser they are worth nothing. Four equal tiles that were not declared
    are a concealed pung (C-KONG-04).
    """
    own = counts(rack.tiles)
    pungs = tuple(Set(kind) for kind, n in enumerate(own) if n >= 3)
    declared = tuple(_declared(meld) for meld in rack.melds if meld.type is not MeldType.CHI)
    pairs = [kind for kind, n in enumerate(own) if n == 2]
    best = max(pairs, key=lambda kind: len(pair_parts(rack, kind)), default=None)
    return Reading((*pungs, *declared), best)


def pair_parts(rack: Rack, kind: int | None) -> list[str]:
    """The ids of what a pair is worth something for (C-SCORE-02, C-SCORE-05)."""
    worth = (
        ("pair_dragons", kind in DRAGONS),
        ("pair_seat_wind", kind == WINDS[rack.seat_wind]),
        ("pair_round_wind", kind == WINDS[rack.round_wind]),
    )
    return [name for name, valued in worth if valued]


def _declared(meld: Meld) -> Set:
    return Set(meld.kind, meld.type is MeldType.CHI, meld.type.kan, meld.open)
