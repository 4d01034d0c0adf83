"""The coaches' phones in a real Chromium: a seat by its code, one question at a time, secrets, a lost line."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.journal import MemoryJournal
from companion.table import Table
from companion.vocabulary import Fields
from tests.web import invented
from tests.web.browser import CHROMIUM, PHONE, TV, Room, nameless, overflow, shoot
from tests.web.house import PIN, House, until
from web import create_app
from web.seats import Role

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: the pages were not looked at")


def frogs(browser: Browser, fields: Fields = Fields.HEX) -> Room:
    """The invented game, which has a pitch."""
    house = House(begun=False)
    house.table = Table(MemoryJournal(), lambda name: invented.GAME)
    house.table.begin("frog", {"fields": fields})
    house.app = create_app(house.table, pin=PIN, seats=house.seats)
    return Room(browser, house)


def sit(room: Room, role: Role) -> Page:
    """A phone that has scanned the code of a seat."""
    page = room.open(f"/join#{room.house.seats.token(role)}", PHONE)
    page.wait_for_url("**/coach")
    page.locator("body[data-version]:not(.lost)").wait_for()
    expect(page.locator("#team")).not_to_have_text("Coach")  # it knows its seat, and remembers it
    return page


def test_a_phone_that_has_just_sat_down_says_who_is_waited_for(browser: Browser) -> None:
    """The table's first word comes before it is known whose phone this is."""
    room = Room(browser)
    room.house.to_the_rolls()
    room.house.answer("r1.roll.A", 3)
    room.house.answer("r1.roll.B", 0)
    phone = sit(room, Role.COACH_A)
    expect(phone.locator("#rest .waits")).to_contain_text("Referee: Whistle on")
    room.close()


def test_two_phones_choose_in_secret_and_roll(browser: Browser) -> None:
    room = Room(browser)
    a, b = sit(room, Role.COACH_A), sit(room, Role.COACH_B)
    expect(a.locator("#team")).to_have_text("Reds")
    assert a.evaluate("location.href").endswith("/coach"), "the code stays in no address"
    expect(a.locator(".only-you")).to_be_visible()
    shoot(a, "coach-secret")
    a.locator('[data-option="high"]').click()
    expect(a.locator("#question")).to_be_empty()
    expect(a.locator("#rest")).to_contain_text("Blues: Choose a card")
    assert "high" not in b.content().replace('data-option="high"', "").replace("<span>high</span>", "")
    b.locator('[data-option="low"]').click()
    expect(a.locator("#rest .last")).to_have_text("high against low")
    a.locator('.face[data-face="3"]').click()
    expect(b.locator("body")).to_have_attribute("data-version", "4")
    b.locator('.face[data-face="0"]').click()
    expect(a.locator("#standing")).to_contain_text("1:0")
    expect(b.locator("#rest")).to_contain_text("Referee: Whistle on")
    shoot(a, "coach-waits")
    assert {e["source"] for e in room.house.table.history() if e["kind"] == "answered"} == {"phone"}
    assert overflow(a) == 0
    assert nameless(a) == []
    assert room.complaints == []
    room.close()


def test_both_may_answer_at_the_same_moment(browser: Browser) -> None:
    """The other coach's answer came first and is not seen yet: the same question is answered all the same."""
    room = Room(browser, workers=False)
    a = sit(room, Role.COACH_A)
    a.route("**/api/answer", lambda route: route.continue_(
        post_data=json.dumps(json.loads(route.request.post_data or "") | {"version": 0})), times=1)  # fmt: skip
    a.locator('[data-option="low"]').click()
    expect(a.locator("#question")).to_be_empty()
    expect(a.locator("#refused")).to_be_empty()
    assert room.house.version == 2
    room.close()


