"""The session that comes with the program: small, whole, and every payload as the models have it."""

from __future__ import annotations

from contract.channels import channel_of
from contract.messages import EventMessage, Eyes, Phase, Snapshot, WinMessage
from controller.bus.session import read
from controller.cli.mqtt.session import SAMPLE

SESSION = read(SAMPLE)
STATES = [Snapshot.model_validate(message.payload) for message in SESSION if message.topic == "state"]
EVENTS = [EventMessage.model_validate(message.payload) for message in SESSION if message.topic == "event"]


def test_it_is_small() -> None:
    assert SAMPLE.stat().st_size <= 150_000


def test_every_message_is_one_of_the_contract() -> None:
    """Made anew with `python -m benchmarks.sample_session`."""
    for message in SESSION:
        channel = channel_of(message.topic)
        assert channel is not None, message.topic
        assert not channel.from_devices
        assert message.retain == channel.retained, message.topic
        if message.payload is None:
            assert channel.emptied
        else:
            channel.model.model_validate(message.payload)


def test_time_and_revisions_only_grow() -> None:
    times = [message.t for message in SESSION]
    assert times == sorted(times)
    revisions = [state.rev for state in STATES]
    assert revisions == sorted(set(revisions))


def test_a_display_sees_every_phase_of_a_game() -> None:
    shown = {state.phase for state in STATES}
    assert shown == set(Phase)
    assert STATES[-1].phase is Phase.FINISHED
    assert STATES[-1].standings


def test_a_win_is_proposed_confirmed_and_paid_and_a_draw_too() -> None:
    messages = [WinMessage.model_validate(t.payload) for t in SESSION if t.topic == "win" and t.payload]
    assert {(win.result.reason, win.proposed) for win in messages} == {
        (reason, proposed) for reason in ("win", "exhaustive") for proposed in (True, False)
    }
    answers = {seat.confirmed for state in STATES for seat in state.seats}
    assert answers == {None, True}


def test_calls_riichi_dora_and_dice_are_published() -> None:
    assert {event.type for event in EVENTS} >= {
        "dice_thrown",
        "dealt",
        "dora_revealed",
        "discarded",
        "called",
        "riichi_declared",
        "riichi_paid",
        "win_declared",
        "hand_shown",
        "hand_ended",
        "game_ended",
    }
    machine = {state.machine.state for state in STATES}
    assert machine >= {"ready", "intake", "sorting", "raising", "presented"}


def test_the_machine_says_how_it_stands_and_the_computer_how_it_fares() -> None:
    messages = {topic: [t.payload for t in SESSION if t.topic == topic] for topic in ("machine", "health")}
    assert {report["state"] for report in messages["machine"]} >= {"ready", "presented"}
    assert messages["health"]
    assert {event.game for event in EVENTS} == {state.game for state in STATES}


def test_the_eyes_say_what_they_read() -> None:
    messages = [Eyes.model_validate(t.payload) for t in SESSION if t.topic == "eyes"]
    read = [tile.tile for eyes in messages for zone in eyes.zones for tile in zone.tiles]
    zones = {zone.zone for eyes in messages for zone in eyes.zones if zone.tiles}
    assert zones == {"pond", "meld", "hand", "wall"}
    assert {"1m", "9p", "7z"} <= {*read}


def test_no_concealed_tile_is_published() -> None:
    assert all(event.data == {} for event in EVENTS if event.type == "dealt")
    assert all("tile" not in event.data for event in EVENTS if event.type == "drawn")
