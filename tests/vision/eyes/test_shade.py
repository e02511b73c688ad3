"""What a shadow on the rim is, in colours."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.camera.light import DIMMEST
from vision.eyes.shade import Colours, Shade

LIMIT = 12.0
FEW = 30
WIDE = 18.0
RIM = np.array([(x, y) for x in range(9) for y in range(40)], np.intp)
"""Places of a strip 40 long."""
rims = st.tuples(*[st.integers(60, 255)] * 3)
shares = st.tuples(*[st.floats(DIMMEST + 0.02, 0.9)] * 3)


def strip(colour: tuple[float, ...]) -> Colours:
    return np.tile(np.array(colour, np.float32), (len(RIM), 1))


def known(rim: tuple[float, ...], left: tuple[float, ...]) -> Shade:
    shade = Shade(WIDE)
    assert shade.learn(RIM, strip(rim) * np.array(left, np.float32), strip(rim), LIMIT, FEW)
    return shade


@given(rims, shares, rims, st.floats(0.0, 1.0))
def test_a_known_shadow_explains_itself_its_soft_border_and_its_end(
    rim: tuple[int, ...], left: tuple[float, ...], other: tuple[int, ...], deep: float
) -> None:
    shade = known(rim, left)
    lit = strip(other)
    dark = lit * (1.0 - deep * (1.0 - np.array(left, np.float32)))
    assert shade.explains(dark, lit, LIMIT).all()
    assert shade.explains(lit, dark, LIMIT).all()


@given(rims, shares)
def test_nothing_is_explained_before_a_shadow_is_known(rim: tuple[int, ...], left: tuple[float, ...]) -> None:
    dark = strip(rim) * np.array(left, np.float32)
    assert not Shade(WIDE).explains(dark, strip(rim), LIMIT).any()


@given(rims, shares, st.integers(0, 2))
def test_another_colour_is_none(rim: tuple[int, ...], left: tuple[float, ...], channel: int) -> None:
    """One colour keeps all its light or more, of which the shadow leaves a part."""
    shade = known(rim, left)
    dark = strip(rim) * np.array(left, np.float32)
    dark[:, channel] = rim[channel] + LIMIT
    assert not shade.explains(dark, strip(rim), LIMIT).any()


def test_what_is_narrow_too_dark_or_of_two_colours_teaches_nothing() -> None:
    lit = strip((60, 110, 165))
    narrow = RIM[:, 1] < WIDE - 1
    assert not Shade(WIDE).learn(RIM[narrow], lit[narrow] * 0.8, lit[narrow], LIMIT, FEW)
    assert not Shade(WIDE).learn(RIM, lit * (DIMMEST - 0.05), lit, LIMIT, FEW)
    two = lit * 0.8
    two[RIM[:, 1] < 6] = (150, 90, 20)
    assert not Shade(WIDE).learn(RIM, two, lit, LIMIT, FEW)
    assert Shade(WIDE).learn(RIM, lit * 0.8, lit, LIMIT, FEW)


def test_as_many_shadows_are_known_as_the_mat_has_sides() -> None:
    lit = strip((200, 200, 200))
    lefts = (0.9, 0.8, 0.7, 0.6, 0.5)
    shade = Shade(WIDE)
    for n, left in enumerate(lefts):
        warm = np.array((left, 0.95, 0.95) if n else (0.95, left, 0.95), np.float32)
        assert shade.learn(RIM, lit * warm, lit, LIMIT, FEW)
    first, last = np.array((0.95, 0.9, 0.95), np.float32), np.array((0.5, 0.95, 0.95), np.float32)
    assert not shade.explains(lit * first, lit, LIMIT).any()
    assert shade.explains(lit * last, lit, LIMIT).all()
