"""`jantaku club cluster`: the configuration of a broker for many clubs."""

from __future__ import annotations

import json
from pathlib import Path

import click

from club.scale.cluster import NODES, Cluster, ClusterError, Node
from club.scale.folder import write


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--club", "clubs", multiple=True, required=True, help="A club; may be repeated.")
@click.option("--node", "hosts", multiple=True, required=True, help=f"Host of a node; {NODES} of them.")
@click.option("--certificates", help="Folder on every node with ca.pem, server.pem and server.key.")
@click.option("--trust", help="The authority's file on the clubs' computers.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout and nothing else.")
def cluster(
    folder: Path,
    clubs: tuple[str, ...],
    hosts: tuple[str, ...],
    certificates: str | None,
    trust: str | None,
    as_json: bool,
) -> None:
    """Write the configuration of three NATS servers and of the bridges of clubs into FOLDER (docs/scale.md).

    Run it again to add clubs; secrets stay.

    \b
    Example: jantaku club cluster cluster --club sakura --club osaka --node a.example.org --node b.example.org
             --node c.example.org --certificates /etc/jantaku --trust /etc/jantaku/region-ca.pem
    """
    try:
        nodes = [Node(f"node{number}", host) for number, host in enumerate(hosts, 1)]
        done = list(write(folder, Cluster(nodes, clubs, certificates), trust))
    except (ClusterError, OSError) as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(json.dumps({"folder": str(folder), "done": done}))
        return
    for line in done or ["Nothing has changed."]:
        click.echo(line)
    click.echo(
        f"Copy nodeN.conf to its host and start `nats-server -c nodeN.conf` there, all {NODES} of them;"
    )
    click.echo(
        "copy bridge-CLUB.conf into conf.d of the club's broker (jantaku mqtt setup) and restart that."
    )
