"""A cluster of three real NATS servers: what one was told all know, clubs hear nothing of each other, and a
club's mosquitto hands everything on, also when the node that it uses is killed."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from club.cli.cluster import cluster as command
from club.scale.cluster import Cluster, ClusterError, Node, bridge_text, node_text
from club.scale.folder import SECRETS, write
from tests.club.scale.servers import ROOT, Device, Servers, needs_nats, until
from tests.controller.club import Club


def received(device: Device, topic: str) -> bool:
    return set(device.payloads.get(topic, ())) == {b"a hand"}


def said(device: Device) -> dict[str, set[bytes]]:
    """What it has heard; a message may come twice (QoS 1)."""
    return {topic: set(payloads) for topic, payloads in device.payloads.items()}


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    made = Servers(tmp_path / "cluster", ("home", "osaka"))
    yield made
    made.close()


@pytest.fixture
def joined(servers: Servers) -> Iterator[Callable[..., Device]]:
    devices: list[Device] = []

    def join(number: int, name: str, received: str) -> Device:
        device = Device(servers.cluster.nodes[number], name, servers.secrets[name], received)
        devices.append(device)
        assert device.accepted.wait(60), servers.words()
        return device

    yield join
    for device in devices:
        device.close()


@needs_nats
@pytest.mark.slow
def test_what_one_node_was_told_every_node_knows(servers: Servers, joined: Callable[..., Device]) -> None:
    bridge = joined(0, "bridge-home", f"{ROOT}/home/+/cmd/+")
    assert bridge.subscribed.wait(60)
    record = f"{ROOT}/home/table-1/record/g1/0"
    bridge.tell(record, "a hand", retain=True)
    for number in (0, 1, 2):
        hub = joined(number, "hub-home", f"{ROOT}/home/+/record/+/+")
        assert until(partial(received, hub, record)), servers.words()
    servers.kill(servers.cluster.nodes[0])
    late = joined(2, "hub-home", f"{ROOT}/home/+/record/+/+")
    assert until(partial(received, late, record)), servers.words()


@needs_nats
@pytest.mark.slow
def test_clubs_hear_nothing_of_each_other_and_only_hubs_command(
    servers: Servers, joined: Callable[..., Device]
) -> None:
    home = joined(0, "bridge-home", f"{ROOT}/home/+/cmd/+")
    osaka = joined(1, "hub-osaka", f"{ROOT}/osaka/+/state")
    hub = joined(2, "hub-home", f"{ROOT}/home/+/state")
    for device in (home, osaka, hub):
        assert device.subscribed.wait(60), servers.words()
    for foreign in (f"{ROOT}/home/+/state", "$MQTT/#", "#"):
        osaka.paho.subscribe(foreign, qos=1)
    home.paho.publish(f"{ROOT}/osaka/table-1/state", "forged", qos=1)
    hub.paho.publish(f"{ROOT}/home/table-1/state", "forged", qos=1)
    hub.paho.publish(f"{ROOT}/home/table-1/cmd/referee-anna", "forged", qos=1)
    assert until(hub.paho.is_connected)
    assert until(home.paho.is_connected)
    home.tell(f"{ROOT}/home/table-1/state", "true")
    hub.tell(f"{ROOT}/home/table-1/cmd/hub-home", "asked")
    assert until(lambda: home.payloads), servers.words()
    assert until(lambda: hub.payloads), servers.words()
    assert said(home) == {f"{ROOT}/home/table-1/cmd/hub-home": {b"asked"}}
    assert said(hub) == {f"{ROOT}/home/table-1/state": {b"true"}}
    assert osaka.payloads == {}


@needs_nats
@pytest.mark.slow
def test_a_clubs_broker_hands_on_what_is_told_while_its_node_is_killed(
    servers: Servers, joined: Callable[..., Device], tmp_path: Path
) -> None:
    folder = tmp_path / "broker"
    (folder / "conf.d").mkdir(parents=True)
    shutil.copy(servers.folder / "bridge-home.conf", folder / "conf.d")
    club = Club(folder)
    try:
        hub = joined(2, "hub-home", f"{ROOT}/home/+/record/+/+")
        assert hub.subscribed.wait(60), servers.words()
        with near(club, "controller-table-2", "table-2") as refused:
            for hand in range(40):
                refused.tell(f"{ROOT}/home/table-2/record/g1/{hand}", f"hand {hand}", retain=True)
                if hand == 15:
                    servers.kill(servers.cluster.nodes[0])
                time.sleep(0.1)
            wanted = {f"{ROOT}/home/table-2/record/g1/{hand}" for hand in range(40)}
            until(lambda: set(hub.payloads) == wanted, 120)
            assert wanted - set(hub.payloads) == set(), servers.words()
            assert any(answered(hub, refused) for _ in range(20)), servers.words()
    finally:
        club.close()


def answered(hub: Device, table: Device) -> bool:
    """Asked once; a hub asks again every three seconds."""
    hub.tell(f"{ROOT}/home/table-2/cmd/hub-home", "asked")
    return until(lambda: table.payloads, 3)


@contextlib.contextmanager
def near(club: Club, name: str, table: str) -> Iterator[Device]:
    """A table at the club's own broker, by the door of its computer."""
    node = Node("club", "127.0.0.1", mqtt_port=club.wanted.local_port)
    device = Device(node, name, club.add(name, table), f"{ROOT}/home/{table}/cmd/+")
    try:
        assert device.accepted.wait(60)
        yield device
    finally:
        device.close()


