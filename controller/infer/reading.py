"""What a seen tile is: the odds of the eyes, cut by what the set of tiles still allows.

The rules never overrule clear pixels. They may settle a doubt between faces; where the picture
is clear and cannot be, that is a contradiction for a person, not a reading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.tiles.tile import ALL, FACES, Tile
from vision.eyes.observation import TileSeen

CERTAIN: Final = 0.97
"""Least probability of a face that is taken without a question. The odds are calibrated and
gathered over frames, where nearly every tile stands above 0.999; even if one tile in a hundred
stood just at the limit, a game of 700 read tiles would hold 0.2 wrong ones. Lower costs truth,
higher costs questions."""
SUPPORT: Final = 0.3
"""Least probability by the pixels alone: what the rules rule out may settle a close call but
must not lift an unlikely face to certainty."""

WHITE: Final = Tile.parse("5z")
STANDS_OUT: Final = 2.0
"""So many times likelier than any other face is a white dragon that is taken for a back."""
COPIES: Final = 4
"""Of a face; red fives and those beside them are fewer."""
Allowed = Callable[[Tile], int]
"""How many copies of a face may still lie somewhere; any number above 0 where that is not known."""


@dataclass(frozen=True, slots=True)
class Reading:
    """`tile` when it is certain, else None with the `candidates`, best first.

    `clash`: the pixels are clear and name a face of which no copy is left.
    """

    tile: Tile | None
    candidates: tuple[Tile, ...] = ()
    clash: bool = False


def anything(_: Tile) -> int:
    return COPIES


def read_tile(seen: TileSeen, allowed: Allowed = anything, *, back: bool = False) -> Reading:
    """The face of a tile that lies face up; `back`: or may still lie with its back up, as in a wall.

    Where no back can lie a white dragon is none, however much it looks like one. The eyes take every face
    for as likely as any other; of a face with fewer copies left, as of a red five, it is less likely that
    one lies there.
    """
    faces = tuple((face, p) for face, p in seen.odds if face is not None and p > 0)
    if seen.tile is not None and seen.p >= CERTAIN and not allowed(seen.tile):
        return Reading(None, (seen.tile,), clash=True)
    fitting = sorted(
        ((face, p, p * allowed(face) / COPIES) for face, p in faces if allowed(face)), key=lambda e: -e[2]
    )
    if not fitting:
        return Reading(None, tuple(face for face, _ in faces))
    backs = sum(p for face, p in seen.odds if face is None)
    others = [face for face in ALL if all(face != named for named, _ in faces)]
    possible = sum(map(allowed, others)) / COPIES / max(1, len(others))
    unnamed = max(0.0, 1.0 - sum(p for _, p in faces) - backs) * possible
    best, p, weight = fitting[0]
    total = sum(w for _, _, w in fitting) + unnamed + backs * back
    if p >= SUPPORT and weight >= CERTAIN * total:
        return Reading(best, (best,))
    return Reading(None, tuple(face for face, _, _ in fitting))


def face_up(seen: TileSeen, bare: bool = False) -> TileSeen:
    """A tile that lies where no back can lie, as in a pond: what looks like a back is a white dragon.

    Only where that stands out among the faces, for a tile under glare looks like a back, too, or where
    people have said that the white dragons of this set are `bare`.
    """
    odds = dict(seen.odds)
    back, white = odds.pop(None, 0.0), odds.pop(WHITE, 0.0)
    stands_out = white > 0 and white >= STANDS_OUT * max(odds.values(), default=0.0)
    if back + white < CERTAIN or not (stands_out or bare):
        return seen
    return replace(seen, odds=((WHITE, back + white), *odds.items()))


def either(seen: TileSeen) -> TileSeen:
    """What looks like a back, of a set with bare white dragons, where both can lie."""
    if not like_back(seen):
        return seen
    return replace(seen, odds=((None, seen.p / 2), (WHITE, seen.p / 2), *seen.odds[1:]))


def like_back(seen: TileSeen) -> bool:
    """Whether the eyes are as good as certain of a back."""
    return seen.tile is None and seen.p >= CERTAIN


def may_be_open(seen: TileSeen) -> bool:
    """Whether it may lie face up, although a back is likelier."""
    return any(face is not None and p >= SUPPORT for face, p in seen.odds)


class Answers:
    """What people said that doubtful tiles are.

    A face that they named n times is 1 + n times likelier among the next doubtful ones (Laplace's rule of
    succession): a set, a lamp and a camera make the same faces doubtful. It holds where no back can lie: what
    may be one is a white dragon.
    """

    def __init__(self) -> None:
        self._said: dict[object, Tile] = {}

    def put(self, place: object, said: Tile | None, seen: TileSeen) -> None:
        """`said` of the tile that was `seen`, whatever was said of the place before."""
        self._said.pop(place, None)
        faces = {WHITE if face is None else face for face, _ in seen.odds}
        if seen.p < CERTAIN and said in faces:
            self._said[place] = said

    def weigh(self, seen: TileSeen) -> TileSeen:
        """A doubtful tile by what was said of others; what the odds do not name is as likely as before."""
        if not self._said or seen.p >= CERTAIN:
            return seen
        times = Counter(self._said.values())
        rest = max(0.0, 1.0 - sum(p for _, p in seen.odds))
        weights = {face: p * (1 + times[WHITE if face is None else face]) for face, p in seen.odds}
        total = sum(weights.values()) + rest
        odds = sorted(((face, p / total) for face, p in weights.items()), key=lambda each: -each[1])
        return replace(seen, odds=tuple(odds))


@dataclass(frozen=True, slots=True)
class TileSet:
    """How many copies of each face exist: 4 of a kind, `reds` red fives per suit m, p, s."""

    reds: tuple[int, int, int] = (1, 1, 1)

    def copies(self, face: Tile) -> int:
        if face.red:
            return self.reds["mps".index(face.suit)]
        if face.kind < 27 and face.number == 5:
            return 4 - self.reds["mps".index(face.suit)]
        return 4

    def all_of(self, kind: int) -> tuple[Tile, ...]:
        """The four tiles of a kind, red ones first."""
        faces = [Tile(f) for f in range(FACES - 1, -1, -1) if Tile(f).kind == kind]
        return tuple(face for face in faces for _ in range(self.copies(face)))

    def unseen(self, seen: Iterable[Tile]) -> Allowed:
        """How many copies of a face are left beside those that are seen."""
        counts = Counter(seen)
        return lambda face: max(0, self.copies(face) - counts[face])

    @classmethod
    def of(cls, option: Mapping[str, int]) -> TileSet:
        """The set that the rule option `tiles.red_fives` describes: red fives by suit."""
        return cls((option["m"], option["p"], option["s"]))
