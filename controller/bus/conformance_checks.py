"""The checks of `controller.bus.conformance`: sixteen of MQTT 3.1.1, eight of MQTT 5, one for each role."""

from __future__ import annotations

import contextlib
import secrets
import socket
import ssl
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import paho.mqtt.client as paho
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from contract.channels import CHANNELS, READS, channel_of
from contract.messages import Command
from contract.roles import COMMANDERS, Role
from controller.broker.accounts import Account
from controller.broker.broker import Address
from controller.bus.conformance import LARGE, SILENCE_S, WAIT_S, Bench, NotSoError, Peer, expect

TOPICS: Final = ("$status", "state", "alert/jam")
BURST: Final = 2000
LATE_MS: Final = 25.0
"""Nagle's algorithm with delayed acknowledgements makes it 40."""


def _names(messages: list[paho.MQTTMessage], root: str) -> list[str]:
    return sorted(message.topic.removeprefix(f"{root}/") for message in messages)


def retained_to_late_subscriber(bench: Bench) -> None:
    with bench.retained("state"), bench.peer() as late:
        late.subscribe(f"{bench.root}/state")
        expect([(m.payload, m.retain) for m in late.all(1)], [(b"state", True)])


def retained_to_wildcard_once(bench: Bench) -> None:
    with bench.retained(*TOPICS), bench.peer() as late:
        late.subscribe(f"{bench.root}/#")
        expect(_names(late.all(3), bench.root), sorted(TOPICS))


def retained_to_single_level_wildcard(bench: Bench) -> None:
    with bench.retained(*TOPICS), bench.peer() as late:
        late.subscribe(f"{bench.root}/+")
        expect(_names(late.all(2), bench.root), ["$status", "state"])


def retained_cleared_by_empty(bench: Bench) -> None:
    with bench.retained("state"):
        pass
    with bench.peer() as late:
        late.subscribe(f"{bench.root}/#")
        expect(_names(late.all(), bench.root), [])


def retained_arrives_live_without_flag(bench: Bench) -> None:
    with bench.peer() as present:
        present.subscribe(f"{bench.root}/#")
        with bench.retained("state"):
            expect([(m.payload, m.retain) for m in present.all(1)], [(b"state", False)])


def nothing_without_subscription(bench: Bench) -> None:
    with bench.peer() as other:
        other.subscribe(f"{bench.root}/#")
        with bench.retained(*TOPICS), bench.peer() as newcomer:
            expect(_names(newcomer.all(), bench.root), [])


def will_when_the_wire_is_cut(bench: Bench) -> None:
    will = f"{bench.root}/$status"
    with bench.peer() as watcher:
        watcher.subscribe(will)
        with bench.peer(will=will) as lost:
            lost.drop()
            expect([m.payload for m in watcher.all(1)], [b"gone"])
        watcher.say(will, b"", retain=True)


def no_will_after_goodbye(bench: Bench) -> None:
    will = f"{bench.root}/$status"
    with bench.peer() as watcher:
        watcher.subscribe(will)
        with bench.peer(will=will):
            pass
        expect([m.payload for m in watcher.all()], [])


def will_when_silent(bench: Bench) -> None:
    """A client whose computer lost its power: the connection stands, and nothing comes."""
    will = f"{bench.root}/$status"
    with bench.peer() as watcher:
        watcher.subscribe(will)
        with contextlib.closing(_mute(bench.address, will)):
            found = watcher.all(1, SILENCE_S * 1.5 + 2 * WAIT_S)
        expect([m.payload for m in found], [b"gone"])
        watcher.say(will, b"", retain=True)


def _mute(address: Address, will: str) -> socket.socket:
    """A connection that says CONNECT with a will, and never anything else."""

    def text(value: str | bytes) -> bytes:
        data = value.encode() if isinstance(value, str) else value
        return len(data).to_bytes(2, "big") + data

    flags = 0x02 | 0x04 | 0x08 | 0x20 | (0xC0 if address.username else 0)
    body = text("MQTT") + bytes([4, flags]) + SILENCE_S.to_bytes(2, "big")
    body += text(f"mute-{secrets.token_hex(6)}") + text(will) + text("gone")
    if address.username:
        body += text(address.username) + text(address.password or "")
    length, size = b"", len(body)
    while size or not length:
        size, digit = divmod(size, 128)
        length += bytes([digit | (0x80 if size else 0)])
    sock = _connected(address)
    if address.tls:
        trust = ssl.create_default_context(cafile=None if address.ca is None else str(address.ca))
        sock = trust.wrap_socket(sock, server_hostname=address.host)
    try:
        sock.sendall(b"\x10" + length + body)
        answered = len(sock.recv(4)) == 4
    except OSError:
        answered = False
    if not answered:
        sock.close()
        raise NotSoError("a plain CONNECT is not answered")
    return sock


