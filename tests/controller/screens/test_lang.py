"""The catalogues of the screens: complete in every language, for every code the table can say."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from contract.messages import Code, Phase
from contract.messages.seat_panel import Button
from contract.roles import Role
from contract.stored.codec import type_name
from controller.assembly.files import SENTENCES as FILES
from controller.assembly.resuming import LOST
from controller.infer.question import WAITS
from controller.sentences.refusals import REASONS
from controller.table.recovery import SENTENCES as RECOVERY
from engine.judge.penalties import PENALTIES, Measure
from engine.state.events import Correct, EndReason, Event
from engine.state.faults import Fault
from engine.value.win import Wait
from engine.value.yaku import YAKU
from firmware_bridge.device import Trouble
from firmware_bridge.faults import KINDS
from firmware_bridge.message import MachineState, Reason
from runtime.clock import Code as ClockTrouble
from runtime.parts import TABLE as PARTS
from screens import SETUP, SHARED, TABLE, TABLE_LANGUAGES, TABLE_WORDS
from vision import calibration
from vision.calibration.assess import Grade
from vision.calibration.mat import Zone
from vision.eyes import tile_size
from vision.eyes.observation import Sight
from words import FIRST, catalogue

CALIBRATION = (*Path(calibration.__file__).parent.glob("*.py"), Path(tile_size.__file__))
"""The modules that say why a picture gives no calibration, and what would make it better."""


def said(call: str, place: int) -> set[str]:
    """The codes that calls of this name give as their argument at this place."""
    calls = [
        node
        for path in CALIBRATION
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == call
    ]
    given = [part for node in calls for arg in node.args[place : place + 1] for part in ast.walk(arg)]
    return {part.value for part in given if isinstance(part, ast.Constant) and isinstance(part.value, str)}


HINTS = said("Hint", 0)
WHY_NOT = said("CalibrationError", 1) | {"missing", "no_camera", "bad"}
LIMITS = ("mangan", "haneman", "baiman", "sanbaiman", "yakuman", "kazoe_yakuman")
SETS = [
    f"{how}_{what}_{kind}"
    for how in ("open", "closed")
    for what in ("pon", "kan")
    for kind in ("simple", "yaochuu")
]
FU = [
    "base",
    "closed_ron",
    "tsumo",
    "open_pinfu",
    "chiitoitsu",
    "pair",
    *SETS,
    "pon_by_ron_simple",
    "pon_by_ron_yaochuu",
]
COUNTED = {
    "base_value": ("pung_simple", "kong_dragon", "pair_seat_wind", "flower", "win", "only_tile"),
    "double": ("dragon_set", "one_suit", "no_points", "robbed_kong", "ready_at_first_turn"),
    "limit_hand": ("buried_treasure", "thirteen_wonders", "grapes_on_the_roof"),
}
CODES = [
    *(f"phase.{phase.value}" for phase in Phase),
    *(f"end.{reason.value}" for reason in EndReason),
    *(f"yaku.{name}" for name in [*YAKU, "nagashi_mangan"]),
    *(f"limit.{name}" for name in LIMITS),
    *(f"fu.{name}" for name in FU),
    *(f"fu.{wait.value}" for wait in (Wait.KANCHAN, Wait.PENCHAN, Wait.TANKI)),
    *(f"machine.{state.name.lower()}" for state in MachineState),
    *(f"remedy.{kind.name}" for kind in KINDS),
    *(f"sight.{sight.value}" for sight in Sight),
    *(f"calibrate_why.{code}" for code in WHY_NOT),
    *(f"calibrate_hint.{code}" for code in HINTS),
    *(f"calibrate_{kind}.{grade}" for kind in ("grade", "todo") for grade in get_args(Grade)),
    *(f"zone.{zone.value}" for zone in Zone),
    *(f"ui.{button.value}" for button in Button),
    *(f"fault.{fault.name}" for fault in Fault),
    *(
        f"question.{code}"
        for code in ("unread_discard", "unread_meld", "unread_dora", "unread_ura", "unread_hand")
    ),
    *(
        f"question.{code}"
        for code in ("refused_event", "contradiction", "hand_count", "sets_mixed", "sticks_differ", *WAITS)
    ),
    *(f"alert.machine_{code}" for code in ("jam", "fault")),
    *(f"alert.machine_lost_{trouble}" for trouble in Trouble),
    *(f"alert.machine_refused_{reason.name.lower()}" for reason in Reason),
    *(f"alert.{code}" for code in ("journal", "evidence", "taught", "broker_away", "broker_refused")),
    *(f"alert.part_failed_{name}" for name in PARTS),
    *(f"alert.{code}" for code in get_args(ClockTrouble)),
    "alert.backs_differ",
    "alert.camera_cut",
    "alert.estop",
    "alert.tile_set",
    *(f"alert.{code}" for code in (*RECOVERY, *FILES, LOST)),
    *(f"{family}.{name}" for family, names in COUNTED.items() for name in names),
    *(f"classical_button.{button.value}" for button in (Button.RIICHI, Button.TSUMO, Button.RON)),
    *(f"classical_call.{word}" for word in ("chi", "pon", "kan", "ready", "mahjong")),
    *(f"move.{type_name(kind)}" for kind in get_args(Event) if kind is not Correct),
    *(f"reply.{code}" for code in get_args(get_args(Code)[0])),
    *(f"reason.{reason}" for reason in REASONS),
    *(f"device_role.{role.value}" for role in Role),
    *(f"alert.{code}" for code in ("commands", "outbox", "machine_model")),
    *(f"penalty_section.{section}" for section in sorted({row.section for row in PENALTIES.values()})),
    *(f"sanction.{measure.value}" for measure in Measure),
    *(f"wind.{wind}" for wind in "ESWN"),
    *(f"wind_name.{wind}" for wind in "ESWN"),
]


def flat(node: dict[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in node.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            assert isinstance(value, str)
            yield prefix + key, value


def texts(language: str) -> dict[str, str]:
    return dict(flat(dict(catalogue(language, *TABLE_WORDS, SETUP))))


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_every_code_of_the_table_has_a_text(language: str) -> None:
    words = texts(language)
    assert [code for code in CODES if not words.get(code, "").strip()] == []


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_every_text_that_a_screen_asks_for_exists(language: str) -> None:
    asked = {
        key
        for folder in (TABLE, SHARED)
        for path in (folder / "js").rglob("*.js")
        for key in re.findall(r'\bt\(\s*"([\w.]+)"', path.read_text("utf-8"))
    }
    assert asked
    assert asked - texts(language).keys() == set()


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_no_text_is_spare(language: str) -> None:
    """Texts that no screen names in full belong to a family that is looked up by a code."""
    source = "".join(
        path.read_text("utf-8") for folder in (TABLE, SHARED) for path in (folder / "js").rglob("*.js")
    )
    families = tuple(f"{family}." for family in re.findall(r"`([\w.]+)\.\$\{", source))
    named = [key for key in texts(language) if not key.startswith(families)]
    assert [key for key in named if f'"{key}"' not in source and key != "language"] == []


def test_why_the_table_refuses_is_said_in_english_as_programs_read_it() -> None:
    reasons = {name: reason.sentence for name, reason in REASONS.items()}
    assert catalogue(FIRST, "table")["reason"] == reasons