HOSTS = ("a.example.org", "b.example.org", "c.example.org")


def encrypted(*clubs: str) -> Cluster:
    return Cluster([Node(f"node{n}", host) for n, host in enumerate(HOSTS, 1)], clubs, "/etc/jantaku")


def test_secrets_stay_when_a_club_is_added(tmp_path: Path) -> None:
    first = list(write(tmp_path, encrypted("home"), "/etc/jantaku/ca.pem"))
    known = json.loads((tmp_path / SECRETS).read_text("utf-8"))
    assert len(first) == 5
    assert list(write(tmp_path, encrypted("home"), "/etc/jantaku/ca.pem")) == []
    list(write(tmp_path, encrypted("home", "osaka"), "/etc/jantaku/ca.pem"))
    after = json.loads((tmp_path / SECRETS).read_text("utf-8"))
    assert after.items() > known.items()
    assert after.keys() - known.keys() == {f"{kind}-osaka" for kind in ("hub", "bridge", "remote", "local")}


def test_the_secrets_say_of_what_they_are(tmp_path: Path) -> None:
    """docs/release.md: a later release knows them by it."""
    list(write(tmp_path, encrypted("home"), "/etc/jantaku/ca.pem"))
    assert json.loads((tmp_path / SECRETS).read_text("utf-8"))["format"] == "jantaku-cluster-secrets/1"


def test_nobody_else_reads_the_files(tmp_path: Path) -> None:
    list(write(tmp_path, encrypted("home"), "/etc/jantaku/ca.pem"))
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}


def test_a_bridge_knows_all_nodes_and_whom_to_trust(tmp_path: Path) -> None:
    list(write(tmp_path, encrypted("home"), "/etc/jantaku/ca.pem"))
    lines = (tmp_path / "bridge-home.conf").read_text("utf-8").splitlines()
    assert "addresses a.example.org:8883 b.example.org:8883 c.example.org:8883" in lines
    assert "bridge_cafile /etc/jantaku/ca.pem" in lines
    assert "topic +/cmd/+ in 0 jantaku/1/home/ jantaku/1/home/" in lines
    with pytest.raises(ClusterError, match="authority"):
        bridge_text(encrypted("home"), "home", {"bridge-home": "x"}, None)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--club", "home", "--node", "a", "--node", "b"), "3 nodes"),
        (("--club", "home", *(x for h in HOSTS for x in ("--node", h))), "unencrypted"),
        (("--club", "Sakura!", *(x for h in HOSTS for x in ("--node", h))), "is no club"),
        (("--club", "a", "--club", "a", *(x for h in HOSTS for x in ("--node", h))), "once"),
        (("--club", "home", *(("--node", "127.0.0.1") * 3)), "name 3 hosts that differ"),
        (("--club", "home", "--node", "A.example", "--node", "a.example", "--node", "b"), "that differ"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    tmp_path: Path, options: tuple[str, ...], sentence: str
) -> None:
    result = CliRunner().invoke(command, [str(tmp_path / "new"), *options])
    assert result.exit_code == 2
    assert sentence in result.output
    assert not (tmp_path / "new" / SECRETS).exists()


def test_a_cluster_of_one_computer_listens_on_loopback_only(tmp_path: Path) -> None:
    hosts = ("127.0.0.1", "127.0.0.2", "127.0.0.3")
    nodes = [word for host in hosts for word in ("--node", host)]
    result = CliRunner().invoke(command, [str(tmp_path), "--club", "home", *nodes])
    assert result.exit_code == 0, result.output
    for number, host in enumerate(hosts, 1):
        text = (tmp_path / f"node{number}.conf").read_text("utf-8")
        served = re.findall(r'listen: "(.*):(\d+)"', text)
        assert served == [(host, "4222"), (host, "6222"), (host, "8883")]
    with pytest.raises(ClusterError, match="unencrypted"):
        Cluster([Node(f"node{n}", host, "0.0.0.0") for n, host in enumerate(hosts, 1)], ["home"])
    assert 'listen: "0.0.0.0:8883"' in node_text(encrypted("home"), encrypted("home").nodes[0], Secrets())


def test_nobody_can_guess_what_a_bridge_calls_itself(tmp_path: Path) -> None:
    list(write(tmp_path, encrypted("home"), "/etc/jantaku/ca.pem"))
    known = json.loads((tmp_path / SECRETS).read_text("utf-8"))
    lines = (tmp_path / "bridge-home.conf").read_text("utf-8").splitlines()
    assert f"remote_clientid {known['remote-home']}" in lines
    assert f"local_clientid {known['local-home']}" in lines
    assert len({known[f"{kind}-home"] for kind in ("remote", "local", "bridge", "hub")}) == 4


class Secrets(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "s"


def test_damaged_secrets_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / SECRETS).write_text("{", "utf-8")
    with pytest.raises(ClusterError, match="restore it"):
        list(write(tmp_path, encrypted("home"), "/etc/jantaku/ca.pem"))
