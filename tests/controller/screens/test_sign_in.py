"""Signing in at the table in real Chromium: by PIN, a card or a badge's code; nothing of it stays."""

from __future__ import annotations

from typing import Any, Final, Literal

import pytest

from contract.messages import AssignedView, SignView
from controller.sentences.refusals import Refusal
from screens import TABLE_LANGUAGES
from tests.controller.browser import resize
from tests.controller.screens.pages import PAGES, THEMES, Page
from tests.controller.screens.stand import Stand

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

SEAT, TABLE = (next(page for page in PAGES if page.file == file) for file in ("seat.html", "table.html"))
OPEN: Final = (SignView(),) * 4
LINK: Final = "eyJhY2NvdW50IjoxMiwiZWRpdGlvbiI6MX0.Zm9vYmFyX2Zvby1iYXJfZm9vLWJhcg"
TYPE: Final = """
const codes = { ".": ["Period"], "-": ["Minus"], "_": ["Minus", 1], "/": ["Slash"], ":": ["Semicolon", 1],
  "#": ["Digit3", 1], "=": ["Equal"], "\\n": ["Enter"] };
const [text, pause, done] = arguments;
const wait = () => new Promise((go) => setTimeout(go, pause));
(async () => {
  let pressed = true;
  for (const letter of text) {
    const [code, shiftKey] = codes[letter] ?? (/\\d/.test(letter) ? [`Digit${letter}`]
      : [`Key${letter.toUpperCase()}`, letter !== letter.toLowerCase()]);
    const key = letter === "\\n" ? "Enter" : "ф"; // the computer's own keyboard is a Russian one
    const what = { key, code, shiftKey: !!shiftKey, bubbles: true, cancelable: true };
    pressed = document.body.dispatchEvent(new KeyboardEvent("keydown", what));
    if (pause) await wait();
  }
  done(pressed);
})();
"""
"""Types a text; says whether its last key still did what it usually does."""
TOUCH: Final = """
const [keys, done] = arguments;
const drawn = () => new Promise((go) => setTimeout(() => setTimeout(go)));
(async () => {
  for (const key of keys) {
    const found = document.querySelector(`[data-digit="${key}"]:not(:disabled)`);
    if (!found) return done(`${key} cannot be used`);
    found.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = found.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!found.contains(hit)) return done(`${key} is covered by ${hit?.outerHTML.slice(0, 80)}`);
    hit.click();
    await drawn();
  }
  done("");
})();
"""
"""Touches keys one after the other, each where it can be reached; says of the first that cannot why. Fingers
do it in `test_a_pin_signs_in_and_is_never_seen`; this costs a tenth."""


def assign(
    stand: Stand,
    sign_in: Literal["none", "offered", "required"] = "offered",
    game: str = "g1",
    **signed: SignView,
) -> None:
    """The club's word on the sitting; `s2` is what seat 2 has been answered."""
    state = stand.publish("idle_first")
    names = [seat.name for seat in state.seats]
    view = AssignedView(
        id="3-2-7", game=game, tournament=3, round=2, label="7", players=[11, 12, 13, 14], names=names,
        sign_in=sign_in, signed=[signed.get(f"s{seat}", SignView()) for seat in range(4)], stream=False,
    )  # fmt: skip
    stand.bus.show("assigned", view)


def wrong(**more: Any) -> SignView:
    return SignView(state="wrong", **({"tries": 1} | more))


@pytest.fixture
def display(stand: Stand) -> Stand:
    assign(stand)
    stand.open("seat.html", seat="2")
    stand.wait(lambda: stand.find(".key.sign"))
    return stand


@pytest.fixture
def table(stand: Stand) -> Stand:
    assign(stand)
    stand.open("table.html")
    stand.wait(lambda: len(stand.find('[data-sign="open"]')) == 4)
    return stand


def types(stand: Stand, text: str, pause_ms: int = 0) -> bool:
    pressed: bool = stand.driver.execute_async_script(TYPE, text, pause_ms)
    return pressed


def touch(stand: Stand, keys: str) -> None:
    stand.wait(lambda: stand.find("[data-digit]"))
    assert stand.driver.execute_async_script(TOUCH, keys) == ""


def asked(stand: Stand) -> dict[str, object]:
    """The one sign-in that came, which the table hands on."""
    (command,) = stand.commands()
    assert command.name == "seat.sign_in"
    stand.bus.answer(command)
    return command.body


def message_shown(stand: Stand, text: str) -> None:
    stand.wait(lambda: stand.texts("[data-sign-answer]") == [text])


