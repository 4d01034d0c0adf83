"""One visual language: colours stand once, pages are light, a wall is never cut off, motion rests when asked for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.web.browser import CHROMIUM, PHONE, TABLET, TV, Room, overflow, shoot
from tests.web.house import House, PlayedHouse

STATIC = Path(__file__).resolve().parents[2] / "web" / "static"
KILOBYTES = 200
"""The most that a page may weigh without pictures."""


def every_page() -> list[str]:
    """Whatever this table serves as a page."""
    house = House()
    rules = (rule for rule in house.app.url_map.iter_rules() if "GET" in (rule.methods or ()) and not rule.arguments)
    told = {rule.rule: house.client.get(rule.rule, headers={"Accept": "text/html"}) for rule in rules}
    return sorted(path for path, page in told.items() if (page.status_code, page.mimetype) == (200, "text/html"))


browser_needed = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: the pages were not looked at")


def test_no_style_sheet_but_the_tokens_names_a_colour() -> None:
    named = {
        f"{sheet.name}: {colour}"
        for sheet in STATIC.glob("*.css")
        if sheet.name != "tokens.css"
        for colour in re.findall(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(", sheet.read_text(encoding="utf-8"))
    }
    assert named == set()


def test_every_token_that_is_used_exists_and_every_one_is_used() -> None:
    sheets = "\n".join(sheet.read_text(encoding="utf-8") for sheet in STATIC.glob("*.css"))
    tokens = set(re.findall(r"(--[\w-]+):", (STATIC / "tokens.css").read_text(encoding="utf-8")))
    set_elsewhere = set(re.findall(r"(--[\w-]+):", sheets)) - tokens
    scripts = "\n".join(script.read_text(encoding="utf-8") for script in STATIC.glob("js/*.js"))
    set_by_scripts = set(re.findall(r'"(--[\w-]+)"', scripts))
    by_side = {f"--{name}-{side}" for name in ("team", "team-ink", "team-weave") for side in "AB"}
    used = set(re.findall(r"var\((--[\w-]+)", sheets))
    assert used - tokens - set_elsewhere - set_by_scripts - by_side == set()
    assert tokens - used == set()


def test_the_typeface_is_open_and_its_licence_lies_beside_it() -> None:
    fonts = STATIC / "fonts"
    assert "SIL OPEN FONT LICENSE" in (fonts / "OFL.txt").read_text(encoding="utf-8").upper()
    always = [font for font in fonts.glob("*.woff2") if "latin-ext" not in font.name]
    assert sum(font.stat().st_size for font in always) < 80_000, "the others come where a name needs their letters"


@browser_needed
@pytest.mark.parametrize("path", every_page())
def test_a_page_weighs_little_and_asks_nobody_but_the_table(browser: Browser, path: str) -> None:
    room, got = Room(browser), list[Response]()
    page = room.open("/api", before=lambda page: page.on("response", lambda r: got.append(r)), settled=False)
    got.clear()
    page.goto(room.address + path)
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready")
    weighed = [
        r for r in got if "/stream" not in r.url and not (r.headers.get("content-type") or "").startswith("image/jpeg")
    ]
    assert {r.url.split("/")[2] for r in got} == {room.address.split("/")[2]}
    assert sum(int(r.headers["content-length"]) for r in weighed if r.status == 200) < KILOBYTES * 1024
    room.close()


@browser_needed
@pytest.mark.parametrize("game", ["light", "box", "takkure"])
def test_a_wall_shows_everything_at_once(browser: Browser, game: str) -> None:
    """At the dice, while a goal is celebrated, without a line: nothing is cut, nothing lies on anything."""
    house = PlayedHouse(game)
    room = Room(browser, house)
    walls = {
        f"{size['width']}-{lang}": room.open(f"/?lang={lang}", size, still=True)
        for size, lang in ((TV, "en"), (TV, "de"), (TABLET, "de"))
    }
    for name, wall in walls.items():
        assert crowded(wall) == [], name
        shoot(wall, f"wall-{game}-{name}")
    for name, wall in walls.items():
        house.score()
        expect(wall.locator("body")).to_have_attribute("data-version", str(house.version))
        assert crowded(wall) == [], name
        shoot(wall, f"wall-{game}-{name}-goal")
    assert room.complaints == []
    room.server.close()
    for name, wall in walls.items():
        expect(wall.locator("#line")).to_be_visible()
        assert crowded(wall) == [], f"{name}, its line lost"
    room.close()


CROWDED = """() => {
  const parts = [...document.querySelectorAll(".pitch > *, .stage > *")];
  const boxes = parts.filter((e) => !e.matches(".stage") && e.offsetHeight)
    .map((e) => [e.id || e.className, e.getBoundingClientRect()]);
  const cut = boxes.filter(([, b]) => b.bottom > innerHeight + 1 || b.top < -1).map(([name]) => `${name} is cut`);
  const high = (x, y) => Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
  const wide = (x, y) => Math.min(x.right, y.right) - Math.max(x.left, y.left);
  const over = boxes.flatMap(([a, x], i) => boxes.slice(i + 1)
    .filter(([, y]) => high(x, y) > 1 && wide(x, y) > 1).map(([b]) => `${a} lies on ${b}`));
  return [...cut, ...over];
}"""


def crowded(page: Page) -> list[str]:
    """Parts of the scoreboard that leave the window or lie on one another."""
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    found: list[str] = page.evaluate(CROWDED)
    return found


@browser_needed
def test_the_sides_differ_in_more_than_their_colour(browser: Browser) -> None:
    room = Room(browser)
    board = room.open("/", PHONE)
    marks = board.locator(".who .dot")
    expect(marks).to_have_count(2)
    shapes = [m.evaluate("(e) => getComputedStyle(e).borderRadius + getComputedStyle(e).rotate") for m in marks.all()]
    assert shapes[0] != shapes[1]
    slabs = [board.locator(f"#team-{side}").evaluate("(e) => getComputedStyle(e).backgroundImage") for side in "AB"]
    assert ["repeating" in slab for slab in slabs] == [False, True]
    assert overflow(board) == 0
    room.close()


@browser_needed
def test_on_a_wall_the_ways_to_other_pages_come_with_a_hand(browser: Browser) -> None:
    room = Room(browser, House(simulated=False))
    board = room.open("/")
    expect(board.locator(".foot")).to_have_css("opacity", "0")
    board.mouse.move(300, 300)
    expect(board.locator(".foot")).to_have_css("opacity", "1")
    room.close()
