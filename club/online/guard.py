"""Whether a record counts for an event: every reason why not (K-ONLINE-01, K-ONLINE-02)."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from club.online.source import Online
from club.results.game import GameResult
from club.sentences import Said
from engine.rules.ruleset import Ruleset
from engine.rules.sheet import words

RECORDED: Final = ("game.length", "game.start_points", "tiles.red_fives", "call.open_tanyao")
"""The rules that records name themselves."""


@dataclass(frozen=True)
class Guards:
    """What an event asks of a record; what is None is not asked.

    `accounts` maps names of the site to people, one account each. `sittings` maps the four people of a table
    to its round and table. `taken` are the fingerprints and ids of records that count already.
    """

    accounts: Mapping[str, int]
    sittings: Mapping[frozenset[int], tuple[int, int]] | None = None
    rules: Ruleset | None = None
    lobby: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    taken: Collection[str] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class Admitted:
    """A record that counts; `notes` are differences between what it pays and what the rules would."""

    result: GameResult
    online: Online
    notes: tuple[Said, ...]

    @property
    def accounts(self) -> dict[str, int]:
        """The people of the table by their names at the site, folded."""
        return dict(zip(map(folded, self.online.names), self.result.players, strict=True))


class NotAdmittedError(Exception):
    """A record that does not count, for these reasons."""

    def __init__(self, reasons: tuple[Said, ...]) -> None:
        super().__init__(" ".join(map(str, reasons)))
        self.reasons = reasons


def admit(online: Online, guards: Guards, round_: int = 1, table: int = 1) -> Admitted:
    """The result of a record, of this round and table where no sittings say otherwise; NotAdmittedError."""
    people = _people(online, guards)
    reasons = tuple(_reasons(online, guards, people))
    if reasons:
        raise NotAdmittedError(reasons)
    a, b, c, d = (person for person in people if person is not None)
    if guards.sittings is not None:
        round_, table = guards.sittings[frozenset((a, b, c, d))]
    result = GameResult(
        *(round_, table, (a, b, c, d), online.scores, online.sticks_left),
        chips=online.chips or (0, 0, 0, 0),
        won=online.won,
    )
    return Admitted(result, online, tuple(_notes(online)))


def folded(name: str) -> str:
    """A name as people compare it: sites and lists write the same letters in different ways."""
    return unicodedata.normalize("NFKC", name).strip().casefold()


def _people(online: Online, guards: Guards) -> list[int | None]:
    known = {folded(name): person for name, person in guards.accounts.items()}
    return [known.get(folded(name)) for name in online.names]


def _reasons(online: Online, guards: Guards, people: list[int | None]) -> Iterator[Said]:
    if online.fingerprint in guards.taken or (online.reference and online.reference in guards.taken):
        yield Said("game_taken")
    if guards.lobby is not None and online.lobby != guards.lobby:
        yield Said("other_lobby", lobby=online.lobby or "?", given=guards.lobby)
    yield from _age(online, guards)
    yield from _names(online, guards, people)
    yield from _rules(online, guards.rules)


def _age(online: Online, guards: Guards) -> Iterator[Said]:
    if guards.since is None and guards.until is None:
        return
    if online.played is None:
        yield Said("undated")
    elif guards.since is not None and online.played + online.within < guards.since:
        yield Said("too_early", when=_when(online.played, guards.since))
    elif guards.until is not None and online.played > guards.until:
        yield Said("after_event", when=_when(online.played, guards.until))


def _when(played: datetime, bound: datetime) -> str:
    """The time of a game by the clock of the event: a site's own may be hours from it."""
    return f"{played.astimezone(bound.tzinfo):%Y-%m-%d %H:%M}"


def _names(online: Online, guards: Guards, people: list[int | None]) -> Iterator[Said]:
    shared = [name for name, count in Counter(map(folded, guards.accounts)).items() if count > 1]
    at_table = [name for name, count in Counter(map(folded, online.names)).items() if count > 1]
    for name in shared:
        yield Said("account_twice", account=name)
    for name in at_table:
        yield Said("name_twice", account=name)
    for name, person in zip(online.names, people, strict=True):
        if person is None:
            yield Said("stranger", account=name) if name else Said("nameless")
    known = [person for person in people if person is not None]
    accounts = Counter(guards.accounts.values())
    for person in sorted(set(known)):
        if accounts[person] > 1:
            yield Said("two_accounts", person=person, n=accounts[person])
    if len(set(known)) == 4 and guards.sittings is not None and frozenset(known) not in guards.sittings:
        yield Said("not_together")


def _rules(online: Online, rules: Ruleset | None) -> Iterator[Said]:
    game = online.playback.game
    assert game is not None
    if rules is None:
        return
    for option in RECORDED:
        found, asked = game.rules.value(option), rules.value(option)
        if found != asked:
            yield Said("other_rule", option=option, found=words(found), asked=words(asked))


def _notes(online: Online) -> Iterator[Said]:
    """Where the engine counts otherwise than the site."""
    for hand in online.playback.hands:
        wind = "ESWN"[hand.started.round_wind]
        for said in hand.differences:
            at = f"{wind}{hand.started.number}-{hand.started.honba}"
            yield Said("site_differs", hand=at, what=said)
    yield from (Said("site_final", what=said) for said in online.playback.final)
