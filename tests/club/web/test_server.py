"""The server alone: signing in, who may change what, what everybody may read, and what is refused."""

from __future__ import annotations

import gzip
import http.client
import json
import socket
from pathlib import Path

import pytest
from starlette.responses import Response

from club.access.roles import Role
from club.access.sign_in import SESSION_S
from club.hub.table_status import Call, Sitting, TableClock, WallClock
from club.web.request import endpoint
from club.web.server import Config, Server, ServerError
from tests.club.web.stand import EVENT, NAMES, NOW_S, Browser, Stand

T = f"/api/tournaments/{EVENT}"
SECRET = "correct horse"


def late(person: int, seconds: int = 61) -> dict[str, object]:
    return {"type": "late", "tournament": EVENT, "round": 1, "person": person, "seconds": seconds}


def submit(
    browser: Browser, *events: dict[str, object], key: str = "key-0001"
) -> tuple[int, dict[str, object]]:
    answer = browser.post("/api/submit", {"events": events, "key": key})
    return answer.status, answer.data


def test_everybody_reads_the_tournament_without_signing_in(stand: Stand) -> None:
    ids = stand.played()
    public = stand.browser()
    (line,) = public.get("/api/tournaments").data
    assert (line["name"], line["players"], line["playing"]) == ("Winter Cup", 8, 1)
    assert public.get(f"{T}/people").data == {str(n): name for n, name in zip(ids, NAMES, strict=True)}
    answer = public.get(f"{T}/rounds/1").data
    assert [(t["table"], t["players"], t["finished"]) for t in answer["tables"]] == [
        (1, ids[:4], True),
        (2, ids[4:], False),
    ]
    first, *others = public.get(f"{T}/standings").data["standings"]
    assert (first["player"], first["place"], first["total"]) == (ids[0], 1, 46500 - 30000 + 15000)
    assert [row["total"] for row in others] == [
        34100 - 30000 + 5000,
        25300 - 30000 - 5000,
        14100 - 30000 - 15000,
    ]


def test_deviations_from_the_regulation_are_listed_to_be_read_out(stand: Stand) -> None:
    stand.tournament()
    changed = {"type": "tournament_changed", "tournament": EVENT, "options": {"tiles.red_fives": "none"}}
    director = stand.signed(Role.DIRECTOR)
    read = director.get(f"{T}/plan").data["revision"]
    sent = {"events": [changed], "key": "key-0001", "revision": read}
    assert director.post("/api/submit", sent).status == 200
    answer = stand.browser().get(T).data["accreditation"]
    assert [(d["option"], d["permitted"]) for d in answer["deviations"]] == [("tiles.red_fives", True)]


def test_what_nobody_knows_is_not_found_in_one_sentence(stand: Stand) -> None:
    stand.tournament()
    public = stand.browser()
    for path in (
        f"{T}/rounds/7",
        f"{T}/rounds/1/tables/9",
        f"{T}/rounds/1/tables/1/hands/3",
        "/api/tournaments/9",
    ):
        answer = public.get(path)
        assert answer.status == 404
        assert answer.data["message"].startswith("There is no ")
    assert public.get("/lang/xx.json").status == 404
    assert public.get("/../server.py").status == 404


@pytest.mark.parametrize("role", list(Role))
def test_a_role_enters_what_its_table_of_rights_says(stand: Stand, role: Role) -> None:
    ids = stand.played()
    status, outcome = submit(stand.signed(role, ids[7]), late(ids[0]))
    if role in {Role.REFEREE, Role.HEAD_REFEREE, Role.DIRECTOR}:
        assert status == 200
    else:
        assert (status, outcome["code"]) == (403, "role")


def test_a_role_in_one_tournament_counts_for_nothing_in_another(stand: Stand) -> None:
    ids = stand.played()
    assert submit(stand.signed(Role.REFEREE, tournament=EVENT + 1), late(ids[0]))[0] == 403
    assert submit(stand.signed(Role.REFEREE, tournament=EVENT), late(ids[0]))[0] == 200


def test_a_repeated_request_is_entered_once(stand: Stand) -> None:
    ids = stand.played()
    referee = stand.signed(Role.REFEREE)
    status, first = submit(referee, late(ids[0]))
    assert (status, first["repeated"]) == (200, False)
    assert submit(referee, late(ids[0])) == (200, {"seqs": first["seqs"], "repeated": True})


def test_what_the_log_refuses_is_answered_with_its_sentence(stand: Stand) -> None:
    stand.played()
    status, outcome = submit(stand.signed(Role.REFEREE), late(999))
    assert status == 409
    assert str(outcome["message"]).endswith(".")


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"type": "late"},
        {"type": "nonsense", "tournament": 1},
        {"type": "late", "tournament": 1, "round": 1, "person": 1, "seconds": 1, "more": 1},
        {"type": "late", "tournament": "1; drop table entries", "round": 1, "person": 1, "seconds": 1},
    ],
)
def test_a_malformed_event_is_refused(stand: Stand, event: dict[str, object]) -> None:
    stand.played()
    before = stand.desk.state.seq
    assert submit(stand.signed(Role.REFEREE), event)[0] == 422
    assert stand.desk.state.seq == before


