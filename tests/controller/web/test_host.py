"""What the host's page reads, and that nobody else does: names are personal."""

from __future__ import annotations

import base64
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from contract.messages import GameBody
from contract.roles import Role
from contract.topics import Topics
from controller.broker.broker import Address
from controller.broker.pairing import Door
from controller.club_link.assignment import Assignment
from controller.people.host_book import Book
from controller.people.host_desk import HostDesk
from controller.people.hosting import Hosting
from controller.table.games import Games
from controller.web.server import Web
from engine.rules.presets import PRESETS
from engine.state.events import GameStarted
from tests.asking import Client
from tests.controller.history.test_hands import game, write
from upkeep import taken as web_taken

USUAL = GameStarted("ema", {"game.tobi": True}, ("A", "B", "C", "D"))
READ = ("/host.json", "/host/options/ema.json", "/host/backup.zip", "/host/support.zip")


def desk(folder: Path, *, blind: bool = False, sets: int | None = 2) -> HostDesk:
    return HostDesk(Hosting(Book(folder), Assignment(None)), USUAL, Games(folder), blind, sets)


def client(folder: Path, made: HostDesk | None = None, name: str = "house") -> Client:
    """Of a browser with the account of this name."""
    roles = {"house": Role.HOUSE, "referee": Role.REFEREE}
    web = Web(Topics("home", "table-1"), Address("127.0.0.1", 1), door=Door(lambda who, _: roles.get(who)))
    if made is not None:
        web.hosts(made)
    known = base64.b64encode(f"{name}:secret".encode()).decode()
    return Client(web.app(), headers=((b"authorization", f"Basic {known}".encode()),))


def answered(folder: Path, path: str, body: object = None, **more: Any) -> Any:
    asked = client(folder, desk(folder, **more))
    found = asked.get(path) if body is None else asked.post(path, body)
    assert found.status == 200, found.body
    return found.json()


@pytest.mark.parametrize("name", ["referee", "guest", "seat0-table-1", ""])
def test_nobody_but_the_house_reads_the_names(tmp_path: Path, name: str) -> None:
    made = desk(tmp_path)
    made.hosting.keep("Anna")
    stranger = client(tmp_path, made, name)
    for path in READ:
        answer = stranger.get(path)
        assert (answer.status, b"Anna" in answer.body) == (403, False)
    assert stranger.post("/host/rules", {"preset": "ema"}).status == 403
    assert stranger.get("/machine/fairness.json").status == (200 if name == "referee" else 403)


def test_the_house_reads_names_rules_and_what_it_may_do(tmp_path: Path) -> None:
    made = desk(tmp_path)
    made.hosting.keep("Chie")
    made.hosting.keep("Anna")
    plan = GameBody(players=["Anna", "Bo", "Chie", "Dan"], preset="wrc")
    made.hosting.chose(plan, USUAL)
    page = client(tmp_path, made).get("/host.json").json()
    assert page["names"] == ["Anna", "Chie"]
    assert page["usual"]["preset"] == "ema"
    assert page["usual"]["options"] == {"game.tobi": True}
    assert page["usual"]["changes"] == []
    assert page["next"]["players"] == plan.players
    assert {"restart", "stop"} <= set(page["power"])
    assert (page["machine"], page["played"], page["game"]) == (True, None, "")
    assert set(PRESETS) <= set(page["presets"])


def test_only_what_differs_from_the_usual_rules_is_said(tmp_path: Path) -> None:
    same = answered(tmp_path, "/host/rules", {"preset": "ema", "options": {"game.tobi": True}})
    assert (same["ok"], same["changes"]) == (True, [])
    other = answered(tmp_path, "/host/rules", {"preset": "ema", "options": {"call.open_tanyao": False}})
    found = {each["option"]: (each["value"], each["usual"]) for each in other["changes"]}
    assert found["game.tobi"] == (False, True)
    assert found["call.open_tanyao"] == (False, True)
    assert len(found) == 2


