"""What the set-up page asks about the table's tiles, and what it is answered."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from contract.messages import Model
from controller.calibration.answers import CalibrateHint, Spot
from engine.tiles.tile import Face, Tile
from vision.nets.enrol import EnrolError

BACK = "back"
NONE = ""
"""A tile that is left out."""
Word = Annotated[str, Field(pattern=r"^(?:[0-9][mpsz]|back|)$")]
"""A face as `5m`, `0p`, `3z`; `back`; empty: none."""
MOST_TILES = 60


class TeachPlace(Model):
    """Where a tile of the set belongs, in pixels."""

    face: Word
    quad: list[Spot]


class TeachTile(Model):
    """A tile that lies on the mat. `read` is what the table reads now, empty where it sees no tile in it;
    `meant` what it is by the rows, else what was read; `sure` are the odds of what was read."""

    quad: list[Spot]
    read: Word
    meant: Word
    sure: float


class TeachNow(Model):
    """`/teach/now.json`: what lies on the mat, and where it belongs. `refused`: why nothing is seen, and with
    tiles: why the rows are not those of a set."""

    refused: CalibrateHint | None = None
    width: int = 0
    height: int = 0
    places: list[TeachPlace] = Field(default_factory=list)
    tiles: list[TeachTile] = Field(default_factory=list)


class TeachLook(Model):
    """Sent to `/teach/look`. `after` is the first look, where this is the second."""

    after: Annotated[str, Field(max_length=40)] = ""


class TeachLooked(TeachNow):
    """A look that is kept under `id`, empty where it is not; `picture` is a data URL."""

    id: str = ""
    picture: str = ""


class TeachSeen(Model):
    """A look by its `id`, with what each of its tiles is, in their order."""

    id: Annotated[str, Field(max_length=40)]
    faces: Annotated[list[Word], Field(max_length=MOST_TILES)]


class TeachLearn(Model):
    """Sent to `/teach/learn`: two looks make a set."""

    name: Annotated[str, Field(max_length=64)]
    looks: Annotated[list[TeachSeen], Field(min_length=2, max_length=2)]


class TeachLearnt(Model):
    """How many of `count` tiles were read right before and `then`; kept where nothing is `refused`."""

    refused: CalibrateHint | None = None
    right: int = 0
    then: int = 0
    count: int = 0


class TeachOrder(Model):
    """Sent to `/teach/learning`: learn from the hands that are kept, or forget them and what they taught."""

    do: Literal["learn", "forget"]


class TeachTold(Model):
    """How tiles of hands that were held back were read before and `then`, of `count`; `kept`: the table reads
    so since `at_ms` (Unix time), else it went on as before."""

    at_ms: int
    right: int
    then: int
    count: int
    kept: bool


class TeachLearning(Model):
    """`/teach/learning.json`: what the hands have taught. `on`: the owner agrees to it; `hands` are kept, of
    the faces `lacking` too few were seen, `few`: too few tiles are held back to judge by; `busy`: it works;
    `used`: the table reads with what was learnt."""

    on: bool = False
    hands: int = 0
    lacking: list[Word] = Field(default_factory=list)
    few: bool = True
    busy: bool = False
    used: bool = False
    last: TeachTold | None = None


class TeachRead(Model):
    """A tile of the row that was read: whether the hand has it."""

    face: Word
    right: bool


class TeachHand(Model):
    """`/teach/hand.json`: the hand that is to be laid, what was read, and what of it lacks."""

    refused: CalibrateHint | None = None
    wanted: list[Word] = Field(default_factory=list)
    read: list[TeachRead] = Field(default_factory=list)
    lacking: list[Word] = Field(default_factory=list)
    right: bool = False


def word(face: Face | None) -> str:
    return BACK if face is None else str(face)


def face_of(text: str) -> Face | None:
    """The face of a word that is not NONE. ValueError where there is no such tile, as of `8z`."""
    return None if text == BACK else Tile.parse(text)


def of_enrol(error: EnrolError) -> CalibrateHint:
    return CalibrateHint(code=error.code, values=dict(error.values), message=str(error))
