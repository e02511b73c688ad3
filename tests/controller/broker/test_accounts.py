"""Roles on a real broker: what each hears, what each may say, and how accounts come and go."""

from __future__ import annotations

import gc
import json
import threading
from pathlib import Path

import pytest

from contract.messages import Info
from contract.roles import Role
from contract.topics import Topics
from controller.broker.accounts import Account, AccountError, Accounts
from controller.bus.mqtt import Bus
from controller.cli.machine.remote import Remote, RemoteError
from tests.controller.broker.client import needs_mosquitto
from tests.controller.club import Club, Member, settled, wait

ROOT = "jantaku/1/home/table-1"
OTHER = "jantaku/1/home/table-2"
INFO = Info(software="test", club="home", table="table-1")
PUBLIC = {
    "$info", "$status", "state", "win", "clock", "event", "tick", "machine", "eyes", "health",
    "alert/jam", "mini/0", "mini/3", "assigned", "score",
}  # fmt: skip
SEATS = {f"seat/{n}" for n in range(4)}
DELAYED = {"delayed/state", "delayed/$status"}
PRIVATE = {"cmd", "cmd/house-other", "reply/other", "presence/other", *DELAYED}
CLUB = {"record/game/0", "result/game", "sign_in", "judged", "evidence/hub-club"}
ALL = PUBLIC | SEATS | PRIVATE | CLUB
HEARS = {
    "controller-table-1": ALL,
    "bridge-table-1": ALL,
    "table-table-1": PUBLIC,
    "seat2-table-1": PUBLIC | {"seat/2"},
    "referee-anna": PUBLIC | SEATS | {"presence/other", "judged"},
    "wall-hall": {"$info", "$status", "state", "clock", "score", "tick", "alert/jam"},
    "overlay-tv": DELAYED,
    "archiver": ALL - {"sign_in", "evidence/hub-club", "cmd", "cmd/house-other"},
    "technician-bo": PUBLIC | {"presence/other"},
    "hub-club": PUBLIC | CLUB | DELAYED | {"presence/other"},
    "house-me": PUBLIC | SEATS | DELAYED | {"presence/other", "judged"},
}
COMMANDS = {"table-table-1", "seat2-table-1", "referee-anna", "technician-bo", "hub-club", "house-me"}
OF_ONE_TABLE = {"controller-table-1", "bridge-table-1", "table-table-1", "seat2-table-1"}
DISPLAYS = sorted(HEARS.keys() - {"controller-table-1", "bridge-table-1"})


@pytest.fixture(scope="module")
def members(club: Club) -> dict[str, Member]:
    """One of each role, and the controller of a second table; all that a table tells was told and kept."""
    names = {
        **{name: "table-1" if name in OF_ONE_TABLE else None for name in HEARS},
        "controller-table-2": "table-2",
    }
    secrets = {name: club.add(name, table) for name, table in names.items()}
    made = {name: club.member(name, secret) for name, secret in secrets.items()}
    assert not [m.refused for m in made.values() if m.refused]
    for name in ALL:
        made["controller-table-1"].say(f"{ROOT}/{name}", retain=True)
    made["seat2-table-1"].say(f"{ROOT}/cmd/seat2-table-1", "pin:0457")
    assert wait(lambda: f"{ROOT}/cmd/seat2-table-1" in made["controller-table-1"].topics())
    made["controller-table-2"].say(f"{OTHER}/state", retain=True)
    made["controller-table-2"].say(f"{OTHER}/seat/2", retain=True)
    for member in made.values():
        settled(member)
    return made


@needs_mosquitto
@pytest.mark.parametrize("name", HEARS)
def test_a_role_hears_its_share_and_nothing_else(members: dict[str, Member], name: str) -> None:
    received = {m.topic.removeprefix(f"{ROOT}/") for m in members[name].received if m.topic.startswith(ROOT)}
    table = {"cmd/seat2-table-1"} if name in ("controller-table-1", "bridge-table-1") else set()
    assert received == HEARS[name] | table, "what people sign in with is for the table alone"


