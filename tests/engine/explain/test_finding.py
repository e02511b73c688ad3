"""What the judge found, in words: the breach, its clause, the row and its sanctions (K-PEN-01)."""

from __future__ import annotations

import pytest

from engine.explain.explanation import Players
from engine.explain.finding import explain_finding
from engine.explain.words import LANGUAGES, Words
from engine.judge.finding import CHECKS, Finding, Kind, Waived
from engine.judge.penalties import PENALTIES
from engine.state.events import Sanction
from engine.state.faults import SENTENCES, Fault
from engine.tiles.tile import Tile, parse_tiles

WINDS = Players(0)
KUIKAE = Finding(Kind.KUIKAE, "R-KUI-02", 1, (7, 8), "P-18", Sanction.DEAD_HAND)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "South: kuikae, a discard that would have completed the set just called (R-KUI-02).",
                "Shifting a set / swap calling (kuikae) (P-18): dead hand.",
            ],
        ),
        (
            "ru",
            [
                "Юг: куикаэ, сброс тайла, который завершил бы только что объявленный сет (R-KUI-02).",
                "Подмена тайла в сете (куикаэ) (P-18): мёртвая рука.",
            ],
        ),
        (
            "uk",
            [
                "Південь: куїкае, скидання тайла, який завершив би щойно оголошений сет (R-KUI-02).",
                "Підміна тайла в сеті (куїкае) (P-18): мертва рука.",
            ],
        ),
        ("ja", ["南家：喰い替え（R-KUI-02）。", "喰い替え（P-18）：和了放棄。"]),
        (
            "sv",
            [
                "Söder: kuikae, ett kast som hade fullbordat setet som just ropades (R-KUI-02).",
                "Byte inom ett set (kuikae) (P-18): död hand.",
            ],
        ),
    ],
)
def test_a_finding_names_the_player_the_clause_and_the_sanction(language: str, lines: list[str]) -> None:
    assert explain_finding(KUIKAE, WINDS, Words(language)).text.splitlines() == lines


def test_a_minimum_is_named_with_the_standard() -> None:
    finding = Finding(
        Kind.TURN_OUT_OF_ORDER, "R-TURN-02", 2, (3,), "P-05", Sanction.DEAD_HAND, Sanction.REMINDER
    )
    text = explain_finding(finding, Players(0, ("Anna", "Bo", "Chika", "Dmytro")), Words("en")).text
    assert text.splitlines() == [
        "Chika: tile taken out of turn (R-TURN-02).",
        "Tile taken out of turn (P-05): dead hand, with mitigating circumstances: reminder.",
    ]


def test_a_minimum_that_is_the_sanction_itself_is_not_repeated() -> None:
    finding = Finding(
        Kind.RIICHI_WITHDRAWN, "R-RIICHI-05", 0, (3,), "P-12", Sanction.REMINDER, Sanction.REMINDER
    )
    assert explain_finding(finding, WINDS, Words("en")).text.splitlines()[-1] == (
        "Mistaken riichi declaration (P-12): reminder."
    )


def test_a_finding_against_nobody_and_one_without_a_row() -> None:
    chi = Finding(Kind.CALL_OVERRIDES_CHI, "R-CALL-05", None, (1, 2))
    assert explain_finding(chi, WINDS, Words("en")).text == "Pon or kan comes before chi (R-CALL-05)."
    stick = Finding(Kind.RIICHI_UNPAID, "R-RIICHI-09", 0, (5,), "", Sanction.REMINDER)
    assert explain_finding(stick, WINDS, Words("en")).text.splitlines() == [
        "East: riichi stick not laid (R-RIICHI-09).",
        "Reminder.",
    ]


@pytest.mark.parametrize(
    ("kind", "details", "said"),
    [
        (Kind.RON_IN_OWN_FURITEN, {"waits": parse_tiles("25p")}, "Wait: 2p, 5p."),
        (Kind.RON_LATE, {"milliseconds": 4500}, "After 4.5 s."),
        (
            Kind.KUIKAE,
            {"called": Tile.parse("5s"), "discard": Tile.parse("8s")},
            "Called: 5s, discarded: 8s.",
        ),
        (Kind.TURN_OUT_OF_ORDER, {"turn": 2}, "In turn: West."),
        (Kind.TILE_COUNT, {"tiles": 1, "expected": 13}, "1 tile instead of 13."),
        (Kind.FIVE_COPIES, {"tile": Tile.parse("1m")}, "Tile: 1m."),
        (
            Kind.PAYMENT_WRONG,
            {"paid": (0, 0, 0, 0), "right": (-2000, 2000, 0, 0)},
            "Right is: East pays 2000 points, South receives 2000 points.",
        ),
        (Kind.CALL_INVALID, {"faults": ("CALL_WRONG_TILE",)}, SENTENCES[Fault.CALL_WRONG_TILE]),
    ],
)
def test_the_details_of_a_case_are_named(kind: Kind, details: dict[str, object], said: str) -> None:
    finding = Finding(kind, "R-WIN-01", 1, (1,), details=details)
    assert explain_finding(finding, WINDS, Words("en")).text.splitlines()[1] == said


@pytest.mark.parametrize("waived", list(Waived))
def test_why_nothing_follows_is_said(waived: Waived) -> None:
    finding = Finding(Kind.WIN_WITHOUT_YAKU, "R-WIN-01", 3, (9,), "P-14", waived=waived)
    last = explain_finding(finding, WINDS, Words("en")).text.splitlines()[-1]
    assert last.startswith("Mistaken win declaration with exposure of the hand (P-14): nothing follows: ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_check_can_be_explained_with_every_row_it_leads_to(language: str) -> None:
    for check in CHECKS.values():
        for penalty in check.penalties or ("",):
            row = PENALTIES.get(penalty)
            sanction = check.sanction if row is None else row.standard.sanction
            finding = Finding(check.kind, check.clause, 0, (1,), penalty, sanction)
            assert check.clause in explain_finding(finding, WINDS, Words(language)).text
