"""Results that lack what the rules of their event need (`club.results.needs`): an older program has taken
them, or the hands of a table have not all come; `club.log.door` refuses them."""

from __future__ import annotations

from collections.abc import Iterator

from club.log.tournament.finals import terms
from club.log.tournament.game import Game
from club.log.tournament.tournament import Tournament
from club.results.needs import Lack, needs


def lacking(tournament: Tournament, game: Game) -> tuple[str, ...]:
    """What the rules need of the result of a game and nobody has said; nothing of one without a result."""
    if game.result is None:
        return ()
    known = {"won": game.won, "chips": game.result.chips}
    return tuple(name for name in needs(tournament.rules, terms(tournament)) if known[name] is None)


def lacks(tournament: Tournament, number: int) -> Iterator[Lack]:
    """The games of a round that lack something, by table."""
    for table, game in sorted(tournament.rounds[number].games.items()):
        if lacking_here := lacking(tournament, game):
            yield Lack(number, table, lacking_here)