@pytest.mark.parametrize("fields", Fields)
def test_a_place_on_the_pitch_is_tapped(browser: Browser, fields: Fields) -> None:
    room = frogs(browser, fields)
    phone, board = sit(room, Role.COACH_A), room.open("/", TV)
    expect(board.locator("#pitch svg")).to_be_visible()
    drawing = phone.locator(".pitch-drawn").bounding_box() or {}
    spot = phone.locator('.spot[data-option="reed"]').bounding_box() or {}
    take = phone.get_by_role("button", name="Take it")
    expect(take).to_be_disabled()
    phone.mouse.click(spot["x"] + spot["width"] / 2 + 9, spot["y"] + spot["height"] / 2 - 9)
    expect(phone.get_by_role("button", name="the reed")).to_have_attribute("aria-pressed", "true")
    shoot(phone, f"coach-pitch-{fields}")
    shoot(board, f"tv-pitch-{fields}")
    assert drawing["width"] > 330
    take.click()
    until(lambda: room.house.version == 2)
    assert room.house.table.entries()[-1].what.value == "reed"  # type: ignore[union-attr]
    assert room.complaints == []
    room.close()


def test_the_keyboard_reaches_the_pitch(browser: Browser) -> None:
    room = frogs(browser)
    phone = sit(room, Role.COACH_B)
    phone.get_by_role("button", name="the stone").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator(".count")).to_have_text("the stone")
    room.close()


def test_an_invented_game_has_a_board_without_new_code(browser: Browser) -> None:
    """Every shared piece is drawn from its view: track, dice, sums, counters, roster, possession, pitch."""
    room = frogs(browser)
    board = room.open("/", TV, still=True)
    for side in "AB":
        room.house.table.answer(f"l1.to.{side}", "reed", source="console")
    for side, faces in (("A", [3, 5]), ("B", [2, 6])):
        room.house.table.answer(f"l1.roll.{side}", faces, source="console")
    expect(board.locator("#title")).to_have_text("Frog leap")
    expect(board.locator("#score")).to_have_attribute(
        "aria-label", re.compile("Tree Frogs 1, Royal Marsh Salamanders 0")
    )
    expect(board.locator(".track .light")).to_have_count(3)
    expect(board.locator("#side-A .die")).to_have_count(2)
    expect(board.locator("#side-A .sum")).to_contain_text("8")
    expect(board.locator("#counters li")).to_have_count(1)
    expect(board.locator("#roster-B .player.deployed")).to_have_count(1)
    expect(board.locator("#team-B .ball")).to_be_visible()
    expect(board.locator("#pitch .ground")).to_have_count(54)
    expect(board.locator("#call .loud")).to_have_text("Splash!")
    shoot(board, "tv-invented")
    room.close()


def test_who_has_no_seat_is_told_how_to_get_one(browser: Browser) -> None:
    room = Room(browser)
    expect(room.open("/coach", PHONE).locator("#question")).to_contain_text("Scan the QR code of your side")
    wrong = room.open("/join#nonsense", PHONE)
    expect(wrong.locator("#refused")).to_have_text("No seat has this code any more. Ask the referee for a new one.")
    room.close()


def test_a_lost_seat_is_said_and_nothing_sent(browser: Browser) -> None:
    room = Room(browser)
    a = sit(room, Role.COACH_A)
    low = a.locator('[data-option="low"]')
    low.wait_for()
    room.house.seats.revoke(Role.COACH_A)
    low.click()
    expect(a.locator("#refused")).to_have_text("Nothing was sent: this phone no longer has the seat.")
    assert room.house.version == 1
    room.close()


_ALL_KEPT = """async () => {
  const kept = await (await caches.open("touchline-1")).keys();
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const made = loaded.filter((name) => name.includes("/static/"));
  return made.length > 20 && made.every((name) => kept.some(({ url }) => url === name));
}"""
"""Whether everything that the page is made of is kept on the phone, although the first visit went past the worker."""


