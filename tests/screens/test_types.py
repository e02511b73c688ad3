"""The types of the pages' scripts: what they read of a message is what the contract has."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from screens import CLUB, HERE, SHARED, TABLE
from tests.screens.tools import tools

CONFIG = HERE / "tsconfig.json"


def errors(config: Path) -> list[str]:
    """What the checker finds, each with its file and line."""
    tsc = tools() / "typescript" / "lib" / "tsc"
    run = subprocess.run(
        [tsc, "--pretty", "false", "-p", config],
        cwd=HERE,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    found = run.stdout.splitlines()
    assert (run.returncode == 0) == (not found), run.stderr
    return found


def checked(folder: Path, script: str) -> str:
    """What the checker says of a script of its own, by the rules of the pages."""
    (folder / "page.js").write_text(script.replace("SCREENS", str(HERE)), "utf-8")
    config = folder / "tsconfig.json"
    config.write_text(json.dumps({"extends": str(CONFIG), "include": ["page.js"]}), "utf-8")
    return "\n".join(errors(config))


def test_every_script_of_the_pages_is_right_by_its_types() -> None:
    assert errors(CONFIG) == []


def test_every_script_is_checked() -> None:
    """No script is left out, and none asks to be."""
    tsc = tools() / "typescript" / "lib" / "tsc"
    run = subprocess.run(
        [tsc, "--listFilesOnly", "-p", CONFIG], capture_output=True, text=True, check=True, timeout=120
    )
    looked_at = {Path(line) for line in run.stdout.splitlines()}
    for folder in (SHARED, TABLE, CLUB):
        for script in (folder / "js").rglob("*.js"):
            assert script in looked_at
            text = script.read_text("utf-8")
            assert "@ts-" not in text, f"{script} silences the checker"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("(state) => state.scroes", "page.js(2,39): error TS2339: Property 'scroes' does not exist"),
        ("(state) => state.seats[0].nmae", "Property 'nmae' does not exist"),
        ("(state) => state.phase === 'plai'", "have no overlap"),
        ("(state) => state.round.honba", "'state.round' is possibly 'null'"),
    ],
)
def test_a_misspelt_field_of_a_message_is_found(tmp_path: Path, wrong: str, said: str) -> None:
    script = (
        f'/** @param {{import("SCREENS/types/contract").Snapshot}} state */\nexport const shown = {wrong};\n'
    )
    assert said in checked(tmp_path, script)


def test_a_command_with_a_wrong_body_is_found(tmp_path: Path) -> None:
    script = 'import { Link } from "SCREENS/table/js/bus.js";\nexport const link = new Link(["state"]);\n'
    assert checked(tmp_path, script + 'link.command("referee.call", { seat: 1 });\n') == ""
    assert "'saet' does not exist" in checked(
        tmp_path, script + 'link.command("referee.call", { saet: 1 });\n'
    )


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("(await ask(`tournaments/${1}/desk`)).body.quue", "Property 'quue' does not exist"),
        ("useAnswer(`tournaments/${1}/desk/reasons?lang=${'de'}`).data?.[0].clauze", "Did you mean 'clause'"),
        ("useAnswer(`tournaments/${1}/plans`).data?.fields", "does not exist on type 'never'"),
        (
            "await ask('accounts', { login: 'a', grants: [{ role: 'king' }] })",
            "Type '\"king\"' is not assignable",
        ),
        ("submit([{ type: 'paid', tournament: 1, persn: 2 }])", "'persn' does not exist"),
    ],
)
def test_a_misspelt_word_of_the_clubs_api_is_found(tmp_path: Path, wrong: str, said: str) -> None:
    head = 'import { ask, submit, useAnswer } from "SCREENS/club/js/club.js";\n'
    assert said in checked(
        tmp_path, f"{head}export const used = [ask, submit, useAnswer];\nvoid ({wrong});\n"
    )


def test_a_component_says_of_what_type_its_properties_are(tmp_path: Path) -> None:
    bare = "export const Name = ({ seat }) => seat.name;\n"
    assert "'seat' implicitly has an 'any' type" in checked(tmp_path, bare)
    view = '/** @param {{ seat: import("SCREENS/types/contract").SeatView }} its */\n'
    assert checked(tmp_path, view + bare) == ""
