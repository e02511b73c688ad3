"""tenhou XML: played games written in it are read as the same course."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as ev
from engine.hand import Game
from engine.meld import Meld, MeldType
from engine.notation.read import RecordError, play
from engine.settle import wins
from engine.state import apply
from engine.tile import Tile, tile_of_id
from tests.engine.board import Dealer


class Writer:
    """Events to tags, written from the format alone; every tile keeps one physical number."""

    def __init__(self) -> None:
        self.tags: list[str] = ['<GO type="9" lobby="0"/>', '<TAIKYOKU oya="0"/>']
        self.game: Game | None = None
        self.free: list[int] = []
        self.held: list[list[int]] = []
        self.drawn = 0
        self.offered = 0
        self.start: ev.HandStarted | None = None
        self.dice = (1, 1)
        self.pons: dict[int, tuple[int, list[int], int]] = {}

    def tag(self, tag: str, **attributes: object) -> None:
        written = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items())
        self.tags.append(f"<{tag}{written}/>")

    def fresh(self, tile: Tile) -> int:
        found = next(i for i in self.free if tile_of_id(i) == tile)
        self.free.remove(found)
        return found

    def leave(self, seat: int, tile: Tile | None, prefer: int | None = None) -> int:
        held = self.held[seat]
        if prefer in held and tile_of_id(prefer) == tile:
            found = prefer
        else:
            found = next(i for i in held if tile_of_id(i) == tile and i != prefer)
        held.remove(found)
        return found

    def feed(self, event: ev.Event) -> None:
        before, self.game = self.game, apply(self.game, event)
        if isinstance(event, ev.HandStarted):
            self.start, self.free = event, list(range(136))
        elif isinstance(event, ev.DiceThrown):
            self.dice = event.dice
        elif isinstance(event, ev.Dealt):
            self.held = [[self.fresh(tile) for tile in hand or ()] for hand in event.hands]
        elif isinstance(event, ev.DoraRevealed):
            self.indicator(self.fresh(event.tile))
        elif isinstance(event, ev.Drawn):
            assert event.tile is not None
            self.drawn = self.fresh(event.tile)
            self.held[event.seat].append(self.drawn)
            self.tag(f"{'TUVW'[event.seat]}{self.drawn}")
        elif isinstance(event, ev.RiichiDeclared | ev.RiichiPaid):
            self.tag("REACH", who=event.seat, step=1 if isinstance(event, ev.RiichiDeclared) else 2)
        elif isinstance(event, ev.Discarded):
            self.offered = self.leave(event.seat, event.tile, self.drawn if event.tsumogiri else None)
            self.tag(f"{'DEFG'[event.seat]}{self.offered}")
        elif isinstance(event, ev.Called):
            self.tag("N", who=event.seat, m=self.called(event.seat, event.meld))
        elif isinstance(event, ev.KanDeclared):
            self.tag("N", who=event.seat, m=self.kan(event.seat, event.meld))
        elif isinstance(event, ev.HandEnded):
            assert before is not None
            self.ended(before, event)

    def indicator(self, physical: int) -> None:
        assert self.game is not None
        assert self.game.hand is not None
        if len(self.game.hand.indicators) > 1:
            self.tag("DORA", hai=physical)
            return
        start = self.start
        assert start is not None
        seed = (
            4 * start.round_wind + start.number - 1,
            start.honba,
            start.kyotaku,
            *(d - 1 for d in self.dice),
        )
        hands = {f"hai{i}": ",".join(map(str, ids)) for i, ids in enumerate(self.held)}
        scores = ",".join(str(score // 100) for score in start.scores)
        self.tag("INIT", seed=",".join(map(str, (*seed, physical))), ten=scores, oya=start.dealer, **hands)

    def called(self, seat: int, meld: Meld) -> int:
        assert meld.source is not None
        ids = sorted([*(self.leave(seat, tile) for tile in meld.own), self.offered])
        source, place = (meld.source - seat) % 4, ids.index(self.offered)
        if meld.type is MeldType.DAIMINKAN:
            return self.offered << 8 | source
        if meld.type is MeldType.CHI:
            low = ids[0] // 4
            packed = sum((i % 4) << (3 + 2 * n) for n, i in enumerate(ids))
            return (low // 9 * 7 + low % 9) * 3 + place << 10 | packed | 4 | source
        kind = ids[0] // 4
        spare = next(i for i in range(4) if 4 * kind + i not in ids)
        self.pons[kind] = (spare, ids, place)
        return kind * 3 + place << 9 | spare << 5 | 8 | source

    def kan(self, seat: int, meld: Meld) -> int:
        if meld.type is MeldType.ANKAN:
            ids = [self.leave(seat, tile) for tile in meld.tiles]
            return ids[0] << 8
        added = self.leave(seat, meld.added)
        assert meld.source is not None
        place = self.pons[meld.kind][2]
        return meld.kind * 3 + place << 9 | (added % 4) << 5 | 16 | (meld.source - seat) % 4

    def ended(self, game: Game, event: ev.HandEnded) -> None:
        assert game.hand is not None
        before = game.scores
        for won in wins(game) if event.reason is ev.EndReason.WIN else ():
            assert won.value is not None
            tile = self.drawn if won.seat == won.source else self.kan_or_discard(game)
            self.tag(
                "AGARI",
                who=won.seat,
                fromWho=won.source,
                machi=tile,
                hai=",".join(map(str, sorted({*self.held[won.seat], tile}))),
                ten=f"{won.value.fu},{won.value.points},0",
                doraHaiUra=",".join(str(self.fresh(t)) for t in game.hand.ura),
                sc=",".join(f"{s // 100},{d // 100}" for s, d in zip(before, won.deltas, strict=True)),
            )
            a, b, c, d = (s + x for s, x in zip(before, won.deltas, strict=True))
            before = (a, b, c, d)
        if event.reason is not ev.EndReason.WIN:
            shown = {
                f"hai{i}": ids for i, ids in enumerate(self.held) if game.hand.seats[i].shown is not None
            }
            kinds = {ev.EndReason.KYUUSHU: "yao9", ev.EndReason.SANCHAHOU: "ron3"}
            scores = ",".join(f"{s // 100},{d // 100}" for s, d in zip(before, event.deltas, strict=True))
            hands = {key: ",".join(map(str, ids)) for key, ids in shown.items()}
            self.tag("RYUUKYOKU", sc=scores, type=kinds.get(event.reason, ""), **hands)

    def kan_or_discard(self, game: Game) -> int:
        assert game.hand is not None
        assert game.hand.offer is not None
        tile = game.hand.offer.tile
        if tile_of_id(self.offered) == tile:
            return self.offered
        assert tile is not None
        return next(i for i in range(136) if tile_of_id(i) == tile and not any(i in h for h in self.held))


def _played_hand() -> str:
    dealer = Dealer("tenhou", 3)
    dealer.play_game(1)
    return written(dealer.events)


def written(events: list[ev.Event]) -> str:
    writer = Writer()
    for event in events:
        writer.feed(event)
    last = writer.tags[-1][:-2] + ' owari="0,0,0,0,0,0,0,0"/>'
    return f'<mjloggm ver="2.3">{"".join(writer.tags[:-1])}{last}</mjloggm>'


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32))
def test_a_played_game_is_read_back(seed: int) -> None:
    dealer = Dealer("tenhou", seed)
    game = dealer.play_game(2)
    playback = play([written(dealer.events)])
    assert playback.game is not None
    assert playback.game.history == game.history
    assert [hand.differences for hand in playback.hands] == [()] * len(game.history)
    calls = [e for e in dealer.events if isinstance(e, ev.Called | ev.KanDeclared)]
    assert [e for e in playback.events if isinstance(e, ev.Called | ev.KanDeclared)] == calls


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<mjloggm><INIT/>", "no XML"),
        ('<mjloggm ver="2.3"><GO type="9"/><UN/><TAIKYOKU oya="0"', "^Tag 3: from here on this is no XML"),
        ("<mjloggm><INIT/></mjloggm>", "INIT is malformed"),
        ("<mjloggm></mjloggm>", "cut off"),
        ("<mjloggm><T5/></mjloggm>", "no hand has started"),
    ],
)
def test_a_damaged_record_is_refused_with_one_sentence(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        play([text])


RACKS = [[4 * kind + copy for kind in (*range(5, 9), *range(12, 18), 21, 22, 23)] for copy in (1, 2, 3)]


def hand(kind: int = 9, changes: Mapping[str, str] | None = None) -> str:
    """East wins with 123m 456m 123p 123s and the 1z that South throws: sanshoku, 40 fu, 3900 points."""
    told = {
        "hai": "0,4,8,12,17,20,36,40,44,72,76,80,108,110",
        "machi": "110",
        "ten": "40,3900,0",
        "yaku": "25,2",
        "who": "0",
        "fromWho": "1",
        "sc": "250,39,250,-39,250,0,250,0",
    } | dict(changes or {})
    others = " ".join(f'hai{i}="{",".join(map(str, rack))}"' for i, rack in enumerate(RACKS, 1))
    return (
        f'<mjloggm ver="2.3"><SHUFFLE seed="" ref=""/><GO type="{kind}" lobby="0"/>'
        '<UN n0="%41" n1="%42" n2="%43" n3="%E6%9D%B1" dan="1,2,3,4" rate="1,2,3,4" sx="M,F,M,F"/>'
        '<TAIKYOKU oya="0"/><INIT seed="0,0,0,1,2,135" ten="250,250,250,250" oya="0"'
        f' hai0="0,4,8,12,17,20,36,40,44,72,76,80,108" {others}/>'
        '<T112/><D112/><BYE who="2"/><U110/><E110/>'
        f"<AGARI {' '.join(f'{key}={value!r}' for key, value in told.items())}"
        ' owari="289,0,211,0,250,0,250,0"/></mjloggm>'
    )


def test_a_win_is_compared_with_its_fu_and_yaku() -> None:
    playback = play([hand()])
    assert playback.hands[0].ended.deltas == (3900, -3900, 0, 0)
    assert playback.hands[0].differences == ()
    assert playback.game is not None
    assert playback.game.names == ("A", "B", "C", "東")


@pytest.mark.parametrize(
    "changes",
    [{"yaku": "24,2"}, {"yaku": "25,1"}, {"ten": "30,3900,0"}, {"yaku": "", "yakuman": "39"}],
)
def test_a_win_that_is_told_wrong_is_named(changes: dict[str, str]) -> None:
    (said,) = play([hand(9, changes)]).hands[0].differences
    assert "recorded" in said


@pytest.mark.parametrize(
    ("kind", "option", "value"),
    [
        (0x09, "game.length", "hanchan"),
        (0x01, "game.length", "tonpuusen"),
        (0x0D, "call.open_tanyao", False),
        (0xA9, "call.open_tanyao", True),
        (0x0B, "tiles.red_fives", {"m": 0, "p": 0, "s": 0}),
    ],
)
def test_the_rules_are_those_of_the_lobby(kind: int, option: str, value: object) -> None:
    game = play([hand(kind)]).game
    assert game is not None
    assert game.rules.options[option] == value


def test_a_game_of_three_players_is_refused() -> None:
    with pytest.raises(RecordError, match=r"^Tag 2: this is a game of three players"):
        play([hand(0x19)])


PLAYED = re.findall(r"<[^>]*>", _played_hand())


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_spoiled_tag_gives_a_record_error_or_a_reading(data: st.DataObject) -> None:
    tags = list(PLAYED)
    at = data.draw(st.integers(1, len(tags) - 2))
    what = data.draw(st.sampled_from(["drop", "double", "swap", "number", "field"]))
    if what == "drop":
        del tags[at]
    elif what == "double":
        tags.insert(at, tags[at])
    elif what == "swap":
        tags[at - 1], tags[at] = tags[at], tags[at - 1]
    elif what == "number":
        wrong = str(data.draw(st.sampled_from([-1, 0, 7, 135, 136, 10**9])))
        tags[at] = re.sub(r"\d+", wrong, tags[at], count=1)
    else:
        tags[at] = re.sub(r' \w+="[^"]*"', "", tags[at], count=1)
    with suppress(RecordError):
        play(["".join(tags)])
