"""The characters as brush strokes: own stroke data in a box of 100 x 100.

A line is a kind of stroke and the points it passes. The kind gives how the brush is pressed
from the start to the end of the stroke.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Press = Mapping[str, tuple[tuple[float, float], ...]]

PRESS: Final[Press] = {
    "h": ((0.0, 1.0), (0.22, 0.68), (0.72, 0.66), (0.93, 1.12), (1.0, 0.75)),
    "s": ((0.0, 1.08), (0.3, 0.86), (0.75, 0.86), (1.0, 1.0)),
    "p": ((0.0, 1.12), (0.4, 0.9), (0.8, 0.5), (1.0, 0.12)),
    "n": ((0.0, 0.3), (0.4, 0.78), (0.8, 1.4), (1.0, 0.2)),
    "d": ((0.0, 0.3), (0.65, 1.2), (1.0, 0.95)),
    "u": ((0.0, 1.05), (0.35, 0.85), (1.0, 0.95)),
    "g": ((0.0, 1.0), (0.35, 0.75), (1.0, 0.1)),
    "t": ((0.0, 1.1), (0.4, 0.85), (1.0, 0.2)),
}
"""How a brush is pressed along a stroke: h across, s down, p to the left falling, n to the right
falling, d dot, u bend, g hook, t rising."""

PRINT: Final[Press] = {
    "h": ((0.0, 0.42), (0.82, 0.42), (0.93, 0.95), (1.0, 0.4)),
    "s": ((0.0, 1.2), (0.1, 1.05), (1.0, 1.05)),
    "p": ((0.0, 1.05), (0.5, 0.8), (1.0, 0.2)),
    "n": ((0.0, 0.3), (0.6, 0.95), (0.92, 1.15), (1.0, 0.3)),
    "d": ((0.0, 0.4), (1.0, 1.1)),
    "u": ((0.0, 1.0), (0.5, 0.8), (1.0, 0.8)),
    "g": ((0.0, 0.8), (1.0, 0.2)),
    "t": ((0.0, 0.8), (1.0, 0.3)),
}
"""The same for type with thin lines across and thick ones down."""
PLAIN: Final[Press] = dict.fromkeys(PRESS, ((0.0, 0.82), (1.0, 0.82)))
"""The same for type of one width."""
HANDS: Final = (PRESS, PRINT, PLAIN)

WEIGHT: Final = {"萬": 7.4, "發": 7.2, "東": 8.6, "南": 8.4, "西": 9.4, "四": 10.5, "五": 10.5, "伍": 9.0,
                 "春": 7.8, "夏": 7.4, "秋": 8.0, "冬": 9.5}  # fmt: skip
"""Brush width in units of the box; every other character 11.5."""
PLAIN_WEIGHT: Final = 11.5

STROKES: Final = {
    "一": "h 4,54 96,48",
    "二": "h 20,26 80,22; h 4,80 96,76",
    "三": "h 15,16 85,12; h 24,50 76,46; h 3,87 97,83",
    "四": "s 10,20 16,86; h 10,20 91,17; s 90,18 85,87; p 38,22 36,46 22,62; u 60,22 60,42 66,53 80,52;"
    "h 15,83 86,82",
    "五": "h 14,15 86,11; s 47,15 36,84; h 20,50 74,46; s 73,47 69,84; h 2,88 98,85",
    "六": "d 43,2 58,20; h 4,37 96,32; p 38,48 30,72 8,96; n 60,47 74,68 93,95",
    "七": "t 4,56 94,34; u 43,8 43,68 50,83 86,84; g 86,85 91,62",
    "八": "p 40,18 33,54 4,93; n 55,10 66,54 97,92",
    "九": "p 42,4 38,50 5,95; h 8,37 72,32; u 69,33 66,66 72,84 94,84; g 93,85 96,62",
    "萬": "h 7,15 93,13; s 34,3 36,26; s 66,3 64,26; s 23,31 25,59; h 23,32 78,31; s 77,31 75,59;"
    "h 26,45 74,44.5; h 25,58 76,57.5; s 50,32 50,83; s 11,69 12,99; h 11,70 90,68; s 89,68 88,97;"
    "g 88,97 75,90; t 28,89 66,81; d 59,73 71,89",
    "万": "h 6,16 94,13; p 42,17 34,60 6,96; h 38,42 84,40; s 83,41 80,92; g 80,94 58,86",
    "東": "h 8,18 92,15; s 22,31 24,64; h 22,32 79,31; s 78,31 76,64; h 24,47 76,46; h 24,62 77,61;"
    "s 50,2 50,99; p 47,63 32,80 5,94; n 53,62 69,79 97,93",
    "南": "h 9,18 91,15; s 50,2 50,36; s 12,37 13,98; h 12,38 89,36; s 88,37 87,96; g 87,97 72,89;"
    "d 32,42 40,54; p 68,41 59,55; h 27,60 74,58; h 24,76 77,75; s 50,60 50,95",
    "西": "h 5,14 95,11; s 13,37 18,95; h 13,38 88,36; s 87,37 82,95; h 17,91 83,90; p 39,15 38,50 22,70;"
    "u 60,15 60,54 65,66 80,65",
    "北": "s 37,6 37,96; h 7,36 36,33; t 3,84 36,69; p 92,24 80,36 63,44; u 62,6 62,72 69,86 92,85;"
    "g 92,86 97,62",
    "發": "h 12,10 42,8; p 40,9 30,27 3,44; d 12,20 24,31; n 57,5 70,26 98,44; p 82,6 68,19; p 95,17 80,30;"
    "h 12,50 43,48; s 42,49 41,61; h 15,62 41,61; s 15,62 12,76; h 12,76 44,74;"
    "s 43,75 38,95; g 39,97 22,89;"
    "p 60,47 58,60 47,69; h 60,48 81,46; u 80,47 80,60 86,63 97,61; h 53,74 85,71; p 84,72 72,89 45,99;"
    "n 57,75 70,88 98,99",
    "白": "p 52,2 46,12 34,24; s 20,25 22,97; h 21,26 80,24; s 79,24 77,97; h 23,59 77,58; h 23,94 77,93",
    "伍": "p 24,4 18,22 4,44; s 17,30 17,98; h 36,15 94,12; s 62,15 54,86; h 40,48 86,45; s 85,45 82,86;"
    "h 30,90 99,87",
    "春": "h 20,12 80,10; h 14,26 86,24; h 5,41 95,39; p 50,2 44,34 4,66; n 58,40 72,54 97,66; s 30,54 31,98;"
    "h 31,55 70,54; s 69,54 68,98; h 32,75 68,74; h 32,95 68,94",
    "夏": "h 8,8 92,6; p 50,8 46,14 40,20; s 28,20 29,58; h 29,21 72,20; s 71,20 70,58; h 30,33 70,32;"
    "h 30,45 70,44; h 30,57 70,56; p 42,58 28,72 8,80; h 36,68 74,66; p 74,66 52,84 10,98;"
    "n 34,74 58,88 96,98",
    "秋": "p 42,4 28,11 8,14; h 4,32 48,29; s 27,12 27,98; p 26,34 18,56 3,72; n 28,40 38,50 46,60;"
    "d 56,28 62,44; p 92,22 86,36 78,46; p 72,6 72,50 48,97; n 72,48 82,76 99,96",
    "冬": "p 42,2 30,22 8,40; h 34,20 76,18; p 76,18 56,48 6,66; n 30,26 56,48 97,62; d 42,64 58,74;"
    "d 36,82 60,96",
    "中": "s 11,27 16,65; h 11,28 90,25; s 89,26 84,65; h 16,62 85,60; s 50,1 50,100",
}


def strokes(char: str, hand: int = 0) -> list[tuple[tuple[float, float, float], ...]]:
    """Strokes of a character as points (x, y, brush width) in the box of 100 x 100.

    `hand` is 0 for the brush, 1 for type with thin and thick lines, 2 for type of one width.
    """
    weight = WEIGHT.get(char, PLAIN_WEIGHT)
    return [_pressed(line.split(), weight, HANDS[hand]) for line in STROKES[char].split(";")]


def _pressed(words: list[str], weight: float, hand: Press) -> tuple[tuple[float, float, float], ...]:
    kind, *spots = words
    places = [(float(x), float(y)) for x, y in (s.split(",") for s in spots)]
    steps = len(places) - 1
    out = []
    for at, press in hand[kind]:
        i = min(int(at * steps), steps - 1)
        out.append((*_along(places, i, at * steps - i), press * weight))
    return tuple(out)


def _along(places: list[tuple[float, float]], i: int, t: float) -> tuple[float, float]:
    """A point on the curve through all places, between place `i` and the next."""
    a, b, c, d = (places[min(max(k, 0), len(places) - 1)] for k in range(i - 1, i + 3))
    if len(places) == 2:
        return b[0] + (c[0] - b[0]) * t, b[1] + (c[1] - b[1]) * t
    x, y = (
        0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t**2 + (3 * q - p - 3 * r + s) * t**3)
        for p, q, r, s in zip(a, b, c, d, strict=True)
    )
    return x, y
