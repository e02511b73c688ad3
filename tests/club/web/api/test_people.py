"""People: lists read in whole or not at all, data for organisers only, being forgotten, exports."""

from __future__ import annotations

import csv
import io
import json

import pytest

from club.access.roles import Role
from tests.club.web.stand import EVENT, NAMES, Stand

T = f"/api/tournaments/{EVENT}"


def test_a_list_is_read_in_whole(stand: Stand) -> None:
    desk = stand.signed(Role.SCOREKEEPER)
    text = "\ufeffname,country,ema,note\r\nAnna Ozola,LV,04290123,x\r\n佐藤 千恵,jp,,\r\n"
    ids = desk.post("/api/people/list", {"csv": text}).data["ids"]
    people = desk.get("/api/people").data
    assert [people[str(n)]["name"] for n in ids] == ["Anna Ozola", "佐藤 千恵"]
    assert people[str(ids[0])]["ema"] == "04290123"


def test_a_list_with_the_ends_of_lines_of_an_old_mac_is_read(stand: Stand) -> None:
    """As Excel writes "CSV (Macintosh)"."""
    director = stand.signed(Role.DIRECTOR)
    answer = director.post("/api/people/list", {"csv": "name,club\rAnna,A\rBo,B\r"})
    assert (answer.status, len(answer.data["ids"])) == (200, 2)


def test_a_list_of_given_and_family_names_is_read_and_both_go_to_the_ema(stand: Stand) -> None:
    stand.played()
    director = stand.signed(Role.DIRECTOR)
    (new,) = director.post("/api/people/list", {"csv": "given,family\nAnna,Lind Berg\n"}).data["ids"]
    answer = director.get("/api/people").data[str(new)]
    assert (answer["name"], answer["given"], answer["family"]) == ("Anna Lind Berg", "Anna", "Lind Berg")
    read = director.get("/api/people").data["1"]["revision"]
    person = {"name": "ABBA", "given": "Agnetha", "family": "Fältskog", "revision": read}
    assert director.post("/api/people/1", person).status == 200
    sheet = list(csv.DictReader(io.StringIO(director.get(f"{T}/export/ema").body.decode())))
    names = {(row["First name"], row["Last name"]) for row in sheet}
    assert ("Agnetha", "Fältskog") in names
    assert all(first for first, _ in names)
    assert sum(int(row["Score"]) for row in sheet) == 0
    assert "ABBA" in director.get(f"{T}/export/csv").body.decode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("given,country\nA,LV\n", "no column `name`"),
        ("first,last\nA,B\n", "no column `name`"),
        ("name\n", "names nobody"),
        ("name,country\nAnna,LV\nBo,Sweden\n", "Line 3"),
        ("name\nAnna\n\nBo\n ,\n", "Line 5"),
        ('name\n"Anna\n' + "x" * 140_000, "a quotation mark its second"),
    ],
)
def test_a_list_with_a_wrong_line_adds_nobody_and_names_it(stand: Stand, text: str, said: str) -> None:
    director = stand.signed(Role.DIRECTOR)
    answer = director.post("/api/people/list", {"csv": text})
    assert answer.status == 422
    assert said in answer.data["message"]
    assert director.get("/api/people").data == {}


def test_what_is_known_of_people_is_for_organisers(stand: Stand) -> None:
    stand.played()
    for role in set(Role) - {Role.DIRECTOR, Role.SCOREKEEPER}:
        assert stand.signed(role).get("/api/people").status == 403
    assert stand.browser().get("/api/people").status == 401
    assert stand.browser().post("/api/people", {"people": [{"name": "X"}]}).status == 401


def test_who_is_forgotten_leaves_the_sums_and_no_name(stand: Stand) -> None:
    ids = stand.played()
    public = stand.browser()
    before = public.get(f"{T}/standings").data["standings"]
    person = stand.signed(Role.PLAYER, ids[0])
    director = stand.signed(Role.DIRECTOR)
    assert stand.signed(Role.SCOREKEEPER).post(f"/api/people/{ids[0]}/forget", {}).status == 403
    assert director.post(f"/api/people/{ids[0]}/forget", {}).status == 200
    assert public.get(f"{T}/standings").data["standings"] == before
    assert str(ids[0]) not in public.get(f"{T}/people").data
    assert person.get("/api/me").data["login"] is None
    paths = ("/api/people", f"{T}/export/csv", f"{T}/export/json", f"{T}/rounds/1", "/api/accounts")
    assert [path for path in paths if NAMES[0].encode() in director.get(path).body] == []


def test_exports_are_for_organisers_and_exact(stand: Stand) -> None:
    stand.played()
    keeper = stand.signed(Role.SCOREKEEPER, tournament=EVENT)
    rows = keeper.get(f"{T}/export/csv").body.decode().splitlines()
    assert rows[1].startswith("1,")
    assert NAMES[0] in rows[1]
    assert json.loads(keeper.get(f"{T}/export/json").body)["standings"][0]["total"] == 31500
    assert keeper.get(f"{T}/export/ema").body.decode().startswith("Place,First name,Last name,EMA number")
    assert keeper.get(f"{T}/export/exe").status == 404
    assert stand.browser().get(f"{T}/export/csv").status == 401
    assert stand.signed(Role.PLAYER).get(f"{T}/export/csv").status == 403


def test_a_result_is_previewed_with_its_sum_before_it_is_entered(stand: Stand) -> None:
    stand.played()
    keeper = stand.signed(Role.SCOREKEEPER)
    before = stand.desk.state.seq
    path = f"{T}/rounds/1/tables/2/preview"
    good = keeper.post(path, {"scores": [46500, 25300, 33100, 14100], "sticks_left": 1}).data
    # R-STICK-03: the stick that is left goes to the winner.
    assert (good["ok"], good["total"], good["expected"]) == (True, 120000, 120000)
    assert [seat["total"] for seat in good["finals"]] == [32500, -9700, 8100, -30900]
    assert keeper.post(path, {"scores": [46500, 25300, 33100, 14100]}).data["ok"] is False
    assert keeper.post(path, {"scores": [1, 2, 3]}).status == 422
    assert stand.desk.state.seq == before


def test_who_works_in_the_hall_sees_why_a_table_is_not_ready(stand: Stand) -> None:
    stand.hall.put("table-3", online=True, pending="The table plays another game.")
    (table,) = stand.signed(Role.TECHNICIAN).get("/api/hall").data["tables"]
    assert table["pending"] == "The table plays another game."
    assert stand.signed(Role.PLAYER).get("/api/hall").status == 403
    assert stand.browser().get("/api/hall").status == 401
