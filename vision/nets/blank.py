"""White dragons and backs distinguished by the colours of the other tiles in the picture.

By itself a plain white tile may be a white dragon or the back of another set. But all tiles on a mat are of
one set: a white dragon has the colour of the other faces' margins, a back that of the other backs, all over.
What lies in a corner where neither is seen is compared with those of earlier pictures of the table.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.frame import Pixels

Floats = NDArray[np.float32]

SURE: Final = 0.97
"""Odds from which a tile is one that others are compared with."""
LEAST: Final = 3
"""So many faces, and backs, show how the set looks. Without backs nothing follows: there are ivory ones."""
POSSIBLE: Final = 0.02
"""Odds of a white dragon and a back together from which a tile is compared."""
SPREAD: Final = 0.1
"""How much the light makes tiles of one colour differ (median of rendered tables 0.06)."""
SPREAD_OTHER: Final = 0.05
"""And of tiles of a colour that no back can have, where light alone explains a distance to faces."""
MOST: Final = 2.0
"""Log odds that the colour is worth at most: a back under glare is as pale as a face."""
OTHER: Final = 0.5
OTHER_AS_FACES: Final = 0.3
CLOTH: Final = 0.5
DARKER: Final = 0.8
MOST_OTHER: Final = 12.0
"""And what it is worth where neither glare nor shadow can have made it of a back's: darker in one channel
than in another by the first factor (log), by the second if light alone makes it of the faces', but not by the
third than faces, as bare cloth is; or as dark as the faces and darker than backs by the fourth."""
SAME: Final = 0.08
SAME_AS_BACKS: Final = 3
"""And where the colour is that of a face up to the first (log), and so many times as far from the backs: of
8,934 backs four, which count as dragons without it, too, and 24 of the 28 dragons that were still taken for
backs (540 tables of 180 clubs)."""
BARE: Final = 0.2
AS_BRIGHT: Final = 0.5
UNLIKE: Final = 0.3
"""What has the hue of the cloth up to the first (log) and as much light up to the second is bare cloth, if
the backs' hue differs by the third (420 tables of 140 clubs: 175 places on cloth that look like backs, none
of 7,800 backs and dragons); if the faces' hue differs by the first, it is no dragon either."""
NEAREST: Final = 0.2
"""Share of the others that light as it falls on the tile may have fallen on: the most alike count."""
DARK: Final = 4.0
"""Grey levels below which colours are noise."""
PARTS: Final = (4, 6)
"""A doubtful tile is compared with backs part by part: the end of a standing one shows two colours."""
APART: Final = 0.4
"""Where backs differ by less from the faces' margins, the parts say nothing."""
HALF: Final = (0.25, 0.75)
"""Share of the parts of such an end that are rather of the margins' colour than of the backs' and so dark
that no glare made it of a back's (at most 0.13 of 5200 backs on rendered tables, half of 19 of 20 ends)."""
ALIKE: Final = 6.0
ALIKE_TILE: Final = 1.0
"""Log odds that it is worth to look like a back all over: against faces, and against there being no tile, for
the cloth may have the colour of the backs."""
WHITE: Final = 0.9
"""Odds of a white dragon from which others are compared with it."""
FOUND: Final = 0.95
"""What it is worth to look like one though the classifier lost it: more than a middle that is hardly warm, as
in a dark corner, takes away (60 messy tables with dark sets: one more right than with 0.9, none worse)."""
PLAIN: Final = 0.8
"""Share of its parts in which a white dragon is plain: beside a letter for those who cannot read it."""
REMEMBERED: Final = 400
"""Faces and backs that were seen last: a hand's, so that another light or set is known by the next."""
WALL: Final = 6
"""So many backs lie together in walls only: elsewhere it may be dragons that are taken for backs."""

WHITE_IN_WALL: Final = 1 / 34 / 34
"""How much rarer than a back a white dragon is in a wall: of the upper tiles of two walls one is shown as an
indicator, which is any of 34 kinds."""


class Colours:
    """The colours of the table's set as it was seen last: the margins of faces, and backs (N x 3, as of
    `_colours`)."""

    def __init__(self) -> None:
        self._margins = self._covers = np.empty((0, 3), np.float32)

    def beside(self, margins: Floats, covers: Floats) -> tuple[Floats, Floats]:
        """The margins and backs of a picture, which are kept; with earlier ones where they are few.

        Three dragons of one set, taken for backs, would vouch for each other.
        """
        before = self._margins, self._covers
        self._margins = np.concatenate([before[0], margins])[-REMEMBERED:]
        if len(covers) >= WALL:
            self._covers = np.concatenate([before[1], covers])[-REMEMBERED:]
        return (
            margins if len(margins) >= LEAST else np.concatenate([before[0], margins]),
            covers if len(covers) >= WALL else np.concatenate([before[1], covers]),
        )


