"""One table says of every topic who writes it, who reads it and where it goes from there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from club.hub.mqtt_client import ANSWERS, LOOKS, RECEIVED, STREAMED
from contract.channels import BRIDGED, CHANNELS, CLUSTERED, PARAMETERS, READS, channel_of, is_delayed
from contract.roles import COMMANDERS, PUBLISHERS, Role
from contract.topics import Topics
from controller.bus.session import PASSING

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("runtime", "contract", "firmware_bridge", "upkeep", "controller", "club")


def test_no_two_channels_share_an_address_and_every_parameter_is_explained() -> None:
    assert len({channel.pattern for channel in CHANNELS}) == len(CHANNELS)
    used = {name for channel in CHANNELS for name in re.findall(r"{(\w+)}", channel.address)}
    assert used <= PARAMETERS.keys()


def test_every_channel_has_a_writer_and_a_reader() -> None:
    """A table writes what is not from devices, and reads what is; programs of the house share `cmd`."""
    for channel in CHANNELS:
        if channel.from_devices:
            assert channel.own_writers or channel.address == "cmd", channel.address
            assert not channel.own_writers & PUBLISHERS, channel.address
        else:
            assert channel.readers or channel.own_readers, channel.address
            assert not channel.own_writers, channel.address


def test_the_filters_of_a_role_let_it_read_what_the_table_says_and_nothing_else() -> None:
    for role, filters in READS.items():
        if role is Role.ARCHIVER:
            assert filters == ("#",)
            continue
        own = {channel.address for channel in CHANNELS if role in channel.own_readers}
        allowed = {channel.pattern for channel in CHANNELS if role in channel.readers} | own
        asked = {f for f in filters if f != "delayed/#"}
        if "delayed/#" in filters:
            allowed -= {pattern for pattern in allowed if pattern.startswith("delayed/")}
        assert asked == {each for each in allowed if "{device}" not in each}, role


def test_who_is_broadcast_to_reads_nothing_before_the_delay() -> None:
    assert READS[Role.OVERLAY] == ("delayed/#",)


def test_what_only_the_hub_may_read_is_read_by_no_other_display() -> None:
    for channel in CHANNELS:
        if channel.personal:
            assert channel.readers == (frozenset() if channel.from_devices else {Role.HUB}), channel.address


def test_commands_and_presence_are_never_handed_on() -> None:
    """They would go round in a circle."""
    onward = {*BRIDGED, *CLUSTERED}
    assert not [channel.address for channel in CHANNELS if channel.from_devices and channel.pattern in onward]


def test_every_commander_has_a_place_for_commands_and_one_for_answers() -> None:
    command, reply = channel_of("cmd/anna"), channel_of("reply/anna")
    assert command is not None
    assert reply is not None
    assert command.own_writers == reply.own_readers == COMMANDERS


@pytest.mark.parametrize("name", ["state/of/things", "State", "delayed/eyes", "alert", "", "seat/0/1"])
def test_a_name_that_is_no_channel_is_not_sent(name: str) -> None:
    with pytest.raises(ValueError, match="no channel"):
        Topics("home", "table-1").at(name)


@pytest.mark.parametrize("name", ["state", "$status", "event", "win", "clock"])
def test_what_is_delayed_has_a_channel_for_it(name: str) -> None:
    assert is_delayed(name)
    assert channel_of(f"delayed/{name}") is not None
    assert not is_delayed(f"delayed/{name}")


def test_what_others_ask_a_broker_for_is_in_the_table() -> None:
    asked = [name for name, _ in (*RECEIVED, *STREAMED)] + [*LOOKS, *PASSING]
    asked += [f"{name}/+" for name in ANSWERS]
    assert [name for name in asked if channel_of(name) is None] == []


def test_only_the_table_of_channels_knows_where_topics_lie() -> None:
    """Elsewhere the prefix stands in documents only."""
    wrong = []
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        if path.relative_to(ROOT).as_posix() == "contract/channels.py":
            continue
        tree = ast.parse(path.read_text("utf-8"))
        said = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
        wrong += [
            f"{path.relative_to(ROOT)}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said
            if re.match(r"jantaku/\d/", node.value)
        ]
    assert wrong == []
