"""Everybody can use the pages: axe finds nothing against WCAG 2.2 AA on any of them, and no string is missing."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

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


# -- strings ---------------------------------------------------------------------------------------------------------

WORDS = json.loads((WEB / "static" / "words.json").read_text(encoding="utf-8"))
SCRIPTS = sorted(WEB.glob("static/js/*.js"))
TEMPLATES = sorted(WEB.glob("templates/*.html"))
VIEWS = sorted(WEB.rglob("*.py"))
COUNTED = ["one", "other"]
"""The kinds of number that English and German tell apart."""


def test_no_word_stands_twice() -> None:
    """The second would silently take the place of the first."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len(dict(pairs)) == len(pairs), [k for k, n in Counter(k for k, _ in pairs).items() if n > 1]
        return dict(pairs)

    json.loads((WEB / "static" / "words.json").read_text(encoding="utf-8"), object_pairs_hook=once)


def sources(*groups: list[Path]) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for files in groups for file in files)


def forms(text: Any) -> list[str]:
    """The spellings of a word: one, or one for each kind of number."""
    return list(text.values()) if isinstance(text, dict) else [text]


def filled_in(text: str) -> set[str]:
    return set(re.findall(r"\{\w+\}", text))


def test_no_string_is_missing_in_either_language() -> None:
    assert WORDS["en"].keys() == WORDS["de"].keys()
    for name, english in WORDS["en"].items():
        wanted = {frozenset(filled_in(form)) for form in forms(english)}
        assert len(wanted) == 1, f"{name}: other words to fill in for one than for many"
        for lang in WORDS:
            text = WORDS[lang][name]
            assert isinstance(text, dict) == isinstance(english, dict), name
            assert not isinstance(text, dict) or (list(text) == COUNTED and "{n}" in text["other"]), name
            assert all(form.strip() and frozenset(filled_in(form)) in wanted for form in forms(text)), f"{lang}.{name}"


def test_every_string_that_is_used_is_there_and_every_one_is_used() -> None:
    scripts, templates, views = sources(SCRIPTS), sources(TEMPLATES).replace("words.json", ""), sources(VIEWS)
    used = {*re.findall(r"\bwords\.(\w+)", templates)}
    used |= {*re.findall(r"""\bword(?:Or)?\(["'](\w+)["']""", scripts + templates + views)}
    assert used - WORDS["en"].keys() == set()
    begun = re.findall(r"`(\w+_)\$\{", scripts) + re.findall(r'"(\w+_)" ~', templates)
    assert [start for start in begun if not any(name.startswith(start) for name in WORDS["en"])] == []
    known = (*begun, "note_", "end_")  # what the referee's dialogs begin with
    everything = scripts + templates + views
    others = [name for name in WORDS["en"] if not name.startswith(known)]
    assert [name for name in others if not re.search(rf"\b{name}\b", everything)] == []


def test_no_sentence_stands_outside_of_the_table() -> None:
    templates = sources(TEMPLATES)
    assert re.findall(r">[A-Z][a-z]+ [a-z]+[^<{]*</", templates) == []
    assert re.findall(r'(?:aria-label|alt|title|placeholder)="[^"{]*[A-Za-z]{2}[^"{]*"', templates) == []
    scripts = re.sub(r"/\*.*?\*/|//[^\n]*", "", sources(SCRIPTS), flags=re.S)
    assert re.findall(r'"[A-ZÄÖÜ][a-zäöüß]+ [a-zäöüß]+[^"]*"', scripts) == []
    assert re.findall(r"`[A-Z][a-z]+ [a-z]+[^`]*`", scripts) == []


def test_those_tests_notice_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for lang, text in (("de", ""), ("de", "ohne Zahl"), ("en", {"one": "{n} a", "many": "{n} b"})):
        broken = {**WORDS, lang: {**WORDS[lang], "drops": text}}
        monkeypatch.setitem(globals(), "WORDS", broken)
        with pytest.raises(AssertionError):
            test_no_string_is_missing_in_either_language()
    monkeypatch.setitem(globals(), "WORDS", {lang: {**told, "new_and_idle": "x"} for lang, told in WORDS.items()})
    with pytest.raises(AssertionError):
        test_every_string_that_is_used_is_there_and_every_one_is_used()


@browser_needed
@pytest.mark.parametrize(("lang", "one", "many"), [
    ("en", "1 later answer no longer applies", "2 later answers no longer apply"),
    ("de", "1 spätere Antwort gilt nicht mehr", "2 spätere Antworten gelten nicht mehr"),
])  # fmt: skip
def test_one_is_counted_otherwise_than_many(browser: Browser, lang: str, one: str, many: str) -> None:
    room = Room(browser)
    page = room.open(f"/api?lang={lang}", settled=False)
    told = page.evaluate("""async () => { const { word } = await import("/static/js/words.js");
        return [1, 2].map((n) => word("drops", { n })); }""")
    assert told == [one, many]
    room.close()
