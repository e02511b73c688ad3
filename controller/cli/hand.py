"""`jantaku hand`: the page on which a telephone photographs a winning hand and reads what it is worth."""

from __future__ import annotations

import json
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from controller.cli.enrol import set_path
from controller.config import ConfigError, present
from engine.rules.presets import PRESETS

if TYPE_CHECKING:
    from vision.nets.detect import Detector
    from vision.nets.enrol import TileSet


@click.command(name="hand", epilog="Example: jantaku hand --preset ema")
@click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path),
    help="The table's TOML file: its rules, tile set and certificate.",
)
@click.option("--preset", type=click.Choice(PRESETS), help="Rules by which hands are valued (default: rrc).")
@click.option("--set", "tiles", metavar="NAME", help="The tiles are of this enrolled set.")
@click.option(
    "--host",
    default="0.0.0.0",
    show_default=True,
    help="Address to serve at; 127.0.0.1: this computer only.",
)
@click.option("--port", type=int, help="Port of the page (default: 8090, or the next free one).")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable lines on stdout.")
def hand(
    config_file: Path | None,
    preset: str | None,
    tiles: str | None,
    host: str,
    port: int | None,
    as_json: bool,
) -> None:
    """Serve the page that values a photographed hand, until Ctrl-C.

    A table that runs (jantaku run) serves the same page as hand.html. Photographs stay in this computer's
    memory, and only until they are read. With a certificate in the configuration the page is https, and can
    be installed as an app.
    """
    from controller.hand.reader import HandReader  # noqa: PLC0415
    from controller.web.hand import Hands  # noqa: PLC0415
    from controller.web.hand_server import HandWeb  # noqa: PLC0415
    from controller.web.place import WebError  # noqa: PLC0415
    from vision.nets.enrol import EnrolError, TileSet  # noqa: PLC0415

    try:
        config = present(config_file)
        name = tiles or config.camera.tile_set
        known = None if name is None else TileSet.load(set_path(name, config_file))
        hands = Hands(
            preset or config.table.preset,
            HandReader(partial(_detector, known)),
            config.table.options if preset is None else None,
        )
        web = HandWeb(hands, host, port, config.web.pair)
        web.start()
    except (ConfigError, EnrolError, WebError) as error:
        click.echo(f"jantaku: {error}", err=True)
        raise SystemExit(2) from error
    try:
        _print(web.urls, as_json)
        threading.Event().wait()
    except KeyboardInterrupt:
        pass
    finally:
        web.stop()


def _print(urls: list[str], as_json: bool) -> None:
    for url in urls:
        click.echo(json.dumps({"page": url}) if as_json else f"Open {url} on a telephone in this network.")
    if not as_json and not any(url.startswith("https") for url in urls):
        click.echo("It is not encrypted: use it in a network that you trust.")


def _detector(known: TileSet | None) -> Detector:
    from controller.hand.reader import THREADS  # noqa: PLC0415
    from vision.nets.detect import Detector  # noqa: PLC0415

    return Detector(threads=THREADS, tile_set=known, flowers=True)
