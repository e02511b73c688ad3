"""Small bodies of JSON, and answers that are a code: what `/pair...` and `/phones...` have in common."""

from __future__ import annotations

from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

LARGEST: Final = 1000
"""Bytes of a body."""
M = TypeVar("M", bound=BaseModel)


class RefusedError(Exception):
    """What was sent is no question; `answer` says why."""

    def __init__(self, answer: Response) -> None:
        super().__init__()
        self.answer = answer


async def read(request: Request, model: type[M]) -> M:
    """The body. No page of another site can send JSON here without being asked first, and nobody answers
    that. RefusedError."""
    if request.headers.get("content-type") != "application/json":
        raise RefusedError(said("bad", 415))
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            raise RefusedError(said("large", 413, message=f"Send {LARGEST} bytes at most."))
    try:
        return model.model_validate_json(body)
    except ValidationError:
        raise RefusedError(said("bad", 422)) from None


def said(code: str, status: int = 200, **more: object) -> Response:
    """`code` is the word that the screens know."""
    return JSONResponse({"code": code, **more}, status)
