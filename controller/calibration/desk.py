"""The camera is calibrated while the table runs, between two hands.

Pages ask from threads of the web server; what they save is taken over by the main loop, which alone knows
whether a hand is being played. While one is, nobody is given a picture here.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

from controller.calibration.answers import (
    CalibrateAsked,
    Calibrated,
    CalibrateHint,
    CalibrateMarker,
    CalibrateNow,
    CalibrateTried,
    calibrated,
    of_error,
    of_hint,
    spots,
)
from controller.evidence.privacy import standing_hands
from controller.sentences.refusals import Refusal
from runtime.stored import replace_file
from vision.calibration.advice import Hint
from vision.calibration.assess import assessed
from vision.calibration.by_corners import calibrate_by_corners
from vision.calibration.by_markers import calibrate, field_width
from vision.calibration.first_look import FirstLook, first_look, thinned
from vision.calibration.markers import STANDARD, Plan
from vision.calibration.mat import Zone
from vision.calibration.surface import CalibrationError, Surface
from vision.eyes.redact import reduced

if TYPE_CHECKING:
    from controller.eyes.watch import Watch
    from engine.state.hand import Game
    from engine.tiles.tile import Tile
    from vision.camera.frame import Frame
    from vision.eyes.eyes import Eyes
    from vision.eyes.redact import Polygon

WATCHED_S: Final = 10.0
"""For so long after a page has asked pictures are kept for it."""
STALE_S: Final = 2.0
"""A picture older than this is none of a living camera."""
FLICKER: Final = 12
"""Pictures that show how much the light flickers."""
LONGEST: Final = 2048
QUALITY: Final = 85
"""Of the picture: corners are touched in it to the pixel."""
TRIED: Final = 4
"""Calibrations that wait to be saved."""
TAKEN_S: Final = 5.0
"""How long the main loop may take to take one over."""
BEFORE: Final = ".before"
"""How the name of the calibration ends that the last one has replaced."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the main loop saw last: `hidden` are the strips of standing hands, by seat."""

    frame: Frame | None = None
    at: float = 0.0
    """When a picture came, by the computer's clock."""
    surface: Surface | None = None
    sight: str = "missing"
    playing: bool = False
    hidden: tuple[tuple[int, Polygon], ...] = ()
    rows: tuple[tuple[Tile | None, ...], ...] = ()
    """What the eyes read of the hands that lie open, seat by seat."""


@dataclass(slots=True)
class _Order:
    """A calibration that the main loop is to take over, and what came of it."""

    surface: Surface
    done: threading.Event = field(default_factory=threading.Event)
    refused: Refusal | None = None
    _claim: threading.Lock = field(default_factory=threading.Lock)

    def claim(self) -> bool:
        """True once: to the main loop, or to who waits no longer; what was given up is never taken over."""
        return self._claim.acquire(blocking=False)


