"""What the host of an evening asks for: who plays, by which rules, how a game and the evening end."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from contract.messages.command import Body, GameName, Short

PlayerName = Annotated[
    str,
    Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x20\x7f]([^\x00-\x1f\x7f]*[^\x00-\x20\x7f])?$"),
]
"""As people call somebody: one line, no space at its ends."""
What = Literal["restart", "stop", "computer_restart", "computer_off", "stay"]
"""`stay` takes back what was asked for and has not happened yet."""


class GameBody(Body):
    """`game.set`: who plays the next game, and by which rules. It begins at once, its first hand by START,
    as ever; the games after it go on so until the evening ends. `not_now` while a game with hands is played,
    or where a club says who plays."""

    players: Annotated[list[PlayerName], Field(min_length=4, max_length=4)]
    """By seat: East of the first hand, then its right neighbour, and so on. Four different names."""
    draw: bool = False
    """The table draws who sits where; `state.drawn` says so to all."""
    preset: Short
    options: dict[str, object] = {}
    """What differs from the preset."""
    after: GameName | None = None
    """The game that this one follows or replaces, as `state.game`: refused where somebody has set up another
    one meanwhile."""


class GameEndBody(Body):
    """`game.end`: the game ends as it stands. The hand in play counts for nothing: its sticks go back."""

    game: GameName | None = None
    """The game that is meant, refused where the table plays another one."""


class PlayerBody(Body):
    """`player.keep`, `player.forget`: a name in the list of the table's players, which only its house
    reads."""

    name: PlayerName


class PowerBody(Body):
    """`power`: ends the program or switches the computer off, as soon as the machine has come to rest."""

    what: What
