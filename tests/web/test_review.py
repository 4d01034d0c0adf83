"""Video review in a real Chromium: a roll's last seconds step by step, and a correction that both coaches confirm."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.browser import CHROMIUM, LAPTOP, PHONE, TABLET, TV, Room, nameless, overflow, shoot
from tests.web.house import until
from tests.web.test_coach import sit
from tests.web.test_reach import faults
from web.seats import Role

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: the pages were not looked at")


@pytest.fixture
def room(browser: Browser) -> Iterator[Room]:
    """Both rolls read by the camera, each as a 3: entries 4 and 5."""
    opened = Room(browser, workers=False)
    opened.house.to_the_rolls()
    opened.house.simulation.throw()
    yield opened
    opened.close()


def look(page: Page, seq: int = 4) -> Locator:
    """Opens the picture of a roll; the dialog."""
    page.locator(f'[data-seq="{seq}"] .thumb').click()
    dialog = page.locator("dialog")
    expect(dialog.locator(".steps")).to_be_visible()
    return dialog


def rolls(phone: Page) -> None:
    phone.locator("#rolls summary").click()
    expect(phone.locator("#rolls-list .entry")).to_have_count(2)


@pytest.mark.parametrize("size", [PHONE, TABLET, TV], ids=["phone", "tablet", "tv"])
def test_stepping_through_the_last_seconds(room: Room, size: dict[str, int]) -> None:
    """By buttons, by the arrow keys and by the slider; at rest the outlines are there, before they are not."""
    room.unlock()
    console = room.open("/console", size)
    dialog = look(console)
    image, outlines = dialog.locator("img").first, dialog.locator(".outlines")
    earlier, later = (dialog.get_by_role("button", name=name) for name in ("Earlier", "Later"))
    slider = dialog.get_by_role("slider", name="The last seconds of the roll")
    expect(dialog.locator(".when")).to_have_text("At rest")
    expect(later).to_be_disabled()
    expect(outlines).to_be_visible()
    earlier.click()
    earlier.click()
    expect(dialog.locator(".when")).to_have_text("0.7 s before rest")
    expect(slider).to_have_attribute("aria-valuetext", "0.7 s before rest")
    expect(image).to_have_attribute("src", f"/api/picture/{room.house.table.history()[3]['picture']}/clip/1")
    expect(image).to_have_attribute("alt", "0.7 s before rest")
    expect(outlines).to_be_hidden()
    shoot(console, f"review-step-{size['width']}")
    console.keyboard.press("ArrowLeft")
    expect(dialog.locator(".when")).to_have_text("1.5 s before rest")
    expect(earlier).to_be_disabled()
    slider.focus()
    console.keyboard.press("End")
    expect(dialog.locator(".when")).to_have_text("At rest")
    console.keyboard.press("ArrowLeft")
    expect(dialog.locator(".when")).to_have_text("0.0 s before rest")
    later.focus()
    console.keyboard.press("ArrowRight")
    expect(outlines).to_be_visible()
    assert overflow(console) == 0
    assert faults(console) == []
    assert room.complaints == []


def test_a_roll_without_a_clip_has_nothing_to_step_through(room: Room) -> None:
    room.unlock()
    console = room.open("/console", before=lambda page: page.route("**/clip", lambda r: r.fulfill(json=[])))
    console.locator('[data-seq="4"] .thumb').click()
    expect(console.locator("dialog figcaption")).to_have_text("Seen: 2 (97 %)")
    expect(console.locator("dialog .steps")).to_be_hidden()


def test_todays_reader_is_heard_where_it_reads_otherwise(room: Room) -> None:
    phone = sit(room, Role.COACH_A)
    rolls(phone)
    room.house.pictures.verdict = "same"
    dialog = look(phone)
    expect(dialog.locator("figcaption")).to_have_text("Seen: 2 (97 %)")
    expect(dialog.locator(".fresh")).to_be_empty()
    dialog.get_by_role("button", name="Close").click()
    room.house.pictures.verdict, room.house.pictures.now = "differs", 0
    dialog = look(phone)
    expect(dialog.locator(".fresh .verdict")).to_have_text("Read now: 0. Entered: 2.")
    shoot(phone, "review-differs-390")
    dialog.get_by_role("button", name="Ask for 0").click()
    expect(phone.locator("dialog .changes")).to_contain_text("3 → 0")
    assert room.house.version == 5, "still only a preview"


def test_two_phones_and_a_console_settle_a_disputed_roll(browser: Browser, room: Room) -> None:
    """A asks from the picture, the match waits, B confirms: the roll is amended and everybody is told by whom."""
    a, b = sit(room, Role.COACH_A), sit(room, Role.COACH_B)
    watcher, board = room.open("/coach", PHONE), room.open("/", TV)
    room.unlock()
    console = room.open("/console", LAPTOP)

    rolls(b)
    shoot(b, "review-rolls-390")
    dialog = look(b, 5)
    dialog.get_by_role("button", name="Ask for another value").click()
    b.locator('dialog .face[data-face="0"]').click()
    expect(b.locator("dialog .changes")).to_contain_text("0:1 → 1:0")
    shoot(b, "review-ask-390")
    b.get_by_role("button", name="Ask both coaches").click()

    expect(b.locator("#question")).to_contain_text("You have confirmed.")
    expect(a.get_by_role("heading", name="Correct roll 5?")).to_be_visible()
    expect(a.locator("#question")).to_contain_text("Blues asks: Roll! 0 instead of 3?")
    expect(a.locator("#question .outlines polygon")).to_have_count(1)
    a.locator("#question").get_by_role("button", name="Earlier").click()
    expect(a.locator("#question .when")).to_have_text("0.0 s before rest")
    expect(a.locator(".words")).to_contain_text("Blues: confirmed")
    expect(board.locator("#asked")).to_contain_text("Video review")
    expect(console.locator("#dispute")).to_contain_text("Reds: not yet")
    expect(console.locator("#prompts .prompt")).to_have_count(0)
    expect(watcher.locator("#question button")).to_have_count(0)
    for name, page in (("coach", a), ("asker", b), ("console", console), ("scoreboard", board)):
        shoot(page, f"review-asked-{name}")
    assert overflow(a) == overflow(console) == 0
    assert nameless(a) == []
    assert faults(a) == faults(console) == []
    assert room.house.table.board()["score"] == [0, 1], "nothing counts yet"

    a.get_by_role("button", name="Confirm 0").click()
    for phone in (a, b):
        expect(phone.locator("#standing")).to_contain_text("1:0")
        expect(phone.locator("#question")).to_be_empty()
    expect(console.locator("#history .entry").first).to_contain_text("Corrected, confirmed by Reds and Blues: 3 → 0.")
    expect(console.locator("#history .entry").first).to_contain_text("both coaches")
    expect(console.locator("#dispute")).to_be_hidden()
    expect(b.locator('#rolls-list [data-seq="5"]')).to_contain_text("corrected")
    assert room.complaints == []


def test_the_referee_asks_and_a_coach_declines(room: Room) -> None:
    a = sit(room, Role.COACH_A)
    room.unlock()
    console = room.open("/console", LAPTOP)
    look(console).get_by_role("button", name="Ask for another value").click()
    console.locator('dialog .face[data-face="1"]').click()
    console.get_by_role("button", name="Ask both coaches").click()
    expect(console.locator("#dispute")).to_contain_text("Referee asks: Roll! 1 instead of 3?")
    a.get_by_role("button", name="Decline").click()
    expect(console.locator("#dispute")).to_be_hidden()
    expect(console.locator("#history .entry").first).to_contain_text("Reds declines: roll 4 stands.")
    assert room.house.table.history()[3]["value"] == 3


@pytest.mark.parametrize("way", ["stands", "corrects"])
def test_the_referee_decides(room: Room, way: str) -> None:
    a = sit(room, Role.COACH_A)
    room.house.table.dispute(4, 0, "B")
    room.unlock()
    console = room.open("/console", LAPTOP)
    expect(console.locator("#history .entry")).to_have_count(6)
    if way == "stands":
        console.get_by_role("button", name="The roll stands").click()
    else:
        console.get_by_role("button", name="Correct it now").click()
        console.locator(".agree").click()
    expect(a.get_by_role("heading", name="Correct roll 4?")).to_have_count(0)
    assert room.house.table.history()[3]["value"] == (3 if way == "stands" else 0)


def test_a_word_too_late_is_refused_in_the_language_of_the_phone(room: Room) -> None:
    room.house.table.dispute(4, 0, "B")
    a = sit(room, Role.COACH_A)
    room.visit(a, "/coach?lang=de")
    a.route("**/api/dispute/word", lambda route: (
        room.house.table.judge(6, "referee", False), route.continue_(
            post_data='{"number": 6, "agrees": true, "version": 7}')), times=1)  # fmt: skip
    a.get_by_role("button", name="0 bestätigen").click()
    expect(a.locator("#refused")).to_have_text("Das ist nicht mehr gefragt.")
    assert room.house.table.history()[3]["value"] == 3


def test_a_question_that_cannot_be_asked_says_why_where_it_is_asked(room: Room) -> None:
    """Another was asked while this coach was still choosing."""
    a = sit(room, Role.COACH_A)
    rolls(a)
    look(a).get_by_role("button", name="Ask for another value").click()
    a.locator('dialog .face[data-face="0"]').click()
    expect(a.locator("dialog .agree")).to_be_visible()
    room.house.table.dispute(5, 1, "B")
    expect(a.get_by_text("Blues asks: Roll! 1 instead of 3?")).to_be_visible()
    a.get_by_role("button", name="Ask both coaches").click()
    expect(a.locator("dialog .refused")).to_have_text("The coaches are asked about a roll already.")


def test_both_may_confirm_at_the_same_moment(room: Room) -> None:
    """The other coach's word came first and is not seen yet: the same question is answered all the same."""
    room.house.table.dispute(4, 0, "referee")
    a = sit(room, Role.COACH_A)
    a.route("**/api/dispute/word", lambda route: (
        room.house.table.judge(6, "B", True), route.continue_()), times=1)  # fmt: skip
    a.get_by_role("button", name="Confirm 0").click()
    expect(a.locator("#rest .last")).to_contain_text("Corrected, confirmed by Reds and Blues")
    expect(a.locator("#refused")).to_be_empty()
    assert room.house.table.history()[3]["value"] == 0


def test_the_question_in_german_and_after_a_lost_line(room: Room) -> None:
    b = sit(room, Role.COACH_B)
    room.visit(b, "/coach?lang=de")
    b.context.set_offline(True)
    room.house.table.dispute(4, 0, "referee")
    b.context.set_offline(False)
    expect(b.get_by_role("heading", name="Wurf 4 berichtigen?")).to_be_visible()
    expect(b.locator("#question")).to_contain_text("Schiedsrichter fragt: Würfle! 0 statt 3?")
    for size, name in ((PHONE, "390"), (TABLET, "1024")):
        b.set_viewport_size(size)  # type: ignore[arg-type]
        assert overflow(b) == 0
        shoot(b, f"review-frage-{name}-de", full=True)
    b.get_by_role("button", name="0 bestätigen").click()
    until(lambda: room.house.table.board()["dispute"]["agreed"] == ["B"])
    expect(b.locator("#question")).to_contain_text("Du hast bestätigt.")
