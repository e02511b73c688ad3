"""Bodies (`vision.train.draw.bodies`) painted into a picture: shadows, and what each pixel shows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.train.draw.bodies import Box, Camera
from vision.train.draw.compose import Image
from vision.train.draw.designs import BACK, TileSet
from vision.train.draw.layout import Points

Floats = NDArray[np.float32]
Owner = NDArray[np.uint16]
"""The number of the body that each pixel shows, from 1 on."""


class Painter:
    """Paints bodies over `canvas`, seen by `camera`.

    `place` is how many pixels the picture plane at distance 1 is long, each way, and where its middle lies.
    """

    def __init__(self, canvas: Floats, camera: Camera, place: tuple[Points, Points], look: TileSet) -> None:
        self._canvas, self._camera, self._place = canvas, camera, place
        self._body, self._back = (np.array(c[::-1], np.float32) for c in (look.body, look.back))
        self._shades = np.ones(4)
        self.owner: Owner = np.zeros(canvas.shape[:2], np.uint16)

    def paint(self, rng: Generator, boxes: Sequence[Box]) -> None:
        """The farthest first; the sides of all are lit in the same way."""
        self._shades = np.append(np.exp(rng.normal(-0.12, 0.15, 3)), rng.uniform(0.45, 1.05))
        self._shade(rng, boxes)
        for number, box in enumerate(boxes, 1):
            self._draw(number, box)

    def _px(self, points: Points) -> Points:
        scale, offset = self._place
        return self._camera.seen(points) * scale + offset

    def _shade(self, rng: Generator, boxes: Sequence[Box]) -> None:
        """The soft shadows that bodies throw on the table."""
        away, mask = rng.normal(0, 0.35, 2), np.zeros(self._canvas.shape[:2], np.float32)
        for box in boxes:
            ends = np.concatenate([box.outline(0.0), box.outline(1.0)])
            ends[:, :2] += away * ends[:, 2:]
            ends[:, 2] = 0.0
            hull = cv2.convexHull(self._px(ends).astype(np.float32))
            cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), [1.0])
        soft = cv2.GaussianBlur(mask, (0, 0), float(np.exp(rng.uniform(math.log(0.8), math.log(9)))))
        self._canvas *= 1 - soft[..., None] * float(rng.uniform(0.1, 0.65))

    def _draw(self, number: int, box: Box) -> None:
        """The sides that show, in the body's and the back's colour, then the face with its rounded edge."""
        body, back = self._inks(box)
        if box.disc:
            rim = np.round(self._px(box.outline(1.0)) * 16).astype(np.int32)
            cv2.fillConvexPoly(self._canvas, rim, (body * 0.6).tolist(), cv2.LINE_AA, 4)
        for across, end in () if box.disc else ((0, -1), (0, 1), (1, -1), (1, 1)):
            outside = box.corner(*((end, 0) if across == 0 else (0, end)), 0.5)
            if box.axes[across] * end @ (self._camera.place - outside) > 0:
                shade = min(1.1, float(self._shades[0 if across == 1 else 1 + (end > 0)]))
                self._side(number, box, (across, end), (body * shade, back * shade), shade)
        if box.axes[2] @ (self._camera.place - box.middle) > 0:
            outline = self._px(box.outline(0.0))
            paste(self._canvas, box.texture, self._px(box.front), outline)
            edge = [np.round(outline * 16).astype(np.int32)]
            cv2.polylines(
                self._canvas, edge, True, (body * float(self._shades[3])).tolist(), 1, cv2.LINE_AA, 4
            )
            cv2.fillConvexPoly(self.owner, np.round(outline).astype(np.int32), [number])

    def _inks(self, box: Box) -> tuple[Floats, Floats]:
        if box.label < 0:
            whole = np.asarray(box.texture.reshape(-1, 3).max(axis=0), np.float32)
            return whole, whole
        return (self._back, self._body) if box.label == BACK else (self._body, self._back)

    def _side(
        self, number: int, box: Box, which: tuple[int, int], inks: tuple[Floats, Floats], shade: float
    ) -> None:
        whole = self._px(box.side(*which, 0.0, 1.0))
        cv2.fillConvexPoly(self.owner, np.round(whole).astype(np.int32), [number])
        if box.around is not None:
            paste(self._canvas, np.asarray(np.clip(box.around * shade, 0, 255), np.uint8), whole)
            return
        for near, far, ink in ((0.0, 0.62, inks[0]), (0.62, 1.0, inks[1])):
            points = np.round(self._px(box.side(*which, near, far)) * 16).astype(np.int32)
            cv2.fillConvexPoly(self._canvas, points, ink.tolist(), cv2.LINE_AA, 4)


def paste(canvas: Floats, texture: Image, corners: Points, outline: Points | None = None) -> None:
    """The texture laid into these corners (4 x 2 px, from its top left), as far as the outline goes."""
    quad = corners.astype(np.float32)
    wide = max(3, round(float(np.hypot(*(quad[1] - quad[0])))))
    high = max(3, round(float(np.hypot(*(quad[3] - quad[0])))))
    small = cv2.resize(texture, (wide, high), interpolation=cv2.INTER_AREA)
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
    top = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, canvas.shape[1::-1])
    if (top <= low).any():
        return
    whole = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(whole, quad - low.astype(np.float32) - 0.5)
    size = tuple(int(v) for v in top - low)
    seen = cv2.warpPerspective(small, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(
        mask,
        np.round(((quad if outline is None else outline) - low) * 16).astype(np.int32),
        255,
        cv2.LINE_AA,
        4,
    )
    part = canvas[low[1] : top[1], low[0] : top[0]]
    part += (mask[..., None].astype(np.float32) / 255) * (seen - part)
