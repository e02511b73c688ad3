"""What `jantaku run` prints: sentences for people, or JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence

import click

from controller.broker.accounts import Account
from controller.broker.link import show_link, signed_link
from controller.table.writer import Table
from engine.explain.end import explain_standings
from engine.explain.explanation import Players
from engine.explain.words import Words
from engine.result.game import standings
from engine.state.events import Discarded, HandEnded, HandStarted

CLEAR = "\r\x1b[K"


class Tell:
    """Lines on stdout; on a terminal the line of progress is on stderr, and overwritten."""

    def __init__(self, as_json: bool) -> None:
        self._json = as_json
        self._terminal = not as_json and sys.stderr.isatty()

    def _say(self, line: str) -> None:
        if self._terminal:
            click.echo(CLEAR, nl=False, err=True)
        click.echo(line)

    def _line(self, **fields: object) -> None:
        click.echo(json.dumps(fields, ensure_ascii=False))

    def started(self, screen: str, table: Table, *, link: str | None = None, builds: bool = False) -> None:
        """Where to look, and where an interrupted game goes on. `link` is the screen with what lets this
        computer's browser press its buttons; None: only an account does."""
        if self._json:
            self._line(table=screen, game=table.name, link=link)
            return
        self._say(f"The table screen is at {link if link and self.shows_secrets else screen}")
        if link and not self.shows_secrets:
            self._say("`jantaku link` prints the address with which its buttons can be pressed.")
        if builds:
            self._say("The machine's firmware is compiled once for this computer, which takes some seconds.")
        if table.game is not None and table.game.hand is not None:
            name = _name(table.game.hand.started)
            self._say(f"The interrupted game goes on at {name}; --new begins another.")

    @property
    def shows_secrets(self) -> bool:
        """Lines of a service go to a log, and that keeps no secret."""
        return not self._json and sys.stdout.isatty()

    def serves(self, page: str, house: tuple[Account, str] | None) -> None:
        """Where other computers look, and the link with which one of them may command."""
        if self._json:
            self._line(far=page)
            return
        self._say(f"Other computers see the table at {page} and cannot command it.")
        if house is not None:
            self._say("Whoever opens this link can; it is shown this once:")
            show_link(signed_link(page, *house))
        else:
            self._say(f"For one that may: jantaku mqtt account add NAME --role house --link {page}")

    def progress(self, table: Table, now: float) -> None:
        """Where the game stands at `now`, seconds of the table's clock."""
        game = table.game
        if not self._terminal or game is None or game.hand is None:
            return
        begun = max(i for i, e in enumerate(table.events) if isinstance(e, HandStarted))
        discards = sum(isinstance(e, Discarded) for e in table.events[begun:])
        clock = f"{int(now) // 60}:{int(now) % 60:02}"
        line = f"{_name(game.hand.started)}  {discards} discards, {clock} of table time"
        click.echo(f"{CLEAR}{line}", nl=False, err=True)

    def stuck(self, questions: int) -> None:
        waits = f"{questions} questions wait for an answer" if questions else "nothing is asked"
        self.failed(f"The table does not go on, and {waits}: start again without --speed 0 and look at it.")

    def hand(self, ended: HandEnded, table: Table) -> None:
        game = table.game
        assert game is not None
        assert game.hand is not None
        name = _name(game.hand.started)
        if self._json:
            self._line(hand=name, reason=ended.reason.value, deltas=ended.deltas, scores=game.scores)
        else:
            moved = "  ".join(
                f"{score:>6} ({delta:+})" for score, delta in zip(game.scores, ended.deltas, strict=True)
            )
            self._say(f"{name:<5} {ended.reason.value:<12} {moved}")

    def final(self, table: Table) -> None:
        """How the final results are counted, a line each from the first place on."""
        assert table.game is not None
        if self._json:
            return
        game = table.game
        players = Players(0, game.names)
        for line in explain_standings(standings(game), game.rules, players, Words("en")).text.splitlines():
            self._say(line)

    def result(self, fields: Mapping[str, object], lines: Sequence[str]) -> None:
        """How a virtual game was followed, as JSON fields or as lines for people."""
        if self._json:
            self._line(**fields)
            return
        for line in lines:
            self._say(line)

    def waits(self, sentence: str, page: str) -> None:
        """The table cannot begin and is tried again; its page says why."""
        self.failed(sentence)
        if self._json:
            self._line(waits=sentence, page=page)
        else:
            self._say(f"The table is tried again until it begins; {page} says why it does not.")

    def failed(self, sentence: str) -> int:
        """The one sentence on stderr; the exit code of wrong use."""
        if self._terminal:
            click.echo(CLEAR, nl=False, err=True)
        click.echo(f"jantaku: {sentence}", err=True)
        return 2


def _name(started: HandStarted) -> str:
    return f"{'ESWN'[started.round_wind]}{started.number}-{started.honba}"
