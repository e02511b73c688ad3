"""The worked examples of findings and rulings, every line of these kinds."""

from __future__ import annotations

from dataclasses import replace

from engine.judge import Kind, judge_needed, proposal
from engine.judge.penalties import PENALTIES, escalated
from engine.play.legal import calls
from engine.result.settle import result
from engine.state import events as ev
from engine.state.events import Penalised, Sanction
from engine.tiles.tile import Tile, parse_tiles
from tests.engine.judge.story import Story
from tests.engine.judge.test_riichi import FAR, READY, drawn
from tests.examples.register import Data, runner


@runner("chombo_multi")
def _chombo_multi(given: Data, expected: Data, preset: str) -> None:
    assert given["draw"]
    story = drawn(1, 2, 3, preset=preset)
    guilty = (1, 2)[: given["noten_riichi_players"]]
    story.show(1, FAR).do(ev.Penalised(1, Sanction.CHOMBO, "P-21"))
    assert (story.hand.to_show(story.game.rules) == (2, 3)) == expected["others_must_still_show"]
    assert (result(story.game) is None) == expected["others_must_still_show"]
    story.show(2, FAR).show(3, READY)
    found = [f for f in story.findings if f.sanction is Sanction.CHOMBO]
    assert [(f.kind, f.seat) for f in found] == [(Kind.RIICHI_NOTEN, seat) for seat in guilty]
    assert len(found) == expected["chombo_players"]


def _sets(discard: Tile, exposed: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """What the tiles laid open make with the discard of the player before."""
    hand = drawn().hand
    laid = replace(hand.seats[1], concealed=exposed)
    return [
        meld.tiles
        for meld in calls(replace(hand, seats=(*hand.seats[:1], laid, *hand.seats[2:])), 1, discard, 0)
    ]


@runner("ambiguous_exposure")
def _ambiguous_exposure(given: Data, expected: Data, _: str) -> None:
    discard, exposed = Tile.parse(given["last_discard"] + "p"), parse_tiles(given["exposed"] + "p")
    assert _sets(discard, exposed) == [parse_tiles("123p"), parse_tiles("234p")]
    assert _sets(discard, parse_tiles("13p")) == [parse_tiles("123p")]
    assert expected["sanction"] == "reminder, fine on repetition"
    assert PENALTIES["P-19"].standard.sanction is Sanction.REMINDER


@runner("escalation")
def _escalation(given: Data, expected: Data, _: str) -> None:
    story = Story()
    story.deal(indicator="2p").do(ev.RiichiDeclared(0)).drop(0, "9p").do(ev.RiichiPaid(0))
    finding = story.finding(Kind.RIICHI_NOT_SIDEWAYS)
    earlier: list[Penalised] = []
    for _step in range(given["repetition_of_same_reason"]):
        ruling = proposal(finding, earlier)
        assert ruling is not None
        assert not ruling.points or earlier
        earlier.append(ruling)
    ruling = proposal(finding, earlier)
    assert ruling is not None
    assert (ruling.sanction, ruling.points) == (Sanction.FINE, expected["fine"])
    assert escalated(given["repetition_of_same_reason"]) == expected["fine"]


@runner("self_settled")
def _self_settled(given: Data, expected: Data, _: str) -> None:
    story = Story()
    story.deal(indicator="2p").drop(0, "9s").turn(1, "9m").turn(2, "8m").turn(3, "1z")
    if given["case"] == "wrong number of tiles in a hand":
        finding = story.ron(1, 3).tries(ev.HandShown(1, parse_tiles(READY + "5p"))).finding(Kind.TILE_COUNT)
    else:
        assert given["case"] == "ron in furiten, hand exposed"
        finding = story.ron(0, 3).show(0, READY).finding(Kind.RON_IN_OWN_FURITEN)
    ruling = proposal(finding)
    assert ruling is not None
    assert ruling.sanction == expected["sanction"]
    assert judge_needed(ruling.sanction) == expected["judge_needed"]
