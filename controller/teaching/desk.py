"""The table's own tile set is taught from a page: looked at twice between two hands, kept only if it helps.

The pictures are those that the calibration's desk gives, with nets of their own: the table's are busy.
"""

from __future__ import annotations

import base64
import secrets
import threading
from collections import Counter, OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.calibration.answers import CalibrateHint, spots
from controller.calibration.desk import Seen, encoded
from controller.teaching.answers import (
    NONE,
    TeachHand,
    TeachLearn,
    TeachLearning,
    TeachLearnt,
    TeachLooked,
    TeachNow,
    TeachPlace,
    TeachRead,
    TeachSeen,
    TeachTile,
    face_of,
    of_enrol,
    word,
)
from controller.teaching.learning import Learning, Order, forget
from engine.tiles.tile import ALL, Face, Tile
from runtime.stored import replace_file
from vision.nets.detect import Detector
from vision.nets.enrol import EnrolError, TileSet, known_set, named, set_file
from vision.photo.enrol import Shown, taught
from vision.photo.laid import Lying, laid, lit_alike, places, still
from vision.photo.read import tile_crop

if TYPE_CHECKING:
    from controller.calibration.desk import Calibrating
    from vision.calibration.surface import Surface
    from vision.camera.frame import Frame, Pixels

KEPT: Final = 4
"""Looks that wait for their second one."""
SIDE: Final = 1600
"""Of the picture of a look: the writing on a tile is legible on a telephone."""
BEFORE: Final = ".before"
"""How the name of the set ends that the last one has replaced."""
HAND: Final = 14
PLAIN: Final[tuple[Tile, ...]] = tuple(face for face in ALL if str(face)[0] != "0")
"""Every set has these; red fives not every one."""


@dataclass(frozen=True, slots=True)
class _Look:
    """Crops in reading order, and where they lay."""

    crops: tuple[Pixels, ...]
    lay: tuple[Lying, ...]

    def again(self, other: _Look) -> bool:
        """Nothing was moved and the light is the same: such a look teaches nothing."""
        return still(self.lay, other.lay) and lit_alike(self.crops, other.crops)


class Teaching:
    """Sets are kept in `data`; `in_use` is the one that the table reads with, if any; `learning` learns from
    its hands."""

    def __init__(
        self,
        calibrating: Calibrating,
        data: Path,
        in_use: str | None = None,
        learning: Learning | None = None,
    ) -> None:
        self._calibrating, self._data, self._in_use = calibrating, data, in_use
        self._learning = learning
        self._working = threading.Lock()
        self._looks: OrderedDict[str, _Look] = OrderedDict()
        self._hand = _drawn()

    def now(self) -> TeachNow:
        """What lies on the mat."""
        seen = self._seen()
        if isinstance(seen, CalibrateHint):
            return TeachNow(refused=seen)
        frame, surface, _ = seen
        with self._working:
            return _answer(laid(Detector(), frame.pixels, surface), frame, surface)[0]

    def look(self, after: str = "") -> TeachLooked:
        """A look that is kept."""
        seen = self._seen()
        if isinstance(seen, CalibrateHint):
            return TeachLooked(refused=seen)
        frame, surface, whole = seen
        with self._working:
            looked, tiles = _answer(laid(Detector(), frame.pixels, surface), frame, surface)
            made = _Look(tuple(tile_crop(frame.pixels, tile.quad) for tile in tiles), tuple(tiles))
            first = self._looks.get(after)
            if first is not None and first.again(made):
                return TeachLooked(refused=SAME)
            coded = base64.b64encode(encoded(frame, whole, SIDE)).decode()
            picture = f"data:image/jpeg;base64,{coded}"
            return TeachLooked(**dict(looked), id=self._put(made) if tiles else "", picture=picture)

    def learn(self, asked: TeachLearn) -> TeachLearnt:
        """Keeps the set of two looks where it is read better than before."""
        try:
            with self._working:
                target = set_file(self._data, named(asked.name))
                found, now, then = taught([self._shown(seen) for seen in asked.looks], self._before())
                _keep(found, target)
                self._taught_anew(asked.name)
        except EnrolError as error:
            return TeachLearnt(refused=of_enrol(error))
        except OSError as error:
            return TeachLearnt(refused=_unkept(error))
        return TeachLearnt(right=now.right, then=then.right, count=now.count)

    def learning(self, order: Order | None = None) -> TeachLearning:
        """How far the table has learnt from its hands, after an order."""
        if self._learning is None:
            return TeachLearning()
        standing = self._learning.now() if order is None else self._learning.order(order)
        fields = asdict(standing) | {"lacking": [word(face) for face in standing.lacking]}
        if standing.last is not None:
            fields["last"].pop("newest")
        return TeachLearning(**fields)

    def _taught_anew(self, name: str) -> None:
        """What hands have taught of the set that is replaced is of no use any more."""
        if self._learning is not None and name == self._in_use:
            self._learning.order("forget")
        else:
            forget(self._data, name)

    def another_hand(self) -> TeachHand:
        """Draws the next one."""
        self._hand = _drawn()
        return self.hand()

    def hand(self) -> TeachHand:
        """How the row is read that looks most like the hand, by the eyes that follow the games."""
        rows = self._calibrating.rows()
        wanted = [word(face) for face in self._hand]
        if isinstance(rows, CalibrateHint):
            return TeachHand(refused=rows, wanted=wanted)
        best = max(rows, key=lambda row: _alike(row, self._hand), default=())
        left = Counter(self._hand)
        read = []
        for face in best:
            right = face is not None and left[face] > 0
            if face is not None:
                left[face] -= right
            read.append(TeachRead(face=word(face), right=right))
        lacking = [word(face) for face in sorted(left.elements(), key=str)]
        return TeachHand(
            wanted=wanted, read=read, lacking=lacking, right=not lacking and len(best) == len(self._hand)
        )

    def _seen(self) -> tuple[Frame, Surface, Seen] | CalibrateHint:
        seen = self._calibrating.seen()
        if isinstance(seen, CalibrateHint):
            return seen
        assert seen.frame is not None
        return UNCALIBRATED if seen.surface is None else (seen.frame, seen.surface, seen)

    def _put(self, look: _Look) -> str:
        name = secrets.token_hex(8)
        self._looks[name] = look
        while len(self._looks) > KEPT:
            self._looks.popitem(last=False)
        return name

    def _shown(self, seen: TeachSeen) -> list[Shown]:
        """The tiles of a look by their names. EnrolError where it is gone, or a face is missing."""
        look = self._looks.get(seen.id)
        if look is None or len(look.crops) != len(seen.faces):
            raise EnrolError("The looks are not kept any more: look twice again.", "gone")
        try:
            named_now = [None if each == NONE else (face_of(each),) for each in seen.faces]
        except ValueError as error:
            raise EnrolError("That is no tile: choose another.", "no_face") from error
        shown = [
            (each[0], crop) for each, crop in zip(named_now, look.crops, strict=True) if each is not None
        ]
        there = {face for face, _ in shown}
        lacking = [str(face) for face in PLAIN if face not in there]
        if lacking:
            raise EnrolError(
                f"A set needs every tile once: {', '.join(lacking)} are missing.",
                "lacking",
                faces=", ".join(lacking),
            )
        return shown

    def _before(self) -> TileSet | None:
        """By which the table reads now."""
        with suppress(EnrolError):
            return known_set(self._data, self._in_use)
        return None


