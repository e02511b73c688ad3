"""What the rules have of the results that people may enter (K-FAIL-02)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.rules.ruleset import Ruleset
from engine.state.events import EndReason

_PLAYED_BY: Final = {
    EndReason.NAGASHI: "score.nagashi_mangan",
    EndReason.KYUUSHU: "abort.kyuushu_kyuuhai",
    EndReason.SUUFON: "abort.suufon_renda",
    EndReason.SUUCHA: "abort.suucha_riichi",
    EndReason.SUUKAIKAN: "abort.suukaikan",
    EndReason.SANCHAHOU: "abort.sanchahou",
}
_AT_ONCE: Final = 4
"""Big four winds of honours alone, in four concealed kans or, at the first turn, in four concealed pons."""
_DOUBLED_AT_ONCE: Final = {"daisuushii", "suuankou_tanki"}


@dataclass(frozen=True, slots=True)
class Enterable:
    """The ends and values that a result may have by the rules."""

    ends: tuple[EndReason, ...]
    """Beside a win and the exhaustive draw."""
    tenpai: tuple[EndReason, ...]
    """Ends that pay or keep the dealer by who is tenpai."""
    yakuman: int
    """So many may one hand be paid at most (R-YAKU-03)."""
    counted: bool
    """Han alone can be a yakuman (R-LIMIT-03)."""


def enterable(rules: Ruleset) -> Enterable:
    """By the rules of riichi."""
    ends = tuple(end for end, option in _PLAYED_BY.items() if rules.flag(option))
    pays = rules.flag("abort.noten_payment")
    # After four riichi all are tenpai, and nobody pays.
    asked = (end for end in ends if not end.abortive or (pays and end is not EndReason.SUUCHA))
    return Enterable(
        ends=ends,
        tenpai=(EndReason.EXHAUSTIVE, *asked),
        yakuman=_most(rules),
        counted=rules.flag("score.kazoe_yakuman"),
    )


def _most(rules: Ruleset) -> int:
    double = rules.scoring.double_yakuman
    if not rules.flag("score.yakuman_stack"):
        return 2 if double else 1
    return _AT_ONCE + len(_DOUBLED_AT_ONCE.intersection(double))
