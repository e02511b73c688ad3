"""The configuration of the table's own mosquitto, as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from contract.topics import Topics
from controller.broker.broker import Address
from controller.broker.certificates import Pair
from controller.broker.embedded import IDS, Listeners, bridge_lines, config_text

TOPICS = Topics("home", "table-1")


def ids(folder: Path) -> tuple[str, str]:
    """What the bridge calls itself here and at the club's broker."""
    said = dict(line.split(" ", 1) for line in bridge_lines(Address("club.local"), TOPICS, folder))
    return said["local_clientid"], said["remote_clientid"]


def test_a_bridge_keeps_two_names_that_nobody_can_guess(tmp_path: Path) -> None:
    one = ids(tmp_path)
    assert ids(tmp_path) == one, "the club's broker keeps commands for the name of before"
    assert one[0] != one[1]
    assert all(len(bytes.fromhex(name)) == 16 for name in one)
    assert (tmp_path / IDS).stat().st_mode & 0o077 == 0
    other = tmp_path / "other"
    other.mkdir()
    assert not set(ids(other)) & set(one)


@pytest.mark.parametrize("kept", ["", "one", "one two three", "ä ö"])
def test_names_that_cannot_be_read_are_made_anew(tmp_path: Path, kept: str) -> None:
    (tmp_path / IDS).write_text(kept)
    found = ids(tmp_path)
    assert all(len(name) == 32 for name in found)
    assert ids(tmp_path) == found


@pytest.mark.parametrize(
    ("club", "trust"),
    [
        (Address("club.local", 8883, tls=True), ["bridge_capath /etc/ssl/certs"]),
        (Address("club.local", 8883, tls=True, ca=Path("/x/ca.pem")), ["bridge_cafile /x/ca.pem"]),
        (Address("club.local", 1883), []),
    ],
)
def test_an_encrypted_bridge_says_whom_it_trusts(tmp_path: Path, club: Address, trust: list[str]) -> None:
    lines = bridge_lines(club, TOPICS, tmp_path)
    assert f"address club.local:{club.port}" in lines
    assert [line for line in lines if line.startswith("bridge_ca")] == trust


def test_a_bridge_signs_in_where_the_table_has_an_account(tmp_path: Path) -> None:
    lines = bridge_lines(Address("club.local", username="table-1", password="s3cret"), TOPICS, tmp_path)
    assert lines[lines.index("remote_username table-1") + 1] == "remote_password s3cret"
    assert not any("remote_user" in line for line in bridge_lines(Address("club.local"), TOPICS, tmp_path))


def test_a_bridge_hands_the_state_on_and_brings_commands_in_without_a_circle(tmp_path: Path) -> None:
    here = f"{TOPICS.root}/"
    topics = [
        line.split() for line in bridge_lines(Address("club.local"), TOPICS, tmp_path) if line[:6] == "topic "
    ]
    out = {words[1] for words in topics if words[2] == "out" and words[-2:] == [here, here]}
    into = [words for words in topics if words[2] == "in"]
    assert "state" in out
    assert not any(name.startswith("cmd") for name in out)
    assert [words[1] for words in into] == ["cmd/+"]
    assert all(words[3] == "1" for words in topics), "at least once"


def test_other_computers_are_accepted_only_where_they_are_asked_for(tmp_path: Path) -> None:
    near = Listeners(Path("/run/house"), Path("/run/screens"))
    text = config_text(tmp_path, near, [])
    assert [line for line in text.splitlines() if line.startswith("listener")] == [
        "listener 0 /run/house",
        "listener 0 /run/screens",
    ]
    assert text.count("allow_anonymous true") == 1
    far = Listeners(*(near.house, near.screens), ("0.0.0.0", 8883), Pair(Path("/x/a.pem"), Path("/x/a.key")))
    lines = config_text(tmp_path, far, ["connection club"]).splitlines()
    at = lines.index("listener 8883 0.0.0.0")
    assert lines[at + 1] == "allow_anonymous false"
    assert {"certfile /x/a.pem", "keyfile /x/a.key", "tls_version tlsv1.2"} <= set(lines[at:])
    assert lines[-1] == "connection club"