@needs_mosquitto
def test_who_belongs_to_one_table_hears_nothing_of_another(members: dict[str, Member]) -> None:
    for name in OF_ONE_TABLE:
        assert not [topic for topic in settled(members[name]) if topic.startswith(OTHER)]
    assert f"{OTHER}/state" in settled(members["referee-anna"])
    assert f"{OTHER}/state" in settled(members["wall-hall"])


@needs_mosquitto
@pytest.mark.parametrize("name", DISPLAYS)
def test_a_display_says_only_its_own_presence_and_its_own_commands(club: Club, name: str) -> None:
    table, me = "table-1" if name in OF_ONE_TABLE else None, f"{name}-b"
    truth = club.member("controller-a", club.add("controller-a", "table-1"))
    other = club.member("controller-b", club.add("controller-b", "table-2"))
    device = club.member(me, club.add(me, table))
    for topic in (*ALL, "new", f"cmd/{me}", f"presence/{me}", f"reply/{me}", f"cmd/x-{me}"):
        device.say(f"{ROOT}/{topic}", me)
        device.say(f"{OTHER}/{topic}", me)
    device.say("homeassistant/device/jantaku_home_table-1/config", me)
    settled(truth)
    settled(other)
    said = {m.topic.removeprefix(f"{ROOT}/") for m in truth.received if m.payload == me.encode()}
    assert said == {f"presence/{me}"} | ({f"cmd/{me}"} if name in COMMANDS else set())
    assert bool([m for m in other.received if m.payload == me.encode()]) == (table is None)


@needs_mosquitto
def test_an_answer_reaches_only_who_asked(members: dict[str, Member]) -> None:
    members["controller-table-1"].say(f"{ROOT}/reply/seat2-table-1", "for you")
    assert wait(lambda: f"{ROOT}/reply/seat2-table-1" in members["seat2-table-1"].topics())
    assert f"{ROOT}/reply/seat2-table-1" not in settled(members["referee-anna"])


