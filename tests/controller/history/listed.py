"""Games in the list of a history, made of their scores."""

from __future__ import annotations

from collections.abc import Sequence

from contract.messages import RoundView, Standing
from controller.history.hands import PlayedGame, PlayedHand

NAMES = ("A", "B", "C", "D")
START = (25000, 25000, 25000, 25000)


def listed(
    *after: Sequence[int],
    name: str = "a",
    names: Sequence[str] = NAMES,
    standings: Sequence[Standing] = (),
    started_ms: int | None = None,
) -> PlayedGame:
    """A game that leads through these scores, each after a hand."""
    starts = [START, *after]
    hands = [_hand(before, following) for before, following in zip(starts, after, strict=False)]
    return PlayedGame(
        id=name,
        preset="rrc",
        rules="riichi",
        names=list(names),
        started_ms=started_ms,
        finished=bool(standings),
        scores=list(starts[-1]),
        standings=list(standings),
        hands=hands,
    )


def _hand(before: Sequence[int], following: Sequence[int]) -> PlayedHand:
    return PlayedHand(
        round=RoundView(wind="E", number=1, honba=0, kyotaku=0),
        dealer=0,
        scores=list(before),
        reason="win",
        winners=[],
        deltas=[now - then for now, then in zip(following, before, strict=True)],
        started_ms=None,
        ended_ms=None,
    )
