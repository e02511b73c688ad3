"""Writes screens/types/table.d.ts, the types of what a table's own web server answers to the pages' scripts.

`python -m controller.web.js_types`. What the table publishes over MQTT has its types in contract.d.ts.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from contract import js_types
from controller.calibration.answers import (
    CalibrateAsked,
    CalibrateNow,
    CalibrateSaved,
    CalibrateTiles,
    CalibrateTried,
)
from controller.hand.answers import HandReading, HandRefusal, HandWorth
from controller.history.archive import GameList
from controller.history.evening import Evening
from controller.history.hands import HandRecord
from controller.history.summary import GameSummary
from controller.machine.selftest.plan import PlanView
from controller.people.host_desk import FairnessView, HostView, OptionList, RulesView
from controller.people.referee_desk import Effect, HandLog
from controller.setup.answers import (
    SetupApply,
    SetupAsk,
    SetupBack,
    SetupChange,
    SetupDone,
    SetupForm,
    SetupFound,
    SetupJoin,
    SetupLook,
    SetupRefusal,
    SetupTime,
    SetupTimeChange,
    SetupVersions,
    SetupWifi,
)
from controller.teaching.answers import (
    TeachHand,
    TeachLearn,
    TeachLearning,
    TeachLearnt,
    TeachLook,
    TeachLooked,
    TeachNow,
    TeachOrder,
)
from controller.web.entry import Worth
from controller.web.phones import PhoneClaim, PhonesView
from upkeep.desk import CareAnswer, CareAsk, CareView

FILE: Final = Path(__file__).resolve().parents[2] / "screens" / "types" / "table.d.ts"
ANSWERS: Final = (
    *(HandLog, Effect, Worth, GameList, GameSummary, Evening, HandRecord),
    *(HandReading, HandWorth, HandRefusal),
    *(HostView, OptionList, RulesView, FairnessView, PlanView),
    *(CalibrateNow, CalibrateAsked, CalibrateTried, CalibrateTiles, CalibrateSaved),
    *(TeachNow, TeachLook, TeachLooked, TeachLearn, TeachLearnt, TeachHand),
    *(TeachOrder, TeachLearning),
    *(PhonesView, PhoneClaim),
    *(CareView, CareAsk, CareAnswer),
    *(SetupForm, SetupFound, SetupVersions, SetupLook, SetupDone, SetupRefusal),
    *(SetupChange, SetupBack, SetupApply, SetupAsk, SetupTime, SetupTimeChange, SetupJoin, SetupWifi),
)
_HEAD: Final = """\
// What the web server of a table answers, as types for the scripts of its pages. Written by
// `python -m controller.web.js_types` from the models of the answers; a test keeps it in step.

import type {{ {names} }} from "./contract";
"""


def text() -> str:
    """The whole file."""
    published = js_types.contract()
    parts = list(js_types.declared(js_types.reached(ANSWERS) - published))
    words = re.findall(r"\w+", re.sub(r"/\*.*?\*/", "", "\n".join(parts)))
    named = {*words} & {"Json", *(kind.__name__ for kind in published)}
    return "\n".join([_HEAD.format(names=", ".join(sorted(named))), *parts])


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
