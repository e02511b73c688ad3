"""Glicko-2 after one rating period, step by step as in Glickman's paper.

Source: Mark E. Glickman, "Example of the Glicko-2 system", 2012; the numbers of the steps are his.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, pi, sqrt
from typing import Final

CENTRE: Final = 1500.0
SCALE: Final = 173.7178
"""Points of the scale that people read for one unit of the scale that is calculated with (step 2)."""
NEAR: Final = 1e-9
"""How exactly the volatility is found; the paper takes 1e-6."""
Opponent = tuple[float, float, float]
"""Rating, deviation, and the score against it: 1 won, 0.5 drawn, 0 lost."""


def after_period(
    rating: float, deviation: float, volatility: float, met: Sequence[Opponent], tau: float
) -> tuple[float, float, float]:
    """Rating, deviation and volatility after a period. `tau` bounds how fast the volatility changes.

    Who met nobody keeps rating and volatility and becomes less certain.
    """
    mu, phi = (rating - CENTRE) / SCALE, deviation / SCALE
    if not met:
        return rating, SCALE * sqrt(phi**2 + volatility**2), volatility
    information = surprise = 0.0  # 1/v and delta/v of steps 3 and 4
    for other, spread, score in met:
        g = 1 / sqrt(1 + 3 * (spread / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-g * (mu - (other - CENTRE) / SCALE)))
        information += g**2 * expected * (1 - expected)
        surprise += g * (score - expected)
    v = 1 / information
    sigma = _volatility(phi, volatility, v, v * surprise, tau)
    phi = 1 / sqrt(1 / (phi**2 + sigma**2) + information)  # steps 6 and 7
    return CENTRE + SCALE * (mu + phi**2 * surprise), SCALE * phi, sigma


def _volatility(phi: float, sigma: float, v: float, delta: float, tau: float) -> float:
    """Step 5: the root of `f` by the Illinois algorithm; x is the logarithm of the variance."""
    a = log(sigma**2)

    def f(x: float) -> float:
        total = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - total) / (2 * total**2) - (x - a) / tau**2

    low, high = a, _beyond(f, a, delta**2 - phi**2 - v, tau)
    at_low, at_high = f(low), f(high)
    while abs(high - low) > NEAR:
        x = low + (low - high) * at_low / (at_high - at_low)
        at_x = f(x)
        if at_x * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = x, at_x
    return exp(low / 2)


def _beyond(f: Callable[[float], float], a: float, excess: float, tau: float) -> float:
    """A point on the other side of the root than `a`; `excess` is delta² - phi² - v."""
    if excess > 0:
        return log(excess)
    k = 1
    while f(a - k * tau) < 0:
        k += 1
    return a - k * tau
