"""The console shows a roll as the camera saw it, reads it again and offers the correction; the report page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from companion.match import Match
from companion.report import report_of
from companion.vocabulary import JSON, Answered, Started
from tests.toy_game import GAME
from tests.web.browser import CHROMIUM, PHONE, Room, launch, shoot
from tests.web.house import House

WORDS = json.loads((Path(__file__).resolve().parents[2] / "web" / "static" / "words.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: install chromium to test the pages")
    with sync_playwright() as playwright:
        launched = launch(playwright)
        yield launched
        launched.close()


@pytest.fixture
def room(browser: Browser) -> Iterator[Room]:
    """Both rolls read by the camera, each as a 3; entries 4 and 5."""
    opened = Room(browser)
    opened.unlock()
    opened.house.to_the_rolls()
    opened.house.simulation.throw()
    yield opened
    assert opened.complaints == []
    opened.close()


def show(page: Page, seq: int = 4) -> None:
    page.locator(f'[data-seq="{seq}"] .thumb').click()
    expect(page.locator("dialog .outlines polygon")).to_have_count(1)


def test_show_this_roll_with_its_outlines(room: Room) -> None:
    console = room.open("/console")
    opener = console.get_by_role("button", name="Show this roll: Roll! 3").first
    opener.focus()
    console.keyboard.press("Enter")
    dialog = console.get_by_role("dialog", name="Picture of roll 5")
    expect(dialog.get_by_role("img", name="What the camera saw")).to_be_visible()
    expect(dialog.locator(".outlines polygon")).to_have_attribute("points", "32,24 48,24 48,36 32,36")
    expect(dialog.locator("figcaption")).to_have_text("Seen: 2 (97 %)")
    shoot(console, "console-shown-roll")
    console.keyboard.press("Escape")
    expect(console.locator("dialog")).to_have_count(0)
    expect(opener).to_be_focused()


def test_a_roll_read_otherwise_offers_the_ordinary_correction(room: Room) -> None:
    room.house.pictures.now = 0
    console = room.open("/console")
    show(console)
    console.get_by_role("button", name="Read it again").click()
    expect(console.locator(".fresh [class~=verdict]")).to_have_text("Read now: 0. Entered: 2.")
    expect(console.locator(".fresh")).to_have_attribute("role", "status")
    take = console.get_by_role("button", name="Change to 0")
    expect(take).to_be_focused()
    assert room.house.version == 5, "nothing has changed yet"
    take.click()
    expect(console.locator(".changes")).to_contain_text("3 → 0")
    assert room.house.version == 5, "still only a preview"
    console.locator(".agree").click()
    expect(console.locator("dialog")).to_have_count(0)
    expect(console.locator('[data-seq="4"] .sentence')).to_contain_text("0")
    assert room.house.table.history()[3]["value"] == 0


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        ("same", "Read now: 3, as entered."),
        ("unsure", "The reader is not sure now: A die leans."),
        ("gone", "It cannot be read again: A die leans."),
    ],
)
def test_every_other_reading_changes_nothing(room: Room, verdict: str, told: str) -> None:
    room.house.pictures.verdict = verdict
    console = room.open("/console", PHONE)
    show(console)
    console.get_by_role("button", name="Read it again").click()
    expect(console.locator(".fresh")).to_have_text(told)
    expect(console.locator(".fresh button")).to_have_count(0)
    assert console.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_table_without_a_reader_shows_but_does_not_offer_to_read(browser: Browser) -> None:
    room = Room(browser, House(pictures=False))
    room.unlock()
    room.house.to_the_rolls()
    room.house.simulation.throw()
    console = room.open("/console")
    console.locator('[data-seq="4"] .thumb').click()
    expect(console.locator("figcaption")).to_have_text("The picture does not tell how it was read.")
    expect(console.get_by_role("button", name="Read it again")).to_have_count(0)
    room.close()


def test_reading_again_needs_the_pin_a_roll_and_a_reader() -> None:
    house = House()
    assert house.client.post("/api/reread", json={"seq": 4}).status_code == 403
    assert house.post("/api/reread", {"seq": "4"})[0] == 400
    assert house.post("/api/reread", {"seq": 4})[1]["verdict"] == "differs"
    assert House(pictures=False).post("/api/reread", {"seq": 4})[0] == 404
    assert house.get("/api/picture/x.jpg/dice")[1][0]["value"] == 2
    assert House(pictures=False).get("/api/picture/x.jpg/dice") == (200, None)


# -- the report -------------------------------------------------------------------------------------------------------


def test_the_report_page_is_reached_from_the_console_and_tells_the_match(room: Room) -> None:
    page = room.open("/console")
    page.get_by_role("link", name="Match report").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Match report")
    expect(page.locator(".result")).to_contain_text("0:1")
    expect(page.locator(".goals li")).to_have_text(re.compile("Goal for Blues!"))
    table = page.get_by_role("table", name="number die, white · 1 roll")
    expect(table.get_by_role("row")).to_have_count(5)
    expect(table.get_by_role("row", name="3 1 0.2")).to_be_visible()
    expect(page.locator(".verdict").first).to_have_text("Too few rolls to say: 1, and 30 are needed.")
    shoot(page, "report", full=True)


def test_the_report_follows_the_table(room: Room) -> None:
    page = room.open("/report")
    expect(page.locator(".goals li")).to_have_count(1)
    room.house.post("/api/amend", {"seq": 4, "value": 0, "drop": 0})
    expect(page.get_by_role("row", name="0 1 0.2")).to_be_visible()


def test_the_report_in_german_has_no_english_word_left(room: Room) -> None:
    page = room.open("/report?lang=de", PHONE)
    text = page.locator("main").text_content() or ""
    for name in ("report", "dice_title", "face", "times", "fair_mean"):
        assert WORDS["de"][name] in text
        assert WORDS["en"][name] not in text
    assert ("Tore" in text, "Goals" in text) == (True, False)
    assert "Zu wenige Würfe" in text
    assert "0,2" in text
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_report_with_a_test_in_it_and_before_a_match() -> None:
    empty = House(begun=False)
    assert empty.get("/api/report") == (200, None)
    assert WORDS["en"]["no_match"] in empty.client.get("/report").get_data(as_text=True)
    house = House()
    house.table.match_report = lambda: many_rolls()  # type: ignore[method-assign]
    shown = house.client.get("/report?lang=en").get_data(as_text=True)
    assert "χ² = 300.00, degrees of freedom 3, p &lt; 0.0001" in shown
    assert "Unusual at the 1 % level" in shown
    assert "p &lt; 0,0001" in house.client.get("/report?lang=de").get_data(as_text=True)


def many_rolls() -> JSON:
    """Sixty rounds in which the white die shows nothing but 0."""
    started = Started("toy", {"rounds": 60}, "test")
    match, seq = Match(GAME, started), 1
    answers: list[tuple[str, Any]] = []
    for n in range(1, 61):
        answers += [(f"r{n}.card.A", "low"), (f"r{n}.card.B", "low"), (f"r{n}.roll.A", 0), (f"r{n}.roll.B", n % 4)]
        answers += [(f"r{n}.whistle", True)]
    for seq, (key, value) in enumerate(answers, 2):
        match.apply(seq, Answered(key, value, "camera"))
    return report_of(match)
