"""What the hands of a table teach the eyes: tiles whose faces are known since the hand was confirmed.

Every third hand is held back: nothing is ever learnt from it, and what was learnt counts only if it is read
better by it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from engine.tiles.tile import Face
from vision.nets.detect import Detector, Likeness
from vision.nets.enrol import TileSet
from vision.photo.enrol import Marks, Shown, marked, of_looks

Faces = tuple[Face | None, ...]
HELD: Final = 3
"""Every so many hands one is held back."""
FOLDS: Final = 3
"""Parts of the others; each is read by what the rest of them teach, which shows how far to believe it."""
EACH: Final = 12
"""Crops of a face that are learnt from, of the newest hands."""
SPOILT: Final = 3
"""Copies of a crop: hands show a face in many places and lights by themselves, so few are needed."""
JUDGES: Final = 100
"""Tiles of hands that are held back, without which nothing is judged: a hand shows some 70."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """A set, and how the hands that were held back are read without it and with it."""

    known: TileSet
    before: Marks
    then: Marks

    @property
    def better(self) -> bool:
        """More of those tiles are read right, or as many with less doubt; else the set is of no use."""
        return self.then.better(self.before)


def is_held(number: int) -> bool:
    """Whether the hand of this number judges; else it teaches."""
    return number % HELD == 0


def lacking(seen: Mapping[int, Faces], wanted: Faces) -> list[Face | None]:
    """Of the faces `wanted` those that no hand has shown which teaches: such a one would be taken for that
    which is most like it. `seen` are the faces of each hand by its number."""
    there = {face for number, faces in seen.items() if not is_held(number) for face in faces}
    return [face for face in wanted if face not in there]


def enough(seen: Mapping[int, Faces]) -> bool:
    """Whether the hands that are held back can judge."""
    return sum(len(faces) for number, faces in seen.items() if is_held(number)) >= JUDGES


def learnt(hands: Mapping[int, Sequence[Shown]], before: Likeness | None = None) -> Learnt:
    """What the hands teach that are not held back; `before` is what the table reads with."""
    held = [*chain(*(hand for number, hand in sorted(hands.items()) if is_held(number)))]
    *folds, once = _parts(hands)
    known = of_looks([fold for fold in folds if fold], once, SPOILT)
    return Learnt(known, marked(Detector(tile_set=before), held), marked(Detector(tile_set=known), held))


def _parts(hands: Mapping[int, Sequence[Shown]]) -> list[list[Shown]]:
    """The crops that teach, in FOLDS parts; those of a face go round them, the newest first. In one more part
    are those of faces that were seen once: no other part could teach to read them."""
    kept: dict[Face | None, list[Shown]] = defaultdict(list)
    for number in sorted(hands, reverse=True):
        if not is_held(number):
            for shown in hands[number]:
                if len(kept[shown[0]]) < EACH:
                    kept[shown[0]].append(shown)
    out: list[list[Shown]] = [[] for _ in range(FOLDS + 1)]
    for those in kept.values():
        for place, shown in enumerate(those):
            out[place % FOLDS if len(those) > 1 else FOLDS].append(shown)
    return out
