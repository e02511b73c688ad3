"""What dice and sticks show, read by two nets that look at different things, so that their odds multiply."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.frame import Pixels
from vision.nets.load import session

Floats = NDArray[np.float32]
LEAST: Final = 1e-4
"""Probability that either net grants to every answer."""


class Values:
    """`NAME_values.onnx`, which is given measured features, and `NAME_pictures.onnx` in `models_dir`.

    ModelError if they cannot be loaded.
    """

    def __init__(self, models_dir: Path, name: str, threads: int) -> None:
        self._measured = session(models_dir / f"{name}_values.onnx", threads)
        self._pictured = session(models_dir / f"{name}_pictures.onnx", threads)

    def odds(self, features: Floats, images: Pixels) -> Floats:
        """Of N things the features and pictures (N x H x W x 3) as N rows of probabilities of the answers."""
        (measured,) = self._measured.run(None, {"features": features})
        (pictured,) = self._pictured.run(None, {"image": equal(images)})
        odds = np.maximum(_odds(measured), LEAST) * np.maximum(_odds(pictured), LEAST)
        return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


def _odds(logits: Floats) -> Floats:
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


def equal(images: Pixels) -> Floats:
    """N x H x W x 3 as N x 3 x H x W of equal light and contrast."""
    return np.concatenate([_equal(image) for image in images])


def _equal(image: Pixels) -> Floats:
    mean, spread = cv2.meanStdDev(image)
    scale = 1 / (math.sqrt(float((spread**2).mean())) + 4)
    return np.asarray(cv2.dnn.blobFromImage(image, scale, mean=mean.ravel().tolist()), np.float32)
