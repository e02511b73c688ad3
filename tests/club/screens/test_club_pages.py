"""What people do on the club's pages: organisers, players, the wall of the hall, a broadcast."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from club.access.roles import Role
from club.hub.table_status import LastHand, Sitting
from club.log.events import (
    GameOpened,
    GameRecorded,
    RoundStarted,
    TableBound,
)
from tests.club.screens import address
from tests.club.screens.club_stand import Page, Viewer
from tests.club.screens.lasting_stand import LastingStand
from tests.club.web.stand import EVENT, NAMES, Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
T = f"tournament={EVENT}"
DIRECTOR = Page("director", "director.html?tournament=new#event", "[data-create]", Role.DIRECTOR)


@pytest.fixture
def viewer(driver: Any, stand: Stand) -> Iterator[Viewer]:
    yield Viewer(driver, stand)
    address.leave(driver)


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    made = LastingStand(tmp_path)
    yield made
    made.close()


def go(viewer: Viewer, tab: str) -> None:
    viewer.driver.execute_script("location.hash = arguments[0]", tab)
    viewer.wait(lambda: viewer.find(f'[data-tab="{tab}"]'))


def create_event(viewer: Viewer) -> None:
    """Two rounds without red fives, after a rule that lacks another."""
    viewer.open(DIRECTOR)
    viewer.fill('[name="name"]', "Spring Cup")
    viewer.fill('[name="rounds"]', "2")
    viewer.choose("[data-otherwise]", "Yakitori")
    viewer.wait(lambda: viewer.find("[data-rules-wrong]"))
    assert not viewer.find("[data-create] .knob.main")[0].is_enabled()
    viewer.click('[data-chosen="game.yakitori"] button')
    viewer.choose("[data-otherwise]", "Red fives in each suit")
    for suit in range(1, 4):
        viewer.wait(lambda: viewer.find('[data-chosen="tiles.red_fives"]'))
        viewer.fill(f'[data-chosen="tiles.red_fives"] label:nth-of-type({suit}) input', "0")
    viewer.wait(lambda: viewer.find('[data-option="tiles.red_fives"]'))
    viewer.click("[data-create] .knob.main")
    viewer.wait(lambda: viewer.find("[data-stage-line]"))
    assert viewer.texts("[data-stage-line]")[0].startswith("1. 2 ×"), "what was typed first stays"
    assert viewer.find('[data-option="tiles.red_fives"]')


def read_people(viewer: Viewer, people: Path) -> None:
    """A list of eight."""
    go(viewer, "people")
    people.write_text("name,club\n" + "".join(f"{name},Riga\n" for name in NAMES), "utf-8")
    viewer.find("[data-list]")[0].send_keys(str(people))
    viewer.wait(lambda: len(viewer.find("[data-person]")) == 8)
    viewer.wait(lambda: len(viewer.stand.desk.state.tournaments[1].admitted) == 8)


def start_round(viewer: Viewer) -> None:
    """Commitment, draw and gong."""
    go(viewer, "rounds")
    viewer.click('[data-act="commit"]')
    viewer.wait(lambda: viewer.find("[data-commitment]"))
    published = viewer.texts("[data-commitment]")
    viewer.click('[data-act="draw"]')
    viewer.wait(lambda: viewer.find("[data-seed]"))
    assert viewer.texts("[data-commitment]") == published
    assert len(viewer.find("[data-table]")) == 2
    viewer.click('[data-act="gong"]')
    viewer.wait(lambda: viewer.find('[data-state="playing"]'))


def enter_sheet(viewer: Viewer) -> None:
    """A sheet whose points do not add up at first."""
    go(viewer, "results")
    viewer.click('[data-choose="1"]')
    viewer.wait(lambda: viewer.find('[data-sheet="1"]'))
    fields = viewer.find('[data-sheet] input[inputmode="numeric"]')
    for field, score in zip(fields, ("46500", "25300", "34100", "14200"), strict=True):
        field.send_keys(score)
    viewer.click("[data-sheet] .knob:not(.main)")
    viewer.wait(lambda: viewer.find('[data-sum="false"]'))
    assert not viewer.find("[data-enter]")[0].is_enabled()
    viewer.fill("[data-sheet] label:nth-of-type(4) input", "14100")
    viewer.click("[data-sheet] .knob:not(.main)")
    viewer.wait(lambda: viewer.find('[data-sum="true"]'))
    viewer.click("[data-enter]")
    viewer.wait(lambda: viewer.find('[data-said="done"]'))


def test_organisers_bring_an_event_from_its_rules_to_its_first_result(viewer: Viewer, tmp_path: Path) -> None:
    create_event(viewer)
    read_people(viewer, tmp_path / "people.csv")
    start_round(viewer)
    enter_sheet(viewer)
    result = viewer.stand.desk.state.tournaments[1].rounds[1].games[1].result
    assert result is not None
    assert result.scores == (46500, 25300, 34100, 14100)
    assert [said for said in viewer.complaints() if "/api/rules" not in said] == []


def test_a_badge_signs_a_player_in_who_sees_the_seat_and_hides_a_hand(viewer: Viewer) -> None:
    ids = viewer.stand.tournament()
    viewer.stand.enter(RoundStarted(tournament=EVENT, round=1))
    accounts = viewer.stand.access.accounts
    account = viewer.stand.account(Role.PLAYER, ids[5])
    link = accounts.link(account, int(viewer.stand.now_s) + 60)
    viewer.sign_in(None)
    viewer.driver.get(f"{viewer.stand.server.url}me.html?{T}&lang=en#link={link}")
    viewer.wait(lambda: viewer.find("[data-place]"))
    assert "link" not in viewer.driver.current_url
    assert viewer.texts("[data-place] h2") == ["Round 1 · Table 2 · South"]
    viewer.click('[data-consent="stream"]')
    found = viewer.stand.desk
    viewer.wait(lambda: found.state.tournaments[EVENT].consents_to(ids[5], "stream", 1, 0))
    viewer.wait(lambda: viewer.texts("[data-now] button") == ["Do not show my hand of this deal"])
    viewer.click("[data-now] button")
    viewer.wait(lambda: not found.state.tournaments[EVENT].consents_to(ids[5], "stream", 1, 0))
    assert found.state.tournaments[EVENT].consents_to(ids[5], "stream", 1, 1)


def test_a_wrong_password_says_so_and_the_right_one_signs_in(viewer: Viewer) -> None:
    accounts = viewer.stand.access.accounts
    accounts.set_password(accounts.add("anna"), "correct horse")
    viewer.open(Page("me", "me.html", "[data-sign-in]"))
    for password, after in (("wrong", ".warn"), ("correct horse", "[data-signed]")):
        viewer.fill('[name="login"]', "anna")
        viewer.fill('[name="password"]', password)
        viewer.click("[data-sign-in] button")
        viewer.wait(partial(viewer.find, after))


def test_the_wall_shows_the_coming_seating_and_then_what_is_played(viewer: Viewer, axe: str) -> None:
    stand = viewer.stand
    ids = stand.tournament()
    page = Page("wall", f"wall.html?{T}", '[data-view="seating"]', size=(1920, 1080), scrolls=False)
    viewer.open(page)
    assert viewer.texts(".big") == ["1", "2"]
    assert viewer.texts(".seating .name") == list(NAMES)
    assert viewer.faults(page, axe) == []
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    a, b, c, d = ids[:4]
    sitting = Sitting(id="s", tournament=EVENT, round=1, label="1", players=(a, b, c, d))
    stand.hall.put("table-1", online=True, sitting=sitting, scores=(30000,) * 4, dealer=0)
    viewer.wait(lambda: viewer.find('[data-scores="30000 30000 30000 30000"]'))
    assert viewer.texts("[data-scores] header span") == ["Begins"]
    last = LastHand(
        game="g",
        hand=2,
        rev=0,
        wind="E",
        number=3,
        honba=0,
        reason="win",
        winners=[0],
        deltas=[3900, -3900, 0, 0],
    )
    stand.hall.put("table-1", scores=(33900, 26100, 30000, 30000), last=last)
    viewer.wait(lambda: viewer.find('[data-scores="33900 26100 30000 30000"]'))
    assert viewer.texts("[data-scores] header span") == ["After East 3"]


SHOWN = """
const names = [...document.querySelectorAll("[data-player] .who")].map((each) => each.textContent);
return [document.querySelector("[data-page]").dataset.page, names];
"""


def test_standings_that_do_not_fit_turn_their_pages_by_themselves(viewer: Viewer) -> None:
    stand = viewer.stand
    ids = stand.tournament(names=[f"Player {n}" for n in range(40)])
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    scores = (46500, 25300, 34100, 14100)
    stand.enter(
        *(
            GameRecorded(tournament=EVENT, round=1, table=table, source="sheet", scores=scores)
            for table in range(1, 11)
        )
    )
    address = f"wall.html?{T}&show=standings&turn=2"
    viewer.open(Page("wall", address, '[data-page="0"]', size=(1920, 1080), scrolls=False))
    pages: dict[str, list[str]] = {}

    def turned() -> bool:
        pages.update([viewer.driver.execute_script(SHOWN)])
        return len(pages) == 2

    viewer.wait(turned)
    assert [len(pages[page]) for page in ("0", "1")] == [20, 20]
    assert len({*pages["0"], *pages["1"]}) == len(ids)


def test_the_wall_finds_its_server_again(viewer: Viewer) -> None:
    stand = viewer.stand
    ids = stand.tournament()
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    a, b, c, d = ids[:4]
    sitting = Sitting(id="s", tournament=EVENT, round=1, label="1", players=(a, b, c, d))
    stand.hall.put("table-1", online=True, sitting=sitting, scores=(30000,) * 4)
    viewer.open(Page("wall", f"wall.html?{T}&show=live", "[data-scores]", size=(1920, 1080)))
    stand.restart()
    viewer.wait(lambda: viewer.find('.bar [role="status"]'))
    assert viewer.find("[data-scores]")
    stand.hall.put("table-1", scores=(31000, 29000, 30000, 30000))
    viewer.wait(lambda: viewer.find('[data-scores="31000 29000 30000 30000"]'))
    assert not viewer.find('.bar [role="status"]')


def test_the_overlay_draws_what_is_late_enough_and_says_whose_hand_is_hidden(
    viewer: Viewer, axe: str
) -> None:
    stand = viewer.stand
    stand.tournament()
    stand.enter(RoundStarted(tournament=EVENT, round=1))
    stand.enter(TableBound(tournament=EVENT, table=1, device="table-1"))
    stand.enter(GameOpened(tournament=EVENT, round=1, table=1, game="g1"))
    snapshot = Path(__file__).parents[2] / "data" / "snapshots" / "play.json"
    state = json.dumps(
        json.loads(snapshot.read_text("utf-8")) | {"game": "g1", "boot": "b", "rev": 5}
    ).encode()
    stand.server.broadcast.live("table-1", state)
    stand.server.broadcast.late("table-1", "state", state)
    page = Page("cast", "broadcast.html?table=table-1&hands=1", ".nothing", Role.BROADCASTER, (1920, 1080))
    viewer.open(page)
    stand.uptime_s += 300
    viewer.wait(lambda: viewer.find(".overlay-stage"))
    viewer.wait(lambda: len(viewer.find('[data-hand="false"]')) == 4)
    assert viewer.faults(page, axe) == []
    assert viewer.complaints() == []
