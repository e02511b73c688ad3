"""The files of a cluster in a folder. Secrets are made once and stay, so that it can be written again."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from club.scale.cluster import Cluster, ClusterError, bridge_text, node_text

SECRETS: Final = "secrets.json"


def write(folder: Path, cluster: Cluster, trust: str | None) -> Iterator[str]:
    """A configuration for each node and one for the mosquitto of each club, readable by their owner alone;
    yields a sentence for each file that has changed. ClusterError where the folder is of something else."""
    folder.mkdir(parents=True, exist_ok=True)
    known = _secrets(folder / SECRETS, cluster)
    texts = {f"{node.name}.conf": node_text(cluster, node, known) for node in cluster.nodes}
    texts |= {f"bridge-{c}.conf": bridge_text(cluster, c, known, trust) for c in cluster.clubs}
    texts[SECRETS] = json.dumps(known, indent=1, sort_keys=True) + "\n"
    for name, text in texts.items():
        path = folder / name
        if not path.exists() or path.read_text("utf-8") != text:
            _replace(path, text)
            yield f"Wrote {path}."


def _secrets(path: Path, cluster: Cluster) -> dict[str, str]:
    try:
        kept = json.loads(path.read_text("utf-8")) if path.exists() else {}
        known = {str(name): str(secret) for name, secret in kept.items()}
    except (OSError, ValueError, AttributeError) as error:
        raise ClusterError(f"{path} is no list of secrets: restore it from a copy.") from error
    # NATS reads a value that begins with a digit as a number, also in quotes of a route.
    return {name: known.get(name) or f"s{secrets.token_urlsafe(24)}" for name in cluster.accounts}


def _replace(path: Path, text: str) -> None:
    """Whole or not at all, and never readable by others."""
    fresh = path.with_name(f".{path.name}.new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(
        os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
    ) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
