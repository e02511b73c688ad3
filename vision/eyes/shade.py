"""Shadows on the rim: a low window throws them there from tiles that stand near the edge of the field.

Where a lamp is hidden, every colour keeps a share of its light, and everywhere the same share. Which share
that is, one shadow has to show that cannot be an arm: it lies still and is wider than arms are.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.light import DIMMEST

ARM_MM: Final = 180.0
"""Nobody's arm is wider; the sleeve of a winter's coat measures about 150 mm across."""
SIDES: Final = 4
EXACT: Final = 1.0 / 3.0
"""How exactly a shadow keeps to its shares, in parts of the least that counts as a change. Of 120 arms at 30
clubs where shadows were taken as known, one was none at this, 9 at the whole."""
Colours = NDArray[np.float32]
"""N x 3, BGR."""


class Shade:
    """The shadows that are known; `wide` is the width of an arm in the pixels of the pictures."""

    def __init__(self, wide: float) -> None:
        self._wide = wide
        self._left = deque[Colours](maxlen=SIDES)
        """What shadows leave of the light: 3 shares, BGR, of each; the light may differ from side to side."""

    def explains(self, now: Colours, lit: Colours, limit: float) -> NDArray[np.bool_]:
        """N: where `now` lies in a known shadow, or `lit` did and the light has come back."""
        out = np.zeros(len(now), np.bool_)
        light, dark = _ordered(now, lit)
        for left in self._left:
            out |= _between(light, dark, left, limit)
        return out

    def learn(self, at: NDArray[np.intp], now: Colours, lit: Colours, limit: float, few: int) -> bool:
        """Whether what changed at these places (N x 2) is a shadow: wide, and darker by one share but at
        fewer than `few` of them. It is known from then on."""
        if max(cv2.minAreaRect(at.astype(np.float32))[1]) < self._wide:
            return False
        light, dark = _ordered(now, lit)
        left = np.median((dark + 1.0) / (light + 1.0), axis=0)
        if left.min() < DIMMEST or left.max() >= 1.0:
            return False
        if np.count_nonzero(~_between(light, dark, left, limit)) >= few:
            return False
        self._left.append(left)
        return True


def _ordered(now: Colours, lit: Colours) -> tuple[Colours, Colours]:
    """The same colours, of each place the lighter one first."""
    fell = (now.sum(axis=1) < lit.sum(axis=1))[:, None]
    return np.where(fell, lit, now), np.where(fell, now, lit)


def _between(light: Colours, dark: Colours, left: Colours, limit: float) -> NDArray[np.bool_]:
    """N: where `dark` is `light` in this shadow or at its soft border, of what changes by `limit` or more."""
    most = light * (1.0 - left)
    lost = light - dark
    share = np.clip((lost * most).sum(axis=1) / np.maximum((most * most).sum(axis=1), 1.0), 0.0, 1.0)
    return np.asarray(np.abs(lost - share[:, None] * most).max(axis=1) <= EXACT * limit)
