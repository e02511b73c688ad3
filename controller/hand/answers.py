"""What the page of a hand receives, as models."""

from __future__ import annotations

from pydantic import Field

from contract.messages import Model
from engine.tiles.meld import MeldType


class ReadTile(Model):
    """A tile of the photograph."""

    tile: str | None
    """None is a back."""
    quad: list[list[float]]
    """From its top left clockwise, in shares of the picture's width and height."""
    sure: bool
    others: list[str]
    """What it may be instead, the likeliest first."""


class ReadSet(Model):
    """A set beside the hand."""

    type: MeldType
    tiles: list[str]


class HandReading(Model):
    """`/hand/read`: a photograph, and the hand that it is taken for. Numbers are places in `seen`."""

    seen: list[ReadTile]
    hand: list[int]
    """The concealed tiles from their left, without the winning one where that is known."""
    win: int | None
    sets: list[ReadSet]
    set_tiles: list[list[int]]
    """The tiles of each set from its left."""
    flowers: int
    """Extra tiles, which riichi has not."""
    ms: float


class HandReason(Model):
    """A line of the reasons: what it says, as in `Explanation` of the engine."""

    topic: str
    text: str


class HandWorth(Model):
    """`/hand/value`. Where the hand is no win, `faults` has why as codes, and `reasons` in the asked language
    where it is a hand at all."""

    ok: bool
    faults: list[str] = Field(default_factory=list)
    reasons: list[HandReason] = Field(default_factory=list)
    yaku: list[tuple[str, int]] = Field(default_factory=list)
    han: int = 0
    fu: int = 0
    dora: int = 0
    red: int = 0
    ura: int = 0
    yakuman: int = 0
    limit: str | None = None
    points: int = 0
    fu_parts: list[tuple[str, int]] = Field(default_factory=list)


class HandRefusal(Model):
    """Why a picture or a question is not answered; the page says it by the code."""

    code: str
    message: str
