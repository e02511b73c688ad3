"""What is answered where a request cannot be served: a code with values for pages, a sentence for people."""

from __future__ import annotations

from typing import Self

from starlette.responses import JSONResponse

from club.sentences import ToldError


class ProblemError(ToldError):
    """`status` is that of HTTP; `code` is stable, and pages have its sentence in their language."""

    def __init__(self, status: int, code: str, **values: object) -> None:
        super().__init__(code, **values)
        self.status = status

    @classmethod
    def of(cls, status: int, error: ToldError) -> Self:
        """The same with a status."""
        return cls(status, error.code, **error.values)

    def answer(self) -> JSONResponse:
        return JSONResponse(self.said.told, self.status)


def missing(what: str) -> ProblemError:
    return ProblemError(404, "unknown", what=what)
