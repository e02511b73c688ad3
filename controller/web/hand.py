"""`/hand/...`: a photograph of a hand is read, a described hand is valued. Works without a game.

A picture stays in memory until it is answered, and goes nowhere else.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from contract.messages import Model
from controller.hand.answers import HandReason, HandRefusal, HandWorth
from controller.hand.reader import HandReader, NoPictureError
from controller.hand.value import valued
from engine.explain.words import LANGUAGES, Words
from engine.notation.fields import QueryError
from engine.notation.query import win_query
from engine.rules.presets import PRESETS, plain
from engine.state.hand import Game
from runtime.web.address import origin

READ: Final = "/hand/read"
VALUE: Final = "/hand/value"
LARGEST_PICTURE: Final = 24_000_000
"""Bytes: photographs of 50 megapixels have less."""
SLOTS: Final = 3
"""Pictures that are sent or read at once; more are asked to come again."""
MINUTE_S: Final = 60.0
PICTURES: Final = 20
VALUES: Final = 600
"""That an address may ask for in a minute."""
ADDRESSES: Final = 10_000
DEFAULT_PRESET: Final = "rrc"
Asked = dict[str, Any]
"""Fields of a line of `score`."""
_WHY: Final[Mapping[str, tuple[int, str]]] = {
    "no_picture": (415, "That is no picture that can be read: send a photograph as JPEG or PNG."),
    "busy": (503, "Other hands are being read: try again in a moment."),
    "too_often": (429, "Too many hands came from this address: try again in a minute."),
    "no_question": (400, "Send a JSON object as `jantaku score` reads it, and ?lang= one of the languages."),
}


class Pace:
    """How often an address asked within the last minute. Safe to use from several threads."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._lock = threading.Lock()
        self._asked: dict[str, deque[float]] = {}

    def allows(self, address: str) -> bool:
        """Whether it may ask once more, which counts."""
        now = self._clock()
        with self._lock:
            asked = self._asked.pop(address, deque())
            while asked and now - asked[0] >= MINUTE_S:
                asked.popleft()
            allowed = len(asked) < self._most
            if allowed:
                asked.append(now)
            self._asked[address] = asked
            while len(self._asked) > ADDRESSES:
                del self._asked[next(iter(self._asked))]
        return allowed


class Hands:
    """The two addresses. `preset` and `options` are the rules of hands that name none, where no game is
    played by others."""

    def __init__(
        self,
        preset: str = DEFAULT_PRESET,
        reader: HandReader | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        known = preset in PRESETS
        self._usual: Asked = {"preset": preset if known else DEFAULT_PRESET, "options": options or {}}
        if not known:
            self._usual["options"] = {}
        self._follows: Callable[[], Game | None] = lambda: None
        self._reader = reader or HandReader()
        self._slots = threading.BoundedSemaphore(SLOTS)
        self._pictures, self._values = Pace(PICTURES), Pace(VALUES)

    def follow(self, playing: Callable[[], Game | None]) -> None:
        """Hands are valued by the rules of the game that this gives."""
        self._follows = playing

    @property
    def rules(self) -> Asked:
        """`preset` and `options` of hands that name none."""
        game = self._follows()
        if game is None or game.rules.game != "riichi":
            return self._usual
        rules = game.rules
        return {"preset": rules.name, "options": {key: plain(rules.value(key)) for key in rules.overrides}}

    def routes(self) -> list[Route]:
        return [
            Route(READ, self._read, methods=["POST"]),
            Route(VALUE, self._value, methods=["POST"]),
        ]

    async def _read(self, request: Request) -> Response:
        if not self._pictures.allows(_address(request)):
            return _refused("too_often")
        content = await request.body()
        if not self._slots.acquire(blocking=False):
            return _refused("busy")
        try:
            return _answer(await run_in_threadpool(self._reader.read, content))
        except NoPictureError:
            return _refused("no_picture")
        finally:
            self._slots.release()

    async def _value(self, request: Request) -> Response:
        if not self._values.allows(_address(request)):
            return _refused("too_often")
        body = await request.body()
        language = request.query_params.get("lang", "en")
        found = worth(body, self.rules, language) if language in LANGUAGES else None
        return _refused("no_question") if found is None else _answer(found)


def worth(body: bytes, rules: Asked, language: str) -> HandWorth | None:
    """What the hand of a line of `score` is worth, by its own rules or else by these; None where it is no
    JSON object."""
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(asked, dict):
        return None
    try:
        ruled = asked if "preset" in asked or "options" in asked else {**rules, **asked}
        answer = valued(win_query(ruled), Words(language, tile_names=True))
    except QueryError as error:
        return HandWorth(ok=False, faults=[fault.code for fault in error.faults])
    explanation = answer.pop("explanation")
    assert isinstance(explanation, dict)
    reasons = [HandReason(topic=line["topic"], text=line["text"]) for line in explanation["lines"]]
    known = {name: value for name, value in answer.items() if name in HandWorth.model_fields}
    return HandWorth.model_validate({**known, "reasons": reasons})


def _address(request: Request) -> str:
    return origin(request.client.host if request.client else "")


def _answer(found: Model, status: int = 200) -> Response:
    return Response(found.model_dump_json(), status, media_type="application/json")


def _refused(code: str) -> Response:
    status, message = _WHY[code]
    return _answer(HandRefusal(code=code, message=message), status)
