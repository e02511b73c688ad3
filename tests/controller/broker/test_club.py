"""Setting up a club's broker: twice is once, nothing is lost, and a certificate is what it should be."""

from __future__ import annotations

import json
import ssl
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from contract.roles import Role
from controller.broker import club as club_broker
from controller.broker.accounts import Account
from controller.broker.certificates import (
    CertificateError,
    checked_host,
    expires,
    fingerprint,
    hosts_of,
    signed_by,
)
from controller.broker.club import ClubBroker, Settings
from controller.broker.errors import BrokerError
from controller.cli import main
from tests.controller.broker.client import needs_mosquitto
from tests.controller.club import ME, settings

pytestmark = needs_mosquitto


def made(folder: Path, **changes: Any) -> ClubBroker:
    club = ClubBroker(folder)
    club.setup(settings(**changes))
    return club


def mtimes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_a_second_time_changes_nothing(tmp_path: Path) -> None:
    wanted = settings()
    club = ClubBroker(tmp_path)
    assert club.setup(wanted)
    accounts = club.accounts()
    accounts.add(Account.named("anna", Role.REFEREE))
    accounts.write()
    before = mtimes(tmp_path)
    assert club.setup(Settings(**{**vars_of(wanted), "hosts": ()})) == []
    assert mtimes(tmp_path) == before
    assert "referee-anna" in club.accounts()


def vars_of(wanted: Settings) -> dict[str, Any]:
    return {name: getattr(wanted, name) for name in Settings.__slots__}


def test_a_host_is_added_with_a_new_certificate_of_the_old_authority(tmp_path: Path) -> None:
    wanted = settings(hosts=("hub.local",))
    club = ClubBroker(tmp_path)
    club.setup(wanted)
    authority = club.ca.read_bytes()
    done = club.setup(Settings(**{**vars_of(wanted), "hosts": ("192.168.1.5", "FE80::1", "Hub.Local")}))
    assert "its names have changed" in done[0]
    assert hosts_of(tmp_path / "server.pem") == {"hub.local", "192.168.1.5", "fe80::1"}
    assert club.ca.read_bytes() == authority
    assert signed_by(club.ca, tmp_path / "server.pem", tmp_path / "server.key")


def test_a_certificate_that_ends_soon_is_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.broker.certificates.SERVER_DAYS", 59)
    club = made(tmp_path)
    monkeypatch.undo()
    before = expires(tmp_path / "server.pem")
    known = club.settings()
    (sentence,) = club.setup(known)
    assert "ends in 58 days" in sentence
    assert expires(tmp_path / "server.pem") > before + timedelta(days=600)
    assert club.setup(known) == []


def test_a_certificate_of_another_authority_or_key_is_made_anew(tmp_path: Path) -> None:
    club, other = made(tmp_path / "a"), made(tmp_path / "b")
    (tmp_path / "a/server.pem").write_bytes((tmp_path / "b/server.pem").read_bytes())
    assert not signed_by(club.ca, tmp_path / "a/server.pem", tmp_path / "a/server.key")
    assert len(club.setup(club.settings())) == 1
    assert signed_by(club.ca, tmp_path / "a/server.pem", tmp_path / "a/server.key")
    (tmp_path / "b/server.key").write_bytes((tmp_path / "a/server.key").read_bytes())
    assert not signed_by(other.ca, tmp_path / "b/server.pem", tmp_path / "b/server.key")


@pytest.mark.parametrize("lost", [("ca.key",), ("ca.pem",), ("ca.key", "ca.pem")])
def test_an_authority_is_never_replaced_silently(tmp_path: Path, lost: tuple[str, ...]) -> None:
    club = made(tmp_path)
    for name in lost:
        (tmp_path / name).unlink()
    before = mtimes(tmp_path)
    with pytest.raises(BrokerError, match="certificate authority"):
        club.setup(club.settings())
    assert mtimes(tmp_path) == before


def test_a_folder_belongs_to_one_club(tmp_path: Path) -> None:
    made(tmp_path, club="sakura")
    with pytest.raises(BrokerError, match="is the broker of the club sakura"):
        ClubBroker(tmp_path).setup(settings(club="momiji"))


def test_secrets_are_for_their_owner_alone(tmp_path: Path) -> None:
    made(tmp_path)
    open_to_all = {path.name for path in tmp_path.iterdir() if path.stat().st_mode & 0o077}
    assert open_to_all == {"ca.pem", "server.pem"}
    assert "PRIVATE KEY" not in (tmp_path / "ca.pem").read_text() + (tmp_path / "server.pem").read_text()