def test_the_page_outlives_the_line_and_says_how_old_it_is(browser: Browser) -> None:
    """The table goes away while the phone sleeps: the page opens all the same, from the phone, and tells its age."""
    room = Room(browser)
    a = sit(room, Role.COACH_A)
    until(lambda: a.evaluate(_ALL_KEPT))
    expect(a.locator("#age")).to_have_text("Live")
    room.server.close()
    expect(a.locator("#age")).to_contain_text(re.compile(r"No line\. This is \d+ s old\."))
    a.reload()
    expect(a.locator("#team")).to_have_text("Reds")
    expect(a.locator("#age")).to_contain_text(re.compile(r"No line\. This is \d+ s old\."))
    a.locator('[data-option="low"]').click()
    expect(a.locator("#refused")).to_have_text("No line to the table: nothing was sent.")
    shoot(a, "coach-lost")
    room.house.answer("r1.card.B", "low")
    room.house.app = create_app(room.house.table, pin=PIN, seats=room.house.seats)
    room.restart()
    expect(a.locator("body")).to_have_attribute("data-version", "2")
    a.locator('[data-option="low"]').click()
    until(lambda: room.house.version == 3)
    room.close()


def test_a_phone_without_wifi_opens_the_page_and_heals_by_itself(browser: Browser) -> None:
    """The phone's own line is gone (aeroplane mode), not the table: asleep, woken, opened anew; the line comes back."""
    room = Room(browser)
    a = sit(room, Role.COACH_A)
    until(lambda: a.evaluate(_ALL_KEPT))
    sleeper = a.context.new_cdp_session(a)
    sleeper.send("Page.setWebLifecycleState", {"state": "frozen"})
    a.context.set_offline(True)
    room.house.answer("r1.card.B", "low")
    sleeper.send("Page.setWebLifecycleState", {"state": "active"})
    a.goto(f"{room.address}/coach")
    expect(a.locator("#team")).to_have_text("Reds")
    expect(a.locator("#question h2")).to_be_visible()
    expect(a.locator("#age")).to_contain_text(re.compile(r"No line\. This is \d+ s old\."))
    a.context.set_offline(False)
    expect(a.locator("body")).to_have_attribute("data-version", "2")
    expect(a.locator("#age")).to_have_text("Live")
    room.close()


def test_it_can_be_installed(browser: Browser) -> None:
    house = House()
    manifest = house.client.get("/manifest.webmanifest")
    told = manifest.get_json()
    assert (manifest.mimetype, told["start_url"], told["display"]) == (
        "application/manifest+json",
        "/coach",
        "standalone",
    )
    for icon in told["icons"]:
        with house.client.get(icon["src"]) as picture:
            assert picture.mimetype == icon["type"]
    worker = house.client.get("/sw.js")
    assert worker.mimetype == "text/javascript"
    assert "no-cache" in worker.headers["Cache-Control"]
    room = Room(browser)
    a = sit(room, Role.COACH_A)
    scope = a.evaluate("navigator.serviceWorker.ready.then((r) => r.scope)")
    assert scope == f"{room.address}/"
    errors = a.context.new_cdp_session(a).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}, "but that tests leave no traces, nothing hinders"
    room.close()


def test_the_referee_shows_the_codes_and_takes_a_seat_back(browser: Browser) -> None:
    room = Room(browser)
    page = room.open("/seats", TV)
    page.locator("#pin-field").fill(PIN)
    page.keyboard.press("Enter")
    code = page.get_by_role("img", name="QR code: Coach of A")
    expect(code).to_be_visible()
    expect(page.locator("#seat-coach_b .seat-team")).to_have_text("Blues")
    shoot(page, "seats")
    before = room.house.seats.token(Role.COACH_A)
    page.locator("#seat-coach_a button").click()
    page.locator("dialog .danger").click()
    until(lambda: room.house.seats.token(Role.COACH_A) != before)
    expect(page.locator("dialog")).to_have_count(0)
    assert [c for c in room.complaints if "403" not in c] == []
    room.close()
