"""The options that decide the value of a hand, read once per set of rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.rules.ruleset import Ruleset


@dataclass(frozen=True, eq=False)
class Scoring:
    """The values of rule options as plain attributes; `Ruleset.scoring` makes it.

    `limits` are (least han, name) from the highest on, `double_yakuman` the names of the option.
    """

    max_han: bool
    merged_loses_wait: bool
    ippatsu: bool
    double_riichi: bool
    open_tanyao: bool
    seven_pairs_han: int
    seven_pairs_fu: int
    haitei_with_rinshan: bool
    ryuuiisou_needs_hatsu: bool
    renhou: str
    renhou_adds: bool
    yakuman_stack: bool
    double_yakuman: tuple[str, ...]
    atozuke: bool
    two_han_from: int
    two_han_by_dora: bool
    dora: bool
    kan_dora: bool
    ura: bool
    kan_ura: bool
    aka_stacks: bool
    base_fu: int
    closed_ron_fu: int
    tsumo_fu: int
    pinfu_tsumo_fu: int
    rinshan_fu: int
    open_pinfu_fu: int
    double_wind_pair_fu: int
    bazoro: int
    kiriage: bool
    limits: tuple[tuple[int, str], ...]

    @classmethod
    def of(cls, rules: Ruleset) -> Scoring:
        variant = rules.choice("score.chiitoitsu_variant")
        double = rules.value("score.double_yakuman")
        assert isinstance(double, tuple)
        renhou = rules.choice("score.renhou")
        return cls(
            max_han=rules.choice("score.interpretation") == "max_han",
            merged_loses_wait=rules.flag("win.merged_tsumo_tile"),
            ippatsu=rules.flag("riichi.ippatsu"),
            double_riichi=rules.flag("riichi.double_riichi"),
            open_tanyao=rules.flag("call.open_tanyao"),
            seven_pairs_han=1 if variant == "1han_50fu" else 2,
            seven_pairs_fu=50 if variant == "1han_50fu" else 25,
            haitei_with_rinshan=rules.flag("yaku.rinshan_haitei_combine"),
            ryuuiisou_needs_hatsu=rules.flag("yaku.ryuuiisou_needs_hatsu"),
            renhou=renhou,
            renhou_adds=renhou == "mangan" and rules.choice("score.renhou_combine") == "adds",
            yakuman_stack=rules.flag("score.yakuman_stack"),
            double_yakuman=double,
            atozuke=rules.flag("call.atozuke"),
            two_han_by_dora=rules.flag("score.ryanhan_counts_dora"),
            two_han_from=rules.number("score.ryanhan_shibari_from"),
            dora=rules.flag("dora.dora"),
            kan_dora=rules.flag("dora.kan_dora"),
            ura=rules.flag("dora.ura"),
            kan_ura=rules.flag("dora.kan_ura"),
            aka_stacks=rules.flag("dora.aka_stacks"),
            base_fu=rules.number("fu.base"),
            closed_ron_fu=rules.number("fu.closed_ron"),
            tsumo_fu=rules.number("fu.tsumo"),
            pinfu_tsumo_fu=rules.number("fu.tsumo_with_pinfu"),
            rinshan_fu=rules.number("fu.tsumo_with_rinshan"),
            open_pinfu_fu=rules.number("fu.open_pinfu_ron"),
            double_wind_pair_fu=rules.number("fu.double_wind_pair"),
            bazoro=rules.number("score.bazoro"),
            kiriage=rules.flag("score.kiriage_mangan"),
            limits=_limits(rules),
        )


def _limits(rules: Ruleset) -> tuple[tuple[int, str], ...]:
    """The limits from the highest down; counted yakuman by what they are paid as (R-LIMIT-01, R-LIMIT-03)."""
    ranges = rules.value("score.limits")
    assert isinstance(ranges, Mapping)
    counted = "yakuman" if rules.flag("score.kazoe_yakuman") else rules.choice("score.kazoe_off_cap")
    rows = [(low, counted if name == "kazoe_yakuman" else name) for name, (low, _) in ranges.items()]
    return tuple(sorted(rows, reverse=True))
