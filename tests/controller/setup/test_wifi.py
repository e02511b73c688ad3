"""Wi-Fi by NetworkManager: what is there, joining, a sentence for each failure; the network before stays."""

from __future__ import annotations

import hashlib
import shutil
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from controller.setup.answers import SetupJoin
from controller.setup.desk import RefusedError
from controller.setup.wifi import Wifi, rows
from runtime.programs import Done, done
from tests.controller.setup import network_manager
from tests.controller.setup.network_manager import NetworkManager
from tests.controller.setup.nmcli import AIR, HOME, PASSWORD, YES, StandIn

NEW = "22222222-2222-4222-8222-222222222222"
NOT_UP = "Error: Connection activation failed:"


@pytest.fixture
def computer() -> StandIn:
    return StandIn()


def keeps(key: str) -> str:
    """What nmcli's editor is given."""
    return f"set 802-11-wireless-security.psk {key}\nsave persistent\nquit\n"


def refused(computer: StandIn, name: str = "hall", password: str = PASSWORD) -> str:
    with pytest.raises(RefusedError) as raised:
        Wifi(computer).join(SetupJoin(name=name, password=password))
    assert raised.value.refusal.message
    return raised.value.refusal.code


def test_terse_lines_are_read_as_they_were_meant() -> None:
    assert rows("a:b\n\nx\\:y\\\\z::\n") == [["a", "b"], ["x:y\\z", "", ""]]


def test_networks_come_with_their_strength_the_joined_one_first(computer: StandIn) -> None:
    found = Wifi(computer).offered()
    assert (found.stands, found.may) == (None, True)
    assert [(each.name, each.signal, each.joined, each.kind) for each in found.networks] == [
        ("home", 70, True, "psk"),
        ("hall", 90, False, "psk"),
        ("guests", 55, False, "open"),
        ("new:one\\x", 30, False, "sae"),
        ("office", 20, False, "other"),
    ]


def test_a_network_is_joined_and_begins_by_itself_from_then_on(computer: StandIn) -> None:
    computer.connections[NEW] = "Jantaku hall"
    Wifi(computer).join(SetupJoin(name="hall", password=PASSWORD))
    key = hashlib.pbkdf2_hmac("sha1", PASSWORD.encode(), b"hall", 4096, 32).hex()
    assert computer.given == [keeps(key)]
    assert [each[0] for each in computer.did] == ["add", "edit", "up", "modify", "delete"]
    add = computer.did[0]
    assert add[add.index("connection.autoconnect") + 1] == "no", "a power cut leaves the network before"
    assert computer.did[3][3:5] == ("connection.autoconnect", "yes")
    assert NEW not in computer.connections, "what was made here for this network before"
    assert computer.connections[HOME] == "home"
    assert computer.connections[computer.active] == "Jantaku hall"


def test_after_a_power_cut_the_network_is_used_that_was_joined_last(computer: StandIn) -> None:
    """NetworkManager has no times of use then."""
    for name, password in (("hall", PASSWORD), ("guests", ""), ("hall", PASSWORD), ("guests", "")):
        Wifi(computer).join(SetupJoin(name=name, password=password))
        called = {
            computer.connections[made]: of
            for made, of in computer.preferred.items()
            if made in computer.connections
        }
        assert [each for each, priority in called.items() if priority == "1"] == [f"Jantaku {name}"]
    assert HOME not in computer.preferred, "what was not made here"


@pytest.mark.parametrize(
    ("security", "air_now", "code"),
    [
        ("WPA3", "", "wifi_password"),
        ("WPA2 WPA3", "", "wifi_password"),
        ("WPA2", "", "wifi_gone"),
        ("WPA3", AIR, "wifi_gone"),
    ],
)
def test_a_network_of_wpa3_that_is_there_and_not_found_has_refused_the_password(
    computer: StandIn, security: str, air_now: str, code: str
) -> None:
    computer.air, computer.air_now = f"{AIR} :50:{security}:upstairs\n", air_now
    computer.fails = Done(10, "", f"{NOT_UP} The Wi-Fi network could not be found.")
    assert refused(computer, "upstairs") == code


def test_the_key_is_that_of_the_standard() -> None:
    """IEEE 802.11-2020, annex J.4.2, first example."""
    computer = StandIn()
    computer.air = " :50:WPA2:IEEE\n"
    Wifi(computer).join(SetupJoin(name="IEEE", password="password"))
    key = "f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e"
    assert computer.given == [keeps(key)]


