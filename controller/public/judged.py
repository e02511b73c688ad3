"""What the judge found, what was ruled, and how a game ended."""

from __future__ import annotations

from contract.messages import (
    FindingView,
    RulingView,
    Standing,
)
from engine.judge import Finding
from engine.result.game import standings
from engine.state.hand import Game


def finding_view(finding: Finding, pictures: list[str]) -> FindingView:
    """What the judge found; `pictures` are the addresses of what proves it."""
    return FindingView(
        kind=finding.kind.value,
        clause=finding.clause,
        seat=finding.seat,
        penalty=finding.penalty,
        sanction=finding.sanction,
        minimum=finding.minimum,
        waived=finding.waived,
        pictures=pictures,
    )


def ruling_views(game: Game) -> list[RulingView]:
    """What was ruled in the game, in its order."""
    return [
        RulingView(
            seat=ruled.ruling.seat,
            sanction=ruled.ruling.sanction,
            penalty=ruled.ruling.penalty,
            points=ruled.ruling.points,
            hand=ruled.hand,
            confirmed=list(ruled.ruling.confirmed),
        )
        for ruled in game.penalties
    ]


def standing_views(game: Game) -> list[Standing]:
    """Empty while the game is played."""
    if not game.finished:
        return []
    return [
        Standing(
            seat=s.seat,
            place=s.place,
            score=int(s.points),
            points=float(s.total / 1000),
            uma=int(s.uma),
            oka=int(s.oka),
            penalty=int(s.penalty),
        )
        for s in standings(game)
    ]
