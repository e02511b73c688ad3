"""What a certificate is for, read by the command `openssl`."""

from __future__ import annotations

import ipaddress
import os
import re
import subprocess
from pathlib import Path


def hosts_of(certificate: Path) -> set[str]:
    """Names and addresses that it is for. OSError where it cannot be read, or the command is missing."""
    asked = ["openssl", "x509", "-in", str(certificate), "-noout", "-ext", "subjectAltName"]
    environment = {**os.environ, "LC_ALL": "C", "OPENSSL_CONF": os.devnull}
    done = subprocess.run(asked, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise OSError(f"{certificate} cannot be read: {done.stderr.strip().splitlines()[-1]}")
    return {
        str(ipaddress.ip_address(name)) if kind == "IP Address" else name.lower()
        for kind, name in re.findall(r"(DNS|IP Address):([^,\s]+)", done.stdout)
    }