@needs_mosquitto
@pytest.mark.filterwarnings(
    "ignore:unclosed:ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
def test_nobody_is_accepted_without_account_or_without_encryption(club: Club) -> None:
    secret = club.add("wall-hall")
    assert club.member(None, None).refused
    assert club.member("wall-hall", "guess").refused
    assert club.member("wall-nobody", secret).refused
    assert not club.member("wall-hall", secret).refused
    plain = club.member("wall-hall", secret, port=club.wanted.local_port, tls=False)
    assert not plain.refused  # of this computer only
    assert club.member("wall-hall", secret, ca=None).refused  # no certificate of the world's authorities
    gc.collect()  # paho leaves the socket of a handshake that failed


@needs_mosquitto
def test_a_removed_account_is_thrown_out_and_a_rotated_secret_is_void(club: Club) -> None:
    first = club.add("referee-gone")
    device = club.member("referee-gone", first)
    accounts = club.files.accounts()
    second = accounts.rotate("referee-gone")
    accounts.write()
    club.add("referee-other")  # tells the broker
    assert wait(device.lost.is_set)
    assert club.member("referee-gone", first).refused
    again = club.member("referee-gone", second)
    assert not again.refused
    accounts = club.files.accounts()
    accounts.remove("referee-gone")
    accounts.write()
    club.add("referee-other")
    assert wait(again.lost.is_set)
    assert club.member("referee-gone", second).refused


def test_a_name_says_role_and_seat() -> None:
    assert Account.of("seat2-east", "table-1") == Account("seat2-east", Role.SEAT, 2, "table-1")
    assert Account.of("referee-anna") == Account("referee-anna", Role.REFEREE)
    assert Account.of("house") == Account("house", Role.HOUSE)


WRONG = ["", "anna", "seat-east", "seat4-x", "referee2-anna", "referee-", "referee-A", "wall hall"]
WRONG += ["house-" + "x" * 33, "house-a/b", "house-#", "house-+", "house\nuser root", "house-x\n"]


@pytest.mark.parametrize("name", WRONG)
def test_a_name_that_says_no_role_is_nobody(name: str) -> None:
    assert Account.of(name) is None


@pytest.mark.parametrize(
    ("label", "role", "seat", "table", "said"),
    [
        ("x", Role.SEAT, None, "table-1", "needs --seat"),
        ("x", Role.REFEREE, 2, None, "has no seat"),
        ("x", Role.SEAT, 1, None, "name it with --table"),
        ("X y", Role.REFEREE, None, None, "is no name"),
    ],
)
def test_parts_that_do_not_fit_are_one_sentence(
    label: str, role: Role, seat: int | None, table: str | None, said: str
) -> None:
    with pytest.raises(AccountError, match=said):
        Account.named(label, role, seat, table)


def test_no_secret_is_kept_and_files_are_ours_alone(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path, "home")
    secret = accounts.add(Account.named("anna", Role.REFEREE))
    accounts.write()
    for path in tmp_path.iterdir():
        assert path.stat().st_mode & 0o077 == 0
        assert secret not in path.read_text()
    assert {p.name for p in tmp_path.iterdir()} == {"accounts.json", "accounts.json.good", "passwords", "acl"}
    again = Accounts(tmp_path, "home")
    assert [a.name for a in again] == ["referee-anna"]
    with pytest.raises(AccountError, match="already"):
        again.add(Account.named("anna", Role.REFEREE))
    with pytest.raises(AccountError, match="there are: referee-anna"):
        again.remove("referee-bo")


@pytest.mark.parametrize("text", ["[]", "{", '{"house": 1}', '{"house": {"table": null}}'])
def test_a_damaged_list_is_not_overwritten(tmp_path: Path, text: str) -> None:
    (tmp_path / "accounts.json").write_text(text)
    with pytest.raises(AccountError, match="restore it from a copy"):
        Accounts(tmp_path, "home")
    assert (tmp_path / "accounts.json").read_text() == text


def test_an_account_of_a_name_that_is_none_is_left_out(tmp_path: Path) -> None:
    entry = {"table": None, "hash": "$7$101$a$b"}
    (tmp_path / "accounts.json").write_text(json.dumps({"house\nuser root": entry, "house": entry}))
    assert [a.name for a in Accounts(tmp_path, "home")] == ["house"]


@needs_mosquitto
def test_a_table_and_its_tools_on_a_clubs_broker(club: Club) -> None:
    """The service publishes over TLS with its account; `jantaku machine` beside it asks with the same one, a
    technician with another, and who belongs to another table is not heard."""
    secret = club.add("controller-table-1", "table-1")
    address = club.address("controller-table-1", secret)
    bus = Bus(Topics("home", "table-1"), address, INFO, "boot", open_door=False)
    bus.start()
    assert wait(lambda: bus.connected)
    asked: list[tuple[str, str]] = []
    ended = threading.Event()

    def serve() -> None:
        while not ended.wait(0.05):
            for order in bus.poll():
                asked.append((order.sender, order.name))
                bus.answer(order)

    service = threading.Thread(target=serve)
    service.start()
    try:
        for name in ("controller-table-1", "technician-bo"):
            signed = address if name.startswith("controller") else club.address(name, club.add(name))
            with Remote(Topics("home", "table-1"), signed) as remote:
                assert remote.ask("machine.selftest").code == "ok"
        seat = club.address("seat2-other", club.add("seat2-other", "table-2"))
        with Remote(Topics("home", "table-1"), seat) as remote, pytest.raises(RemoteError):
            remote.ask("sync")
    finally:
        ended.set()
        service.join()
        bus.close()
    assert asked == [("controller-table-1", "machine.selftest"), ("technician-bo", "machine.selftest")]


def test_the_accounts_of_a_tables_own_broker_follow_its_name(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path, "home")
    secret = accounts.put(Account.named("anna", Role.HOUSE, table="table-1"))
    everywhere = accounts.put(Account.named("bea", Role.REFEREE))
    accounts.follow("table-7")
    accounts.write()
    found = {account.name: account.table for account in Accounts(tmp_path, "home")}
    assert found == {"house-anna": "table-7", "referee-bea": None}
    assert accounts.role("house-anna", secret) is Role.HOUSE
    assert accounts.role("referee-bea", everywhere) is Role.REFEREE