def _answer(
    laid_so: tuple[list[tuple[Face | None, Lying]], EnrolError | None], frame: Frame, surface: Surface
) -> tuple[TeachNow, list[Lying]]:
    """The answer to the page, and the tiles in the same order."""
    named_so, error = laid_so
    refused = None if error is None else of_enrol(error)
    tiles = [
        TeachTile(
            quad=spots(tile.quad),
            read=word(tile.tile) if tile.sure else NONE,
            meant=word(face) if refused is None or tile.sure else NONE,
            sure=round(tile.sure, 3),
        )
        for face, tile in named_so
    ]
    now = TeachNow(
        refused=refused,
        width=frame.pixels.shape[1],
        height=frame.pixels.shape[0],
        places=[TeachPlace(face=word(face), quad=spots(quad)) for face, quad in places(surface)],
        tiles=tiles,
    )
    return now, [tile for _, tile in named_so]


def _keep(found: TileSet, target: Path) -> None:
    """The set that is replaced stays beside it. OSError."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        replace_file(target.with_name(target.name + BEFORE), target.read_bytes())
    found.save(target)


def _drawn() -> tuple[Tile, ...]:
    """Fourteen tiles of one set without red fives, sorted."""
    chosen = secrets.SystemRandom().sample([face for face in PLAIN for _ in range(4)], HAND)
    return tuple(sorted(chosen, key=PLAIN.index))


def _alike(row: Sequence[Tile | None], hand: Sequence[Tile]) -> tuple[int, int]:
    """Tiles that both have; then the row with fewer others."""
    both = (Counter(face for face in row if face is not None) & Counter(hand)).total()
    return both, -len(row)


def _unkept(error: OSError) -> CalibrateHint:
    detail = error.strerror or str(error)
    message = f"The set cannot be kept ({detail}): mend the disk."
    return CalibrateHint(code="unkept", values={"detail": detail}, message=message)


UNCALIBRATED: Final = CalibrateHint(
    code="uncalibrated", message="Where the mat lies is not known yet: calibrate the camera first."
)
SAME: Final = CalibrateHint(
    code="same",
    message="This is the same look again: turn the light on or off, or lay the rows anew, and look again.",
)
