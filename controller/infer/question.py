"""What the table does not know and a person can answer.

A question is raised again at every look as long as its cause is there, so it goes away by
itself; it is asked when the cause has lasted, because most doubts end with the next picture.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from contract.messages import Question
from contract.stored.vocabulary import FAULTS
from controller.infer.views import Place
from controller.infer.wall import before
from engine.state.faults import Fault
from engine.tiles.tile import Tile
from vision.calibration.mat import Zone
from vision.eyes.observation import TileSeen

ASK_AFTER: Final = 1.0
"""Seconds that a doubt must last before anybody is asked: two or three settled readings."""

CODES: Final = {
    Zone.POND: "unread_discard",
    Zone.MELD: "unread_meld",
    Zone.WALL: "unread_dora",
    Zone.HAND: "unread_hand",
}

URA: Final = "unread_ura"
"""Of an indicator that lies before its wall."""

WAITS: Final = ("awaits_dice", "awaits_deal", "awaits_discard", "wall_short", "awaits_hand", "enter_result")
"""Codes of what the table waits for; nobody has done anything that is to be looked at."""


def place_id(place: Place) -> str:
    zone, seat, track = place
    return f"{zone.value}.{seat}.{track}"


def place_of(question: str) -> Place | None:
    """The tile that a question is about, from its id; None where it is about none."""
    zone, _, rest = question.partition(".")
    seat, _, track = rest.partition(".")
    if zone not in CODES or not (seat.isdecimal() and track.removeprefix("-").isdecimal()):
        return None
    return Zone(zone), int(seat), int(track)


def unread(place: Place, seen: TileSeen, candidates: Iterable[Tile], assumed: Tile | None = None) -> Question:
    """Which of the candidates lies there? Nobody has said, and it counts as `assumed`."""
    return Question(
        id=place_id(place),
        code=URA if place[0] is Zone.WALL and before(seen) else CODES[place[0]],
        seat=place[1],
        candidates=[str(tile) for tile in candidates],
        quad=list(seen.quad),
        assumed=None if assumed is None else str(assumed),
    )


def unseen(place: Place) -> Question:
    """What lies at a place where a tile must lie?"""
    code = "unseen_discard" if place[0] is Zone.POND else CODES[place[0]]
    return Question(id=place_id(place), code=code, seat=place[1])


def unseen_ura(place: Place) -> Question:
    """What is the ura indicator before that wall?"""
    return unseen(place).model_copy(update={"code": URA})


def unseen_set(question: Question) -> Question:
    """The same about the rightmost tile of a called set of which nothing is seen: no mark shows it."""
    return question.model_copy(update={"code": "unseen_set", "quad": None})


def contradiction(
    what: str, seat: int, faults: Iterable[str], seen: TileSeen | None = None, place: Place | None = None
) -> Question:
    """The pixels are clear and cannot be. `what` makes the id unique where no tile is concerned."""
    return Question(
        id=what if place is None else place_id(place),
        code="contradiction",
        seat=seat,
        candidates=[] if seen is None or seen.tile is None else [str(seen.tile)],
        faults=list(faults),
        quad=None if seen is None else list(seen.quad),
    )


def contested(place: Place, seen: TileSeen, known: Tile | None) -> Question:
    """The pixels are clear, and the tile is `known` to be another one: which is it?"""
    question = contradiction("", place[1], (FAULTS[Fault.ALREADY_READ],), seen, place)
    both = [*question.candidates, *([] if known is None else [str(known)])]
    return question.model_copy(update={"candidates": list(dict.fromkeys(both))})


def refused(what: str, seat: int | None, faults: Fault, seen: TileSeen | None = None) -> Question:
    """An event that the rules do not allow."""
    return Question(
        id=what,
        code="refused_event",
        seat=seat,
        candidates=[] if seen is None or seen.tile is None else [str(seen.tile)],
        faults=[FAULTS[fault] for fault in faults],
        quad=None if seen is None else list(seen.quad),
    )


def put_right(what: str, code: str, seat: int | None, values: Iterable[int] = ()) -> Question:
    """What lies otherwise than it should, or is waited for: nobody answers, somebody does it."""
    return Question(id=what, code=code, seat=seat, values=list(values))


class Questions:
    """Which raised questions have lasted long enough to be asked."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}
        self._raised: dict[str, tuple[Question, float]] = {}

    def begin(self) -> None:
        self._raised = {}

    @property
    def raised(self) -> bool:
        """Whether there is any doubt at this look."""
        return bool(self._raised)

    def about(self, zone: Zone) -> set[int]:
        """Seats of whose tiles in the zone there is a doubt at this look."""
        places = map(place_of, self._raised)
        return {place[1] for place in places if place is not None and place[0] is zone}

    def put(self, question: Question, after: float = ASK_AFTER) -> None:
        self._raised.setdefault(question.id, (question, after))

    def open(self, now: float) -> list[Question]:
        self._since = {key: self._since.get(key, now) for key in self._raised}
        return [q for key, (q, after) in self._raised.items() if now - self._since[key] >= after]
