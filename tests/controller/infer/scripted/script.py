"""Hands as text: what happens on the mat and the panel, line by line.

    walls                   the machine presents the walls, and a hand is announced
    begun                   a hand is announced that nobody saw begin, with all that lies there
    dice 3 4                it throws; thirteen tiles stand before everybody
    unseen 3 4              the same, but nobody sees or reports the dice
    dora 4m                 the next indicator is turned
    0 1z                    seat 0 discards; 1z' sideways; 1z?2z both as likely; 1z~2z a poor 1z;
                            1z!2z a 1z as good as certain
    2 riichi                a button: riichi tsumo ron noten abort confirm dispute
    2 stick                 a riichi stick is laid
    1 takes 4'23m           a set, as it is displayed, with the last tile of the pond that it names
    3 adds 2m               the fourth tile to a pon
    0 shows 123m-5s         the hand is laid open, after - the tile lying apart
    ura 3p                  an ura indicator is turned; ura2 3p: the next one, while this one is not seen
    reads 0 3 9m            pond tile 3 of seat 0 now reads 9m
    lost 3 7m               seat 3 discards 7m, and the eyes do not find it; found 3: now they do
    ghost 1 6s?8s           in pond 1 something looks like a tile
    answer 9m               a person answers the first open question; answer none: no face shows there
    wait 3                  seconds; every line takes two
    pace 1                  or as many as this says

    hide pond 0             something covers a zone from now on, until `unhide pond 0`

Lines after `together` are performed without a look in between, until `look`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from contract.messages.seat_panel import Button
from controller.infer import Answer, Input
from controller.infer.begun import Raised, WallsBuilt
from controller.panel.panel import PanelSignal
from engine.state.events import GameStarted
from engine.tiles.meld import MeldType
from engine.tiles.tile import Tile, parse_tiles
from engine.tiles.wall import Wall, broken
from firmware_bridge.message import DiceFell, WallsPresented
from tests.controller.infer.scripted.follower import Follower
from tests.controller.infer.scripted.table_reader import Key, Odds, Piece, TableReader, clear
from vision.calibration.mat import Zone
from vision.eyes.observation import Observation


class Script:
    """Performs lines at a table; `follower` is what the service made of them. `walls`: not our machine's."""

    def __init__(self, path: Path, preset: str = "rrc", walls: Raised | None = None) -> None:
        self.follower = Follower(path / "game.jsonl", GameStarted(preset), walls=walls)
        self.reader = TableReader()
        self._wall: Wall | None = None
        self._turned = [0, 0]
        self._blind: list[Key] | None = None
        self._hidden: set[Key] = set()
        self._lost: set[int] = set()
        self._pace = 2.0

    def run(self, text: str) -> Follower:
        for line in text.strip().splitlines():
            words = line.split("#")[0].split()
            if words:
                self._line(words)
        return self.follower

    def _line(self, words: list[str]) -> None:
        if words[0] == "together":
            self._blind = []
        elif words[0] == "look":
            touched, self._blind = self._blind or [], None
            self._tell(touched)
        elif words[0] in ("hide", "unhide"):
            self._cover((Zone(words[1]), int(words[2])), words[0] == "hide")
        elif words[0] == "pace":
            self._pace = float(words[1])
        elif words[0] == "wait":
            self.follower.wait(float(words[1]))
        elif words[0].isdigit():
            self._seat(int(words[0]), words[1:])
        else:
            self._table(words)

    def _cover(self, key: Key, hidden: bool) -> None:
        if hidden:
            self._hidden.add(key)
        else:
            self._hidden.remove(key)
            self._tell([key])

    def _table(self, words: list[str]) -> None:
        reader = self.reader
        if words[0] == "walls":
            self.reader = TableReader()
            self._turned = [0, 0]
            ours = self.follower.walls is None
            self._hear(WallsPresented((17, 17, 17, 17)) if ours else WallsBuilt(self.follower.now))
        elif words[0] == "begun":
            self._hear(WallsBuilt(self.follower.now))
        elif words[0] in ("dice", "unseen"):
            dice = int(words[1]), int(words[2])
            self._wall = broken(self.follower.game.dealer, sum(dice))
            if words[0] == "dice":
                self._hear(DiceFell(dice))
            self._tell([key for seat in range(4) for key in reader.deal(seat, 13)])
        elif words[0] in ("dora", "ura", "ura2"):
            assert self._wall is not None
            ura = words[0] != "dora"
            place = self._wall.indicator(self._turned[ura] + (words[0] == "ura2"))
            self._turned[ura] += 1
            self._tell(reader.turn(place, odds(words[1]), ura=ura))
        elif words[0] == "reads":
            self._tell(reader.reread(int(words[1]), int(words[2]), odds(words[3])))
        elif words[0] == "lost":
            seat = int(words[1])
            touched = reader.discard(seat, odds(words[2]))
            self._lost.add(reader.seats[seat].pond[-1].track)
            self._tell(touched)
        elif words[0] == "found":
            self._lost.clear()
            self._tell([(Zone.POND, int(words[1]))])
        elif words[0] == "ghost":
            self._tell(reader.ghost(int(words[1]), odds(words[2])))
        elif words[0] == "answer":
            tile = None if words[1] == "none" else Tile.parse(words[1])
            self._hear(Answer(self.follower.questions[0].id, tile))
        else:
            raise ValueError(f"{words} is no line of a hand.")

    def _seat(self, seat: int, words: list[str]) -> None:
        reader = self.reader
        if words[0] in {button.value for button in Button}:
            self._hear(PanelSignal(seat, Button(words[0]), self.follower.now))
        elif words[0] == "stick":
            self._tell(reader.stick(seat))
        elif words[0] == "takes":
            self._tell(self._takes(seat, words[1]))
        elif words[0] == "adds":
            self._tell(reader.add(seat, self._pon(seat, Tile.parse(words[1])), odds(words[1])))
        elif words[0] == "shows":
            row, _, apart = words[1].partition("-")
            self._tell(
                reader.open_hand(seat, [clear(t) for t in parse_tiles(row)], odds(apart) if apart else None)
            )
        else:
            tile, sideways = words[0].rstrip("'"), words[0].endswith("'")
            drawn = reader.draw(seat) if len(reader.seats[seat].hand) % 3 == 1 else []
            self._tell(drawn + reader.discard(seat, odds(tile), sideways))

    def _takes(self, seat: int, text: str) -> list[Key]:
        row = list(self._displayed(text))
        turned = [n for n, piece in enumerate(row) if piece.sideways]
        if not turned:
            return self.reader.meld(seat, row, 4, None)
        source = (seat + {0: 3, len(row) - 1: 1}.get(turned[0], 2)) % 4
        return self.reader.meld(seat, row, len(row) - 1, source)

    def _displayed(self, text: str) -> list[Piece]:
        suit = text[-1]
        out: list[Piece] = []
        for char in text[:-1]:
            if char == "'":
                out[-1] = self.reader.piece(out[-1].odds, sideways=True)
            else:
                out.append(self.reader.piece(clear(None if char == "X" else Tile.parse(char + suit))))
        return out

    def _pon(self, seat: int, tile: Tile) -> int:
        melds = self.follower.game.hand.seats[seat].melds if self.follower.game.hand else ()
        return next(n for n, m in enumerate(melds) if m.type is MeldType.PON and m.kind == tile.kind)

    def _hear(self, given: Input) -> None:
        self.follower.feed(given)
        self.follower.wait(self._pace)

    def _tell(self, touched: list[Key]) -> None:
        if self._blind is not None:
            self._blind += [key for key in touched if key not in self._blind]
            return
        seen = [key for key in touched if key not in self._hidden]
        self.follower.feed(*(self._look(key) for key in seen))
        self.follower.wait(self._pace)

    def _look(self, key: Key) -> Observation:
        """What the eyes find in a zone."""
        return self._found(self.reader.look(key, self.follower.now))

    def _found(self, look: Observation) -> Observation:
        return replace(look, tiles=tuple(tile for tile in look.tiles if tile.track not in self._lost))

    def look_anew(self) -> None:
        """The eyes start again and tell all that lies there."""
        self.follower.feed(*map(self._found, self.reader.all(self.follower.now)))
        self.follower.wait(self._pace)


def odds(text: str) -> Odds:
    """`9m`, `9m?8m`, `9m~8m` or `9m!8m`."""
    if "!" in text:
        first, second = text.split("!")
        return ((Tile.parse(first), 0.985), (Tile.parse(second), 0.01))
    if "?" in text:
        first, second = text.split("?")
        return ((Tile.parse(first), 0.5), (Tile.parse(second), 0.45))
    if "~" in text:
        first, second = text.split("~")
        return ((Tile.parse(first), 0.9), (Tile.parse(second), 0.08))
    return clear(Tile.parse(text))