def test_who_is_not_signed_in_changes_nothing(stand: Stand) -> None:
    ids = stand.played()
    assert submit(stand.browser(), late(ids[0]))[1]["code"] == "sign_in"
    assert stand.browser().get("/api/accounts").status == 401


def test_a_request_without_the_token_of_the_page_or_from_another_site_is_refused(stand: Stand) -> None:
    ids = stand.played()
    referee = stand.signed(Role.REFEREE)
    forged = Browser(referee.port, referee.cookie, "guess")
    assert submit(forged, late(ids[0]))[1]["code"] == "csrf"
    foreign = Browser(referee.port, referee.cookie, referee.csrf, {"origin": "http://evil.example"})
    assert submit(foreign, late(ids[0]))[1]["code"] == "foreign"
    plain = referee.post("/api/submit", {}, **{"content-type": "text/plain"})
    assert plain.status == 415


def test_a_session_is_held_by_a_cookie_that_no_script_reads_and_ends(stand: Stand) -> None:
    account = stand.account(Role.PLAYER)
    stand.access.accounts.set_password(account, SECRET)
    login = next(a.login for a in stand.access.accounts.all() if a.id == account)
    browser = stand.browser()
    answer = browser.post("/api/sign-in", {"login": login, "password": SECRET})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert browser.get("/api/me").data["login"] == login
    stand.now_s += SESSION_S
    assert browser.get("/api/me").data["login"] is None
    assert browser.post("/api/sign-in", {"login": login, "password": "wrong"}).status == 403


def test_signing_out_ends_the_session_on_the_server(stand: Stand) -> None:
    browser = stand.signed(Role.PLAYER)
    kept = browser.cookie
    assert browser.post("/api/sign-out").status == 200
    assert Browser(browser.port, kept).get("/api/me").data["login"] is None


def test_a_new_password_keeps_this_browser_signed_in_and_no_other(stand: Stand) -> None:
    account = stand.account(Role.PLAYER)
    link = stand.access.accounts.link(account, int(NOW_S) + 60)
    one, other = stand.browser(), stand.browser()
    for browser in (one, other):
        browser.post("/api/sign-in", {"link": link})
    assert one.post("/api/me", {"password": "short"}).status == 409
    assert one.post("/api/me", {"password": SECRET}).status == 200
    assert one.get("/api/me").data["login"] is not None
    assert other.get("/api/me").data["login"] is None


def test_the_director_makes_accounts_and_badges_and_takes_them_away(stand: Stand) -> None:
    director = stand.signed(Role.DIRECTOR)
    new = {"login": "anna", "person": 3, "grants": [{"role": "player", "tournament": EVENT}]}
    made = director.post("/api/accounts", new).data["id"]
    assert director.post("/api/accounts", new).status == 409
    assert director.get(f"/api/accounts/{made}/badge.svg").headers["content-type"] == "image/svg+xml"
    address = director.get(f"/api/accounts/{made}/link").data["link"]
    assert address.startswith(f"{stand.server.url}me.html#link=")
    badge = {"link": address.partition("#link=")[2]}
    assert stand.browser().post("/api/sign-in", badge).data["login"] == "anna"
    assert director.post(f"/api/accounts/{made}", {"pin": "4829"}).status == 200
    listed = {a["login"]: a for a in director.get("/api/accounts").data}
    assert listed["anna"]["has"] == ["pin"]
    assert "hash" not in json.dumps(listed)
    assert director.post(f"/api/accounts/{made}/remove").status == 200
    assert director.get(f"/api/accounts/{made}/badge.svg").status == 404
    assert director.get(f"/api/accounts/{made}/link").status == 404
    assert stand.signed(Role.HEAD_REFEREE).get(f"/api/accounts/{made}/link").status == 403
    assert stand.signed(Role.HEAD_REFEREE).get("/api/accounts").status == 403


