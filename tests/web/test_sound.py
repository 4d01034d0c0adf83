"""What the scoreboard lets hear: on for a wall, off on a phone, and its words on the screen as well."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.vocabulary import Status, Text
from tests.web.browser import CHROMIUM, PHONE, TV, Room

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: the pages were not looked at")

EARS = """
  window.heard = [];
  speechSynthesis.speak = (spoken) => heard.push(spoken.text);
  window.OscillatorNode = class {
    constructor(_, { frequency }) { heard.push(frequency); }
    connect(next) { return next; }
    start() {}
    stop() {}
  };
  window.GainNode = class { connect(next) { return next; } };
"""


def listening(room: Room, size: dict[str, int]) -> Page:
    return room.open("/", size, still=True, before=lambda page: page.add_init_script(EARS))


def test_a_wall_is_heard_and_a_phone_is_not(browser: Browser) -> None:
    room = Room(browser)
    wall, phone = listening(room, TV), listening(room, PHONE)
    room.house.to_the_rolls()
    room.house.answer("r1.roll.A", 3)
    room.house.answer("r1.roll.B", 0)
    room.house.answer("r1.whistle", True)
    for page in (wall, phone):
        expect(page.locator("body")).to_have_attribute("data-version", "6")
        expect(page.locator("#call")).to_contain_text("Goal for Reds!")
    assert wall.evaluate("heard") == ["low against high", 523, 659, 784, "Goal for Reds!", 2050, 2180]
    assert phone.evaluate("heard") == []
    room.house.journal.notice = Text("Nothing is kept on disk.", "Nichts wird behalten.")
    room.house.table.report(Status("journal", "memory", Text.same("memory"), False))
    expect(wall.locator("#warnings")).to_contain_text("Nothing is kept")
    assert wall.evaluate("heard.at(-1)") == 180
    room.close()


def test_somebody_chooses_and_it_is_remembered(browser: Browser) -> None:
    room = Room(browser)
    wall = listening(room, TV)
    wall.keyboard.press("s")
    expect(wall.locator("#sound")).to_have_text("Sound is off (s)")
    room.visit(wall, "/")
    expect(wall.locator("#sound")).to_have_text("Sound is off (s)")
    room.house.to_the_rolls()
    expect(wall.locator("#call")).to_contain_text("low against high")
    assert wall.evaluate("heard") == []
    wall.mouse.move(400, 400)
    wall.locator("#sound").click()
    expect(wall.locator("#sound")).to_have_attribute("aria-pressed", "true")
    assert room.complaints == []
    room.close()
