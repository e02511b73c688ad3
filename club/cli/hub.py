"""`jantaku club hub`: the process of a club."""

from __future__ import annotations

import json
import logging
import signal
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runtime.logs import LEVELS
from runtime.notify import MANAGER
from runtime.signal_event import SignalEvent
from runtime.tasks import EXIT
from runtime.version import version

if TYPE_CHECKING:
    from club.process import Running


_LOOK_S = 3.0
_LOG = logging.getLogger(__name__)


@click.command(name="hub")
@click.option("--config", "config_file", type=click.Path(path_type=Path), help="The club's TOML file.")
@click.option("--club", "club_name", help="Name of the club, as the tables know it.")
@click.option(
    "--broker", help="The club's broker: mqtts://[user:password@]host:8883 (default: one for this computer)."
)
@click.option("--ca", type=click.Path(path_type=Path), help="The club's certificate authority, ca.pem.")
@click.option("--data", type=click.Path(path_type=Path), help="Where the log and the clock are kept.")
@click.option("--database", help="The log elsewhere: postgresql+psycopg://USER@HOST/NAME.")
@click.option("--host", help="Address to serve the pages at, such as 0.0.0.0 (default: this computer only).")
@click.option("--port", type=int, help="Port of the pages (default: 8080).")
@click.option("--log-level", type=click.Choice(LEVELS), help="What goes to the log (default: warning).")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable lines on stdout.")
def hub(  # noqa: PLR0913, PLR0917 - one parameter an option
    config_file: Path | None,
    club_name: str | None,
    broker: str | None,
    ca: Path | None,
    data: Path | None,
    database: str | None,
    host: str | None,
    port: int | None,
    log_level: str | None,
    as_json: bool,
) -> None:
    """Run the hub: it sends the tables who plays there, logs every hand, and serves the club's pages.

    Without --broker it starts one, for virtual tables of this computer.

    \b
    Example: jantaku club hub
             jantaku club hub --config /etc/jantaku/club.toml
             jantaku club hub --club sakura --broker mqtts://hub-club:SECRET@hub.local:8883 --ca ca.pem
    """
    _serve(
        config_file,
        {
            "club": club_name,
            "data": data,
            "database": database,
            "broker": {"url": broker, "ca": ca},
            "web": {"host": host, "port": port},
            "logging": {"level": log_level},
        },
        as_json=as_json,
    )


def _serve(config_file: Path | None, overrides: dict[str, Any], *, as_json: bool) -> None:
    """Until a signal ends it."""
    from club.cli.starting import KNOWN, Starting, StoppedError  # noqa: PLC0415 - quick help

    stopping = SignalEvent()
    with ExitStack() as held:
        starting = Starting(config_file, overrides, stopping.is_set, held, partial(_waits, as_json=as_json))

        def stop(*_: object) -> None:
            stopping.set()
            starting.press()

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, stop)
        try:
            running = starting.in_the_end() if starting.stays else starting.once()
        except StoppedError:
            return
        except KNOWN as error:
            raise click.ClickException(str(error)) from error
        tasks = running.tasks
        tasks.on_doom(stopping.set)
        tasks.end_hard()
        if tasks.doomed is not None:
            stopping.set()
        with running.close:
            _announce(running, as_json=as_json)
            _look_after(running, stopping)
    if tasks.doomed is not None:
        raise SystemExit(EXIT)


def _waits(sentence: str, page: str, *, as_json: bool) -> None:
    """The hub cannot begin and is tried again; its page says why."""
    click.echo(f"jantaku: {sentence}", err=True)
    if as_json:
        click.echo(json.dumps({"type": "waits", "sentence": sentence, "page": page}))
    else:
        click.echo(f"The hub is tried again until it begins; {page} says why it does not.")


def _look_after(running: Running, stopping: SignalEvent) -> None:
    before = ""
    MANAGER.turns(running.health.sentence)
    while not stopping.wait(_LOOK_S):
        MANAGER.turns(running.health.sentence)
        said = trouble(running)
        if said and said != before:
            _LOG.warning(said)
        before = said


def trouble(running: Running) -> str:
    """What keeps hub and tables apart, in one sentence; empty where nothing does."""
    wire = running.hub.wire
    if wire.refusal:
        return f"The broker refuses the hub ({wire.refusal}): check user and password of its account."
    if not wire.connected:
        return "The broker does not answer: start it, or check its address. Hands wait at their tables."
    return ""


def _announce(running: Running, *, as_json: bool) -> None:
    url, link, broker = running.server.url, running.first_link, running.broker
    if as_json:
        started = {
            "type": "started",
            "software": version(),
            "url": url,
            "link": link,
            "broker": broker and broker.url,
            "joins": broker and broker.joins,
        }
        click.echo(json.dumps(started))
        return
    click.echo(f"Jantaku {version()}. The club's pages are at {url}")
    if link is not None:
        click.echo(f"Sign in as its director, once: {link}")
    if broker is not None:
        click.echo(f"Its broker, for this computer only, is at {broker.url}")
        click.echo(f"A virtual table joins with: {broker.joins}")
