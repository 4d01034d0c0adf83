"""A whole match with every screen open at once: two phones, two consoles, a scoreboard and an overlay."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.browser import CHROMIUM, LAPTOP, Room, shoot
from tests.web.house import until
from tests.web.test_coach import sit
from web.seats import Role

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: the pages were not looked at")


def choose(phone: Page, card: str) -> None:
    phone.locator(f'#question [data-option="{card}"]').click()
    expect(phone.locator(f'#question [data-option="{card}"]')).to_have_count(0)


def roll(phone: Page, face: int) -> None:
    phone.locator(f'#question .face[data-face="{face}"]').click()
    expect(phone.locator("#question .face")).to_have_count(0)


def asleep(page: Page, yes: bool) -> None:
    """The phone's screen goes dark, or is looked at again."""
    state = {"state": "frozen" if yes else "active"}
    page.context.new_cdp_session(page).send("Page.setWebLifecycleState", state)


def test_an_evening_at_the_table(browser: Browser) -> None:
    """Round 1 goes by the book, in round 2 a phone loses its line and the scoreboard sleeps, in round 3 both consoles
    whistle at once; in the end all screens tell the same."""
    room = Room(browser)
    a, b = sit(room, Role.COACH_A), sit(room, Role.COACH_B)
    board, overlay = room.open("/"), room.open("/overlay")
    room.unlock()
    console, second = room.open("/console", LAPTOP), room.open("/console", LAPTOP)

    for phone, card in ((a, "high"), (b, "low")):
        choose(phone, card)
    roll(a, 2)
    roll(b, 1)
    console.locator(".whistle").click()

    b.context.set_offline(True)
    asleep(board, True)
    choose(a, "low")
    b.context.set_offline(False)
    choose(b, "high")
    roll(b, 3)
    roll(a, 0)
    asleep(board, False)
    expect(board.locator("#score")).to_have_attribute("aria-label", "Goals: Reds 1, Blues 1 ")
    console.locator(".whistle").click()

    choose(a, "high")
    choose(b, "high")
    roll(b, 3)
    roll(a, 1)
    stale = room.house.version

    def whistle_first(route: Route) -> None:
        console.locator(".whistle").click()
        until(lambda: room.house.version > stale)
        route.continue_()

    second.route("**/api/answer", whistle_first, times=1)
    second.locator(".whistle").click()
    expect(second.locator("#refused")).to_be_visible()
    assert room.house.version == stale + 1, "one whistle counts"

    for page in (board, overlay, console, second, a, b):
        expect(page.locator("body")).to_have_attribute("data-version", str(room.house.version))
    for page, place in ((board, "#score"), (overlay, "#score")):
        expect(page.locator(place)).to_have_attribute("aria-label", "Goals: Reds 1, Blues 2 ")
    for phone in (a, b):
        expect(phone.locator("#standing")).to_contain_text("1:2")
        expect(phone.locator("#rest .last")).to_have_text("The match is over.")
    expect(board.locator(".result")).to_have_text("Blues wins")
    shoot(board, "evening-scoreboard")
    for page in (console, second):
        expect(page.locator("#history .entry")).to_have_count(room.house.version)  # one history
    room.close()