def test_every_answer_carries_the_security_headers(stand: Stand) -> None:
    for path in ("/api/tournaments", "/index.html", "/shared/js/page.js", "/nothing"):
        headers = stand.browser().get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "page", ["", "/rounds/1", "/rounds/1/tables/1", "/standings", "/statistics", "/teams"]
)
def test_what_follows_from_the_log_is_made_once_for_everybody(
    page: str, stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    json_of = endpoint._json

    def counted(found: object) -> Response:
        made.append(found)
        return json_of(found)

    monkeypatch.setattr(endpoint, "_json", counted)
    stand.played()
    first, again = (stand.browser().get(T + page) for _ in range(2))
    assert first.status == 200
    assert again.body == first.body
    assert len(made) == 1


def test_what_a_page_has_already_is_not_sent_again(stand: Stand) -> None:
    stand.played()
    public = stand.browser()
    for path in (f"{T}/standings", "/shared/js/page.js", "/lang/ja.json"):
        tag = public.get(path).headers["etag"]
        assert public.get(path, **{"if-none-match": tag}).status == 304


def test_files_are_sent_packed_and_answers_which_may_hold_secrets_are_not(stand: Stand) -> None:
    browser = stand.signed(Role.DIRECTOR)
    for path in ("/lang/ja.json", "/shared/js/page.js"):
        packed = browser.get(path, **{"accept-encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == browser.get(path).body
    answer = browser.get("/api/me", **{"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers, "its length would tell of the token in it"
    assert answer.data["csrf"] == browser.csrf


def test_a_request_that_is_too_large_or_no_json_is_refused(stand: Stand) -> None:
    browser = stand.signed(Role.DIRECTOR)
    assert browser.post("/api/submit", "x" * 2_100_000).status == 413
    link = http.client.HTTPConnection("127.0.0.1", browser.port, timeout=60)
    link.request("POST", "/api/submit", "{", {"content-type": "application/json", "cookie": browser.cookie})
    assert link.getresponse().status == 400
    link.close()


def test_the_public_feed_tells_the_hall_and_nothing_that_is_not_public(stand: Stand) -> None:
    ids = stand.played()
    stand.hall.put(
        "table-1",
        online=True,
        sitting=Sitting(id="a", tournament=EVENT, round=1, label="1", players=tuple(ids[:4])),
        scores=(30000,) * 4,
        clock=TableClock(running=True, left_ms=60_000),
        calls=(Call(id="c", since_ms=0),),
    )
    link = http.client.HTTPConnection("127.0.0.1", stand.server.port, timeout=60)
    link.request("GET", "/api/live")
    answer = link.getresponse()
    parts: dict[str, object] = {}
    while "table/table-1" not in parts:
        text = answer.readline().decode()
        if text.startswith("data: "):
            parts |= json.loads(text.removeprefix("data: "))
    link.close()
    table = parts["table/table-1"]
    assert isinstance(table, dict)
    assert (table["label"], table["scores"], table["called"]) == ("1", [30000] * 4, True)
    assert table.keys().isdisjoint({"signed", "troubles", "pending", "name"})
    assert parts["calls"] == {"open": 1, "answered": 0}


def test_the_clock_of_the_round_is_reported_also_where_no_table_says_anything(stand: Stand) -> None:
    """A round on paper: the wall counts down with the gong, and stops when the round is over."""
    link = http.client.HTTPConnection("127.0.0.1", stand.server.port, timeout=60)
    link.request("GET", "/api/live")
    answer = link.getresponse()
    clock = WallClock(tournament=EVENT, round=1, state="running", left_ms=5, ts_ms=0, main_ms=5)
    pictures: list[object] = []
    for clocks in ((clock,), ()):
        stand.hall.set_clocks(clocks)
        while len(pictures) < (1 if clocks else 2):
            text = answer.readline().decode()
            parts = json.loads(text.removeprefix("data: ")) if text.startswith("data: ") else {}
            pictures += [parts[f"clock/{EVENT}"]] if f"clock/{EVENT}" in parts else []
    link.close()
    assert pictures == [clock.model_dump(mode="json"), None]


def test_a_browser_that_asks_for_an_icon_gets_one(stand: Stand) -> None:
    assert stand.browser().get("/favicon.ico").headers["content-type"].startswith("image/svg")


def test_a_port_that_is_taken_is_said(tmp_path: Path, stand: Stand) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        config = Config(port=taken.getsockname()[1])
        other = Server(stand.desk, stand.people, stand.hall, stand.access, config)
        with pytest.raises(ServerError, match="give another port"):
            other.start()


def test_a_delay_below_five_minutes_is_refused(stand: Stand) -> None:
    with pytest.raises(ValueError, match="K-STREAM-03"):
        Server(stand.desk, stand.people, stand.hall, stand.access, Config(delay_s=299))


def test_a_certificate_that_is_none_is_said(stand: Stand, tmp_path: Path) -> None:
    (tmp_path / "cert.pem").write_text("no certificate")
    config = Config(port=0, certificate=tmp_path / "cert.pem", key=tmp_path / "cert.pem")
    with pytest.raises(ServerError, match="PEM files"):
        Server(stand.desk, stand.people, stand.hall, stand.access, config).start()


def test_an_answer_that_follows_from_the_log_is_new_after_each_entry(stand: Stand) -> None:
    ids = stand.played()
    public, referee = stand.browser(), stand.signed(Role.REFEREE)
    before = public.get(f"{T}/standings").data["standings"]
    assert public.get(f"{T}/standings").data["standings"] == before
    assert submit(referee, late(ids[0], 61))[0] == 200
    after = {row["player"]: row["total"] for row in public.get(f"{T}/standings").data["standings"]}
    assert after[ids[0]] == 46500 - 30000 + 15000 - 2000
