"""Secrets of a table: all of them are known, and none is left in a text that leaves the computer."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from controller.appliance.secrets import clean, known, without_secrets
from controller.broker.accounts import PASSWORDS
from controller.broker.ticket import FILE as TICKET
from controller.setup.masking import STARS

CONFIG = """
# the word is "comment-secret"
club = "home"
[broker]
url = "mqtt://anna:url-secret@hub"   # or "other-secret"
password = "broker-secret"
[[feeds]]
address = "rtsp://bo:feed-secret@camera/1"
Token = "feed-token"
pin = "1234"
pins = "5678"
short = "rtsp://bo:abc@camera/2"
"""
SECRETS = {"url-secret", "broker-secret", "feed-secret", "feed-token", "1234"}


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(CONFIG)
    return file


def test_a_configuration_without_its_secrets_and_comments(config: Path) -> None:
    found = without_secrets(config)
    assert tomllib.loads(found) == {
        "club": "home",
        "broker": {"url": "mqtt://anna@hub"},
        "feeds": [
            {"address": "rtsp://bo@camera/1", "pins": "5678", "short": "rtsp://bo@camera/2"},
        ],
    }
    assert "secret" not in found


def test_the_secrets_of_a_configuration_are_known_but_for_those_of_three_letters(
    config: Path, tmp_path: Path
) -> None:
    assert known(tmp_path / "none", [config]) == SECRETS


def test_so_are_those_of_one_that_is_no_toml(config: Path, tmp_path: Path) -> None:
    config.write_text(CONFIG + "\n[broken\n")
    assert known(tmp_path / "none", [config]) >= SECRETS
    assert known(tmp_path / "none", [tmp_path / "gone.toml"]) == set()


def test_the_files_of_a_broker_are_known_by_their_kind(tmp_path: Path) -> None:
    broker = tmp_path / "broker"
    broker.mkdir()
    files = {
        TICKET: "http://127.0.0.1:8090/ ticket-one table.html\n",
        PASSWORDS: "anna:$7$hash-of-anna\nbo:$7$hash-of-bo\n",
        "accounts.json": json.dumps([{"name": "anna", "hash": "json-hash", "deep": {"secret": 12345}}]),
        "broken.json": "{",
        "link.toml": 'password = "toml-secret"\n',
        "key.pem": "-----BEGIN PRIVATE KEY-----\nkey-line\n",
        "cert.pem": "-----BEGIN CERTIFICATE-----\npublic-line\n",
    }
    for name, text in files.items():
        (broker / name).write_text(text)
    (broker / "folder").mkdir()
    found = known(tmp_path, [])
    expected = {"$7$hash-of-anna", "$7$hash-of-bo", "json-hash", "12345", "toml-secret", "key-line"}
    assert found == expected | {"ticket-one", "-----BEGIN PRIVATE KEY-----"}


def test_a_text_is_cleaned_of_the_longest_secret_first() -> None:
    assert clean("a longsecret and a long one", {"long", "longsecret"}) == f"a {STARS} and a {STARS} one"
    assert "word" not in clean("mqtt://anna:word@hub", ())