def weigh_blanks(
    crops: Pixels,
    odds: Floats,
    white: int,
    back: int,
    known: Colours | None = None,
    cloth: NDArray[np.uint8] | None = None,
) -> Floats:
    """The odds (N x K) of N x 64 x 48 x 3 upright crops with their colours weighed in.

    `white` and `back` are the numbers of two classes, the faces those before `back`; the last is "no tile".
    `known` is what the set looked like before, and learns from these crops; `cloth` (3) is the mat's colour.
    """
    best, sure = odds.argmax(axis=1), odds.max(axis=1) > SURE
    faces, backs = sure & (best < back) & (best != white), sure & (best == back)
    blank = np.flatnonzero(odds[:, white] + odds[:, back] > POSSIBLE)
    if known is None and not len(blank):
        return odds
    edges = np.concatenate([crops[faces, 6:58:3, 5:9], crops[faces, 6:58:3, 39:43]], axis=2)
    ground = None if cloth is None else np.log(np.maximum(cloth.astype(np.float32), DARK))
    margins, covers = _colours(edges), _off(_colours(crops[backs, 8:56:3, 8:40:3]), ground)
    if known is not None:
        margins, covers = known.beside(margins, covers)
    if min(len(margins), len(covers)) < LEAST or not len(blank):
        return odds
    covers = _true_backs(covers, margins)
    if not len(covers):
        return odds
    own = _colours(crops[blank, 8:56:3, 8:40:3])
    bare = _bare(own, ground)
    as_faces = _hues_apart(own, _nearest(own, margins)) < BARE
    shift = np.where(bare & ~as_faces, 0, _towards_white(own, margins, covers, sure[blank]))
    out = odds.copy()
    _shift(out, blank[shift != 0], shift[shift != 0], white, back)
    near = ~sure[blank]
    doubtful = blank[near]
    if len(doubtful):
        looks = _nearest(own[near], covers), _nearest(own[near], margins)
        out[doubtful] = _beside_backs(_parts(crops[doubtful]), out[doubtful], *looks, back)
    _as_faces(crops, out, own, margins, blank, white, ~bare)
    off = blank[bare & (_hues_apart(own, _nearest(own, covers)) > UNLIKE)]
    out[off, back], out[off, -1] = 0, out[off, -1] + out[off, back]
    return out


def _shift(out: Floats, rows: NDArray[np.intp], by: Floats, white: int, back: int) -> None:
    """Moves these rows of the odds towards white by `by`, in log odds; white and back keep their sum."""
    both = out[rows, white] + out[rows, back]
    share = 1 / (1 + out[rows, back] / np.maximum(out[rows, white], 1e-6) * np.exp(-by))
    out[rows, white], out[rows, back] = both * share, both * (1 - share)


def in_walls(odds: Floats, white: int, back: int) -> Floats:
    """The odds (N x K) of tiles that lie in walls: there a back that glares is likelier than a white dragon.

    `white` and `back` are the numbers of two classes, whose sum stays.
    """
    both, rare = odds[:, white] + odds[:, back], odds[:, white] * WHITE_IN_WALL
    share = rare / np.maximum(rare + odds[:, back], 1e-9)
    out = odds.copy()
    out[:, white], out[:, back] = both * share, both * (1 - share)
    return out


def _hues_apart(some: Floats, others: Floats) -> Floats:
    """How much the hues of N x 3 and N x 3, or 3, differ: light alone changes nothing of it."""
    off = some - others
    return np.asarray(np.linalg.norm(off - off.mean(axis=-1, keepdims=True), axis=-1), np.float32)


def _bare(own: Floats, ground: Floats | None) -> NDArray[np.bool_]:
    """Which of N colours may be those of the cloth."""
    if ground is None:
        return np.zeros(len(own), np.bool_)
    as_bright = np.abs(own.mean(axis=1) - ground.mean()) < AS_BRIGHT
    return np.asarray((_hues_apart(own, ground) < BARE) & as_bright, np.bool_)


def _off(covers: Floats, ground: Floats | None) -> Floats:
    """The colours of sure backs (N x 3) without those of the cloth, unless that is how backs look here."""
    bare = _bare(covers, ground)
    return covers if 2 * bare.sum() >= len(covers) else np.asarray(covers[~bare], np.float32)


def _towards_white(own: Floats, margins: Floats, covers: Floats, sure: NDArray[np.bool_]) -> Floats:
    """Log odds by which N tiles of the colours `own` are white dragons rather than backs."""
    to_face, to_back = _distance(own, margins), _distance(own, covers)
    light, on_faces = own - _nearest(own, covers), own - _nearest(own, margins)
    hue = np.ptp(on_faces, axis=1)
    unlike = np.where(hue < SPREAD, OTHER_AS_FACES, OTHER)
    tinted = (light.min(axis=1) < -SPREAD) & (np.ptp(light, axis=1) > unlike) & (to_face < to_back)
    tinted &= hue < CLOTH
    other = tinted | ((light.max(axis=1) < -DARKER) & (to_face < 3 * SPREAD))
    most = np.where(other, MOST_OTHER, MOST)
    shift = np.clip((to_back - to_face) / np.where(other, SPREAD_OTHER, SPREAD), -most, most)
    away = np.linalg.norm(light, axis=1) > SAME_AS_BACKS * np.maximum(SAME, np.linalg.norm(on_faces, axis=1))
    same = away & (np.linalg.norm(own[:, None] - margins[None], axis=2).min(axis=1) < SAME)
    return np.asarray(np.where(same, MOST_OTHER, np.where(sure & ~other, 0, shift)), np.float32)


