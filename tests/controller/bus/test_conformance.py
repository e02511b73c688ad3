"""The check of a broker: all is well on mosquitto, and what is not so is reported."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from contract.channels import READS
from contract.roles import Role
from controller.broker.accounts import Account
from controller.bus import conformance_checks
from controller.bus.conformance import Bench, NotSoError, expect, run
from controller.bus.conformance_checks import CHECKS, role_of
from controller.cli import main
from tests.controller.broker.client import needs_mosquitto
from tests.controller.club import Club

TIMES = {"round_trip_without_delay", "will_when_silent", "v5_session_expires", "v5_message_expires"}
"""They wait, or measure: the command line runs them all."""


@pytest.fixture(scope="module")
def bench(club: Club) -> Bench:
    secret = club.add("controller-check", "conformance")
    near = club.address("controller-check", secret, port=club.wanted.local_port, tls=False)
    return Bench(near, "jantaku/1/home/conformance")


def test_there_are_sixteen_and_eight() -> None:
    assert len(CHECKS) == 24
    assert sum(name.startswith("v5_") for name in CHECKS) == 8


@needs_mosquitto
def test_mosquitto_does_it(bench: Bench) -> None:
    wanted = {name: check for name, check in CHECKS.items() if name not in TIMES}
    assert [(o.check, o.says) for o in run(bench, wanted) if not o.ok] == []


@needs_mosquitto
def test_a_role_that_receives_too_much_is_reported(
    club: Club, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = Account.of("wall-check", "conformance")
    assert account is not None
    address = replace(bench.address, username=account.name, password=club.add(account.name, "conformance"))
    check = role_of(account, address)
    check(bench)
    monkeypatch.setattr(conformance_checks, "READS", {Role.WALL: ("state",)})
    with pytest.raises(NotSoError, match=r"\$status.* instead of \['state'\]"):
        check(bench)


@needs_mosquitto
def test_who_may_not_publish_fails_the_checks_and_not_the_run(club: Club) -> None:
    wall = club.address("wall-x", club.add("wall-x"), port=club.wanted.local_port, tls=False)
    names = ("retained_to_late_subscriber", "nothing_without_subscription")
    found = {
        o.check: o.ok for o in run(Bench(wall, "jantaku/1/home/conformance"), {n: CHECKS[n] for n in names})
    }
    assert found == {"retained_to_late_subscriber": False, "nothing_without_subscription": True}
    away = replace(wall, port=1)
    (outcome,) = run(Bench(away, "x"), {"v5_connects": CHECKS["v5_connects"]})
    assert not outcome.ok
    assert "refused" in outcome.says.lower()


def test_a_difference_is_said_in_words() -> None:
    with pytest.raises(NotSoError, match="1 instead of 2"):
        expect(1, 2)


@needs_mosquitto
@pytest.mark.slow
def test_the_command_checks_everything_and_leaves_no_account(club: Club) -> None:
    before = {a.name for a in club.files.accounts()}
    done = CliRunner().invoke(main, ["mqtt", "check", "--dir", str(club.files.folder), "--json"])
    found = {row["check"]: (row["ok"], row["says"]) for row in map(json.loads, done.stdout.splitlines())}
    found.pop("round_trip_without_delay")
    assert {name for name in found if name.startswith("role_")} == {f"role_{role}" for role in READS}
    assert [(name, says) for name, (ok, says) in found.items() if not ok] == []
    assert {a.name for a in club.files.accounts()} == before


def test_a_broker_that_does_not_run_is_one_sentence(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["mqtt", "check", "--dir", str(tmp_path)])
    assert (done.exit_code, "holds no club's broker" in done.stderr) == (2, True)
