"""The commands find the file of the set-up page, and a page whose configuration is broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.broker.ticket import put_ticket
from controller.cli.link import link
from controller.config import KEPT, ConfigError, data_of, present


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data directory."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "jantaku"


def test_without_a_file_it_is_the_one_of_the_set_up_page(state: Path, tmp_path: Path) -> None:
    assert present(None).table.club == "home"
    state.mkdir()
    (state / KEPT).write_text('[table]\nclub = "kyiv"\n')
    assert (present(None).table.club, present(None).data) == ("kyiv", state)
    other = tmp_path / "other.toml"
    other.write_text('[table]\nclub = "lviv"\n')
    assert present(other).table.club == "lviv"
    assert (present(None, tmp_path).table.club, present(None, tmp_path).data) == ("home", tmp_path)


def test_the_data_of_a_broken_configuration_are_found(state: Path, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(f'data = "{tmp_path}"\n[camera]\nfps = 99\n')
    with pytest.raises(ConfigError):
        present(path)
    assert data_of(path) == tmp_path
    path.write_text("[camera\n")
    assert (data_of(path), data_of(path, tmp_path)) == (state, tmp_path)


def test_the_link_of_a_table_that_cannot_begin_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(f'data = "{tmp_path}"\n[camera]\nfps = 99\n')
    put_ticket(tmp_path / "broker", "http://127.0.0.1:8090/", "ticket")
    done = CliRunner().invoke(link, ["--config", str(path)])
    assert (done.exit_code, done.output) == (0, "http://127.0.0.1:8090/table.html#here=ticket\n")
