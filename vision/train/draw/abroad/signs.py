"""The Western signs of exported sets: numerals and letters in corners, or where a drawing leaves room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.random import Generator
from PIL import Image

from vision.train.draw.drawings import H, Ink, Look, W, glyph
from vision.train.fonts import SIGN_FONTS

CORNERS: Final = ((0, 0), (1, 0), (0, 1), (1, 1))
PLACES: Final = (
    *(((0, 0),),) * 4,
    *(((1, 0),),) * 3,
    *(((0, 1),), ((1, 1),)),
    *(((0, 0), (1, 1)), ((1, 0), (0, 1))),
)
"""Corners (right, bottom) that carry the sign, as often as they are listed; a second one is upside down."""
LETTERS: Final = ("ESWN", "ESWN", "ESWNPFC", "ESWNPFC", "ESWNBFC", "ESWNWGR", "ESWN GR", "ESWN FC", "ESWNBFZ")
LEAST: Final = 0.09
"""Height of a sign that can still be read on a table, as a share of the face's."""
APART: Final = 40
"""Levels by which ink differs from the body."""


@dataclass(frozen=True, slots=True)
class Signs:
    """How the faces of one set are signed.

    `height` is a share of the face's. `free`: between the circles and bamboos where they leave room.
    `crowded`: the drawing does not shrink for the sign.
    """

    font: str
    ink: Ink
    height: float
    margin: float
    corners: tuple[tuple[int, int], ...]
    free: bool
    crowded: bool
    letters: str

    @classmethod
    def random(cls, rng: Generator, s: Look) -> Signs:
        inks = (s.ink, s.ink, s.ink, s.red, s.red, s.blue, s.green)
        return cls(
            font=str(rng.choice(SIGN_FONTS)),
            ink=inks[int(rng.integers(len(inks)))],
            height=float(rng.uniform(LEAST, 0.23)),
            margin=float(rng.uniform(0.01, 0.07)),
            corners=PLACES[int(rng.integers(len(PLACES)))],
            free=bool(rng.random() < 0.5),
            crowded=bool(rng.random() < 0.4),
            letters=str(rng.choice(LETTERS)),
        )

    def on_suit(self, rng: Generator, face: Image.Image, s: Look, text: str) -> Image.Image:
        """Circles and bamboos."""
        spot = _free_spot(rng, face, s.ground) if self.free else None
        if spot is None:
            return self.on(face, s.ground, text)
        x, y, room = spot
        high = min(self.height * H, 1.5 * room) / H
        wide = high * H / W
        out = face.copy()
        glyph(out, text, self.font, (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), self.ink)
        return out

    def on(self, face: Image.Image, ground: Ink, text: str) -> Image.Image:
        """In the corners, with the drawing moved away from them or left where it is."""
        if not text.strip():
            return face
        out = face.copy() if self.crowded else self._room(face, ground)
        mask = self._sign(text)
        for turn, (right, bottom) in enumerate(self.corners):
            mark = mask.rotate(180) if turn else mask
            x = round(self.margin * W) if not right else round((1 - self.margin) * W) - mark.width
            y = round(self.margin * H) if not bottom else round((1 - self.margin) * H) - mark.height
            out.paste(self.ink, (x, y), mark)
        return out

    def _sign(self, text: str) -> Image.Image:
        sign = Image.new("RGB", (W, H))
        high, wide = self.height, 1.2 * self.height * H / W
        glyph(sign, text, self.font, (0, 0, wide, high), (255, 255, 255))
        mask = sign.convert("L")
        return mask.crop(mask.getbbox() or (0, 0, 1, 1))

    def _room(self, face: Image.Image, ground: Ink) -> Image.Image:
        """The drawing smaller, in the part of the face that the first sign leaves."""
        right, bottom = self.corners[0]
        share = 1 - 0.6 * self.height
        size = round(W * share), round(H * share)
        out = Image.new("RGB", (W, H), ground)
        two = len(self.corners) > 1
        x = (W - size[0]) // 2 if two else 0 if right else W - size[0]
        y = (H - size[1]) // 2 if two else 0 if bottom else H - size[1]
        out.paste(face.resize(size, Image.Resampling.LANCZOS), (x, y))
        return out


def _free_spot(rng: Generator, face: Image.Image, ground: Ink) -> tuple[float, float, float] | None:
    """A place (shares of the face) and the room around it in pixels; None where a sign would be too small."""
    away = np.abs(np.asarray(face, np.int16) - np.array(ground, np.int16)).max(axis=2)
    bare = np.pad((away < APART).astype(np.uint8), 1)
    room = cv2.distanceTransform(bare, cv2.DIST_L2, 5)[1:-1, 1:-1]
    if 1.5 * room.max() < LEAST * H:
        return None
    least = max(LEAST * H / 1.5, float(rng.uniform(0.75, 1.0)) * float(room.max()))
    spots = np.argwhere(room >= min(least, float(room.max())))
    y, x = spots[int(rng.integers(len(spots)))]
    return float((x + 0.5) / W), float((y + 0.5) / H), float(room[y, x])


def ink_box(face: Image.Image, ground: Ink) -> tuple[int, int, int, int] | None:
    """The box around the ink."""
    away = np.abs(np.asarray(face, np.int16) - np.array(ground, np.int16)).max(axis=2)
    return Image.fromarray((away >= APART).astype(np.uint8)).getbbox()


def filled(face: Image.Image, ground: Ink, share: float) -> Image.Image:
    """The ink as large as the face allows but for a margin, its proportions kept."""
    box = ink_box(face, ground)
    if box is None:
        return face
    part = face.crop(box)
    grow = share * min(W / part.width, H / part.height)
    size = max(1, round(part.width * grow)), max(1, round(part.height * grow))
    out = Image.new("RGB", (W, H), ground)
    out.paste(part.resize(size, Image.Resampling.LANCZOS), ((W - size[0]) // 2, (H - size[1]) // 2))
    return out


def shrunk(face: Image.Image, ground: Ink, share: float, shift: tuple[float, float]) -> Image.Image:
    """The whole face at `share` of its size; `shift` says where in the room left, -1 to 1 each way."""
    size = round(W * share), round(H * share)
    out = Image.new("RGB", (W, H), ground)
    at = [round((whole - part) / 2 * (1 + s)) for whole, part, s in zip((W, H), size, shift, strict=True)]
    out.paste(face.resize(size, Image.Resampling.LANCZOS), (at[0], at[1]))
    return out
