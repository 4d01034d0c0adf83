"""Everybody can use the pages: axe finds nothing against WCAG 2.2 AA on any of them, and no string is missing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.web.browser import CHROMIUM, PHONE, TABLET, TV, Room, overflow, shoot
from tests.web.house import House, PlayedHouse

WEB = Path(__file__).resolve().parents[2] / "web"
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
PAGES = (
    "/", "/console", "/coach", "/seats", "/join", "/panel", "/camera", "/teach", "/report", "/api", "/overlay",
    "/start", "/setup", "/boxes", "/boxes#tooor.sample", "/boxes#takkure.sample", "/lights",
)  # fmt: skip
DRAWN = {
    "/start": "#parts li",
    "/setup": "#rules .field",
    "/boxes": ".box-card",
    "/boxes#tooor.sample": "form .field",
    "/boxes#takkure.sample": "form .field",
    "/lights": "[data-light]",
}
"""What these pages draw once they have heard from the table."""
UNLIT = ("/api", "/camera", "/teach")
"""Pages that follow no table here: a list, and what a table without a camera says."""

browser_needed = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: the pages were not looked at")


def faults(page: Page) -> list[str]:
    """What axe finds: rule and place."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{v['id']}: {node['html'][:110]}" for v in found for node in v["nodes"]]


@browser_needed
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing(browser: Browser, path: str) -> None:
    house = House()
    house.to_the_rolls()
    house.answer("r1.roll.A", 3)
    room = Room(browser, house)
    room.unlock()
    page = room.open(path, TABLET, still=True, settled=path not in UNLIT)
    if path in DRAWN:
        page.locator(DRAWN[path]).first.wait_for()
    page.mouse.move(5, 5)  # what comes with a hand is there
    assert faults(page) == []
    room.close()


@browser_needed
@pytest.mark.parametrize("game", ["box", "takkure"])
def test_axe_finds_nothing_in_a_real_match(browser: Browser, game: str) -> None:
    room = Room(browser, PlayedHouse(game))
    room.unlock()
    for path in ("/", "/console"):
        assert faults(room.open(path, PHONE, still=True)) == [], path
    room.close()


@browser_needed
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_page_in_every_size(browser: Browser, lang: str) -> None:
    """Pictures of all pages for build/screenshots; none is wider than its window."""
    house = PlayedHouse("light")
    room = Room(browser, house)
    room.unlock()
    page = room.open(f"/?lang={lang}", still=True)
    for path in PAGES:
        page.goto(room.address + path)
        for size in (PHONE, TABLET, TV):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.evaluate("document.fonts.ready")
            assert overflow(page) == 0, (path, size)
            shoot(page, f"page-{path.strip('/').replace('#', '-') or 'scoreboard'}-{size['width']}-{lang}")
    room.close()


def test_no_string_is_missing_in_either_language() -> None:
    words = json.loads((WEB / "static" / "words.json").read_text(encoding="utf-8"))
    assert words["en"].keys() == words["de"].keys()
    gaps = {
        f"{lang}.{name}"
        for lang, told in words.items()
        for name, text in told.items()
        if not text.strip() or set(re.findall(r"\{\w+\}", text)) != set(re.findall(r"\{\w+\}", words["en"][name]))
    }
    assert gaps == set(), "empty, or with other words to fill in than in English"
    texts = [f.read_text(encoding="utf-8") for f in [*WEB.glob("static/js/*.js"), *WEB.glob("templates/*.html")]]
    used = {
        name for text in texts for name in re.findall(r'\bword\("(\w+)"|\bwords\.(\w+)', text) for name in name if name
    }
    assert used - words["en"].keys() == {"js", "json"}
    assert not [t for t in texts if re.search(r">[A-Z][a-z]+ [a-z]+[^<{]*</", t)], "words that no table holds"
