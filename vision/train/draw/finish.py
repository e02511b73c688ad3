"""What tools and years do to the faces of a set: width of strokes, engraving, fading, a shaky hand."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from vision.train.draw.drawings import H, Ink, Texture, W


@dataclass(frozen=True, slots=True)
class Finish:
    """How the faces of one set are made.

    `wider` strokes by so many px a side, `slip` of the hand in px, `slant`, `size` as factors of both sides,
    `depth` of the engraving and `paleness` as shares.
    """

    ground: Ink
    wider: int
    slip: float
    slant: float
    size: tuple[float, float]
    depth: float
    paleness: float

    @classmethod
    def random(cls, rng: Generator, ground: Ink) -> Finish:
        u = rng.uniform
        shaky = u() < 0.5
        return cls(
            ground=ground,
            wider=int(rng.choice([0, 0, 0, 0, 1, 1, 2, -1])),
            slip=float(u(0.5, 3.2)) if shaky else 0.0,
            slant=float(rng.normal(0, 0.05)) if shaky else 0.0,
            size=(float(u(0.86, 1.06)), float(u(0.86, 1.06))) if u() < 0.4 else (1.0, 1.0),
            depth=float(u(0.15, 0.6)) if u() < 0.3 else 0.0,
            paleness=float(u(0.1, 0.45)) if u() < 0.25 else 0.0,
        )

    def on(self, rng: Generator, face: Texture) -> Texture:
        """The face so made; the hand slips in another way on each."""
        out = self._stroked(face) if self.wider else face
        if self.slip or self.size != (1.0, 1.0):
            out = self._moved(rng, out)
        if self.depth:
            out = _engraved(out, self.depth)
        if self.paleness:
            paper = np.array(self.ground[::-1], np.float32)
            out = np.clip(out + self.paleness * (paper - out), 0, 255).astype(np.uint8)
        return out

    def _stroked(self, face: Texture) -> Texture:
        size = 2 * abs(self.wider) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        darken = (self.wider > 0) == (sum(self.ground) > 330)
        return np.asarray(cv2.erode(face, kernel) if darken else cv2.dilate(face, kernel), np.uint8)

    def _moved(self, rng: Generator, face: Texture) -> Texture:
        y, x = np.mgrid[0:H, 0:W].astype(np.float32)
        u, v = (x - W / 2) / self.size[0], (y - H / 2) / self.size[1]
        bends = rng.normal(0, self.slip, (2, 5, 4)).astype(np.float32)
        dx, dy = (cv2.resize(bend, (W, H), interpolation=cv2.INTER_CUBIC) for bend in bends)
        at = (u + self.slant * v + W / 2 + dx).astype(np.float32), (v + H / 2 + dy).astype(np.float32)
        paper = tuple(int(c) for c in self.ground[::-1])
        moved = cv2.remap(face, *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=paper)
        return np.asarray(moved, np.uint8)


def _engraved(face: Texture, depth: float) -> Texture:
    """Light along one edge of every stroke and shade along the other."""
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)
    step = np.array([[1, 0, 1.5], [0, 1, 1.5]])
    moved = cv2.warpAffine(grey, step, (W, H), borderMode=cv2.BORDER_REPLICATE)
    relief = cv2.GaussianBlur(grey - moved, (0, 0), 0.8) * depth
    return np.clip(face + relief[..., None], 0, 255).astype(np.uint8)