def test_a_network_with_wpa2_and_wpa3_gets_the_password(computer: StandIn) -> None:
    """wpa_supplicant takes WPA3 there, and has no password for it in the key."""
    computer.air = " :50:WPA2 WPA3:both\n"
    Wifi(computer).join(SetupJoin(name="both", password="a password"))
    assert computer.given == [keeps("a password")]
    add = computer.did[0]
    assert add[add.index("wifi-sec.key-mgmt") + 1] == "wpa-psk"
    for password, code in (("short", "wifi_password"), ("ends with a space ", "wifi_kind")):
        assert refused(computer, "both", password) == code


def test_wpa3_gets_the_password_and_an_open_network_none(computer: StandIn) -> None:
    Wifi(computer).join(SetupJoin(name="new:one\\x", password=PASSWORD))
    assert computer.given == [keeps(PASSWORD)]
    Wifi(computer).join(SetupJoin(name="guests"))
    assert len(computer.given) == 1


@pytest.mark.parametrize(
    ("failed", "code"),
    [
        (Done(4, "", f"{NOT_UP} Secrets were required, but not provided."), "wifi_password"),
        (Done(4, "", f"{NOT_UP} 802.1X supplicant took too long to authenticate."), "wifi_password"),
        (Done(4, "", f"{NOT_UP} The Wi-Fi network could not be found."), "wifi_gone"),
        (Done(4, "", f"{NOT_UP} IP configuration could not be reserved (no address)."), "wifi_address"),
        (Done(3, "", "Error: Timeout expired (75 seconds)"), "wifi_slow"),
        (Done(124), "wifi_failed"),
        (Done(4, "", "Error: Not authorized to control networking."), "wifi_not_allowed"),
        (Done(8, "", "Error: NetworkManager is not running."), "wifi_none"),
        (Done(4, "", "Error: something new"), "wifi_failed"),
    ],
)  # fmt: skip
def test_a_failed_try_is_one_sentence_and_the_network_before_is_back(
    computer: StandIn, failed: Done, code: str
) -> None:
    computer.fails = failed
    assert refused(computer) == code
    assert (computer.active, computer.connections) == (HOME, {HOME: "home"})


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("elsewhere", PASSWORD, "wifi_gone"),
        ("office", PASSWORD, "wifi_kind"),
        ("hall", "short", "wifi_password"),
        ("hall", "with\na line", "wifi_password"),
        ("new:one\\x", "two\nlines", "wifi_password"),
        ("new:one\\x", "", "wifi_password"),
        ("new:one\\x", " with a space before", "wifi_kind"),
    ],
)
def test_what_cannot_work_is_not_tried(computer: StandIn, name: str, password: str, code: str) -> None:
    assert refused(computer, name, password) == code
    assert computer.did == []


def test_no_manager_no_radio_and_one_that_is_off_are_each_said(computer: StandIn) -> None:
    computer.radio = "disabled"
    assert (Wifi(computer).offered().stands, refused(computer)) == ("wifi_off", "wifi_off")
    computer.status = "eth0:ethernet:connected\n"
    assert (Wifi(computer).offered().stands, refused(computer)) == ("wifi_no_radio", "wifi_no_radio")
    assert Wifi(lambda *_: Done(8)).offered().stands == "wifi_none"
    nowhere = Wifi(
        lambda command, given, patience_s: done(("/nowhere/nmcli", *command[1:]), given, patience_s)
    )
    assert nowhere.offered().stands == "wifi_none"


def test_what_polkit_does_not_allow_is_known_before(computer: StandIn) -> None:
    computer.permissions = YES.replace("system:yes", "system:auth")
    assert Wifi(computer).offered().may is False


def test_two_join_one_after_the_other(computer: StandIn) -> None:
    computer.goes_on.clear()
    wifi = Wifi(computer)
    first = threading.Thread(target=wifi.join, args=(SetupJoin(name="hall", password=PASSWORD),))
    first.start()
    assert computer.at_up.wait(20)
    with pytest.raises(RefusedError) as raised:
        wifi.join(SetupJoin(name="guests"))
    assert raised.value.refusal.code == "wifi_busy"
    computer.goes_on.set()
    first.join(20)
    assert computer.connections[computer.active] == "Jantaku hall"


