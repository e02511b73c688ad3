"""A program that is killed: registers people one after the other and dies at a given step of the database."""

from __future__ import annotations

import multiprocessing
import os
import signal
from multiprocessing.connection import Connection
from typing import Any

from sqlalchemy import event

from club.log.desk import Accepted, LogDesk
from club.log.store.store import Store
from tests.club.log.build import created, registered

PEOPLE = range(1, 6)


def dies_at(url: str, step: int) -> tuple[list[int], bool]:
    """Whose registration was acknowledged before the program died there, and whether it died at all."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    program = context.Process(target=register, args=(url, step, theirs))
    program.start()
    theirs.close()
    acknowledged = []
    try:
        while True:
            acknowledged.append(ours.recv())
    except EOFError:
        program.join()
    return acknowledged, program.exitcode == -signal.SIGKILL


def register(url: str, last: int, pipe: Connection) -> None:
    """Dies at step `last`: before or after a statement or a commit, or after telling."""
    store = Store(url)
    desk = LogDesk(store)
    steps = 0

    def step(*args: Any) -> None:
        nonlocal steps
        steps += 1
        if steps == last:
            os.kill(os.getpid(), signal.SIGKILL)

    for moment in ("before_cursor_execute", "after_cursor_execute", "commit", "checkin"):
        event.listen(store.engine, moment, step)
    desk.submit(created(), "ann", "created", 0)
    for person in PEOPLE:
        outcome = desk.submit(registered([person]), "ann", f"p{person}", 0)
        if isinstance(outcome, Accepted):
            pipe.send(person)
        step()