class Calibrating:
    """`path` is where the calibration lies; None: what is saved is used, and kept nowhere."""

    def __init__(self, path: Path | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._clock = clock
        self._seen = Seen()
        self._asked_at = self._began = float("-inf")
        self._before: deque[Frame] = deque(maxlen=FLICKER)
        self._orders: SimpleQueue[_Order] = SimpleQueue()
        self._working = threading.Lock()
        self._looked: tuple[Frame, FirstLook] | None = None
        self._encoded: tuple[Frame, bytes] | None = None
        self._tried: OrderedDict[str, Surface] = OrderedDict()

    def turn(self, watch: Watch, eyes: Eyes, game: Game, *, playing: bool) -> None:
        """One turn of the main loop; `playing`: a hand is prepared or played."""
        now = self._clock()
        if now - self._asked_at < WATCHED_S:
            frame = watch.frame
            if frame is not None and (self._seen.frame is None or frame.t != self._seen.frame.t):
                self._before.append(thinned(frame))
            at = self._seen.at if frame is None else now
            hidden = () if playing else tuple(standing_hands(eyes, game))
            rows = () if playing else tuple(_row(eyes, seat) for seat in range(4))
            self._seen = Seen(frame, at, eyes.surface, watch.sight, playing, hidden, rows)
        with suppress(Empty):
            order = self._orders.get_nowait()
            if order.claim():
                order.refused = Refusal("calibrating_hand") if playing else self._take(order.surface, watch)
                order.done.set()

    def _take(self, surface: Surface, watch: Watch) -> Refusal | None:
        """Written first: what is in use is on the disk."""
        try:
            self._write(surface)
        except OSError as error:
            return Refusal("calibration_unkept", detail=error.strerror or str(error))
        watch.place(surface)
        return None

    def _write(self, surface: Surface) -> None:
        """The calibration that is replaced stays beside it."""
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(CalibrationError):
            Surface.load(self._path)
            replace_file(self._path.with_name(self._path.name + BEFORE), self._path.read_bytes())
        surface.save(self._path)

    def now(self) -> CalibrateNow:
        """What the camera sees, and why it may not be calibrated now."""
        seen = self._fresh()
        with self._working:
            look = None if seen.frame is None else self._look(seen.frame, seen.surface)
        current = None if seen.surface is None else calibrated(seen.surface, assessed(seen.surface))
        return CalibrateNow(
            sight=self._sight(seen, look),
            refused=_no_picture(seen),
            width=0 if look is None else look.width,
            height=0 if look is None else look.height,
            brightness=0 if look is None else look.brightness,
            edge_mm=None if look is None else look.edge_mm,
            markers=_markers(look),
            hints=[] if look is None else [of_hint(hint) for hint in look.hints],
            corners=_corners(look, current),
            current=current,
            hidden=[seat for seat, _ in seen.hidden],
            kept=self._path is not None,
        )

    def picture(self) -> bytes | CalibrateHint:
        """The picture as JPEG, standing hands blacked out; or why there is none."""
        seen = self._fresh()
        if seen.playing or seen.frame is None:
            return _no_picture(seen) or MISSING
        with self._working:
            if self._encoded is None or self._encoded[0] is not seen.frame:
                self._encoded = (seen.frame, encoded(seen.frame, seen))
            return self._encoded[1]

    def attempt(self, asked: CalibrateAsked) -> CalibrateTried:
        """Calibrates by the picture of now; nothing changes until it is saved."""
        seen = self._fresh()
        if (refused := _no_picture(seen)) is not None:
            return CalibrateTried(refused=refused)
        assert seen.frame is not None
        with self._working:
            try:
                surface = _found(seen.frame, asked, seen.surface)
            except CalibrationError as error:
                return CalibrateTried(refused=of_error(error))
            found = assessed(surface, seen.frame.own)
            return CalibrateTried(id=self._put(surface), found=calibrated(surface, found))

    def tried(self, name: str) -> tuple[Surface, Frame] | CalibrateHint:
        """What was tried under this id, and the picture of now; or why not."""
        seen = self._fresh()
        surface = self._tried.get(name)
        if seen.playing or seen.frame is None:
            return _no_picture(seen) or MISSING
        return (surface, seen.frame) if surface is not None else _of_refusal(Refusal("calibration_over"))

    def seen(self) -> Seen | CalibrateHint:
        """What the main loop sees, with a picture; or why there is none."""
        seen = self._fresh()
        return _no_picture(seen) or seen

    def rows(self) -> tuple[tuple[Tile | None, ...], ...] | CalibrateHint:
        """What the eyes read before each seat, or why there is no answer."""
        seen = self._fresh()
        return _no_picture(seen) or seen.rows

    def save(self, name: str) -> CalibrateHint | None:
        """Waits until the main loop uses it; why it does not."""
        surface = self._tried.get(name)
        if surface is None:
            return _of_refusal(Refusal("calibration_over"))
        order = _Order(surface)
        self._orders.put(order)
        if not order.done.wait(TAKEN_S) and order.claim():
            return _of_refusal(Refusal("crowded"))
        order.done.wait()
        return None if order.refused is None else _of_refusal(order.refused)

    def _put(self, surface: Surface) -> str:
        name = secrets.token_hex(8)
        self._tried[name] = surface
        while len(self._tried) > TRIED:
            self._tried.popitem(last=False)
        return name

    def _fresh(self) -> Seen:
        """What the main loop saw since somebody looks; waits for it where nobody did."""
        now = self._clock()
        if now - self._asked_at >= WATCHED_S:
            self._began = now
        self._asked_at = now
        while self._seen.at < self._began and self._clock() < self._began + STALE_S:
            time.sleep(0.02)
        seen = self._seen
        stale = self._clock() - seen.at > STALE_S
        return Seen(None, seen.at, seen.surface, "missing", seen.playing) if stale else seen

    def _look(self, frame: Frame, surface: Surface | None) -> FirstLook:
        if self._looked is None or self._looked[0] is not frame:
            plan = STANDARD if surface is None else surface.plan
            self._looked = (frame, first_look(frame, list(self._before), plan))
        return self._looked[1]

    @staticmethod
    def _sight(seen: Seen, look: FirstLook | None) -> str:
        """A camera without a calibration sees no mat, but may be dark or covered all the same."""
        if look is None:
            return "missing"
        return look.sight if look.sight != "ok" else seen.sight


def encoded(frame: Frame, seen: Seen, longest: int = LONGEST) -> bytes:
    """The picture as JPEG, standing hands blacked out."""
    return reduced(frame.pixels, [strip for _, strip in seen.hidden], longest, QUALITY)


def _row(eyes: Eyes, seat: int) -> tuple[Tile | None, ...]:
    return tuple(tile.tile for tile in eyes.content(Zone.HAND, seat))


def _found(frame: Frame, asked: CalibrateAsked, before: Surface | None) -> Surface:
    """The surface in the picture; CalibrationError."""
    known = STANDARD if before is None else before.plan
    rim = known.rim if asked.rim_mm is None else asked.rim_mm
    if asked.by == "current":
        if before is None:
            raise CalibrationError("The camera is not calibrated yet.", "uncalibrated")
        found = before
    elif asked.by == "corners":
        plan = Plan(asked.field_mm or known.field, asked.marker_mm, rim)
        found = calibrate_by_corners(frame.own, asked.corners, plan, asked.fov)
    else:
        width = asked.field_mm or field_width(frame.own, asked.fov, asked.marker_mm, rim)
        found = calibrate(frame.own, asked.fov, plan=Plan(width, asked.marker_mm, rim))
    tile = (found if before is None else before).tile if asked.tile_mm is None else asked.tile_mm
    centre = (found if before is None else before).centre if asked.centre_mm is None else asked.centre_mm
    return found.with_tiles(tile, centre)


def _of_refusal(refusal: Refusal) -> CalibrateHint:
    return CalibrateHint(code=refusal.reason, values=dict(refusal.values), message=str(refusal))


MISSING: Final = of_hint(Hint("missing", "The camera gives no picture: check its cable."))


def _no_picture(seen: Seen) -> CalibrateHint | None:
    """Why nothing is shown and nothing calibrated now."""
    if seen.playing:
        return _of_refusal(Refusal("calibrating_hand"))
    return MISSING if seen.frame is None else None


def _markers(look: FirstLook | None) -> list[CalibrateMarker]:
    if look is None:
        return []
    return [CalibrateMarker(id=number, quad=spots(quad)) for number, quad in sorted(look.markers.items())]


def _corners(look: FirstLook | None, current: Calibrated | None) -> list[tuple[float, float]]:
    """Those of the calibration in use, where the picture holds them."""
    if look is None:
        return []
    if current is not None and all(0 <= x < look.width and 0 <= y < look.height for x, y in current.corners):
        return current.corners
    return spots(look.corners)
