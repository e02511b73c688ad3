"""Players of an evening without electronics, who enter what happens at their tables on their telephones.

What happens are recorded games of a site, a table each: so everything that is paid is known beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from contract.stored.codec import encode
from tests.club.evenings.organiser import Organiser
from tests.club.evenings.person import Person
from tests.controller.browser import Size, resize
from tests.controller.scored import ScoredGame, ScoredHand

PHONE: Final[Size] = (360, 740)
START: Final = 25000
RETURN: Final = 30000
UMA: Final = (20000, 10000, -10000, -20000)
OKA: Final = 4 * (RETURN - START)
STICK: Final = 1000
"""Of the site's rules; the first gets `OKA`, and of two with as many points who sat first."""
PATH: Final = """
const [event, done] = arguments;
import(`${location.origin}/shared/js/entry/form.js`).then((form) => done(form.path(event, [])));
"""


@dataclass
class Players(Person):
    """One telephone in a browser, which goes from hand to hand: whoever holds it is signed in."""

    cookies: dict[str, list[Any]] = field(default_factory=dict)

    def signs_in(self, name: str, link: str) -> None:
        """By the code of the badge."""
        self.driver.delete_all_cookies()
        resize(self.driver, PHONE)
        self.go("about:blank")
        self.go(link)
        self.waits_for("[data-secrets]")
        self.cookies[name] = self.driver.get_cookies()

    def is_held_by(self, name: str, address: str) -> None:
        """Somebody else takes it, at the page of the own table."""
        self.driver.delete_all_cookies()
        for cookie in self.cookies[name]:
            self.driver.add_cookie(cookie)
        self.go("about:blank")
        self.go(address)

    def opens_the_own_table(self) -> str:
        """From *My games*; the address of the table's page."""
        self.press("assistant.open")
        self.waits_for("[data-playing]")
        return str(self.driver.current_url)

    def enters(self, number: int, hand: ScoredHand) -> list[int]:
        """Touches how the hand ended, shows it to all four, enters it: what it moves by the page."""
        self.waits_for(f"[data-playing='{number}'] [data-entry]")
        for touch in self.driver.execute_async_script(PATH, encode(hand.entered)):
            self.driver.find_element("css selector", f'[data-touch="{":".join(map(str, touch))}"]').click()
        self.waits_for("[data-enter]:enabled")
        moved = [int(points) for points in self.values("[data-playing] .entry [data-delta]", "data-delta")]
        self.driver.find_element("css selector", "[data-enter]").click()
        self.waits_for(f"[data-hand='{number}']")
        return moved


def moves(hand: ScoredHand) -> list[int]:
    """What the record says that the hand moved, with the sticks."""
    return [delta - STICK * (seat in hand.laid) for seat, delta in enumerate(hand.ended.deltas)]


def results(game: ScoredGame) -> list[int]:
    """The result of each seat by the rules of the site, counted with pencil and paper."""
    assert game.finished is not None
    scores = game.finished.scores
    places = sorted(range(4), key=lambda seat: (-scores[seat], seat))
    return [scores[seat] - RETURN + UMA[places.index(seat)] + OKA * (seat == places[0]) for seat in range(4)]


def a_round(
    one: Organiser,
    phones: Players,
    n: int,
    games: Sequence[ScoredGame],
    links: dict[str, str],
    entered: Callable[[], None],
) -> dict[str, int]:
    """Everybody plays and enters a round at the same time, a table a record: the results by name. `entered`
    is called after each hand."""
    one.draws(n)
    seated = one.seated()
    one.starts(n)
    tables = list(zip(seated.values(), games, strict=True))
    addresses = []
    for names, _ in tables:
        phones.signs_in(names[n % 4], links[names[n % 4]])
        addresses.append(phones.opens_the_own_table())
    for number in range(max(len(game.hands) for game in games)):
        for (names, game), address in zip(tables, addresses, strict=True):
            if number < len(game.hands):
                phones.is_held_by(names[n % 4], address)
                hand = game.hands[number]
                assert (names, number, phones.enters(number, hand)) == (names, number, moves(hand))
                ended = number + 1 == len(game.hands)
                phones.waits_for(f"[data-state='{'over' if ended else 'playing'}']")
                entered()
    one.closes(n)
    return {name: points for names, game in tables for name, points in zip(names, results(game), strict=True)}


def badges(one: Organiser, names: Sequence[str]) -> dict[str, str]:
    """Accounts for all players, and the address that each badge's code holds."""
    one.tab("accounts")
    one.press("accounts.all", n=len(names))
    one.until(lambda: len(one.texts("[data-account]")) > len(names), "not everybody has an account")
    found = {}
    numbers = one.values("[data-account]", "data-account")
    for number, title in zip(numbers, one.texts("[data-account] h2"), strict=True):
        name = next((each for each in names if title.startswith(f"{each} (")), None)
        if name is not None:
            card = f"[data-account='{number}']"
            one.press("accounts.badge", within=card)
            one.waits_for(f"{card} [data-link]")
            found[name] = one.driver.find_element("css selector", f"{card} [data-link]").get_property("value")
    return found


def evening(
    one: Organiser,
    phones: Players,
    link: str,
    people: Sequence[str],
    rounds: Sequence[Sequence[ScoredGame]],
    entered: Callable[[], None] = lambda: None,
) -> dict[str, int]:
    """From an empty hub to the last round; the totals by name, counted with pencil and paper."""
    one.arrives(link)
    one.waits_for("[data-create]")
    one.choose("club.rules", one.words("preset.tenhou"))
    one.creates("Evening of telephones", len(rounds))
    one.registers(people)
    links = badges(one, people)
    totals = dict.fromkeys(people, 0)
    for n, games in enumerate(rounds, 1):
        one.tab("rounds")
        for name, points in a_round(one, phones, n, games, links, entered).items():
            totals[name] += points
    return totals
