"""What is answered where a request cannot be served: a code for programs, one sentence for people."""

from __future__ import annotations

from starlette.responses import JSONResponse


class ProblemError(Exception):
    """`code` is stable; `sentence` says what is wrong and what to do."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.sentence = sentence

    def answer(self) -> JSONResponse:
        return JSONResponse({"code": self.code, "message": self.sentence}, self.status)


def missing(what: str) -> ProblemError:
    return ProblemError(404, "unknown", f"There is no such {what}.")
