"""`/calibrate/...`: the living picture, what is found in it, and a calibration tried and saved.

For accounts that may calibrate (`controller.bus.authority`); the sheet of markers is for everybody.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from contract.messages import Model
from controller.calibration.answers import (
    CalibrateAsked,
    CalibrateChosen,
    CalibrateHint,
    CalibrateSaved,
    CalibrateTiles,
    of_error,
)
from controller.web.referee import body_of
from vision.calibration.markers import LARGEST_MM, NARROWEST_MM, SMALLEST_MM, STANDARD, WIDEST_MM, Plan

if TYPE_CHECKING:
    from controller.calibration.desk import Calibrating

M = TypeVar("M", bound=Model)
_JSON: Final = "application/json"
_FORBIDDEN: Final = CalibrateHint(
    code="forbidden",
    message="Whoever calibrates signs in with an account of the house, a referee or a technician.",
)
_ABSENT: Final = CalibrateHint(code="no_camera", message="This table has no camera.")
_BAD: Final = CalibrateHint(code="bad", message="That is nothing that can be calibrated by.")
"""A page of another version, or no page of ours."""


def routes(desk: Calibrating | None, may: Callable[[Request], bool]) -> list[Route]:
    """`desk` None: a table without a camera. `may`: whether the request comes from who may calibrate."""
    door = _Door(desk, may)
    return [
        Route("/calibrate/now.json", door.now),
        Route("/calibrate/picture.jpg", door.picture),
        Route("/calibrate/try", door.attempt, methods=["POST"]),
        Route("/calibrate/tiles", door.tiles, methods=["POST"]),
        Route("/calibrate/save", door.save, methods=["POST"]),
        Route("/calibrate/markers.{kind}", _sheet),
    ]


class _Door:
    def __init__(self, desk: Calibrating | None, may: Callable[[Request], bool]) -> None:
        self._desk, self._may = desk, may
        self._measuring = threading.Lock()

    async def _enter(self, request: Request) -> Calibrating | Response:
        if self._desk is None:
            return _answer(_ABSENT, 404)
        if not await run_in_threadpool(self._may, request):
            return _answer(_FORBIDDEN, 403)
        return self._desk

    async def now(self, request: Request) -> Response:
        desk = await self._enter(request)
        return desk if isinstance(desk, Response) else _answer(await run_in_threadpool(desk.now))

    async def picture(self, request: Request) -> Response:
        desk = await self._enter(request)
        if isinstance(desk, Response):
            return desk
        found = await run_in_threadpool(desk.picture)
        if isinstance(found, CalibrateHint):
            return Response(status_code=204)  # `now.json` says why
        return Response(found, media_type="image/jpeg", headers={"cache-control": "no-store"})

    async def attempt(self, request: Request) -> Response:
        desk, asked = await self._asked(request, CalibrateAsked)
        if isinstance(desk, Response) or asked is None:
            return desk if isinstance(desk, Response) else _answer(_BAD, 422)
        tried = await run_in_threadpool(desk.attempt, asked)
        return _answer(tried)

    async def tiles(self, request: Request) -> Response:
        desk, asked = await self._asked(request, CalibrateChosen)
        if isinstance(desk, Response) or asked is None:
            return desk if isinstance(desk, Response) else _answer(_BAD, 422)
        found = await run_in_threadpool(self._measured, desk, asked.id)
        return _answer(found)

    def _measured(self, desk: Calibrating, name: str) -> CalibrateTiles:
        """Measures with nets of its own, since those of the table are busy."""
        from vision.calibration.surface import CalibrationError  # noqa: PLC0415
        from vision.eyes.tile_size import measured  # noqa: PLC0415 - the nets are loaded when they are needed
        from vision.nets.detect import Detector  # noqa: PLC0415

        found = desk.tried(name)
        if isinstance(found, CalibrateHint):
            return CalibrateTiles(refused=found)
        surface, frame = found
        with self._measuring:
            try:
                return CalibrateTiles(tile_mm=round(measured(Detector(), frame.pixels, surface), 1))
            except CalibrationError as error:
                return CalibrateTiles(refused=of_error(error))

    async def save(self, request: Request) -> Response:
        desk, asked = await self._asked(request, CalibrateChosen)
        if isinstance(desk, Response) or asked is None:
            return desk if isinstance(desk, Response) else _answer(_BAD, 422)
        refused = await run_in_threadpool(desk.save, asked.id)
        return _answer(CalibrateSaved(refused=refused))

    async def _asked(self, request: Request, model: type[M]) -> tuple[Calibrating | Response, M | None]:
        """The desk and the question; None where the body is no such question."""
        desk = await self._enter(request)
        body = await body_of(request)
        if isinstance(desk, Response) or body is None or request.headers.get("content-type") != _JSON:
            return desk, None
        try:
            return desk, model.model_validate_json(body)
        except ValidationError:
            return desk, None


def _sheet(request: Request) -> Response:
    """The cards to print at true size: `?marker=28&field=700&paper=A3`."""
    from vision.calibration.marker_sheet import Paper, pdf, svg  # noqa: PLC0415 - needs OpenCV

    kind, query = request.path_params["kind"], request.query_params
    paper = Paper.__members__.get(query.get("paper", "A4").upper())
    side = _number(query.get("marker"), STANDARD.marker, SMALLEST_MM, LARGEST_MM)
    field = _number(query.get("field"), STANDARD.field, NARROWEST_MM, WIDEST_MM)
    if paper is None or side is None or field is None or kind not in {"pdf", "svg"}:
        return _answer(_BAD, 422)
    plan = Plan(field, side)
    if kind == "svg":
        return Response(svg(paper, plan), media_type="image/svg+xml")
    name = f"inline; filename=markers-{paper.name}-{side:g}mm.pdf"
    return Response(pdf(paper, plan), media_type="application/pdf", headers={"content-disposition": name})


def _number(text: str | None, usual: float, least: float, most: float) -> float | None:
    """None for what is no number within the limits."""
    try:
        number = usual if text is None else float(text)
    except ValueError:
        return None
    return number if least <= number <= most else None


def _answer(found: Model, status: int = 200) -> Response:
    return Response(found.model_dump_json(), status, media_type=_JSON)
