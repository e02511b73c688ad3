"""`jantaku mqtt watch`, `record` and `replay`: the messages of a table, for developers of displays."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import paho.mqtt.client as paho

from contract.channels import is_delayed
from contract.topics import Topics
from controller.broker.broker import Address, EmbeddedBroker, ExternalBroker
from controller.broker.choice import address_of
from controller.broker.errors import BrokerError
from controller.bus.farewell import leave
from controller.bus.session import SessionError, SessionMessage, again, play, read, recorder
from controller.cli.mqtt.commands import fail
from controller.config import ConfigError, present

SAMPLE: Final = Path(__file__).resolve().parents[2] / "sample" / "session.jsonl.gz"
CEASELESS: Final = ("tick", "eyes", "health")
"""What comes all the time, and is left out of a readable tail unless it is asked for."""
LINE: Final = 140
PASSWORD: Final = "JANTAKU_MQTT_PASSWORD"
CONNECT_S: Final = 10.0
F = TypeVar("F", bound=Callable[..., object])


def of_a_table(command: F) -> F:
    """Options that say which table on which broker."""
    for option in reversed((
        click.option("--broker", help="Broker, such as mqtts://host:8883 (default: the table's own)."),
        click.option("--user", help=f"Account there; its password is asked for, or taken from {PASSWORD}."),
        click.option("--ca", type=click.Path(path_type=Path), help="The club's ca.pem."),
        click.option("--config", type=click.Path(path_type=Path), help="The table's TOML file."),
        click.option("--data", type=click.Path(path_type=Path), help="The table's data directory."),
        click.option("--club", help="Another club than the configuration's."),
        click.option("--table", help="Another table than the configuration's."),
    )):  # fmt: skip
        command = option(command)
    return command


@click.command()
@of_a_table
@click.option("--all", "everything", is_flag=True, help="Also the frequent topics: tick, eyes, health.")
@click.option("--seconds", type=click.FloatRange(0), help="End after this time (default: never).")
@click.option("--json", "as_json", is_flag=True, help="One JSON line a message on stdout and nothing else.")
def watch(everything: bool, seconds: float | None, as_json: bool, **where: Any) -> None:
    """What a table publishes, a line each: time, topic, content.

    \b
    Example: jantaku mqtt watch
             jantaku mqtt watch --broker mqtts://hub.local --ca ca.pem --user archiver --table table-2
    """
    with _errors(as_json):
        address, topics = whereabouts(where)

        def show(topic: str, payload: bytes, retain: bool) -> None:
            name = topic.removeprefix(f"{topics.root}/")
            if everything or name not in CEASELESS:
                click.echo(_json_line(name, payload, retain) if as_json else _line(name, payload, retain))

        with _client(address) as client:
            _subscribe(client, topics, show)
            _sleep(seconds)


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@of_a_table
@click.option("--seconds", type=click.FloatRange(0), help="End after this time (default: with Ctrl-C).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout and nothing else.")
def record(path: Path, seconds: float | None, as_json: bool, **where: Any) -> None:
    """Record what a table publishes, for `jantaku mqtt replay`; packed where PATH ends in .gz.

    \b
    Example: jantaku mqtt record evening.jsonl.gz
    """
    with _errors(as_json):
        address, topics = whereabouts(where)
        with recorder(path, topics.root) as written:
            with _client(address) as client:
                _subscribe(client, topics, written.received)
                _sleep(seconds)
            count = written.count
    click.echo(json.dumps({"ok": True, "messages": count}) if as_json else f"{count} messages in {path}.")


@click.command()
@click.argument("path", type=click.Path(path_type=Path), default=SAMPLE)
@of_a_table
@click.option("--speed", type=click.FloatRange(0, 100), default=1.0, show_default=True, help="0: at once.")
@click.option("--loop", is_flag=True, help="Begin again at the end.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Port of the web page (default: a free one)."
)
@click.option("--json", "as_json", is_flag=True, help="JSON on stdout and nothing else.")
def replay(path: Path, speed: float, loop: bool, port: int, as_json: bool, **where: Any) -> None:
    """Publish a recording again, by default the session that comes with the program. Without --broker it
    starts a broker and the screens itself: a display needs no table.

    \b
    Example: jantaku mqtt replay --speed 2 --loop
             jantaku mqtt replay evening.jsonl.gz --broker mqtt://192.168.1.5 --table table-9
    """
    with _errors(as_json), ExitStack() as opened:
        session = read(path)
        if where["broker"]:
            address, topics = whereabouts(where)
        else:
            topics = _topics(where)
            address, url = _stage(opened, topics, port)
            click.echo(json.dumps({"screens": url, "broker": str(address)}) if as_json else
                       f"The screens are at {url}; programs find MQTT at the socket {address}.")  # fmt: skip
        client = opened.enter_context(_client(address))
        while True:
            messages = again(session, secrets.token_hex(4))
            play(messages, lambda each: _publish(client, topics, each), speed, time.sleep)
            if not loop:
                break
            time.sleep(1.0)  # a session without length must not flood the broker
        if not where["broker"]:
            _sleep(None)


def _stage(opened: ExitStack, topics: Topics, port: int) -> tuple[Address, str]:
    """A broker and the web page, running, and gone with `opened`."""
    from controller.web.place import WebError  # noqa: PLC0415 - only where pages are served
    from controller.web.server import Web  # noqa: PLC0415

    folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="jantaku-")))
    broker = EmbeddedBroker(folder, topics)
    opened.callback(broker.stop)
    broker.start()
    web = Web(topics, broker.address, port=port or None)
    opened.callback(web.stop)
    try:
        web.start()
    except WebError as error:
        raise BrokerError(str(error)) from error
    return broker.address, web.url


def _publish(client: paho.Client, topics: Topics, message: SessionMessage) -> None:
    """To broadcasts at once, too: what was recorded is nothing to hold back."""
    client.publish(f"{topics.root}/{message.topic}", message.data, retain=message.retain)
    if is_delayed(message.topic):
        client.publish(topics.delayed(message.topic), message.data, retain=message.retain)


def _topics(where: dict[str, Any]) -> Topics:
    config = present(where["config"], where["data"])
    return Topics(where["club"] or config.table.club, where["table"] or config.table.name)


def whereabouts(where: dict[str, Any]) -> tuple[Address, Topics]:
    """Broker and topics that the options mean. BrokerError and ConfigError say what is missing."""
    topics = _topics(where)
    if where["broker"]:
        address = ExternalBroker(where["broker"], ca=where["ca"]).address
    else:
        address = address_of(present(where["config"], where["data"]), topics)
    if where["user"]:
        secret = os.environ.get(PASSWORD) or click.prompt("Password", hide_input=True, err=True)
        address = replace(address, username=where["user"], password=secret)
    return address, topics


@contextmanager
def _client(address: Address) -> Iterator[paho.Client]:
    """Connected. BrokerError where it is refused, or no broker answers."""
    client = address.client(client_id=f"tool-{secrets.token_hex(16)}")
    refusals: list[str] = []
    client.on_connect = lambda _c, _d, _f, reason, _p: refusals.append(
        str(reason) if reason.is_failure else ""
    )
    try:
        client.connect(*address.target, keepalive=10)
    except OSError as error:
        raise BrokerError(f"No broker at {address} answers ({error.strerror or error}).") from error
    client.loop_start()
    try:
        end = time.monotonic() + CONNECT_S
        while not refusals and time.monotonic() < end:
            time.sleep(0.02)
        if not refusals or refusals[0]:
            raise BrokerError(f"The broker at {address} refuses us ({(refusals or ['silence'])[0]}).")
        yield client
    finally:
        leave(client)


def _subscribe(client: paho.Client, topics: Topics, received: Callable[[str, bytes, bool], None]) -> None:
    client.on_message = lambda _c, _d, m: received(m.topic, bytes(m.payload), m.retain)
    client.subscribe(f"{topics.root}/#", qos=1)


def _sleep(seconds: float | None) -> None:
    """Until then, or until Ctrl-C."""
    with suppress(KeyboardInterrupt):
        time.sleep(1e9 if seconds is None else seconds)


def _json_line(name: str, payload: bytes, retain: bool) -> str:
    try:
        body = json.loads(payload) if payload else None
    except ValueError:
        body = payload.decode("utf-8", "replace")
    fields = {"t": round(time.time(), 3), "topic": name, "retain": retain, "payload": body}
    return json.dumps(fields, ensure_ascii=False)


def _line(name: str, payload: bytes, retain: bool) -> str:
    now = time.strftime("%H:%M:%S")
    return f"{now} {'=' if retain else ' '} {name:<18} {_summary(name, payload)}"


def _summary(name: str, payload: bytes) -> str:
    """What a person wants to know of a payload, in a line."""
    try:
        body = json.loads(payload) if payload else None
        if name == "state" and isinstance(body, dict):
            at = body["round"]
            where = f"{at['wind']}{at['number']}-{at['honba']}" if at else "-"
            scores = " ".join(str(seat["score"]) for seat in body["seats"])
            return f"rev {body['rev']} {body['phase']} {where} {scores}"
    except (ValueError, KeyError, TypeError):
        body = payload.decode("utf-8", "replace")
    text = "(cleared)" if body is None else json.dumps(body, ensure_ascii=False)
    return text if len(text) <= LINE else f"{text[: LINE - 1]}…"


@contextmanager
def _errors(as_json: bool) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        return
    except (BrokerError, ConfigError, SessionError) as error:
        fail(str(error), as_json)
