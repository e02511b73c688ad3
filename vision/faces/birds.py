"""The bird of the 1s, which every maker draws in his own way."""

from __future__ import annotations

from vision.faces.shapes import Disc, Poly, Program, Ring, Shape, Stroke, flipped, inked
from vision.faces.style import Style


def bird(style: Style) -> Program:
    """The 1s of a set."""
    drawn = (_peacock, _crane, _sparrow, _phoenix, _owl, _swallow, _fan)[style.bird]()
    return inked(flipped(drawn) if style.bird_flipped else drawn, style.bird_inks)


def _peacock() -> Program:
    """A peacock seen from the side, its train hanging to the lower right."""
    train: list[Shape] = []
    for k, (x, y) in enumerate(((8.2, 28.8), (12.4, 30.4), (16.6, 29.6), (20.2, 27.0), (22.4, 23.2))):
        train.append(Stroke(((11.6, 17.0, 1.6), ((11.6 + x) / 2 + 1.2, (17 + y) / 2, 1.5), (x, y, 0.9)), "g"))
        ink = "r" if k % 2 else "b"
        train += [Disc(x, y, 1.9, 1.9, "g"), Disc(x, y, 1.25, 1.25, "w"), Disc(x, y, 0.9, 0.9, ink)]
    body = (
        Disc(12.4, 15.2, 5.6, 3.9, "g", 38),
        Stroke(((8.4, 12.6, 4.2), (7.4, 9.4, 3.2), (9.0, 6.2, 2.6)), "b"),
        Disc(9.4, 5.9, 2.3, 2.0, "b"),
        Poly(((7.6, 5.0), (3.6, 6.6), (7.7, 7.0)), "r"),
        Disc(8.9, 5.5, 0.62, 0.62, "w"),
        Stroke(((10.4, 12.6, 1.1), (13.6, 12.8, 1.0), (16.6, 15.4, 0.4)), "w"),
        Stroke(((10.6, 15.0, 1.1), (13.0, 15.4, 1.0), (15.4, 17.6, 0.4)), "w"),
        Stroke(((10.4, 4.2, 0.7), (12.2, 2.6, 0.6)), "r"),
        Stroke(((10.9, 5.0, 0.7), (13.6, 4.0, 0.6)), "r"),
        Disc(12.6, 2.5, 0.8, 0.8, "r"),
        Disc(13.7, 3.9, 0.8, 0.8, "r"),
    )
    legs = tuple(
        Stroke(((x, 18.4, 1.0), (x - 1.0, 24.2, 0.9), (x - 2.8, 24.6, 0.8)), "r") for x in (8.6, 11.0)
    )
    return (*train, *legs, *body)


def _crane() -> Program:
    """A crane with raised wings on one leg."""
    wings = tuple(
        Stroke(
            ((13.0, 15.5, 2.6), (13 + dx * 0.6, 10.5 - k, 2.4), (13 + dx, 5.0 + k * 2.4, 0.6)),
            "b" if k % 2 else "g",
        )
        for k, dx in enumerate((3.4, 6.0, 8.0, 9.6))
    )
    return (
        *wings,
        Disc(12.0, 18.0, 5.8, 3.5, "g", 24),
        Stroke(((16.0, 20.5, 2.2), (19.4, 23.6, 1.8), (22.0, 24.6, 0.5)), "r"),
        Stroke(((15.4, 21.0, 2.0), (17.8, 25.0, 1.6), (19.4, 26.8, 0.5)), "r"),
        Stroke(((7.6, 16.6, 3.0), (5.4, 12.4, 2.2), (7.6, 8.2, 2.0)), "b"),
        Disc(8.0, 7.2, 1.9, 1.7, "r"),
        Poly(((6.8, 6.4), (2.6, 8.0), (6.9, 8.3)), "k"),
        Disc(7.7, 6.9, 0.5, 0.5, "w"),
        Stroke(((11.6, 21.0, 1.1), (11.2, 26.0, 0.9), (11.4, 31.0, 0.9)), "k"),
        Stroke(((8.2, 31.2, 0.9), (14.4, 31.2, 0.9)), "k"),
        Stroke(((8.8, 17.2, 1.0), (12.4, 17.0, 0.9), (15.8, 19.4, 0.4)), "w"),
    )


def _sparrow() -> Program:
    """A round sparrow on a bamboo twig."""
    return (
        Stroke(((3.6, 29.4, 1.7), (13.0, 28.2, 1.6), (22.4, 28.8, 1.7)), "g"),
        Stroke(((16.6, 24.0, 3.2), (19.6, 27.4, 3.0), (21.4, 31.4, 1.6)), "b"),
        Disc(12.4, 19.4, 6.9, 7.6, "g", -30),
        Disc(9.2, 10.0, 5.0, 4.7, "r"),
        Poly(((5.0, 8.6), (1.6, 10.8), (5.0, 12.0)), "k"),
        Disc(7.8, 9.4, 1.3, 1.3, "w"),
        Disc(7.7, 9.4, 0.75, 0.75, "k"),
        Disc(9.6, 19.6, 3.2, 4.6, "w", -20),
        Stroke(((12.8, 15.6, 2.2), (17.0, 19.0, 2.6), (18.4, 24.6, 0.9)), "b"),
        Stroke(((10.0, 26.2, 1.1), (9.6, 28.8, 1.0)), "r"),
        Stroke(((13.0, 26.4, 1.1), (13.6, 28.8, 1.0)), "r"),
    )