def _connected(address: Address) -> socket.socket:
    if address.path is None:
        return socket.create_connection((address.host, address.port), timeout=WAIT_S)
    sock = socket.socket(socket.AF_UNIX)
    sock.settimeout(WAIT_S)
    sock.connect(str(address.path))
    return sock


def client_id_is_taken_over(bench: Bench) -> None:
    with bench.peer() as first, bench.peer(name=first.name):
        first.event("disconnect")


def queue_for_an_absent_session(bench: Bench) -> None:
    name = f"check-{secrets.token_hex(6)}"
    topic = f"{bench.root}/event"
    with bench.peer(name=name, clean=False) as archiver:
        archiver.subscribe(topic)
    with bench.peer() as table:
        for n in range(20):
            table.say(topic, str(n))
    try:
        with bench.peer(name=name, clean=False) as archiver:
            expect([int(m.payload) for m in archiver.all(20)], list(range(20)))
    finally:
        with bench.peer(name=name):
            pass


def clean_session_forgets(bench: Bench) -> None:
    name = f"check-{secrets.token_hex(6)}"
    with bench.peer(name=name) as first:
        first.subscribe(f"{bench.root}/#")
    with bench.peer(name=name) as again, bench.peer() as table:
        table.say(f"{bench.root}/event")
        expect(_names(again.all(), bench.root), [])


def order_is_kept(bench: Bench) -> None:
    with bench.peer() as screen, bench.peer() as table:
        screen.subscribe(f"{bench.root}/state", 0)
        for n in range(200):
            table.client.publish(f"{bench.root}/state", str(n))
        expect([int(m.payload) for m in screen.all(200)], list(range(200)))


def burst_is_whole(bench: Bench) -> None:
    with bench.peer() as archiver, bench.peer() as table:
        archiver.subscribe(f"{bench.root}/event")
        for n in range(BURST):
            table.client.publish(f"{bench.root}/event", str(n), qos=1)
        found = [int(m.payload) for m in archiver.all(BURST, 10 * WAIT_S)]
        expect((len(found), set(found)), (BURST, set(range(BURST))))


def large_message(bench: Bench) -> None:
    data = secrets.token_bytes(LARGE)
    with bench.peer() as screen, bench.peer() as table:
        screen.subscribe(f"{bench.root}/state")
        table.say(f"{bench.root}/state", data)
        expect([m.payload == data for m in screen.all(1)], [True])


def round_trip_without_delay(bench: Bench) -> None:
    taken = []
    with bench.peer() as peer:
        peer.subscribe(f"{bench.root}/event")
        for _ in range(21):
            began = time.perf_counter()
            peer.client.publish(f"{bench.root}/event", b"1", qos=1)
            with contextlib.suppress(Exception):
                peer.inbox.get(timeout=WAIT_S)
            taken.append((time.perf_counter() - began) * 1000)
    median = statistics.median(taken)
    if median > LATE_MS:
        raise NotSoError(f"{median:.0f} ms at the median: set TCP_NODELAY (mosquitto: set_tcp_nodelay true)")


def v5_connects(bench: Bench) -> None:
    with bench.five():
        pass


def v5_message_expires(bench: Bench) -> None:
    with bench.five() as table, bench.five() as late:
        for name, seconds in (("short", 1), ("long", 60)):
            properties = _properties(MessageExpiryInterval=seconds)
            table.say(f"{bench.root}/{name}", name, retain=True, properties=properties)
        time.sleep(2.1)
        late.subscribe(f"{bench.root}/+")
        found = late.all(1)
        table.say(f"{bench.root}/long", b"", retain=True)
        expect(_names(found, bench.root), ["long"])
        expect(getattr(found[0].properties, "MessageExpiryInterval", 60) < 60, True)


def v5_user_properties(bench: Bench) -> None:
    given = _properties(UserProperty=[("boot", "1")])
    expect(_echo(bench, given).get("UserProperty"), [("boot", "1")])


def v5_response_topic_and_correlation(bench: Bench) -> None:
    found = _echo(bench, _properties(ResponseTopic=f"{bench.root}/reply/x", CorrelationData=b"42"))
    expect((found.get("ResponseTopic"), found.get("CorrelationData")), (f"{bench.root}/reply/x", b"42"))