def test_the_configuration_lets_nobody_in_without_an_account(tmp_path: Path) -> None:
    club = made(tmp_path, port=8883, local_port=1883)
    lines = (tmp_path / "mosquitto.conf").read_text().split("\n")
    assert "allow_anonymous false" in lines
    assert "allow_anonymous true" not in lines
    listeners = [line for line in lines if line.startswith("listener")]
    assert listeners == ["listener 1883 127.0.0.1", "listener 8883"]
    start = lines.index("listener 8883")
    assert f"certfile {tmp_path / 'server.pem'}" in lines[start : start + 3]
    assert "protocol websockets" not in lines
    unit = (tmp_path / "jantaku-broker.service").read_text()
    assert f"User={ME}" in unit
    assert "Restart=always" in unit
    assert f"ca={fingerprint(club.ca)}" in (tmp_path / "jantaku-broker.avahi.service").read_text()


def test_what_an_older_release_set_up_loses_its_listener_for_browsers(tmp_path: Path) -> None:
    club = made(tmp_path)
    file = tmp_path / "club.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"websocket_port": 9001}))
    known = club.settings()
    assert [line for line in club.setup(known) if "club.json" in line] == [f"Wrote {file}."]
    assert "websocket" not in file.read_text() + (tmp_path / "mosquitto.conf").read_text()


def test_a_fingerprint_is_that_of_the_certificate(tmp_path: Path) -> None:
    club = made(tmp_path)
    trust = ssl.create_default_context(cafile=str(club.ca))
    (known,) = trust.get_ca_certs(binary_form=True)
    import hashlib

    assert fingerprint(club.ca) == hashlib.sha256(known).hexdigest()
    with pytest.raises(CertificateError, match="copy the club's"):
        fingerprint(tmp_path / "club.json")


@pytest.mark.parametrize("host", ["", "a b", "x,DNS:evil", "-x", "hub_1", "a" * 64, "1.2.3.4/24", "x\ny"])
def test_what_is_no_host_never_reaches_a_certificate(host: str) -> None:
    with pytest.raises(CertificateError, match="is no name or address"):
        checked_host(host)


def jantaku(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["mqtt", *arguments])


def test_the_command_line_from_setup_to_revocation(tmp_path: Path) -> None:
    where, club = str(tmp_path), ["--club", "sakura", "--user", ME]
    assert jantaku("setup", where, *club, "--host", "hub.local").exit_code == 0
    again = jantaku("setup", where, *club, "--json")
    assert json.loads(again.stdout) == {"ok": True, "folder": where, "done": [], "reloaded": False}
    seat = ["account", "add", "east", "--role", "seat", "--seat", "0", "--table", "table-1", "--dir", where]
    answer = json.loads(jantaku(*seat, "--link", "http://t.local:8090/", "--json").stdout)
    page, _, secret = answer["link"].partition("#key=")
    assert page == "http://t.local:8090/seat.html?seat=0&device=seat0-east"
    assert answer["secret"] == secret
    assert len(secret) == 32
    assert jantaku(*seat).exit_code == 2
    listed = [
        json.loads(line) for line in jantaku("account", "list", "--dir", where, "--json").stdout.splitlines()
    ]
    assert listed == [{"device": "seat0-east", "role": "seat", "seat": 0, "table": "table-1"}]
    rotated = json.loads(jantaku("account", "rotate", "seat0-east", "--dir", where, "--json").stdout)
    assert rotated["secret"] != secret
    assert jantaku("account", "remove", "seat0-east", "--dir", where).exit_code == 0
    assert jantaku("account", "list", "--dir", where).stdout == ""
    assert "seat0-east" not in (tmp_path / "acl").read_text() + (tmp_path / "passwords").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["setup", "{}", "--club", "Sakura Club", "--host", "x"], "is no name of a club"),
        (["setup", "{}", "--club", "sakura", "--host", "a b"], "is no name or address"),
        (["setup", "{}", "--club", "sakura"], "Say with --host"),
        (["setup", "{}", "--club", "sakura", "--host", "x", "--user", "no-such-user"], "There is no user"),
        (["account", "list", "--dir", "{}"], "holds no club's broker"),
    ],
)
def test_what_is_wrong_is_one_sentence(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = jantaku(*[each.format(tmp_path / "club") for each in arguments])
    assert (done.exit_code, said in done.stderr, done.stderr.count("\n")) == (2, True, 1)


def test_the_table_keeps_accounts_of_its_own_broker(tmp_path: Path) -> None:
    added = jantaku("account", "add", "phone", "--role", "house", "--data", str(tmp_path), "--json")
    assert json.loads(added.stdout)["device"] == "house-phone"
    assert "counts from the broker's next start" in added.stderr
    lists = {path.name: path.read_text() for path in (tmp_path / "broker").glob("acl*")}
    root = "jantaku/1/home/table-1"
    assert f"topic write {root}/cmd\n" in lists["acl.house"].split("user ")[0]
    assert lists["acl"].startswith("user house-phone\n")


def test_debians_own_user_runs_it_where_root_sets_it_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("getpass.getuser", lambda: "pi")
    assert club_broker.usual_user() == "pi"
