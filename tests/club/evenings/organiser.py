"""What an organiser does on an evening, each deed by the pages alone."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from screens import CLUB_WORDS
from tests.club.evenings.person import Person
from words import catalogue

PASSWORD: Final = "four winds and a dragon"
START: Final = 30000
UMA: Final = (15000, 5000, -5000, -15000)
"""Of the regulation (R-GAME-02, R-FINAL-04), which all evenings are played by."""
ABSENT: Final = -30000
"""What a replaced player gets for the game (K-SUB-03)."""
Paper = tuple[int, int, int, int]
"""The points that stand on the form of a table, in the order of the winds."""


@dataclass(frozen=True)
class More:
    """What a form says beside the points: who has won a hand, and chips."""

    won: tuple[bool, bool, bool, bool]
    chips: tuple[int, int, int, int]


@dataclass
class Ledger:
    """What the evening comes to, counted with pencil and paper from the forms.

    Who has won no hand loses `yakitori` points, and a chip is worth `chip`.
    """

    yakitori: int = 0
    chip: int = 0
    totals: dict[str, int] = field(default_factory=dict)

    def add(self, names: Sequence[str], paper: Paper, more: More | None = None, absent: str = "") -> None:
        """A game: points over the start, and the uma of the place. Who was absent has the fixed result."""
        places = sorted(paper, reverse=True)
        for seat, (name, points) in enumerate(zip(names, paper, strict=True)):
            total = points - START + UMA[places.index(points)]
            if more is not None:
                total += self.chip * more.chips[seat] - (0 if more.won[seat] else self.yakitori)
            self.give(name, ABSENT if name == absent else total)

    def give(self, name: str, points: int) -> None:
        """Points for somebody; fewer for a penalty."""
        self.totals[name] = self.totals.get(name, 0) + points

    def lines(self) -> list[tuple[int, str, int]]:
        """Place, name and total, from the first on; who has as much shares the place."""
        best = sorted(self.totals.values(), reverse=True)
        lines = [(best.index(total) + 1, name, total) for name, total in self.totals.items()]
        return sorted(lines, key=lambda line: (line[0], line[1]))


def paper(chance: random.Random) -> Paper:
    """A game of four whose points all differ."""
    while True:
        a, b, c = (100 * chance.randrange(-50, 600) for _ in range(3))
        d = 4 * START - a - b - c
        if d > -5000 and len({a, b, c, d}) == 4:
            return a, b, c, d


@dataclass
class Organiser(Person):
    """Knows where things are on the organisers' page."""

    def arrives(self, link: str, work: str = "club.director") -> None:
        """Follows a link that signs in, sets a password, and goes to work."""
        self.go(link)
        self.speaks()
        self.waits_for("[data-no-password]")
        self.look("arrived")
        self.fill("sign.new_password", PASSWORD)
        self.press("club.save", within="[data-secrets]")
        self.until(lambda: not self.sees("[data-no-password]"), "the password is not there")
        self.press(work)
        self.until(lambda: "me.html" not in self.driver.current_url, work)

    def speaks(self) -> None:
        """Chooses the own language."""
        self.choose_text(
            catalogue("en", *CLUB_WORDS)["ui"]["language"], self.language.upper(), within=".switches"
        )
        self.waits_for(f"html[lang='{self.language}']")

    def tab(self, name: str) -> None:
        """A part of the organisers' page."""
        self.press(f"direct.{name}_tab", within=".tabs")
        self.waits_for(f"[data-tab='{name}']")

    def creates(self, name: str, rounds: int, method: str = "random", place: str = "Rīga") -> None:
        """A new event by the regulation."""
        self.waits_for("[data-create]")
        self.fill("direct.name", name)
        self.fill("direct.dates", "2026-11-23")
        self.fill("club.where", place)
        self.fill("direct.rounds", str(rounds))
        self.choose("direct.method", self.words(f"method.{method}"))
        self.look("creates")
        self.press("direct.create")
        self.reads("option:checked", name)
        self.waits_for("[data-criterion]")
        self.look("created")

    def registers(self, names: Iterable[str]) -> None:
        """One after the other, as they come through the door."""
        self.tab("people")
        for name in names:
            before = len(self.texts("[data-person]"))
            self.fill("ui.player", name, within="[data-add]")
            self.press("people.add", within="[data-add]")
            self.waits_for(f"[data-person]:nth-child({before + 1})")
        self.look("registered")

    def reads_in(self, names: Sequence[str], folder: Path) -> None:
        """All at once, from a list of a spreadsheet with EMA numbers and countries."""
        self.tab("people")
        lines = [f'"{name}",lv,{12000 + number:08}' for number, name in enumerate(names)]
        (folder / "people.csv").write_text("\n".join(["name,country,ema", *lines, ""]), "utf-8")
        self.hand_over("people.list", folder / "people.csv")
        self.until(lambda: set(names) <= set(self.texts("[data-person] th")), "the list is not there")
        self.reads("[data-tab]", self.words("club.players", n=len(names)))
        self.look("read in")

    def invites(self, login: str, role: str) -> str:
        """An account for somebody else: the address that signs them in."""
        self.tab("accounts")
        self.fill("sign.name", login, within="[data-new-account]")
        self.choose("accounts.role", self.words(f"role.{role}"), within="[data-new-account]")
        self.press("accounts.add")
        self.reads("[data-account] h2", login)
        number = next(
            n
            for n, name in zip(
                self.values("[data-account]", "data-account"), self.texts("[data-account] h2"), strict=True
            )
            if name == login
        )
        card = f"[data-account='{number}']"
        self.press("accounts.badge", within=card)
        address = self.reads_field("accounts.link", within=card, name=login)
        self.look("invites")
        return address

    def turns_to(self, event: str) -> None:
        """Another event of the club."""
        self.choose("direct.event", event)
        self.reads("option:checked", event)

    def draws(self, n: int) -> None:
        """Publishes the commitment, then draws."""
        self.tab("rounds")
        self.waits_for(f"[data-round='{n}'][data-state=coming]")
        self.press("rounds.commit")
        self.waits_for("[data-commitment]")
        self.press("rounds.draw")
        self.waits_for(f"[data-round='{n}'][data-state=drawn] [data-table]")
        self.look("drawn")

    def starts(self, n: int) -> None:
        """The gong."""
        self.press("rounds.gong")
        self.waits_for(f"[data-round='{n}'][data-state=playing]")
        self.look("playing")

    def seated(self) -> dict[int, list[str]]:
        """Who sits where in the round that is shown: names in the order of the winds, by table."""
        tables = [int(text) for text in self.texts("[data-round] [data-table] th")]
        cells = {table: self.texts(f"[data-round] [data-table='{table}'] td") for table in tables}
        return {table: [cell.split(" ", 1)[1] for cell in found[:4]] for table, found in cells.items()}

    def enters(self, table: int, names: Sequence[str], points: Paper, more: More | None = None) -> None:
        """A form of a table: points are written, looked at, and entered."""
        self.writes(table, names, points, more)
        self.press("results.enter", within=f"[data-sheet='{table}']")
        self.shows_done(f"[data-sheet='{table}']")

    def corrects(self, table: int, names: Sequence[str], points: Paper, more: More | None, why: str) -> None:
        """A result that has been entered wrongly."""
        self.writes(table, names, points, more, why)
        self.press("results.correct", within=f"[data-sheet='{table}']")
        self.shows_done(f"[data-sheet='{table}']")

    def writes(
        self, table: int, names: Sequence[str], points: Paper, more: More | None = None, why: str = ""
    ) -> None:
        """What stands on a form, and the preview."""
        form = f"[data-sheet='{table}']"
        self.press_text(self.words("club.table", n=table), within="[data-tab='results']", exact=False)
        for wind, name, each in zip("ESWN", names, points, strict=True):
            self.fill_text(f"{self.words(f'wind.{wind}')} {name}", str(each), within=form)
        for seat, name in enumerate(names if more is not None else ()):
            assert more is not None
            won = self.words("results.won_yes" if more.won[seat] else "results.won_no")
            self.choose_text(name, won, within=f"{form} [data-needs='won']")
            self.fill_text(name, str(more.chips[seat]), within=f"{form} [data-needs='chips']")
        if why:
            self.fill("rounds.reason", why, within=form)
        self.press("results.preview", within=form)
        self.waits_for(f"{form} [data-sum]")
        self.look("preview")

    def closes(self, n: int) -> None:
        """A round whose results are all there."""
        self.tab("rounds")
        self.waits_for(f"[data-round='{n}'][data-state=playing]")
        self.press("rounds.close")
        self.until(
            lambda: not self.sees(f"[data-round='{n}'][data-state=playing]"), f"round {n} is not closed"
        )

    def plays(self, n: int, chance: random.Random, ledger: Ledger) -> None:
        """A whole round: drawn, begun, its forms entered, closed."""
        self.draws(n)
        seated = self.seated()
        self.starts(n)
        self.enters_all(seated, chance, ledger)
        self.closes(n)

    def enters_all(self, seated: dict[int, list[str]], chance: random.Random, ledger: Ledger) -> None:
        """The forms of a round."""
        self.tab("results")
        for table, names in seated.items():
            points = paper(chance)
            self.enters(table, names, points)
            ledger.add(names, points)

    def finishes(self) -> None:
        """Closes the event."""
        self.tab("event")
        self.press("direct.close")
        self.agree()
        self.until(lambda: self.words("club.closed") in self.texts("[data-close]"), "the event is not closed")
        self.look("finished")

    def prints(self, kind: str, within: str = "body") -> bytes:
        """A form as PDF."""
        self.press(f"forms.{kind}", within=within)
        return self.downloaded(f"{kind}-*.pdf")

    def exports(self, kind: str) -> bytes:
        """A table for others."""
        self.tab("event")
        self.press(f"export.{kind}")
        return self.downloaded("*.json" if kind == "json" else "*.csv")