def test_rules_that_cannot_be_played_here_say_why(tmp_path: Path) -> None:
    wrong = answered(tmp_path, "/host/rules", {"preset": "ema", "options": {"game.tobi": 7}})
    assert (wrong["ok"], wrong["reason"]) == (False, "unplayable")
    blind = answered(tmp_path, "/host/rules", {"preset": "classical"}, blind=True)
    assert (blind["ok"], blind["reason"]) == (False, "needs_tiles")
    other = answered(
        tmp_path, "/host/rules", {"preset": "classical", "options": {"classical.flowers": False}}
    )
    assert (other["ok"], other["other_game"]) == (True, True)
    assert "classical" not in answered(tmp_path, "/host.json", blind=True)["presets"]


def test_options_have_what_a_form_needs(tmp_path: Path) -> None:
    page = {each["id"]: each for each in answered(tmp_path, "/host/options/ema.json")["options"]}
    assert set(page["game.tobi"]["choices"]) == {True, False}
    assert page["game.start_points"]["bounds"]
    assert "tiles.count" not in page or len(page["tiles.count"]["choices"]) > 1, (
        "what has one value is no choice"
    )
    assert client(tmp_path, desk(tmp_path)).get("/host/options/nonsense.json").status == 404


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"preset": 7}', b'{"preset": "ema", "x": 1}'])
def test_what_is_no_question_is_refused(tmp_path: Path, body: bytes) -> None:
    asked = client(tmp_path, desk(tmp_path))
    assert asked.send("/host/rules", body).status == 400
    assert asked.send("/host/rules", b" " * 70_000).status == 413


def test_a_table_that_is_put_together_says_so(tmp_path: Path) -> None:
    assert client(tmp_path).get("/host.json").status == 503


def test_fairness_is_counted_over_the_games(tmp_path: Path) -> None:
    write(tmp_path / "games", "20260516-a", game(2)).close()
    (tmp_path / "games" / "20260517-b.jsonl").write_text("no journal\n" * 3)
    page = answered(tmp_path, "/machine/fairness.json")
    assert page["games"] == 1
    assert [each["verdict"] for each in page["tests"]] == ["few"] * 4
    assert client(tmp_path, desk(tmp_path, sets=None)).get("/machine/fairness.json").status == 404


def test_the_drawing_of_the_machine_is_there_where_there_is_one(tmp_path: Path) -> None:
    assert len(answered(tmp_path, "/machine/plan.json")["shapes"]) == 30
    assert client(tmp_path, desk(tmp_path, sets=None)).get("/machine/plan.json").status == 404


@pytest.mark.parametrize("what", ["backup", "support"])
def test_a_host_takes_along_nothing_of_the_hand_that_is_played(tmp_path: Path, what: str) -> None:
    """A host is a player, too."""
    write(tmp_path / "games", "g000001-a", game(2, seen=True, finish=False)).close()
    (tmp_path / "broker").mkdir()
    (tmp_path / "broker/accounts.json").write_text('{"accounts": "of everybody"}')
    page = client(tmp_path, desk(tmp_path)).get(f"/host/{what}.zip")
    assert page.status == 200
    assert page.headers["content-disposition"] == f'attachment; filename="jantaku-{what}.zip"'
    assert page.headers["cache-control"] == "no-store"
    with zipfile.ZipFile(io.BytesIO(page.body)) as found:
        text = b"".join(found.read(name) for name in found.namelist())
        assert "games/g000001-a.jsonl" in (found.namelist() if what == "backup" else text.decode())
    lines = (tmp_path / "games/g000001-a.jsonl").read_bytes().splitlines()
    running = lines[[n for n, line in enumerate(lines) if b'"hand_started"' in line][-1] :]
    assert len(running) > 20
    assert not any(line in text for line in running)
    assert b"of everybody" not in text


def test_what_cannot_be_made_says_why(tmp_path: Path) -> None:
    page = client(tmp_path, desk(tmp_path)).get("/host/backup.zip")
    assert page.status == 500
    assert b"holds no data" in page.body
    with web_taken._MAKING:
        assert client(tmp_path, desk(tmp_path)).get("/host/backup.zip").status == 503