def _phoenix() -> Program:
    """A phoenix whose three plumes rise behind it."""
    plumes: list[Shape] = []
    for (x, y), ink in zip(((23.4, 4.6), (20.4, 9.6), (22.8, 15.0)), "gbg", strict=True):
        plumes.append(
            Stroke(((11.0, 21.0, 2.2), ((11 + x) / 2 + 2.4, (21 + y) / 2 + 1.2, 1.8), (x, y, 1.2)), ink)
        )
        plumes += [Disc(x, y, 1.7, 1.7, "r"), Disc(x, y, 0.8, 0.8, "w")]
    return (
        *plumes,
        Disc(9.6, 21.2, 5.0, 4.0, "r", -20),
        Stroke(((7.6, 19.6, 3.2), (5.0, 14.6, 2.4), (6.6, 9.6, 2.2)), "r"),
        Disc(6.9, 8.6, 2.2, 2.0, "g"),
        Poly(((5.4, 8.0), (1.4, 9.6), (5.6, 9.9)), "k"),
        Disc(6.5, 8.1, 0.6, 0.6, "w"),
        Stroke(((7.6, 7.0, 0.8), (9.4, 4.4, 0.7), (8.6, 2.8, 0.6)), "r"),
        Stroke(((8.0, 20.4, 1.0), (11.4, 20.0, 1.0), (13.8, 22.4, 0.5)), "w"),
        Stroke(((8.2, 24.6, 1.0), (8.0, 31.0, 0.9)), "k"),
        Stroke(((11.4, 24.6, 1.0), (11.8, 31.0, 0.9)), "k"),
        Stroke(((4.8, 31.4, 1.2), (15.4, 31.4, 1.2)), "g"),
    )


def _owl() -> Program:
    """A bird seen from the front, its wings spread."""
    feathers = tuple(
        Stroke(
            (
                (13.0 + s * 2.4, 15.0, 2.6),
                (13.0 + s * (5.4 + k), 13.0 + 3.0 * k, 2.2),
                (13.0 + s * (9.8 - k), 9.6 + 5.0 * k, 0.9),
            ),
            "b" if k % 2 else "g",
        )
        for s in (-1, 1)
        for k in range(3)
    )
    plumes = ((-4.6, "g"), (4.6, "g"), (0.0, "r"))
    tail = tuple(Stroke(((13.0, 22.0, 2.0), (13.0 + dx, 30.6, 1.4)), ink) for dx, ink in plumes)
    return (
        *feathers,
        *tail,
        Disc(13.0, 18.0, 4.4, 6.4, "g"),
        *(Ring(13.0, y, 2.2, 0.5, "w") for y in (17.0, 20.6)),
        Disc(13.0, 9.4, 4.4, 4.0, "r"),
        *(Disc(13.0 + s * 1.8, 8.8, 1.4, 1.4, "w") for s in (-1, 1)),
        *(Disc(13.0 + s * 1.8, 8.8, 0.7, 0.7, "k") for s in (-1, 1)),
        Poly(((12.0, 10.4), (14.0, 10.4), (13.0, 12.8)), "k"),
    )


def _swallow() -> Program:
    """A swallow on the wing above a leaf of bamboo."""
    return (
        Stroke(((11.6, 13.0, 3.4), (17.4, 7.4, 2.8), (23.6, 3.0, 0.6)), "b"),
        Stroke(((12.0, 15.4, 3.4), (18.4, 15.4, 2.6), (24.0, 12.2, 0.6)), "b"),
        Stroke(((6.6, 11.4, 3.0), (11.0, 15.4, 4.6), (14.6, 20.0, 2.6), (16.0, 23.4, 1.0)), "g"),
        Stroke(((15.0, 21.0, 1.4), (20.2, 24.6, 0.5)), "g"),
        Stroke(((14.4, 21.4, 1.4), (14.6, 27.4, 0.5)), "g"),
        Disc(6.0, 10.4, 2.3, 2.1, "r"),
        Poly(((4.6, 9.4), (1.2, 9.0), (4.2, 11.2)), "k"),
        Disc(5.5, 9.8, 0.6, 0.6, "w"),
        Stroke(((3.0, 31.0, 0.8), (11.6, 29.0, 2.2), (22.6, 31.6, 0.4)), "g"),
        Stroke(((9.6, 29.4, 0.6), (7.4, 25.4, 1.8), (4.2, 22.6, 0.3)), "g"),
    )


def _fan() -> Program:
    """A peacock from the front with its fan open."""
    out: list[Shape] = []
    eyes = ((3.2, 19.4), (4.6, 11.8), (8.4, 6.0), (13.0, 4.0), (17.6, 6.0), (21.4, 11.8), (22.8, 19.4))
    for k, (x, y) in enumerate(eyes):
        out += [Stroke(((13.0, 24.0, 1.6), (x, y, 1.2)), "g"), Disc(x, y, 2.3, 2.3, "g")]
        out += [Disc(x, y, 1.5, 1.5, "w"), Disc(x, y, 1.0, 1.0, "b" if k % 2 else "r")]
    return (
        *out,
        Disc(13.0, 25.0, 3.8, 5.4, "b"),
        Stroke(((13.0, 23.0, 3.0), (13.0, 15.6, 2.2)), "b"),
        Disc(13.0, 14.6, 2.0, 2.0, "b"),
        *(Disc(13.0 + s * 0.8, 14.2, 0.45, 0.45, "w") for s in (-1, 1)),
        Poly(((12.3, 15.4), (13.7, 15.4), (13.0, 17.2)), "r"),
        *(Stroke(((13.0 + s * 1.4, 29.6, 0.9), (13.0 + s * 1.8, 32.2, 0.8)), "r") for s in (-1, 1)),
    )
