"""The link that lets browsers of the table's own computer in, and how many of them there may be."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from contract.roles import Role
from controller.broker.accounts import Account
from controller.broker.errors import BrokerError
from controller.broker.ticket import HERE, MOST, here_link, link_to, oldest, put_ticket
from controller.cli.link import link
from tests.controller.card import image


def test_the_link_is_there_while_the_table_runs(tmp_path: Path) -> None:
    end = put_ticket(tmp_path, "http://127.0.0.1:8090/", "ticket")
    assert (tmp_path / "here").stat().st_mode & 0o777 == 0o600
    assert link_to(tmp_path) == "http://127.0.0.1:8090/table.html#here=ticket"
    assert link_to(tmp_path, "seat.html?seat=2") == "http://127.0.0.1:8090/seat.html?seat=2#here=ticket"
    end()
    with pytest.raises(BrokerError, match="No table runs with the data in"):
        link_to(tmp_path)


@pytest.mark.parametrize("text", ["", "one", "one two", "\n"])
def test_a_file_that_is_none_is_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "here").write_text(text)
    with pytest.raises(BrokerError, match="No table runs"):
        link_to(tmp_path)


def test_the_command_prints_it_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "broker").mkdir()
    put_ticket(tmp_path / "broker", "http://127.0.0.1:8090/", "ticket")
    done = CliRunner().invoke(link, ["--data", str(tmp_path), "wall.html"])
    assert (done.exit_code, done.stdout) == (
        0,
        here_link("http://127.0.0.1:8090/", "ticket", "wall.html") + "\n",
    )
    done = CliRunner().invoke(link, ["--data", str(tmp_path / "none")])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "start one with `jantaku run`" in done.stderr


def test_the_screen_opens_the_page_of_a_table_that_could_not_leave_its_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--first", "--data", str(tmp_path / "data")]
    assert CliRunner().invoke(link, words).exit_code == 2
    monkeypatch.setattr("controller.card.ROOT", image(tmp_path, "ro"))
    assert CliRunner().invoke(link, words).stdout == "http://127.0.0.1:8090/setup.html\n"
    assert CliRunner().invoke(link, words[1:]).exit_code == 2, "who asks for the rights of the house"


def test_a_table_of_the_command_line_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = tmp_path / "jantaku" / "tables" / "table-2" / "broker"
    folder.mkdir(parents=True)
    put_ticket(folder, "http://127.0.0.1:8091/", "other")
    done = CliRunner().invoke(link, ["--table", "table-2"])
    assert done.stdout == "http://127.0.0.1:8091/table.html#here=other\n"


def test_the_oldest_browsers_make_room() -> None:
    known = [Account(f"{HERE}{n:08x}-abc", Role.HOUSE) for n in range(MOST)]
    others = [Account("house-first", Role.HOUSE), Account("table-1", Role.TABLE)]
    assert oldest([*others, *reversed(known)]) == [known[0].name]
    assert oldest([*others, *known[1:]]) == []
