"""POV-Ray: its camera, its words, its pictures (its documentation, 3.3.2), and what a cheap sensor makes of
them."""

from __future__ import annotations

import math
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.camera.frame import Pixels

WIDTH, HEIGHT = 1920, 1080
Floats = NDArray[np.float64]
Linear = NDArray[np.float32]
QUALITY: Final = ("+A0.2", "+R3")
PLAIN: Final = ("-A", "+Q1")
"""Without light, each body in the colour that its text names."""


def absent() -> str | None:
    """A sentence where POV-Ray is not installed, or the files that its scenes include."""
    there = shutil.which("povray") and any(Path("/usr").glob("share/povray-*/include/shapes.inc"))
    return None if there else "povray is absent: run `sudo apt install povray povray-includes`."


@dataclass(frozen=True)
class Camera:
    """A pinhole at `eye` that looks at `target`, both in mm of the table frame; `fov` in degrees across."""

    eye: Floats
    target: Floats
    fov: float
    width: int = WIDTH
    height: int = HEIGHT

    def project(self, points: ArrayLike) -> Floats:
        """N x 3 points in mm as N x 2 pixels; the middle of the first pixel is (0, 0)."""
        ahead = (self.target - self.eye) / np.linalg.norm(self.target - self.eye)
        right = np.cross(ahead, (0.0, 1.0, 0.0))
        right /= np.linalg.norm(right)
        up = np.cross(right, ahead)
        seen = np.asarray(points, np.float64) - self.eye
        focal = self.width / 2 / math.tan(math.radians(self.fov) / 2)
        u, v = seen @ right / (seen @ ahead), seen @ up / (seen @ ahead)
        return np.column_stack([self.width / 2 + focal * u - 0.5, self.height / 2 - focal * v - 0.5])

    @property
    def words(self) -> str:
        """POV-Ray's frame is left-handed: `right` points to the left, which turns it."""
        return (
            f"camera {{ perspective location {vector(self.eye)} up y right -{self.width / self.height}*x "
            f"angle {self.fov} sky y look_at {vector(self.target)} }}"
        )


def vector(values: ArrayLike) -> str:
    return f"<{','.join(f'{float(value):.4f}' for value in np.asarray(values).ravel())}>"


def drawn(
    text: str,
    camera: Camera,
    quality: Iterable[str] = QUALITY,
    pictures: Mapping[str, bytes] | None = None,
) -> Pixels:
    """What POV-Ray makes of `text`, which may name `pictures`, as `camera` sees it: H x W x 3, BGR."""
    return np.asarray(_made(text, camera, (*quality, "+FN"), pictures or {}, ".png"), np.uint8)


def lit(
    text: str,
    camera: Camera,
    quality: Iterable[str] = QUALITY,
    pictures: Mapping[str, bytes] | None = None,
) -> Linear:
    """The same as light, before a sensor takes it: white is 1.0, what burns out is more."""
    return np.asarray(_made(text, camera, (*quality, "+FH"), pictures or {}, ".hdr"), np.float32)


def _made(
    text: str, camera: Camera, quality: Iterable[str], pictures: Mapping[str, bytes], end: str
) -> Pixels | Linear:
    with tempfile.TemporaryDirectory() as folder:
        for name, content in pictures.items():
            (Path(folder) / name).write_bytes(content)
        source, picture = Path(folder) / "table.pov", Path(folder) / f"table{end}"
        source.write_text(f"{camera.words}\n{text}")
        words = [
            f"+I{source}",
            f"+O{picture}",
            f"+W{camera.width}",
            f"+H{camera.height}",
            *quality,
            "-D",
            "+WT2",
        ]
        done = subprocess.run(["povray", *words], cwd=folder, check=False, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"POV-Ray: {done.stderr[-2000:]}")
        made = cv2.imread(str(picture), cv2.IMREAD_COLOR | cv2.IMREAD_ANYDEPTH)
    assert made is not None
    return made  # type: ignore[return-value]


def sensed(pixels: Pixels, rng: np.random.Generator, blur: float, noise: float) -> Pixels:
    """The picture as blurred (pixels) and noisy (grey levels) as a camera's."""
    soft = cv2.GaussianBlur(pixels, (0, 0), blur) + rng.normal(0, noise, pixels.shape)
    return np.asarray(np.clip(soft, 0, 255), np.uint8)


def taken(light: Linear, exposure: float, blur: float) -> Pixels:
    """What a sensor makes of linear light: burnt out where it is too much, encoded as sRGB."""
    soft = np.clip(cv2.GaussianBlur(light, (0, 0), blur) * exposure, 0.0, 1.0)
    curve = np.linspace(0.0, 1.0, 4096)
    srgb = np.where(curve <= 0.0031308, curve * 12.92, 1.055 * np.power(curve, 1 / 2.4) - 0.055)
    codes = np.rint(srgb * 255).astype(np.uint8)
    return np.asarray(codes[np.rint(soft * 4095).astype(np.int32)], np.uint8)