def test_a_pin_signs_in_and_is_never_seen(display: Stand) -> None:
    display.press(".key.sign")
    for key in "049":
        display.press(f'[data-digit="{key}"]')
    assert display.find('[data-digit="ok"]')[0].get_attribute("disabled")
    display.press('[data-digit="delete"]')
    for key in "57":
        display.press(f'[data-digit="{key}"]')
    assert display.texts(".dots") == ["●●●●"]
    seen = display.driver.execute_script(
        "return document.documentElement.outerHTML + JSON.stringify([localStorage, sessionStorage, location])"
    )
    assert "0457" not in seen
    display.press('[data-digit="ok"]')
    assert asked(display) == {"seat": 2, "token": "pin:0457"}
    message_shown(display, "The club is asked…")
    assert display.texts(".dots") == [""]
    assign(display, s2=SignView(state="signed", person=13, tries=1))
    display.wait(lambda: display.texts('[data-sign="signed"]') == ["✓ Signed in"])
    assert not display.find(".sign-pad, .key.sign")


def test_the_first_hand_takes_it_away(display: Stand) -> None:
    display.press(".key.sign")
    display.wait(lambda: display.find(".sign-pad"))
    display.publish("deal")
    display.wait(lambda: not display.find(".sign-pad, .key.sign"))


def test_who_is_not_asked_sees_nothing(display: Stand) -> None:
    assign(display, "none")
    display.wait(lambda: not display.find(".key.sign"))
    assign(display, game="another")
    assert not display.find(".key.sign")
    assign(display, "required")
    display.wait(lambda: display.find(".key.sign"))
    display.bus.show("assigned", None)
    display.wait(lambda: not display.find(".key.sign"))


def test_who_does_not_want_to_may_start(display: Stand) -> None:
    display.press('[data-button="start"]')
    (command,) = display.commands()
    assert command.body == {"seat": 2, "button": "start"}


@pytest.mark.parametrize(("text", "token"), [
    ("04A2b9\n", "card:04A2b9"),
    ("0012345678\n", "card:0012345678"),
    (f"https://club.example:8443/me.html#link={LINK}\n", f"link:{LINK}"),
    (f"link:{LINK}\n", f"link:{LINK}"),
])  # fmt: skip
def test_a_reader_signs_in_whatever_keyboard_the_computer_has(display: Stand, text: str, token: str) -> None:
    assert types(display, text) is False, "Enter also pressed what was touched last"
    assert asked(display) == {"seat": 2, "token": token}
    message_shown(display, "The club is asked…")


def test_people_type_slower_than_a_reader(display: Stand) -> None:
    assert types(display, "0012345678\n", 70) is True
    display.beat()
    assert display.waiting == []
    assert not display.find(".sign-pad")


def test_what_cannot_be_read_is_said(display: Stand) -> None:
    types(display, "what.is.this\n")
    message_shown(display, "Not read. Try again.")


@pytest.mark.parametrize(("place", "table", "words"), [
    (3, None, "→ Your seat at this table: North"),
    (0, None, "↑ Your seat at this table: East"),
    (1, None, "← Your seat at this table: South"),
    (3, "12", "→ You belong to table 12: North"),
    (None, None, "You do not play in this round."),
])  # fmt: skip
def test_who_sits_wrong_is_sent_to_the_right_seat(
    display: Stand, place: int | None, table: str | None, words: str
) -> None:
    """West looks at North on the right, at East across, at South on the left."""
    types(display, "04a2\n")
    asked(display)
    assign(display, s2=wrong(person=31, place=place, table=table))
    message_shown(display, words)
    assert display.texts('[data-sign="wrong"]') == [words]


def test_a_refusal_says_why_and_how_long_to_wait(display: Stand) -> None:
    display.press(".key.sign")
    for number in (1, 2):
        touch(display, "0000")
        display.press('[data-digit="ok"]')
        asked(display)
        message_shown(display, "The club is asked…")
        assign(display, s2=wrong(tries=number))
        message_shown(display, "Wrong PIN, or another player sits here.")
    types(display, "04a2\n")
    asked(display)
    assign(display, s2=wrong(tries=3))
    message_shown(display, "This card is not known.")
    types(display, "04a2\n")
    asked(display)


def test_the_seconds_to_wait_count_down_and_then_somebody_may_try_again(display: Stand) -> None:
    display.press(".key.sign")
    touch(display, "0000")
    display.press('[data-digit="ok"]')
    asked(display)
    assign(display, s2=wrong(wait_s=4))
    touch(display, "0001")
    display.wait(lambda: display.texts("[data-sign-answer]")[0].startswith("Too many tries."))
    assert not display.find('[data-digit="ok"]')[0].is_enabled()
    message_shown(display, "Too many tries. Wait 1 s.")
    message_shown(display, "Type your PIN, or hold your card or badge to the reader.")
    assert display.find('[data-digit="ok"]')[0].is_enabled()


