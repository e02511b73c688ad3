"""What somebody takes along: whole, one at a time, and why it could not be made."""

from __future__ import annotations

from typing import IO, get_args

import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from tests.asking import Client
from upkeep.taken import WHATS, Maker, What, taken
from upkeep.trouble import TroubleError


def client(make: Maker) -> Client:
    async def take(_: object) -> Response:
        return await taken("backup", make)

    return Client(Starlette(routes=[Route("/", take)]))


@pytest.mark.parametrize("size", [0, 1, 65_536, 65_537, 200_000])
def test_it_is_sent_whole_as_a_file_that_nobody_keeps(size: int) -> None:
    made = bytes(n % 251 for n in range(size))
    answer = client(lambda out: out.write(made)).get("/")
    assert (answer.status, answer.body) == (200, made)
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"] == 'attachment; filename="jantaku-backup.zip"'


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), TroubleError("There is none.")])
def test_why_it_could_not_be_made_is_said_and_the_next_one_is_made(error: Exception) -> None:
    def fails(out: IO[bytes]) -> None:
        out.write(b"half of it")
        raise error

    answer = client(fails).get("/")
    assert (answer.status, answer.body.decode()) == (500, str(error))
    assert client(lambda out: out.write(b"all")).get("/").body == b"all"


def test_while_one_is_made_there_is_no_other() -> None:
    others = []

    def makes(out: IO[bytes]) -> None:
        others.append(client(lambda _: None).get("/"))
        out.write(b"all")

    assert client(makes).get("/").body == b"all"
    assert [(each.status, each.body) for each in others] == [(503, b"Another one is being made: ask again.")]


@pytest.mark.parametrize("fails", [False, True])
def test_nothing_of_it_stays_open_when_it_was_sent_or_could_not_be_made(fails: bool) -> None:
    made: list[IO[bytes]] = []

    def makes(out: IO[bytes]) -> None:
        made.append(out)
        assert out.write(b"all") == 3
        if fails:
            raise TroubleError("There is none.")

    assert client(makes).get("/").status == (500 if fails else 200)
    assert made[0].closed


def test_what_may_be_taken_are_a_backup_and_a_report() -> None:
    """Pages name them, and the files are called by them."""
    assert WHATS == get_args(What) == ("backup", "support")
