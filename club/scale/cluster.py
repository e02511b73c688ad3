"""A NATS JetStream cluster as the broker of many clubs, and what joins a club's mosquitto to it.

Pure: what is wished for in, texts of configuration files out. NATS keeps every retained message on three
nodes and hands it out at each, also after one of them was killed; it speaks MQTT 3.1.1 with QoS 0 and 1
(measured with nats-server 2.9, docs/scale.md). The access list is that of a club's broker, by subjects.
"""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from contract.channels import CLUSTERED, PREFIX

NODES: Final = 3
"""A majority of three outlives one; NATS replicates to one, three or five."""
MQTT_PORT: Final = 8883
CLIENT_PORT: Final = 4222
ROUTE_PORT: Final = 6222
_CLUB: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


class ClusterError(Exception):
    """A cluster that cannot be: one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Node:
    """One server: `host` is how clubs and the other nodes reach it; `listen` the address it serves, None all,
    or that of `host` where it is this computer's own."""

    name: str
    host: str
    listen: str | None = None
    mqtt_port: int = MQTT_PORT
    client_port: int = CLIENT_PORT
    route_port: int = ROUTE_PORT

    @property
    def ports(self) -> tuple[int, int, int]:
        return self.mqtt_port, self.client_port, self.route_port

    @property
    def served(self) -> str:
        if self.listen is not None:
            return self.listen
        return ("127.0.0.1" if self.host == "localhost" else self.host) if _loopback(self.host) else "0.0.0.0"


@dataclass(frozen=True, slots=True)
class Cluster:
    """`certificates` is a folder on every node with ca.pem, server.pem and server.key; None: not encrypted,
    for loopback only. ClusterError for what cannot be."""

    nodes: Sequence[Node]
    clubs: Sequence[str]
    certificates: str | None = None
    data: str = "/var/lib/nats-jantaku"

    def __post_init__(self) -> None:
        if len(self.nodes) != NODES or len({node.name for node in self.nodes}) != NODES:
            raise ClusterError(f"A cluster has {NODES} nodes with names of their own: name {NODES} hosts.")
        places = {(node.host.lower(), port) for node in self.nodes for port in node.ports}
        if len(places) != sum(len(node.ports) for node in self.nodes):
            raise ClusterError(
                f"Two nodes cannot be the same computer: name {NODES} hosts that differ (on one computer "
                "127.0.0.1, 127.0.0.2 and 127.0.0.3)."
            )
        for club in self.clubs:
            if not _CLUB.fullmatch(club):
                raise ClusterError(f"{club!r} is no club: small letters, digits, - and _, as in its topics.")
        if not self.clubs or len(set(self.clubs)) != len(self.clubs):
            raise ClusterError("Name each club of the cluster once.")
        open_ones = [node for node in self.nodes if not (_loopback(node.host) and _loopback(node.served))]
        if self.certificates is None and open_ones:
            raise ClusterError(
                "Passwords would go through the network unencrypted: give the folder of the certificates."
            )

    @property
    def accounts(self) -> tuple[str, ...]:
        """What needs a secret: the users, of whom `cluster` is the nodes' own, and what each bridge calls
        itself there (`remote`) and at its club's broker (`local`): who knew it could throw the bridge out."""
        kinds = ("hub", "bridge", "remote", "local")
        return ("cluster", "system", *(f"{kind}-{club}" for club in self.clubs for kind in kinds))


def node_text(cluster: Cluster, node: Node, secrets: Mapping[str, str]) -> str:
    """The configuration of one node for nats-server; `secrets` by account."""
    others = [other for other in cluster.nodes if other is not node]
    routes = [f"nats-route://cluster:{secrets['cluster']}@{o.host}:{o.route_port}" for o in others]
    clubs = "".join(_account(club, secrets) for club in cluster.clubs)
    tls = _tls(cluster.certificates)
    return f"""server_name: {_quoted(node.name)}
listen: {_quoted(f"{node.served}:{node.client_port}")}
{tls}max_payload: 1MB
jetstream {{ store_dir: {_quoted(f"{cluster.data}/{node.name}")} }}
cluster {{
  name: jantaku
  listen: {_quoted(f"{node.served}:{node.route_port}")}
  authorization {{ user: cluster, password: {_quoted(secrets["cluster"])} }}
  routes: {json.dumps(routes)}
  {tls}}}
mqtt {{
  listen: {_quoted(f"{node.served}:{node.mqtt_port}")}
  stream_replicas: {NODES}
  {tls}}}
accounts {{
{clubs}  SYS {{ users: [ {{ user: system, password: {_quoted(secrets["system"])} }} ] }}
}}
system_account: SYS
"""


def bridge_text(cluster: Cluster, club: str, secrets: Mapping[str, str], trust: str | None) -> str:
    """What a club's mosquitto includes to hand everything on: it takes the first node that answers.

    Commands come back once at most: a hub says them again until they are answered
    (`club/hub/pending_commands.py`). `trust` is the file of the authority that the nodes' certificates are
    signed by.
    """
    if (trust is None) != (cluster.certificates is None):
        raise ClusterError("The authority's file is needed where the cluster is encrypted, and only there.")
    here = f"{PREFIX}/{club}/"
    return "\n".join([
        "connection cluster",
        "addresses " + " ".join(f"{node.host}:{node.mqtt_port}" for node in cluster.nodes),
        "bridge_protocol_version mqttv311",
        *([] if trust is None else [f"bridge_cafile {trust}"]),
        f"local_clientid {secrets[f'local-{club}']}",
        f"remote_clientid {secrets[f'remote-{club}']}",
        f"remote_username bridge-{club}",
        f"remote_password {secrets[f'bridge-{club}']}",
        "cleansession false",
        "notifications false",
        "try_private false",
        "round_robin true",
        "keepalive_interval 10",
        "restart_timeout 1 10",
        *(f"topic +/{name} out 1 {here} {here}" for name in CLUSTERED),
        # NATS refuses to subscribe with QoS 1 while its nodes elect a leader, and mosquitto never asks again.
        f"topic +/cmd/+ in 0 {here} {here}",
    ]) + "\n"  # fmt: skip


def _account(club: str, secrets: Mapping[str, str]) -> str:
    """Accounts of NATS get nothing of each other: the server's own topics lead to no other club either."""
    topics = [f"jantaku.1.{club}.*.{name.replace('/', '.').replace('+', '*')}" for name in CLUSTERED]
    bridge = _user(f"bridge-{club}", secrets, topics, [f"jantaku.1.{club}.*.cmd.*"])
    hub = _user(f"hub-{club}", secrets, [f"jantaku.1.{club}.*.cmd.hub-{club}"], topics)
    return f"  {_quoted(f'CLUB_{club}')} {{ jetstream: enabled, users: [\n{bridge},\n{hub}\n  ] }}\n"


def _user(name: str, secrets: Mapping[str, str], publish: list[str], subscribe: list[str]) -> str:
    """`$MQTT.>` is where the server keeps a client's session and deliveries."""
    permissions = {"publish": [*publish, "$MQTT.>"], "subscribe": [*subscribe, "$MQTT.>"]}
    user = {"user": name, "password": secrets[name], "permissions": permissions}
    return f"    {json.dumps(user)}"


def _tls(folder: str | None) -> str:
    if folder is None:
        return ""
    files = {"cert_file": "server.pem", "key_file": "server.key", "ca_file": "ca.pem"}
    return "tls { " + ", ".join(f"{key}: {_quoted(f'{folder}/{f}')}" for key, f in files.items()) + " }\n"


def _quoted(text: str) -> str:
    return json.dumps(text)


def _loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