def v5_session_expires(bench: Bench) -> None:
    for seconds, present in ((60, 1), (1, 0)):
        name = f"check-{secrets.token_hex(6)}"
        with bench.five(name=name, clean=False, expiry=seconds) as archiver:
            archiver.subscribe(f"{bench.root}/event")
        time.sleep(0 if present else 2.5)
        with bench.five(name=name, clean=False, expiry=0) as again:
            expect(int(again.flags.session_present), present)


def v5_no_local(bench: Bench) -> None:
    with bench.five() as peer:
        peer.subscribe(f"{bench.root}/event", options=SubscribeOptions(qos=1, noLocal=True))
        peer.say(f"{bench.root}/event")
        expect(_names(peer.all(), bench.root), [])


def v5_retained_as_published(bench: Bench) -> None:
    with bench.five() as bridge:
        bridge.subscribe(f"{bench.root}/state", options=SubscribeOptions(qos=1, retainAsPublished=True))
        with bench.retained("state"):
            expect([m.retain for m in bridge.all(1)], [True])


def v5_shared_subscription(bench: Bench) -> None:
    with bench.five() as one, bench.five() as two, bench.five() as table:
        for peer in (one, two):
            peer.subscribe(f"$share/archivers/{bench.root}/event")
        for n in range(20):
            table.say(f"{bench.root}/event", str(n))
        shares = [[int(m.payload) for m in peer.all()] for peer in (one, two)]
        expect(sorted(shares[0] + shares[1]), list(range(20)))


def _properties(**given: object) -> Properties:
    made = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
    for name, value in given.items():
        setattr(made, name, value)
    return made


def _echo(bench: Bench, properties: Properties) -> dict[str, Any]:
    with bench.five() as peer:
        peer.subscribe(f"{bench.root}/cmd/x")
        peer.say(f"{bench.root}/cmd/x", properties=properties)
        found = peer.all(1)
        expect(len(found), 1)
        return vars(found[0].properties)


CHECKS: Final[Mapping[str, Callable[[Bench], None]]] = {
    check.__name__: check
    for check in (
        retained_to_late_subscriber,
        retained_to_wildcard_once,
        retained_to_single_level_wildcard,
        retained_cleared_by_empty,
        retained_arrives_live_without_flag,
        nothing_without_subscription,
        will_when_the_wire_is_cut,
        no_will_after_goodbye,
        will_when_silent,
        client_id_is_taken_over,
        queue_for_an_absent_session,
        clean_session_forgets,
        order_is_kept,
        burst_is_whole,
        large_message,
        round_trip_without_delay,
        v5_connects,
        v5_message_expires,
        v5_user_properties,
        v5_response_topic_and_correlation,
        v5_session_expires,
        v5_no_local,
        v5_retained_as_published,
        v5_shared_subscription,
    )
}

_ONE: Final = {"id": "jam", "seat": "0", "game": "game", "hand": "0", "device": "other"}
SENT: Final = (
    "seat/1",
    *(channel.address.format(**_ONE) for channel in CHANNELS if channel.model is not Command),
)
"""A topic of each channel that a table or a display writes, and a second seat's."""


def role_of(account: Account, address: Address) -> Callable[[Bench], None]:
    """The check that this account receives its share, and says no more than it may. The bench signs in as
    the table's controller."""

    def check(bench: Bench) -> None:
        with bench.peer() as table, Peer(address) as device, bench.retained(*SENT):
            device.subscribe("#")
            expect(_names(device.all(), bench.root), sorted(n for n in SENT if _receives(account, n)))
            table.subscribe(f"{bench.root}/#")
            table.all()
            own = [
                *([f"presence/{account.name}"] if account.role is not Role.GUEST else []),
                *([f"cmd/{account.name}"] if account.role in COMMANDERS else []),
            ]
            for name in (
                *SENT,
                "cmd",
                "cmd/other",
                *(f"{n}/{account.name}" for n in ("presence", "cmd", "reply")),
            ):
                device.client.publish(f"{bench.root}/{name}", "display", qos=1)
            said = {m.topic for m in table.all() if m.payload == b"display"}
            expect(said, {f"{bench.root}/{name}" for name in own})

    check.__name__ = f"role_{account.role}"
    return check


def _receives(account: Account, name: str) -> bool:
    channel = channel_of(name)
    if channel is not None and channel.personal and account.role is Role.ARCHIVER:
        return False
    patterns = [pattern.format(seat=account.seat) for pattern in READS[account.role]]
    return any(paho.topic_matches_sub(f"root/{pattern}", f"root/{name}") for pattern in patterns)


def accounts_of_all_roles(mark: str, table: str) -> list[Account]:
    """One for each role that only reads and commands."""
    seats = {Role.SEAT: 1}
    return [Account.named(mark, role, seats.get(role), table) for role in READS]
