"""The pages in a real Chromium: a whole match, a misread roll, a lost line, two languages, small and large screens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from companion.games import load
from companion.journal import MemoryJournal
from companion.table import Table
from companion.vocabulary import JSON, Choose, Number, Prompt, Roll, Status, Text
from tests.web.browser import CHROMIUM, LAPTOP, PHONE, TV, Room, nameless, overflow, shoot
from tests.web.house import JPEG, PIN, House, Lobby, until
from web import create_app

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: the pages were not looked at")

WEB = Path(__file__).resolve().parents[2] / "web"
WORDS = json.loads((WEB / "static" / "words.json").read_text(encoding="utf-8"))


def answer_secret(page: Page, key: str, option: str) -> None:
    page.locator(f'[data-key="{key}"] .cover').click()
    page.locator(f'[data-key="{key}"] [data-option="{option}"]').click()
    page.locator(f'[data-key="{key}"]').wait_for(state="detached")


# -- a match -------------------------------------------------------------------------------------------------------


def test_a_match_with_a_misread_roll(room: Room) -> None:
    """From the PIN to the result: secret cards, thrown dice, one amended roll, the whistle, a new match."""
    console, board = room.open("/console"), room.open("/")
    room.unlock()
    panel = room.open("/panel")
    answer_with_pin(console)
    answer_secret(console, "r1.card.B", "low")
    panel.locator("#throw").click()
    expect(board.locator("#score")).to_have_attribute("aria-label", "Goals: Reds 1, Blues 0 ")
    expect(board.locator("#call")).to_contain_text("Goal for Reds!")
    shoot(console, "console-after-the-roll")
    amend_last_roll(console, "0")
    expect(board.locator("#score")).to_have_attribute("aria-label", "Goals: Reds 0, Blues 1 ")
    expect(console.locator(".entry.amended")).to_have_count(2)
    for n in (1, 2, 3):
        if n > 1:
            answer_secret(console, f"r{n}.card.A", "low")
            answer_secret(console, f"r{n}.card.B", "high")
            panel.locator("#throw").click()
        console.locator(f'[data-key="r{n}.whistle"] .whistle').click()
        expect(console.locator(f'[data-key="r{n}.whistle"]')).to_have_count(0)
    expect(board.locator(".result")).to_have_text("Blues wins")
    begin_again(console)
    expect(board.locator("#score")).to_have_attribute("aria-label", "Goals: Reds 0, Blues 0 ")
    assert [c for c in room.complaints if "403" not in c] == [], "only the PIN was refused"


def answer_with_pin(console: Page) -> None:
    console.locator('[data-key="r1.card.A"] .cover').click()
    console.locator('[data-key="r1.card.A"] [data-option="high"]').click()
    console.locator("#pin-field").fill("0000")
    console.keyboard.press("Enter")
    expect(console.get_by_role("alert").filter(has_text="not the PIN")).to_be_visible()
    console.locator("#pin-field").fill(PIN)
    console.keyboard.press("Enter")
    expect(console.locator("dialog")).to_have_count(0)
    expect(console.locator('[data-key="r1.card.A"]')).to_have_count(0)


def amend_last_roll(console: Page, face: str) -> None:
    """Roll A (entry 4) really showed `face`."""
    thumbnail = console.locator('[data-seq="4"] .thumb img')
    expect(thumbnail).to_have_attribute("src", re.compile("/api/picture/"))
    console.locator('[data-seq="4"] .change').click()
    console.locator(f'dialog [data-face="{face}"]').first.click()
    expect(console.locator(".changes")).to_contain_text("1:0 → 0:1")
    shoot(console, "console-amend")
    console.locator(".agree").click()
    expect(console.locator("dialog")).to_have_count(0)


def begin_again(console: Page) -> None:
    console.locator("#begin").click()
    console.locator("#go").click()
    expect(console.locator('[data-key="r1.card.A"]')).to_be_visible()


@pytest.fixture
def light(browser: Browser) -> Iterator[Room]:
    house = House()
    house.table = Table(MemoryJournal(), load)
    house.table.begin("tooor", {"mode": "light", "agreed": "draw_ok"})
    house.app = create_app(house.table, pin=PIN, lobby=Lobby(house.table))
    opened = Room(browser, house)
    yield opened
    opened.close()


def test_a_light_match_of_tooor(light: Room) -> None:
    """Orange always attacks with 5 against 1 and throws 2: six rounds, six goals; the first round by taps alone."""
    light.unlock()
    console, board, phone = light.open("/console", LAPTOP), light.open("/"), light.open("/", PHONE)
    play_light(light, lambda prompt: tap(console, prompt), "r1.attack.shot")
    shoot(console, "console-tooor")
    shoot(phone, "phone-before-the-shot")
    play_light(light, lambda prompt: tap(console, prompt), "r1.attack.turn", "r1.shot.turn", "r1.whistle")
    expect(board.locator("body")).to_have_attribute("data-goal", "A")
    expect(board.locator("#call")).to_contain_text("1:0")
    shoot(board, "tv-goal")
    shoot(phone, "phone-goal", full=True)
    play_light(light, lambda prompt: light.house.table.answer(prompt.key, wish(prompt), source="console"))
    expect(board.locator(".result")).to_contain_text("6:0")
    shoot(board, "tv-result")
    assert overflow(board) == overflow(console) == overflow(phone) == 0
    assert light.complaints == []


def play_light(light: Room, answer: Callable[[Prompt], object], *stops: str) -> None:
    """Goes on until the score or what is asked is as the caller waits for it."""
    goals = light.house.table.board()["score"]
    while prompts := light.house.table.prompts()[1]:
        prompt = next(iter(prompts.values()))
        if stops and (prompt.key.startswith(stops[0]) or light.house.table.board()["score"] != goals):
            return
        answer(prompt)
        until(lambda key=prompt.key: key not in light.house.table.prompts()[1])


def wish(prompt: Prompt) -> JSON:
    """What this match answers: Orange is stronger, nobody shows a symbol."""
    if isinstance(prompt, Roll):
        return 2 if prompt.side == "A" else 1
    if isinstance(prompt, Choose):
        return next((o.id for o in prompt.options if o.id in ("A", "none")), prompt.options[0].id)
    return (5 if prompt.side == "A" else 1) if isinstance(prompt, Number) else True


def tap(console: Page, prompt: Prompt) -> None:
    """Answers a prompt as a person would."""
    place, value = console.locator(f'[data-key="{prompt.key}"]'), wish(prompt)
    if isinstance(prompt, Roll):
        place.locator(f'[data-face="{value}"]').first.click()
    elif isinstance(prompt, Choose):
        place.locator(f'[data-option="{value}"]').click()
    elif isinstance(prompt, Number):
        place.locator("input").fill(str(value))
        place.locator("form .take").click()
    else:
        place.locator(".nod").click()


def test_the_players_of_a_box_match_stay_on_their_side(browser: Browser) -> None:
    house = House(simulated=False, begun=False)
    house.table = Table(MemoryJournal(), load)
    house.table.begin("tooor", {"mode": "box", "agreed": "draw_ok", "side_of_cards": "men"})
    house.app = create_app(house.table, pin=PIN)
    room = Room(browser, house)
    for size in (TV, PHONE):
        board = room.open("/", size)
        expect(board.locator(".player")).to_have_count(22)
        for side in "AB":
            own = board.locator(f"#side-{side}").bounding_box() or {}
            for box in (player.bounding_box() or {} for player in board.locator(f"#side-{side} .player").all()):
                assert own["x"] - 1 <= box["x"]
                assert box["x"] + box["width"] <= own["x"] + own["width"] + 1
        shoot(board, f"box-rosters-{size['width']}", full=True)
    room.close()


# -- Takkure -----------------------------------------------------------------------------------------------------


@pytest.fixture
def takkure(browser: Browser) -> Iterator[Room]:
    """At the dice of a tackle: B1's TACKLE against A1's DODGE, with a card that may be played before the roll."""
    house = House(simulated=False, begun=False)
    house.table = Table(MemoryJournal(), load)
    house.table.begin("takkure", {})
    house.app = create_app(house.table, pin=PIN, lobby=Lobby(house.table))
    said = {".toss": "A", ".kicker": "B", ".ready": "l1:MOVE", ".defence": "o2:TACKLE", ".second": "DODGE"}
    while not any(p.key.endswith("s5.l1") for p in house.table.prompts()[1].values()):
        prompt = next(iter(house.table.prompts()[1].values()))
        part = "." + prompt.key.split("~")[0].removesuffix(".A").removesuffix(".B").split(".")[-1]
        if part == ".ready" and ".ready" in said:
            house.table.correct("ball", "l1", "the test gives it")
            prompt = next(iter(house.table.prompts()[1].values()))
        usual = prompt.suggestion if prompt.suggestion is not None else 11 if isinstance(prompt, Roll) else True
        house.table.answer(prompt.key, said.pop(part, usual), source="console")
    opened = Room(browser, house)
    yield opened
    opened.close()


def test_the_wall_marks_whom_it_waits_for(browser: Browser) -> None:
    """One whose cards allow several line-ups; both who choose in secret; once one has, only the other, by name."""
    house = House(simulated=False, begun=False)
    house.table = Table(MemoryJournal(), load)
    house.table.begin("takkure", {})
    house.app = create_app(house.table, pin=PIN, lobby=Lobby(house.table))
    room = Room(browser, house)
    try:
        board = room.open("/")
        acts = board.locator(".acts .team-name")
        names = [house.table.board()["scoreboard"]["teams"][side]["name"] for side in "AB"]
        for key, waits in (
            ("setup.line_up.B", names[1:]),
            ("setup.plays.A", names),
            ("setup.plays.B", names[1:]),
            ("setup.table", names),
        ):
            expect(acts).to_have_text(waits)
            prompt = house.table.prompts()[1][key]
            expect(board.locator("#asked")).to_contain_text(prompt.text.en)
            house.table.answer(key, prompt.suggestion if prompt.suggestion is not None else True, source="console")
        assert room.complaints == []
    finally:
        room.close()


def test_takkure_explains_what_is_rolled(takkure: Room) -> None:
    """The sum stands with the question, plays are folded beside it, and every screen holds it."""
    takkure.unlock()
    console, board, phone = takkure.open("/console", LAPTOP), takkure.open("/"), takkure.open("/console", PHONE)
    roll = console.locator('[data-key$="s5.l1"]')
    expect(roll).to_contain_text("REF 8 + 1 (Invented Step) = 9")
    card = console.locator(".prompt.offer").first
    expect(card.locator("summary")).to_contain_text("play a card?")
    expect(card.locator("[data-option]").first).to_be_hidden()
    shoot(console, "console-takkure")
    shoot(phone, "phone-takkure", full=True)
    expect(board.locator(".asks")).to_have_count(2)
    expect(board.locator("#roster-A")).to_contain_text("ball")
    shoot(board, "tv-takkure")
    card.locator("summary").click()
    card.locator("[data-option]").first.click()
    expect(console.locator('[data-key*="s5.o2"]')).to_contain_text("(Invented Shoulder)")
    assert overflow(board) == overflow(console) == overflow(phone) == 0
    assert takkure.complaints == []


PLACES = {
    "l1": [22, 25], "l2": [30, 48], "l3": [15, 60], "l4": [38, 12],
    "o1": [48, 30], "o2": [55, 52], "o3": [62, 18], "o4": [78, 40],
}  # fmt: skip


def ruled(house: House) -> None:
    """A ruler tells where the players are."""
    pitch = {"fields": "free", "width": 100, "height": 72}
    places = {"simulated": False, "places": {"pitch": pitch, "pieces": PLACES}}
    house.table.report(Status("ruler", "ready", Text("It measures.", "Es misst."), True, places))


def test_players_are_tapped_where_they_stand(takkure: Room) -> None:
    """A ruler knows the places: a tap shows what that player may do, and where there is only one thing, does it."""
    table = takkure.house.table
    while not any(".ready" in key for key in table.prompts()[1]):
        table.undo(beyond=True)
    ruled(takkure.house)
    takkure.unlock()
    console, phone = takkure.open("/console", LAPTOP), takkure.open("/console?lang=de", PHONE)
    ready = console.locator('[data-key*=".ready"]')
    expect(ready.locator(".spot")).to_have_count(8)
    expect(ready.locator(".spot.still")).to_have_count(4)
    shoot(console, "console-takkure-pitch")
    shoot(phone, "phone-takkure-pitch", full=True)
    ready.locator('[data-piece="l2"]').click()
    expect(ready.locator("[data-option]:visible")).to_have_count(3)
    shoot(phone, "phone-takkure-pitch-one", full=True)
    ready.locator('[data-piece="l2"]').click()
    expect(ready.locator("[data-option]:visible")).not_to_have_count(3)
    ready.locator('[data-piece="l2"]').press("Enter")
    ready.locator('[data-option="l2:MOVE"]').click()
    expect(console.locator('[data-key*=".defence"] .spot[data-piece^="o"]:not(.still)')).to_have_count(4)
    assert overflow(console) == overflow(phone) == 0
    assert takkure.complaints == []


def test_the_last_of_a_list_takes_it(takkure: Room) -> None:
    """A list costs no more taps than it has entries: what is suggested is one, and the last one finishes."""
    table = takkure.house.table
    while not any(".defence" in key for key in table.prompts()[1]):
        table.undo(beyond=True)
    for part, value in ((".defence", "o1:TACKLE"), (".defence", "o3:TACKLE"), (".defence", "done"),
                        (".moved", True), (".executed", True), (".second", "DODGE")):  # fmt: skip
        if (key := next((k for k in table.prompts()[1] if part in k), None)) is not None:
            table.answer(key, value, source="console")
    takkure.unlock()
    console, phone = takkure.open("/console", LAPTOP), takkure.open("/console?lang=de", PHONE)
    contact = console.locator('[data-key*=".contact"]')
    expect(contact.locator(".whole")).to_contain_text("suggested")
    expect(contact.locator(".take").last).to_have_text("None of them")
    expect(contact.locator("input:checked")).to_have_count(0)
    contact.locator('input[data-option="o3"]').check()
    expect(contact.locator('[data-last="o3"]')).to_be_hidden()
    shoot(console, "console-takkure-list")
    shoot(phone, "phone-takkure-list", full=True)
    contact.locator('[data-last="o1"]').click()
    expect(contact).to_have_count(0)
    assert table.history()[-1]["value"] == ["o3", "o1"]
    assert overflow(console) == overflow(phone) == 0
    assert takkure.complaints == []


def test_one_tap_says_in_which_row_a_distance_lies(takkure: Room) -> None:
    """TAK-PAS-08: a bound lies inside its row."""
    table = takkure.house.table
    while not any(".second" in key for key in table.prompts()[1]):
        table.undo()
    for part, value in ((".second", "PASS:l2"), (".contact", [])):
        table.answer(next(k for k in table.prompts()[1] if part in k), value, source="console")
    takkure.unlock()
    console = takkure.open("/console?lang=de", PHONE)
    row = console.locator('[data-key*=".distance"] [data-number="4"]')
    expect(row).to_have_text("bis 4″")
    expect(console.locator('[data-key*=".distance"] [data-number]').last).to_have_text("über 8″")
    shoot(console, "phone-takkure-distance")
    row.click()
    expect(console.locator('[data-key*=".distance"]')).to_have_count(0)
    assert (table.history()[-1]["key"].endswith(".distance"), table.history()[-1]["value"]) == (True, 4.0)
    assert takkure.complaints == []


def test_what_the_table_has_to_do_is_ticked_off(takkure: Room) -> None:
    """Tokens to place and to take off stand on the console until the next answer."""
    takkure.unlock()
    console = takkure.open("/console")
    for id_, die in (("l1", 5), ("o2", 12)):
        key = next(k for k in takkure.house.table.prompts()[1] if k.split("~")[0].endswith(f"s5.{id_}"))
        takkure.house.table.answer(key, [die, die] if id_ == "l1" else die, source="console")
    key = next(k for k in takkure.house.table.prompts()[1] if k.endswith(".dodge"))
    takkure.house.table.answer(key, True, source="console")
    key = next(k for k in takkure.house.table.prompts()[1] if ".feet." in k)
    takkure.house.table.answer(key, 11, source="console")
    task = console.locator("#tasks li", has_text="Ground token on Inv. Heron")
    expect(task).to_be_visible()
    task.locator("input").check()
    assert takkure.complaints == []


# -- console -------------------------------------------------------------------------------------------------------


def test_the_keyboard_is_enough(room: Room) -> None:
    room.unlock()
    room.house.to_the_rolls()
    console = room.open("/console")
    console.keyboard.press("3")
    expect(console.locator('[data-key="r1.roll.A"]')).to_have_count(0)
    console.keyboard.press("1")
    expect(console.locator(".whistle")).to_be_visible()
    console.keyboard.press("w")
    expect(console.locator('[data-key="r2.card.A"]')).to_be_visible()
    expect(console.locator("#undo")).to_contain_text("Whistle on")
    console.keyboard.press("u")
    expect(console.locator("dialog")).to_contain_text("Back over the whistle?")
    console.keyboard.press("Enter")
    expect(console.locator('[data-key="r1.whistle"]')).to_be_visible()
    assert room.house.table.board()["score"] == [1, 0]


def test_a_history_that_comes_late_never_covers_a_newer_one(room: Room) -> None:
    room.house.to_the_rolls()
    room.house.answer("r1.roll.A", 3)
    console = room.open("/console")
    expect(console.locator("#history .entry")).to_have_count(4)
    held: list[tuple[Route, APIResponse]] = []
    console.route("**/api/history", lambda route: held.append((route, route.fetch())))
    for n in (1, 2):
        room.house.post("/api/undo", {"version": room.house.version})
        until(lambda n=n: console.evaluate("true") and len(held) == n)
    (late, old), (route, new) = held
    route.fulfill(response=new)
    expect(console.locator("#history .entry")).to_have_count(6)
    with console.expect_event("requestfinished", lambda request: request == late.request):
        late.fulfill(response=old)
    console.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(console.locator("#history .entry")).to_have_count(6)


def test_after_the_end_the_console_names_no_key_of_what_is_over(room: Room) -> None:
    console = room.open("/console", LAPTOP)
    keys = console.locator(".keys kbd:visible")
    expect(keys).to_have_text(["0", "9", "Enter", "w", "u", "a", "c", "n", "p", "e"])
    room.house.post("/api/end", {"reason": "rain", "version": room.house.version})
    expect(keys).to_have_text(["0", "9", "Enter", "w", "u", "a", "c", "n"])


def test_every_act_of_the_referee_has_a_key(room: Room) -> None:
    room.unlock()
    room.house.to_the_rolls()
    room.house.answer("r1.roll.A", 3)
    console, board = room.open("/console"), room.open("/")
    console.keyboard.press("p")
    expect(board.locator("#asked")).to_have_text("The match is paused.")
    expect(console.locator("#pause")).to_have_text("Go on")
    console.keyboard.press("p")
    expect(console.locator('[data-key="r1.roll.B"]')).to_be_visible()
    for key, title in (("c", "The referee corrects"), ("n", "A note"), ("a", "Correct entry 4")):
        console.keyboard.press(key)
        expect(console.get_by_role("dialog", name=title)).to_be_visible()
        console.keyboard.press("Escape")
        expect(console.locator("dialog")).to_have_count(0)
    console.keyboard.press("e")
    console.keyboard.type("the hall closes")
    console.keyboard.press("Enter")
    expect(board.locator("#asked")).to_have_text("The match is over.")
    expect(console.locator("#begin")).to_be_visible()
    expect(console.locator("#history")).to_contain_text("The referee ends the match: the hall closes")
    assert room.complaints == []


def test_undo_names_what_it_takes_back_and_offers_it_again(room: Room) -> None:
    room.unlock()
    room.house.to_the_rolls()
    room.house.answer("r1.roll.A", 3)
    console = room.open("/console")
    expect(console.locator("#undo")).to_contain_text("Roll! 3")
    console.locator("#undo").click()
    expect(console.locator(".entry.gone")).to_contain_text("undone")
    place = console.locator('[data-key="r1.roll.A"]')
    expect(place.locator(".again")).to_contain_text("Only a hand may change")
    place.get_by_role("button", name="As before: 3").click()
    expect(place).to_have_count(0)


def test_a_doubtful_reading_shows_why_and_is_taken_by_one_tap(room: Room) -> None:
    room.unlock()
    room.house.to_the_rolls()
    console = room.open("/console")
    expect(console.locator(".doubt img")).to_have_count(0)
    detail = {"readings": [{"key": "r1.roll.B", "value": 2}]}
    room.house.table.report(Status("eye", "doubt", Text("a die leans", "ein Würfel lehnt"), False, detail, JPEG))
    doubt = console.locator('[data-key="r1.roll.B"] .doubt')
    expect(doubt).to_contain_text("a die leans")
    expect(doubt.locator("img")).to_be_visible()
    doubt.get_by_role("button", name="Take 2").click()
    expect(console.locator('[data-key="r1.roll.B"]')).to_have_count(0)
    assert room.house.table.history()[-1]["value"] == 2


def test_a_half_made_answer_survives_the_news_of_a_device(room: Room) -> None:
    console = room.open("/console")
    console.locator('[data-key="r1.card.A"] .cover').click()
    room.house.table.report(Status("buttons", "ok", Text("well", "gut")))
    expect(console.locator("#devices")).to_contain_text("well")
    expect(console.locator('[data-key="r1.card.A"] [data-option="low"]')).to_be_visible()


def test_a_correction_needs_a_reason(room: Room) -> None:
    room.unlock()
    console = room.open("/console")
    console.locator("#correct").click()
    console.locator('[data-what="score.B"]').click()
    console.locator("dialog input[type=number]").fill("4")
    console.locator("dialog .pad .take").click()
    expect(console.locator("dialog .refused")).to_have_text("A correction needs a reason.")
    console.locator("#reason").fill("own goal, seen by both")
    console.locator("dialog .pad .take").click()
    expect(console.locator("#strip")).to_contain_text("0:4")
    expect(console.locator("#history")).to_contain_text("own goal, seen by both")


def test_a_note_is_text_and_never_markup(room: Room) -> None:
    room.unlock()
    console = room.open("/console")
    console.locator("#note").click()
    console.locator("dialog input").fill("<img src=x onerror=alert(1)>")
    console.keyboard.press("Enter")
    expect(console.locator("#history")).to_contain_text("<img src=x onerror=alert(1)>")
    assert room.complaints == []


def test_a_stale_answer_is_refused_and_the_new_state_shown(room: Room) -> None:
    room.unlock()
    console = room.open("/console")
    console.route("**/api/answer", lambda route: route.continue_(
        post_data=json.dumps(json.loads(route.request.post_data or "") | {"version": 0})))  # fmt: skip
    console.locator('[data-key="r1.card.A"] .cover').click()
    console.locator('[data-key="r1.card.A"] [data-option="low"]').click()
    expect(console.locator("#refused")).to_contain_text("The table had moved on")
    assert room.house.version == 1


def test_a_full_disk_is_said_and_the_match_goes_on_in_memory(room: Room) -> None:
    room.unlock()
    console = room.open("/console")
    room.house.journal.full = True
    console.locator('[data-key="r1.card.A"] .cover').click()
    console.locator('[data-key="r1.card.A"] [data-option="low"]').click()
    expect(console.locator("dialog")).to_contain_text("no room left on the disk")
    console.get_by_role("button", name="Back").click()
    expect(console.locator("#refused")).to_contain_text("no room left on the disk")
    console.locator('[data-key="r1.card.A"] [data-option="low"]').click()
    console.get_by_role("button", name="Go on in memory").click()
    expect(console.locator('[data-key="r1.card.A"]')).to_have_count(0)  # the answer is not asked for again
    expect(console.locator("#refused")).to_be_hidden()


# -- panel ---------------------------------------------------------------------------------------------------------


def test_short_and_long_presses(room: Room) -> None:
    room.unlock()
    panel = room.open("/panel")
    panel.locator("[data-button=confirm_a]").click()
    expect_pressed(room, [("confirm_a", False)])
    panel.locator("[data-button=confirm_b]").focus()
    panel.keyboard.press(" ")
    expect_pressed(room, [("confirm_a", False), ("confirm_b", False)])
    panel.locator("[data-button=whistle]").click(delay=900)
    expect_pressed(room, [("confirm_a", False), ("confirm_b", False), ("whistle", True)])
    panel.locator("#fault").select_option("glare")
    expect(panel.locator("#refused")).to_be_empty()
    assert room.complaints == []


def expect_pressed(room: Room, pressed: list[tuple[str, bool]]) -> None:
    until(lambda: room.house.simulation.pressed == pressed)


def test_the_panel_shows_the_pins_and_the_tray(room: Room) -> None:
    panel = room.open("/panel")
    expect(panel.locator("#lights .light")).to_have_count(9)
    expect(panel.locator("#lights .light").first).to_have_class("light on")
    expect(panel.locator("#no-tray")).to_be_visible()
    room.house.simulation.thrown = True
    expect(panel.locator("#tray")).to_be_visible()
    shoot(panel, "panel")


# -- the line ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/console", "/panel"])
def test_a_lost_line_greys_out_and_heals_with_the_full_state(room: Room, path: str) -> None:
    page = room.open(path)
    room.server.close()
    expect(page.locator("body")).to_have_class(re.compile(r"\blost\b"))
    expect(page.locator("#line")).to_contain_text(re.compile(r"Line lost\. Showing the state of [1-9]\d* s ago"))
    if path == "/":
        shoot(page, "tv-line-lost")
    room.house.to_the_rolls()
    room.house.app = create_app(room.house.table, pin=PIN, simulation=room.house.simulation)
    room.restart()
    expect(page.locator("body")).not_to_have_class(re.compile(r"\blost\b"))
    expect(page.locator("body")).to_have_attribute("data-version", str(room.house.version))
    expect(page.locator("#line")).to_be_hidden()


def test_the_age_does_not_follow_a_jumping_clock(room: Room) -> None:
    page = room.open("/")
    page.evaluate("Date.now = () => 6 * 3600 * 1000; window.Date.prototype.getTime = () => 0")
    room.server.close()
    expect(page.locator("#line")).to_contain_text(re.compile(r" \d{1,2} s ago"))
    room.restart()


SHIFTED = """const Real = Date;
window.Date = class extends Real {
  constructor(...given) { given.length ? super(...given) : super(Real.now() + SHIFT); }
  static now() { return Real.now() + SHIFT; }
};"""


def test_screens_whose_clocks_differ_tell_the_same_times(room: Room) -> None:
    """What happened is told in the table's time, the age of a lost line in no clock's."""
    room.house.to_the_rolls()
    consoles = [
        room.open("/console", before=lambda page, by=by: page.add_init_script(SHIFTED.replace("SHIFT", str(by))))
        for by in (-37 * 60_000, 0, 26 * 3_600_000)
    ]
    for console in consoles:
        expect(console.locator("#history .small")).to_have_count(3)
    told = [console.locator("#history .small").all_inner_texts() for console in consoles]
    assert told[0] == told[1] == told[2]
    assert all(re.search(r"\d\d:\d\d", line) for line in told[0])
    room.server.close()
    for console in consoles:
        expect(console.locator("#line")).to_contain_text(re.compile(r" \d{1,2} s ago"))
    room.restart()


# -- looks, languages, reach ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [{"width": 360, "height": 740}, PHONE, {"width": 1024, "height": 768}, TV],
                         ids=lambda s: f"{s['width']}x{s['height']}")  # fmt: skip
def test_no_page_is_wider_than_its_window_and_every_control_has_a_name(room: Room, size: dict[str, int]) -> None:
    room.house.to_the_rolls()
    room.house.answer("r1.roll.A", 3)
    room.house.answer("r1.roll.B", 0)
    for path in ("/", "/console", "/panel"):
        page = room.open(path, size)
        page.locator(".light").first.wait_for()
        assert overflow(page) == 0, path
        assert nameless(page) == [], path
        assert page.locator("main").count() == 1
        shoot(page, f"toy-{path.strip('/') or 'scoreboard'}-{size['width']}")
    assert room.complaints == []


def test_the_german_pages_have_no_english_words_left(room: Room) -> None:
    assert WORDS["en"].keys() == WORDS["de"].keys()
    plain = {key for key, words in WORDS["en"].items() if isinstance(words, str) and "{" not in words}
    english = {WORDS["en"][key] for key in plain if WORDS["en"][key] != WORDS["de"][key]}
    german = {WORDS["de"][key] for key in plain}
    room.house.to_the_rolls()
    page = room.open("/?lang=de")
    for path in ("/", "/console", "/panel"):
        room.visit(page, path)
        assert page.evaluate("document.documentElement.lang") == "de", "the language is remembered"
        page.locator(".light").first.wait_for()
        shown = set(page.evaluate(TEXTS)) - german - {"API", "English"}
        assert not shown & english, path


def test_devices_are_named_in_the_language_of_the_page(room: Room) -> None:
    room.house.table.report(Status("eye", "empty", Text("The tray is empty.", "Der Teller ist leer.")))
    room.house.table.report(Status("buttons", "ready", Text("Ready.", "Bereit.")))
    for lang in ("en", "de"):
        page = room.open(f"/console?lang={lang}")
        names = page.locator("#devices b")
        names.nth(1).wait_for()
        assert set(names.all_text_contents()) == {WORDS[lang]["eye"], WORDS[lang]["buttons"]}


TEXTS = """() => {
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) texts.push(walk.currentNode.textContent.trim());
  for (const e of document.querySelectorAll("[aria-label], [alt]")) texts.push(e.getAttribute("aria-label") ?? e.alt);
  return texts.filter(Boolean);
}"""


def test_no_script_or_template_is_long() -> None:
    for source in [*WEB.glob("static/js/*.js"), *WEB.glob("templates/*.html")]:
        assert len(source.read_text(encoding="utf-8").splitlines()) < 450, source.name


def test_browsers_language_and_its_answer(browser: Browser, room: Room) -> None:
    german = Room(browser, room.house, locale="de-AT")
    expect(german.open("/").locator("#band")).to_have_text("Simulierter Tisch")
    german.close()


def test_the_scoreboard_only_reads(room: Room) -> None:
    page = room.open("/")
    assert page.locator("main button, main input, main form").count() == 0


def test_motion_is_still_when_asked_for(room: Room) -> None:
    page = room.open("/", still=True)
    page.locator(".light.on").wait_for()
    room.house.to_the_rolls()
    expect(page.locator("#call")).to_contain_text("against")
    assert page.evaluate("document.getAnimations().length") == 0


def test_an_empty_table(browser: Browser) -> None:
    room = Room(browser, House(begun=False))
    page = room.open("/")
    expect(page.locator(".waiting")).to_have_text("No match is running.")
    shoot(page, "tv-no-match")
    console = room.open("/console")
    expect(console.locator("#begin")).to_be_visible()
    assert room.complaints == []
    room.close()


def test_warnings_stay_on_every_screen(room: Room) -> None:
    room.house.journal.notice = Text("Nothing is kept on disk.", "Nichts wird behalten.")
    room.house.table.report(Status("journal", "memory", Text.same("memory")))
    for path in ("/", "/console", "/panel"):
        page = room.open(path, PHONE)
        expect(page.locator("#warnings")).to_contain_text("Nothing is kept on disk.")


def test_calls_that_come_late_do_not_hide_newer_ones(browser: Browser) -> None:
    """A page that has just come asks what was called last; while it waits, a goal falls."""
    room = Room(browser)
    room.house.to_the_rolls()
    held: list[Route] = []
    page = room.open("/", TV, before=lambda page: page.route("**/api/history*", lambda route: held.append(route)))
    until(lambda: page.evaluate("true") and held)
    room.house.answer("r1.roll.A", 3)
    room.house.answer("r1.roll.B", 0)
    room.house.answer("r1.whistle", True)
    expect(page.locator("#call")).to_contain_text("Goal for Reds!")
    older = [{"calls": [{"text": {"en": "low against high", "de": "tief gegen hoch"}, "side": None}]}]
    with page.expect_response("**/api/history*"):
        held[0].fulfill(json=older)
    page.evaluate("new Promise(requestAnimationFrame)")
    expect(page.locator("#call")).to_contain_text("Goal for Reds!")
    room.close()