@pytest.fixture(scope="module")
def manager(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NetworkManager]:
    why = network_manager.missing()
    if why is not None:
        pytest.skip(why)
    made = NetworkManager(tmp_path_factory.mktemp("nm"))
    yield made
    made.close()


class WithoutRadio:
    """The real NetworkManager, which has no radio here: what a radio would see is said in its place, by the
    name of another device."""

    def __init__(self, manager: NetworkManager, device: str) -> None:
        self._manager, self._device = manager, device

    def __call__(self, command: Sequence[str], given: str, patience_s: float) -> Done:
        if command[-2:] == ("device", "status"):
            return Done(0, f"{self._device}:wifi:connected\n")
        if "list" in command:
            return Done(0, AIR)
        return self._manager.run(command, given, patience_s)


def test_the_real_one_has_no_radio_here(manager: NetworkManager) -> None:
    assert Wifi(manager.run).offered().stands == "wifi_no_radio"


@pytest.mark.parametrize("name", ["hall", "new:one\\x", "guests"])
def test_a_try_that_the_real_one_cannot_carry_out_leaves_the_connection_before_and_nothing_else(
    manager: NetworkManager, name: str
) -> None:
    """It takes the connection, and refuses to bring it up, for want of a radio."""
    device = "before0"
    added = ("nmcli", "connection", "add", "type", "bridge", "ifname", device, "con-name", "before")
    address = ("ipv4.method", "manual", "ipv4.addresses", "192.0.2.1/24", "ipv6.method", "disabled")
    assert manager.run((*added, *address), "", 20).code == 0
    assert manager.run(("nmcli", "--wait", "20", "connection", "up", "before"), "", 30).code == 0
    try:
        before = {file.name: file.read_bytes() for file in manager.connections.iterdir()}
        wifi = Wifi(WithoutRadio(manager, device))
        with pytest.raises(RefusedError) as raised:
            wifi.join(SetupJoin(name=name, password="" if name == "guests" else PASSWORD))
        assert raised.value.refusal.code == "wifi_no_radio", raised.value.refusal.message
        assert {file.name: file.read_bytes() for file in manager.connections.iterdir()} == before
        shown = manager.run(("nmcli", "-t", "-f", "NAME,DEVICE", "connection", "show", "--active"), "", 20)
        assert ["before", device] in rows(shown.out)
    finally:
        manager.run(("nmcli", "connection", "delete", "before"), "", 20)


@pytest.mark.parametrize(
    ("name", "password", "kept"),
    [
        ("hall", "password", hashlib.pbkdf2_hmac("sha1", b"password", b"hall", 4096, 32).hex()),
        ("hall", "ab" * 32, "ab" * 32),
        ("new:one\\x", "back\\slash \"quote'#;$", "back\\slash \"quote'#;$"),
        ("new:one\\x", "пароль: два  слова", "пароль: два  слова"),
        ("new:one\\x", "quit", "quit"),
    ],
)
def test_the_real_one_keeps_name_and_key_as_they_are_in_a_file_of_root(
    manager: NetworkManager, name: str, password: str, kept: str
) -> None:
    """Looked at just before the try is given up."""
    found: list[str] = []

    def shown(field: str, connection: str) -> str:
        asked = ("nmcli", "-s", "-t", "-e", "no", "-g", field, "connection", "show", connection)
        return manager.run(asked, "", 20).out.removesuffix("\n")

    def run(command: Sequence[str], given: str, patience_s: float) -> Done:
        if "delete" in command:
            (file,) = manager.connections.iterdir()
            assert file.stat().st_mode & 0o077 == 0
            fields = ("802-11-wireless.ssid", "802-11-wireless-security.psk", "connection.autoconnect")
            found.extend(shown(field, command[-1]) for field in fields)
        return WithoutRadio(manager, "before0")(command, given, patience_s)

    with pytest.raises(RefusedError):
        Wifi(run).join(SetupJoin(name=name, password=password))
    assert found == [name, kept, "no"]
    assert list(manager.connections.iterdir()) == []


def test_what_the_real_one_says_of_an_unknown_connection_is_no_success(manager: NetworkManager) -> None:
    assert manager.run(("nmcli", "connection", "delete", "uuid", NEW), "", 20).code == 10
    assert shutil.which("nmcli") is not None
    assert manager.connections.parent != Path("/etc/NetworkManager")