def _beside_backs(parts: Floats, odds: Floats, cover: Floats, margin: Floats, back: int) -> Floats:
    """The odds (N x K) with the parts of tiles (N x P x 3) compared with the most alike backs and margins."""
    to_back = np.linalg.norm(parts - cover[:, None], axis=2)
    front = to_back > np.linalg.norm(parts - margin[:, None], axis=2)
    apart = np.linalg.norm(cover - margin, axis=1) > APART
    whole = apart & ~front.any(axis=1) & (np.median(to_back, axis=1) < 2 * SPREAD)
    darker = (front & ((parts - cover[:, None]).min(axis=2) < -SPREAD)).mean(axis=1)
    half = apart & (darker > HALF[0]) & (darker < HALF[1])
    out = odds.copy()
    out[whole, :back] *= np.exp(-ALIKE)
    out[whole, -1] *= np.exp(-ALIKE_TILE)
    out[half, -1] += out[half, back]
    out[half, back] = 0
    return np.asarray(out / out.sum(axis=1, keepdims=True), np.float32)


def _as_faces(
    crops: Pixels,
    odds: Floats,
    own: Floats,
    margins: Floats,
    blank: NDArray[np.intp],
    white: int,
    may_be: NDArray[np.bool_],
) -> None:
    """Changes the odds (N x K) of plain crops (`blank`, of the colours `own`) that have the colour of faces'
    margins or of white dragons, where they `may_be`: of a dark tile among others too little is seen of its
    edges.
    """
    known = np.concatenate([margins, own[odds[blank, white] > WHITE]])
    either = odds[blank, white] + odds[blank, -2]
    lost = may_be & (odds[blank, -1] > 1 - WHITE) & (2 * either > 1 - odds[blank, -1])
    if not lost.any():
        return
    own, looked = own[lost], crops[blank[lost]]
    alike = np.linalg.norm(own[:, None] - known[None], axis=2).min(axis=1) < SPREAD
    middle = _parts(looked).reshape(len(own), *PARTS[::-1], 3)[:, 1:-1]  # seen however the tile is turned
    rough = np.linalg.norm(middle.reshape(len(own), -1, 3) - own[:, None], axis=2)
    plain = np.quantile(rough, PLAIN, axis=1) < 2 * SPREAD
    ends = looked[:, :3, 12:36], looked[:, -3:, 12:36], looked[:, 16:48, :3], looked[:, 16:48, -3:]
    edges = [np.linalg.norm(_colours(end) - own, axis=1) > 2 * SPREAD for end in ends]
    those = blank[lost][alike & plain & np.any(edges, axis=0)]
    odds[those] = 0
    odds[those, white], odds[those, -1] = FOUND, 1 - FOUND


def _parts(crops: Pixels) -> Floats:
    """N x 64 x 48 x 3 as N x P x 3: the logarithm of the colours of the parts of each tile."""
    small = [cv2.resize(crop[8:56, 8:40], PARTS, interpolation=cv2.INTER_AREA) for crop in crops]
    return np.log(np.maximum(np.stack(small).reshape(len(crops), -1, 3).astype(np.float32), DARK))


def _colours(parts: Pixels) -> Floats:
    """N x H x W x 3 as N x 3: the logarithm of the median colour of each."""
    middle = np.median(parts.reshape(len(parts), parts.shape[1] * parts.shape[2], 3), axis=1)
    return np.asarray(np.log(np.maximum(middle, DARK)), np.float32)


def _true_backs(covers: Floats, margins: Floats) -> Floats:
    """Those of the colours of sure backs (N x 3) that are more like most backs than like the faces' margins.

    The others are white dragons that were surely taken for backs: they must not vouch for each other.
    """
    apart = np.linalg.norm(covers - np.median(covers, axis=0), axis=1)
    return np.asarray(covers[apart <= np.maximum(_distance(covers, margins), SPREAD)], np.float32)


def _distance(some: Floats, others: Floats) -> Floats:
    """N x 3 and M x 3 as N: the distance of each from the others that are most alike."""
    apart = np.linalg.norm(some[:, None] - others[None], axis=2)
    return np.asarray(np.quantile(apart, NEAREST, axis=1), np.float32)


def _nearest(some: Floats, others: Floats) -> Floats:
    """N x 3 and M x 3 as N x 3: the mean of the others that are most alike each."""
    apart = np.linalg.norm(some[:, None] - others[None], axis=2)
    count = max(1, round(NEAREST * len(others)))
    alike = np.argpartition(apart, count - 1, axis=1)[:, :count]
    return np.asarray(others[alike].mean(axis=1), np.float32)
