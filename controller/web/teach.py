"""`/teach/...`: the table's own tile set taught from its camera, and a hand laid out to be read.

For accounts that may calibrate (`controller.bus.authority`): they see the same pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from contract.messages import Model
from controller.calibration.answers import CalibrateHint
from controller.teaching.answers import TeachLearn, TeachLook, TeachOrder
from controller.web.referee import body_of

if TYPE_CHECKING:
    from controller.teaching.desk import Teaching

M = TypeVar("M", bound=Model)
_JSON: Final = "application/json"
_FORBIDDEN: Final = CalibrateHint(
    code="forbidden",
    message="Whoever teaches tiles signs in with an account of the house, a referee or a technician.",
)
_ABSENT: Final = CalibrateHint(code="no_camera", message="This table has no camera.")
_BAD: Final = CalibrateHint(code="bad", message="The table did not understand this page: load it again.")


def routes(desk: Teaching | None, may: Callable[[Request], bool]) -> list[Route]:
    """`desk` None: a table without a camera. `may`: whether the request comes from who may calibrate."""
    door = _Door(desk, may)
    return [
        Route("/teach/now.json", door.now),
        Route("/teach/look", door.look, methods=["POST"]),
        Route("/teach/learn", door.learn, methods=["POST"]),
        Route("/teach/hand.json", door.hand),
        Route("/teach/hand", door.another, methods=["POST"]),
        Route("/teach/learning.json", door.learning),
        Route("/teach/learning", door.order, methods=["POST"]),
    ]


class _Door:
    def __init__(self, desk: Teaching | None, may: Callable[[Request], bool]) -> None:
        self._desk, self._may = desk, may

    async def now(self, request: Request) -> Response:
        return await self._answered(request, lambda desk: desk.now())

    async def hand(self, request: Request) -> Response:
        return await self._answered(request, lambda desk: desk.hand())

    async def another(self, request: Request) -> Response:
        return await self._done(request, TeachLook, lambda desk, _: desk.another_hand())

    async def learning(self, request: Request) -> Response:
        return await self._answered(request, lambda desk: desk.learning())

    async def order(self, request: Request) -> Response:
        return await self._done(request, TeachOrder, lambda desk, asked: desk.learning(asked.do))

    async def look(self, request: Request) -> Response:
        return await self._done(request, TeachLook, lambda desk, asked: desk.look(asked.after))

    async def learn(self, request: Request) -> Response:
        return await self._done(request, TeachLearn, lambda desk, asked: desk.learn(asked))

    async def _answered(self, request: Request, answer: Callable[[Teaching], Model]) -> Response:
        if self._desk is None:
            return _answer(_ABSENT, 404)
        if not await run_in_threadpool(self._may, request):
            return _answer(_FORBIDDEN, 403)
        return _answer(await run_in_threadpool(answer, self._desk))

    async def _done(self, request: Request, model: type[M], do: Callable[[Teaching, M], Model]) -> Response:
        """No page of another site can send JSON here without being asked first, and nobody answers that."""
        body = await body_of(request)
        asked = None
        if body is not None and request.headers.get("content-type") == _JSON:
            try:
                asked = model.model_validate_json(body)
            except ValidationError:
                asked = None

        def answer(desk: Teaching) -> Model:
            return _BAD if asked is None else do(desk, asked)

        answered = await self._answered(request, answer)
        return _answer(_BAD, 422) if asked is None and answered.status_code == 200 else answered


def _answer(found: Model, status: int = 200) -> Response:
    return Response(found.model_dump_json(), status, media_type=_JSON)
