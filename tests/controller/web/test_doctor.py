"""`/doctor.json`: who may look, and in which language."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from starlette.applications import Starlette
from starlette.requests import Request

from controller.web import doctor
from upkeep.finding import Finding, Level
from vision.camera.frame import Frame

FOUND = [
    Finding("python", Level.OK, "python_ok", {"version": "3.13"}),
    Finding("machine", Level.FAULT, "machine_away", {"port": "/dev/ttyACM0"}, "ls -l /dev/serial/by-id/"),
]


class Pages:
    def __init__(self, *, may: bool = True) -> None:
        self.frames = [Frame("f", t, np.zeros((2, 2, 3), np.uint8)) for t in (0.0, 0.1, 0.2)]
        self.seen: list[Sequence[Frame]] = []
        routes = doctor.routes(self._examine, self._newest, lambda _: may)
        self.route = next(iter(Starlette(routes=routes).routes))

    def _examine(self, frames: Sequence[Frame]) -> list[Finding]:
        self.seen.append(frames)
        return FOUND

    def _newest(self) -> Frame | None:
        return self.frames.pop() if len(self.frames) > 1 else self.frames[0]

    def ask(self, language: str) -> tuple[int, Any]:
        scope = {"type": "http", "method": "GET", "path": "/doctor.json", "headers": []}
        request = Request(scope | {"query_string": f"lang={language}".encode()})
        answer = asyncio.run(self.route.endpoint(request))  # type: ignore[attr-defined]
        return answer.status_code, json.loads(answer.body)


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PAUSE_S", 0.001)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "plug the machine in and switch it on"), ("de", "Maschine anstecken und einschalten")],
)
def test_the_report_is_in_the_readers_language_with_what_to_do_first(language: str, sentence: str) -> None:
    pages = Pages()
    status, report = pages.ask(language)
    assert (status, report["first"]) == (200, 1)
    assert sentence in report["findings"][1]["message"]
    assert [len(frames) for frames in pages.seen] == [3], "each picture once"


def test_nobody_else_is_told_names_of_files_and_devices() -> None:
    assert Pages(may=False).ask("en") == (403, {"code": "forbidden"})