def test_a_table_that_cannot_ask_says_so(display: Stand) -> None:
    types(display, "04a2\n")
    (command,) = display.commands()
    display.bus.answer(command, Refusal("nobody_assigned"))
    message_shown(display, "The club has assigned nobody to this table.")


def test_a_display_without_a_touch_screen_reads_cards(display: Stand) -> None:
    display.open("seat.html", seat="2", keys="off")
    display.wait(lambda: display.texts('[data-sign="open"]') == ["Hold your card or badge to the reader."])
    types(display, "04a2\n")
    assert asked(display)["token"] == "card:04a2"
    message_shown(display, "The club is asked…")
    assert not display.find('.digit, [data-sign="open"]')


def test_at_the_table_a_card_is_of_the_side_that_was_touched(table: Stand) -> None:
    types(table, "04a2\n")
    table.beat()
    assert table.waiting == []
    table.press('[data-seat="1"] .touch')
    table.wait(lambda: table.find(".sign-at.side1 .sign-pad"))
    types(table, "04a2\n")
    assert asked(table) == {"seat": 1, "token": "card:04a2"}
    table.press('[data-seat="3"] .touch')
    table.wait(lambda: table.find(".sign-at.side3 .sign-pad"))
    touch(table, "12345")
    table.press('[data-digit="ok"]')
    assert asked(table) == {"seat": 3, "token": "pin:12345"}


def places(stand: Stand) -> list[list[float]]:
    found: list[list[float]] = stand.driver.execute_script("""
        const kept = ".seat > :not(.side-note), .name, .middle, .machine, .line, .corner";
        return [...document.querySelectorAll(kept)]
          .map((e) => e.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height]);""")
    return found


def test_nothing_of_the_table_moves(table: Stand) -> None:
    before = places(table)
    assert before
    table.press('[data-seat="0"] .touch')
    table.wait(lambda: table.find(".sign-pad"))
    assert places(table) == before
    assign(table, s0=SignView(state="signed", person=11), s1=wrong(person=31, place=3))
    table.wait(lambda: table.texts('[data-seat="0"] [data-sign]') == ["✓ Signed in"])
    table.wait(lambda: table.texts('[data-seat="1"] [data-sign]') == ["✕ Wrong seat"])
    assert not table.find(".sign-pad")
    assert places(table) == before
    assign(table, "none")
    table.wait(lambda: not table.find("[data-sign]"))
    assert places(table) == before


def faults(stand: Stand, page: Page, axe: str) -> list[str]:
    """In every theme, which is the page's root's to say and nothing else's; axe-core looks at the first."""
    found: list[str] = []
    for theme in THEMES:
        stand.driver.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)
        message_shown = stand.faults(page, axe if theme == THEMES[0] else None)
        found += [f"{theme}: {fault}" for fault in message_shown]
    return found


@pytest.mark.parametrize("language", TABLE_LANGUAGES)
def test_every_language_and_theme_is_whole_and_readable(stand: Stand, axe: str, language: str) -> None:
    found = []
    for page, press in ((SEAT, ".key.sign"), (TABLE, '[data-seat="1"] .touch')):
        assign(stand, "required", s3=SignView(state="signed", person=14))
        stand.visit(page, language, THEMES[0])
        stand.wait(lambda: stand.find("[data-sign], .key.sign"))
        found += faults(stand, page, axe)
        stand.press(press)
        stand.wait(lambda: stand.find(".sign-pad"))
        touch(stand, "12345678")
        assign(stand, "required", s1=wrong(person=31, place=3, table="128"), s3=wrong(person=32, place=1))
        stand.wait(lambda: any("128" in each for each in stand.texts("[data-sign-answer]")))
        found += faults(stand, page, axe)
    assert found == []
    assert stand.complaints() == []


@pytest.mark.parametrize(("page", "size"), [(SEAT, (360, 640)), (SEAT, (480, 320)), (TABLE, (800, 1280))])
def test_fingers_find_the_keys_on_small_and_upright_screens(
    stand: Stand, axe: str, page: Any, size: tuple[int, int]
) -> None:
    assign(stand)
    stand.visit(page, "ru")
    resize(stand.driver, size)
    stand.wait(lambda: stand.find(".key.sign, .seat .touch"))
    stand.press(".key.sign, .seat.side1 .touch")
    stand.wait(lambda: stand.find(".sign-pad"))
    touch(stand, "12345678")
    assert stand.faults(page, axe) == []
    for key in stand.find(".digit, .sign-close"):
        assert min(key.size["width"], key.size["height"]) >= 44
