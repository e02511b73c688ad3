"""The files of a cluster in a folder. Secrets are made once and stay, so that it can be written again."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from club.scale.cluster import Cluster, ClusterError, bridge_text, node_text
from runtime.secret import write_secret
from runtime.stored import Format, StoredError

SECRETS: Final = "secrets.json"
FORMAT: Final = Format("cluster-secrets", 1, "list of secrets", "restore it from a copy")


def write(folder: Path, cluster: Cluster, trust: str | None) -> Iterator[str]:
    """A configuration for each node and one for the mosquitto of each club, readable by their owner alone;
    yields a sentence for each file that has changed. ClusterError where the folder is of something else."""
    folder.mkdir(parents=True, exist_ok=True)
    known = _secrets(folder / SECRETS, cluster)
    texts = {f"{node.name}.conf": node_text(cluster, node, known) for node in cluster.nodes}
    texts |= {f"bridge-{c}.conf": bridge_text(cluster, c, known, trust) for c in cluster.clubs}
    texts[SECRETS] = FORMAT.text(dict(sorted(known.items())))
    for name, text in texts.items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            write_secret(path, text)
            yield f"Wrote {path}."


def _secrets(path: Path, cluster: Cluster) -> dict[str, str]:
    try:
        kept = FORMAT.read(path) if path.exists() else {}
        known = {str(name): str(secret) for name, secret in kept.items()}
    except StoredError as error:
        raise ClusterError(str(error)) from error
    except (OSError, AttributeError) as error:
        raise ClusterError(str(FORMAT.broken(path))) from error
    # NATS reads a value that begins with a digit as a number, also in quotes of a route.
    return {name: known.get(name) or f"s{secrets.token_urlsafe(24)}" for name in cluster.accounts}
