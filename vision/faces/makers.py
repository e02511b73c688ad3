"""The sets of other makers: a seed is a style. Everything a set can differ in differs here.

Seeds from `HELD` on are kept out of all training: figures are measured on them.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from vision.faces.shapes import Rgb
from vision.faces.style import BIRDS, CANES, DOTS, PATTERNS, SCHEMES, WHITES, RedFive, Style, near

HELD: Final = 900_000

BACKS: Final[tuple[Rgb, ...]] = (
    (24, 122, 70), (20, 70, 160), (232, 160, 34), (236, 204, 60), (28, 28, 32), (196, 120, 60), (150, 40, 50),
    (214, 110, 150), (110, 70, 150), (90, 170, 210), (90, 60, 40), (60, 150, 140),
)  # fmt: skip
PAPERS: Final[dict[str, tuple[Rgb, ...]]] = {
    "white": ((250, 250, 248), (244, 246, 246)),
    "ivory": ((248, 240, 218), (240, 228, 196), (232, 216, 176)),
    "tinted": ((228, 240, 226), (226, 234, 244), (246, 230, 230)),
    "dark": ((34, 34, 38), (26, 44, 78), (24, 60, 44), (76, 26, 34)),
}
SHARES: Final = {"white": 0.4, "ivory": 0.38, "tinted": 0.08, "dark": 0.14}


def maker(seed: int) -> Style:
    """The set of the maker number `seed`; the same number gives the same set for ever."""
    rng = np.random.default_rng([seed, 31])
    body = str(rng.choice(list(SHARES), p=list(SHARES.values())))
    papers = PAPERS[body]
    return Style(
        paper=near(rng, papers[int(rng.integers(len(papers)))], 3),
        **(_light_inks if body == "dark" else _dark_inks)(rng),
        **_body(rng),
        **_hand(rng),
        **_designs(rng),
    )


def _dark_inks(rng: np.random.Generator) -> dict[str, Any]:
    blues = ((24, 58, 140), (22, 60, 80), (20, 90, 170), (40, 40, 60))
    return {
        "black": near(rng, (28, 28, 36), 12),
        "red": near(rng, (196, 26, 34) if rng.uniform() < 0.8 else (150, 30, 40), 16),
        "green": near(rng, (8, 108, 60) if rng.uniform() < 0.8 else (40, 130, 40), 18),
        "blue": near(rng, blues[int(rng.integers(len(blues)))], 14),
    }


def _light_inks(rng: np.random.Generator) -> dict[str, Any]:
    """What is engraved into a dark body is filled with light colours."""
    return {
        "black": near(rng, (232, 226, 206) if rng.uniform() < 0.7 else (216, 180, 90), 10),
        "red": near(rng, (240, 84, 70), 12),
        "green": near(rng, (90, 200, 120), 14),
        "blue": near(rng, (120, 170, 240), 14),
    }


def _body(rng: np.random.Generator) -> dict[str, Any]:
    belted = rng.uniform() < 0.25
    belts: tuple[Rgb, ...] = ((250, 250, 250), (30, 30, 34), (200, 160, 90), (24, 122, 70))
    return {
        "back": near(rng, BACKS[int(rng.integers(len(BACKS)))], 10),
        "belt": belts[int(rng.integers(len(belts)))] if belted else None,
        "pattern": int(rng.integers(PATTERNS)) if rng.uniform() < 0.4 else 0,
        "coloured_sticks": bool(rng.uniform() < 0.4),
        "die": int(rng.integers(5)),
    }


def _hand(rng: np.random.Generator) -> dict[str, Any]:
    return {
        "weight": float(rng.uniform(0.66, 1.3)),
        "numeral": float(rng.uniform(0.8, 1.12)),
        "slant": float(rng.normal(0, 0.05)),
        "hand": int(rng.choice([0, 0, 1, 2])),
        "ink": str(rng.choice(["k", "k", "k", "b", "g"])),
        "short_man": bool(rng.uniform() < 0.2),
        "formal_five": bool(rng.uniform() < 0.4),
        "index": int(rng.integers(1, 4)) if rng.uniform() < 0.3 else 0,
        "index_size": float(rng.uniform(0.9, 1.5)),
        "letters": int(rng.integers(3)),
    }


def _designs(rng: np.random.Generator) -> dict[str, Any]:
    def scheme() -> int:
        return int(rng.integers(len(SCHEMES))) if rng.uniform() < 0.5 else 0

    return {
        "motif": float(rng.uniform(0.8, 1.05)),
        "bird": int(rng.integers(BIRDS)),
        "bird_flipped": bool(rng.uniform() < 0.5),
        "bird_scheme": scheme(),
        "dot": int(rng.integers(DOTS)),
        "pin_scheme": scheme(),
        "bamboo": int(rng.integers(CANES)),
        "sou_scheme": scheme(),
        "white": int(rng.integers(WHITES)),
        "red_five": list(RedFive)[int(rng.choice([0, 0, 0, 1, 2]))],
        "flowers_swapped": bool(rng.uniform() < 0.4),
    }
