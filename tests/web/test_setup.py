"""Setting up: a match, box files, buttons and lights; by the API and as a newcomer does it in the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion import games
from companion.vocabulary import JSON
from companion.vocabulary.fields import spell
from tests.web.browser import CHROMIUM, PHONE, TABLET, TV, Room, nameless, overflow, shoot
from tests.web.house import PIN, House, Ready, until
from tests.web.setting_up import SetUpHouse
from tests.web.test_reach import faults
from web.seats import Role

browser_needed = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed: the pages were not looked at")
WORDS = json.loads((Path(__file__).parents[2] / "web/static/words.json").read_text(encoding="utf-8"))["en"]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[SetUpHouse]:
    made = SetUpHouse(tmp_path)
    yield made
    made.close()


@pytest.fixture
def room(browser: Browser, house: SetUpHouse) -> Iterator[Room]:
    opened = Room(browser, house)
    opened.unlock()
    yield opened
    opened.close()


def takkure() -> Any:
    return json.loads(json.dumps(games.boxes("takkure").sample().content))


# -- the API ---------------------------------------------------------------------------------------------------------


def test_the_form_is_told_for_any_choice(house: SetUpHouse) -> None:
    status, told = house.get('/api/setup?game=tooor&given={"mode":"box"}')
    assert status == 200
    assert (told["form"]["boxed"], [box["name"] for box in told["boxes"]]) == (True, ["tooor.sample"])
    assert house.get("/api/setup")[0] == 400
    for given in ("[1]", "{", "3", "[" * 5000):
        assert house.client.get("/api/setup", query_string={"game": "tooor", "given": given}).status_code == 400
    status, told = house.get("/api/setup?game=chess")
    assert (status, told["mistakes"][0]["where"]) == (409, "game")
    assert House(lobby=False).get("/api/setup?game=toy")[0] == 404


def test_a_wrong_choice_is_refused_beside_its_field_and_begins_nothing(house: SetUpHouse) -> None:
    status, told = house.post("/api/begin", {"game": "tooor", "options": {"rules": {"min_row": 9}}})
    assert (status, told["error"]) == (409, "box_error")
    assert [(wrong["where"], "0 bis 3" in wrong["text"]["de"]) for wrong in told["mistakes"]] == [
        ("rules.min_row", True)
    ]
    assert house.table.board()["game"] is None


def test_a_box_is_kept_and_a_match_begins_with_it(house: SetUpHouse) -> None:
    content = takkure()
    content["teams"][1]["name"] = "Beavers"
    status, kept = house.post("/api/boxes/keep", {"name": "Ours", "was": "", "content": content})
    assert (status, kept["name"]) == (200, "ours")
    assert [box["name"] for box in house.get("/api/boxes")[1]] == ["takkure.sample", "tooor.sample", "ours"]
    assert house.post("/api/begin", {"game": "takkure", "box": "ours"})[0] == 200
    assert house.table.board()["scoreboard"]["teams"]["B"]["name"] == "Beavers"
    status, told = house.post("/api/boxes/keep", {"name": "ours", "was": "old", "content": content})
    assert (status, told["error"], "inzwischen" in told["text"]["de"]) == (409, "box_refused", True)


@pytest.mark.parametrize(
    "body", [{}, {"name": "x"}, {"name": 3, "was": "", "text": "x"}, {"name": "x", "was": "", "content": []}]
)
def test_what_is_no_box_is_no_request(house: SetUpHouse, body: JSON) -> None:
    assert house.post("/api/boxes/keep", body)[0] == 400


def test_teams_of_a_box_keep_their_order_on_their_way(house: SetUpHouse) -> None:
    """The first team of a box is A's: no JSON on the way may sort them."""
    opened = house.get("/api/boxes/tooor.sample")[1]
    assert list(opened["content"]["teams"]) == ["orange", "green"]
    assert next(iter(opened["content"])) == "box"


def test_a_disk_that_takes_no_box_is_told(house: SetUpHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> JSON:
        raise OSError("no room left on the disk")

    monkeypatch.setattr(house.shelf, "keep_content", full)
    assert house.post("/api/boxes/keep", {"name": "x", "was": "", "content": {}})[0] == 507


def test_a_trial_needs_a_pause(house: SetUpHouse) -> None:
    house.post("/api/begin", {"game": "tooor", "options": {}})
    status, told = house.post("/api/trial/begin", {})
    assert (status, told["error"], "Pause it" in told["text"]["en"]) == (409, "trial_refused", True)
    house.post("/api/pause", {"on": True, "version": house.version})
    assert house.post("/api/trial/begin", {})[1]["on"]
    assert house.post("/api/trial/light", {"device": "buttons", "light": "2"})[1]["lit"]["light"] == "2"
    assert house.post("/api/trial/light", {"device": "buttons", "light": "bell"})[0] == 409
    assert not house.post("/api/trial/end", {})[1]["on"]


def test_only_with_the_referees_role_everything_is_told_of_what_is_ready() -> None:
    house = House()
    Ready.asked.clear()
    coach, referee = house.app.test_client(), house.app.test_client()
    coach.post("/api/join", json={"token": house.seats.token(Role.COACH_A)})
    referee.post("/api/pin", json={"pin": PIN})
    for client in (house.app.test_client(), coach, referee):
        assert client.get("/api/start").status_code == 200
    assert Ready.asked == [False, False, True]


def test_a_table_without_those_parts_says_so() -> None:
    house = SetUpBare()
    for path in ("/api/boxes", "/api/boxes/x", "/api/trial", "/api/start"):
        assert house.get(path)[0] == 404
    for path in ("/boxes", "/lights", "/start", "/setup"):
        assert house.client.get(path).status_code == 200


class SetUpBare(House):
    """A table that keeps no box files and has nothing to try out."""

    def __init__(self) -> None:
        super().__init__(lobby=False)
        from web import create_app

        self.app = create_app(self.table, pin="1")
        self.client = self.app.test_client()


# -- a match ---------------------------------------------------------------------------------------------------------


def part(page: Page, path: str) -> Any:
    return page.locator(f'[data-path="{path}"]')


@browser_needed
def test_a_newcomer_starts_a_match_without_reading(room: Room) -> None:
    page = room.open("/setup", PHONE, still=True)
    expect(page.locator("#go")).to_be_enabled()
    page.locator("#go").click()
    expect(page.locator("#strip")).to_contain_text("Orange")
    assert room.complaints == []


@browser_needed
def test_game_teams_colours_and_rules_are_chosen(room: Room) -> None:
    page = room.open("/setup", TABLET, still=True)
    page.locator("#the-games label", has_text="Takkure").click()
    expect(part(page, "teams.A.name").locator("input")).to_have_value("Lanterns")
    part(page, "squads.A").locator("label", has_text="Otters").click()
    expect(part(page, "teams.A.name").locator("input")).to_have_value("Otters")
    expect(part(page, "teams.B.name").locator("input")).to_have_value("Lanterns")
    part(page, "teams.A.name").locator("input").fill("River Otters")
    part(page, "teams.B.colour").locator('input[value="blue"]').check()
    part(page, "rules.kick_out").locator("label", has_text="everybody").click()
    part(page, "rules.odds").locator("input").check()
    shoot(page, "setup-takkure-chosen", full=True)
    expect(page.locator("#go")).to_be_enabled()
    assert faults(page) == []
    page.locator("#go").click()
    expect(page.locator("#strip")).to_contain_text("River Otters")
    started = room.house.table.entries()[0].what
    assert started.options == {  # type: ignore[union-attr]
        "squads": {"A": "otters"},
        "teams": {"A": {"name": "River Otters"}, "B": {"colour": "blue"}},
        "rules": {"kick_out": "any", "odds": True, "overlay": False},  # no ruler is calibrated
    }
    assert room.complaints == []


@browser_needed
def test_a_mistake_stands_beside_its_field_and_holds_the_start(room: Room) -> None:
    page = room.open("/setup", TABLET)
    part(page, "teams.A.name").locator("input").fill(" ")
    expect(part(page, "teams.A.name").locator(".wrongs")).to_contain_text("a text is needed")
    expect(part(page, "teams.A.name").locator("input")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#go")).to_be_disabled()
    part(page, "teams.A.name").locator("input").fill("Owls")
    expect(page.locator("#go")).to_be_enabled()
    part(page, "rules.min_row").locator("input").fill("7")
    expect(part(page, "rules.min_row").locator(".wrongs")).to_contain_text("from 0 to 3")
    page.goto(page.url.split("?")[0] + "?lang=de")
    part(page, "rules.min_row").locator("input").fill("7")
    expect(part(page, "rules.min_row").locator(".wrongs")).to_contain_text("ganze Zahl von 0 bis 3")


@browser_needed
def test_a_match_that_is_played_is_left_only_on_purpose(room: Room) -> None:
    room.house.table.begin("tooor", {"mode": "light"})
    key = next(iter(room.house.table.prompts()[1]))
    room.house.answer(key, "draw_ok")
    page = room.open("/setup")
    expect(page.locator("#running")).to_be_visible()
    expect(page.locator("#go")).to_be_enabled()
    page.locator("#go").click()
    expect(page.get_by_role("dialog")).to_contain_text("stays in the journal")
    page.get_by_role("dialog").get_by_role("button", name=WORDS["back"]).click()
    assert room.house.table.board()["undo"] is not None, "nothing has begun"


@browser_needed
def test_the_next_game_gets_its_form_without_a_page_of_its_own(browser: Browser) -> None:
    """The toy game lives in the tests only; its one option is drawn from its declaration."""
    house = House()
    room = Room(browser, house)
    room.unlock()
    page = room.open("/setup")
    field = part(page, "rounds").locator("input")
    expect(field).to_have_value("3")
    field.fill("1")
    page.locator("#go").click()
    expect(page.locator('[data-key="r1.card.A"]')).to_be_visible()
    assert len(house.table.board()["tracks"][0]["fields"]) == 1
    room.close()


# -- box files -------------------------------------------------------------------------------------------------------


def unfold(page: Page, path: str) -> None:
    """Opens a section of the form that is folded away."""
    part(page, path).locator(":scope > summary").click()


@browser_needed
def test_the_sample_is_copied_filled_in_and_played_with(room: Room, tmp_path: Path) -> None:
    page = room.open("/boxes#takkure.sample", TABLET, still=True)
    expect(page.locator(".notice")).to_contain_text("invented")
    unfold(page, "teams[0].players")
    bdy = part(page, "teams[0].players[0].bdy").locator("input")
    bdy.fill("13")
    part(page, "teams[0].name").locator("input").fill("Glowworms")
    page.locator('[data-part="name"]').fill("Our cards")
    unfold(page, "teams[0].players")  # folds it: the mistake opens it again
    page.locator('[data-part="save"]').click()
    expect(part(page, "teams[0].players[0].bdy").locator(".wrongs")).to_contain_text("from 1 to 12")
    expect(bdy).to_be_focused()
    expect(page.locator('[data-part="mistakes"] button')).to_have_count(1)
    assert faults(page) == []
    shoot(page, "boxes-mistake")
    assert not (tmp_path / "boxes").exists()
    bdy.fill("4")
    page.locator('[data-part="save"]').click()
    expect(page.locator('[data-part="done"]')).to_contain_text("Saved as our-cards")
    assert "Glowworms" in (tmp_path / "boxes" / "our-cards.yaml").read_text(encoding="utf-8")
    expect(page.locator("#boxes")).to_contain_text("our-cards")
    page.locator('[data-part="play"]').click()
    expect(part(page, "teams.A.name").locator("input")).to_have_value("Glowworms")
    page.locator("#go").click()
    expect(page.locator("#strip")).to_contain_text("Glowworms")
    assert [said for said in room.complaints if "409" not in said] == []


@browser_needed
def test_cards_are_entered_by_keyboard_row_after_row(room: Room) -> None:
    page = room.open("/boxes#tooor.sample", TABLET)
    part(page, "teams.orange.cards").locator(":scope > summary").focus()
    page.keyboard.press("Enter")
    for n in range(3):
        field = part(page, f"teams.orange.cards[{n}].value").locator("input")
        if n == 0:
            field.select_text()
        expect(field).to_be_focused()
        page.keyboard.type(str(40 + n))
        page.keyboard.press("Enter")
    page.keyboard.press("Shift+Enter")
    expect(part(page, "teams.orange.cards[2].value").locator("input")).to_be_focused()
    page.locator('[data-part="name"]').fill("typed")
    page.locator('[data-part="save"]').click()
    expect(page.locator('[data-part="done"]')).to_contain_text("Saved")
    cards = room.house.shelf.content("typed")["teams"]["orange"]["cards"]  # type: ignore[attr-defined]
    assert [card["value"] for card in cards[:3]] == [40, 41, 42]


@browser_needed
def test_a_box_is_renamed_and_deleted(room: Room, tmp_path: Path) -> None:
    shelf = room.house.shelf  # type: ignore[attr-defined]
    for name in ("mine", "taken"):
        shelf.keep(name, spell(takkure()), "")
    page = room.open("/boxes#mine", TABLET)
    page.locator('[data-part="rename"]').click()
    field, yes = page.locator("#asked-words"), page.locator(".dialog .take")
    expect(field).to_have_value("mine")
    for wrong, why in (("taken", "a box taken already"), ("!!", "needs a name")):
        field.fill(wrong)
        yes.click()
        expect(page.locator(".dialog .refused")).to_contain_text(why)
    assert faults(page) == []
    field.fill("Ours 2026")
    yes.click()
    expect(page.locator('[data-part="title"]')).to_have_text("ours-2026")
    expect(page.locator(".box-card[aria-current]")).to_contain_text("ours-2026")
    page.locator('[data-part="save"]').click()
    expect(page.locator('[data-part="done"]')).to_contain_text("Saved as ours-2026")
    page.locator('[data-part="delete"]').click()
    expect(page.locator(".dialog")).to_contain_text("ours-2026.yaml.before")
    page.locator(".dialog .danger").click()
    expect(page.locator("#editor")).to_be_hidden()
    expect(page.locator("#boxes")).not_to_contain_text("ours-2026")
    assert sorted(path.name for path in (tmp_path / "boxes").iterdir()) == ["ours-2026.yaml.before", "taken.yaml"]
    page = room.open("/boxes#tooor.sample", TABLET)
    page.locator("form .field").first.wait_for()
    expect(page.locator('[data-part="delete"]')).to_be_hidden()


def asked_by(page: Page, asked: list[Route]) -> Route:
    """What the page asked first of what is kept from its answer."""
    until(lambda: page.evaluate("true") and asked)
    return asked.pop(0)


@browser_needed
def test_nothing_of_a_box_is_in_reach_before_its_content_is(room: Room, tmp_path: Path) -> None:
    shelf = room.house.shelf  # type: ignore[attr-defined]
    for name in ("mine", "yours"):
        shelf.keep(name, spell(takkure()), "")
    asked: list[Route] = []
    page = room.open(
        "/boxes#mine", TABLET, before=lambda page: page.route("**/api/boxes/*", lambda route: asked.append(route))
    )
    late = asked_by(page, asked)
    expect(page.locator(".box-card")).to_have_count(4)
    expect(page.locator("#editor")).to_be_hidden()
    late.continue_()
    expect(page.locator('[data-part="title"]')).to_have_text("mine")
    page.locator(".box-card", has_text="yours").click()
    late = asked_by(page, asked)
    expect(page.locator("#editor")).to_have_js_property("inert", True)
    page.locator(".box-card", has_text="mine").click()
    expect(page.locator("#editor")).to_have_js_property("inert", False)
    late.continue_()  # nobody wants it any more
    page.locator('[data-part="rename"]').click()
    expect(page.locator("#asked-words")).to_have_value("mine")


@browser_needed
def test_the_form_of_a_game_that_was_left_takes_nothing_more(room: Room) -> None:
    page = room.open("/setup", TABLET)
    expect(page.locator("#go")).to_be_enabled()
    asked: list[Route] = []
    page.route("**/api/setup*", lambda route: asked.append(route))
    page.locator("#the-games input:not(:checked)").first.check(force=True)
    late = asked_by(page, asked)
    expect(page.locator("#go")).to_be_disabled()
    expect(page.locator("#who")).to_have_js_property("inert", True)
    late.continue_()
    expect(page.locator("#go")).to_be_enabled()
    expect(page.locator("#who")).to_have_js_property("inert", False)


@browser_needed
def test_a_long_form_is_folded_and_its_sections_say_how_much_is_in_them(room: Room) -> None:
    page = room.open("/boxes#tooor.sample", PHONE)
    cards = part(page, "teams.orange.cards")
    expect(cards.locator("summary")).to_have_text(re.compile(r"Tactic cards\s*\d+"))
    expect(cards.locator(".row-of-form").first).to_be_hidden()
    long: int = page.evaluate("document.documentElement.scrollHeight / innerHeight")
    assert long < 6
    unfold(page, "teams.orange.cards")
    expect(cards.locator(".row-of-form").first).to_be_visible()


@browser_needed
def test_players_plays_and_skills_come_and_go(room: Room) -> None:
    room.house.shelf.keep("mine", spell(takkure()), "")  # type: ignore[attr-defined]
    page = room.open("/boxes#mine", TABLET)
    cards = part(page, "plays.individual")
    unfold(page, "plays.individual")
    cards.locator(".row-of-form").first.wait_for()
    before = cards.locator(".row-of-form").count()
    cards.get_by_role("button", name="Add: Card").click()
    expect(cards.locator(".row-of-form")).to_have_count(before + 1)
    new = f"plays.individual[{before}]"
    for name, value in (("id", "i9"), ("name", "New trick"), ("owner", "generic")):
        part(page, f"{new}.{name}").locator("input").fill(value)
    part(page, f"{new}.timing").locator("select").select_option("before_roll")
    part(page, f"{new}.requires.action").locator("select").select_option("PASS")
    part(page, f"{new}.effect.mod").locator("input").fill("2")
    cards.get_by_role("button", name=re.compile("Remove: Card 1 ")).click()
    page.locator('[data-part="save"]').click()
    expect(page.locator('[data-part="done"]')).to_contain_text("former file")
    plays = room.house.shelf.content("mine")["plays"]["individual"]  # type: ignore[attr-defined]
    assert plays[-1] == {"id": "i9", "name": "New trick", "owner": "generic", "timing": "before_roll",
                         "requires": {"action": "PASS"}, "effect": {"mod": 2}}  # fmt: skip
    assert [play["id"] for play in plays] == ["i2", "i3", "i4", "i5", "i9"]


@browser_needed
def test_a_broken_file_is_shown_with_its_line_and_mended(room: Room, tmp_path: Path) -> None:
    (tmp_path / "boxes").mkdir()
    text = spell(takkure())
    broken = text.replace("name: Otters", "name: [Otters")
    (tmp_path / "boxes" / "torn.yaml").write_text(broken, encoding="utf-8")
    page = room.open("/boxes#torn", TABLET)
    expect(page.locator(".box-card", has_text="torn")).to_contain_text("mistakes: 1")
    area = page.locator(".as-text textarea")
    expect(area).to_be_visible()
    page.locator(".mistake").click()
    line = page.evaluate(
        """() => { const a = document.querySelector("textarea");
        return a.value.slice(0, a.selectionStart).split("\\n").length; }"""
    )
    assert abs(line - broken[: broken.index("[Otters")].count("\n") - 1) <= 1
    assert faults(page) == []
    shoot(page, "boxes-broken")
    area.fill(text)
    page.locator('[data-part="save"]').click()
    expect(page.locator('[data-part="form"]')).to_be_visible()
    expect(page.locator(".box-card", has_text="torn")).not_to_contain_text("mistakes")
    assert (tmp_path / "boxes" / "torn.yaml.before").read_text(encoding="utf-8") == broken


@browser_needed
@pytest.mark.parametrize("teams", ["foo", "{a: 1}", "[3, [4], {players: 5}]", "[{players: [6, {mov: x, skills: y}]}]"])
def test_a_file_of_the_wrong_shape_is_drawn_all_the_same(room: Room, tmp_path: Path, teams: str) -> None:
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes" / "odd.yaml").write_text(f"format: takkure-box/1\nteams: {teams}\nplays: 3\n", encoding="utf-8")
    page = room.open("/boxes#odd", TABLET)
    notice = part(page, "notice").locator("input")
    notice.fill("odd")
    expect(page.locator(".mistake").first).to_be_visible()
    part(page, "plays.individual").locator(".add").click()
    expect(part(page, "plays.individual[0].name")).to_be_visible()
    assert room.complaints == []


@browser_needed
def test_what_is_not_saved_is_not_lost_by_a_tap(room: Room) -> None:
    page = room.open("/boxes#takkure.sample", TABLET)
    part(page, "teams[0].name").locator("input").fill("Glowworms")
    page.locator(".box-card", has_text="(tooor)").click()
    page.get_by_role("dialog").get_by_role("button", name=WORDS["back"]).click()
    expect(part(page, "teams[0].name").locator("input")).to_have_value("Glowworms")
    page.locator(".box-card", has_text="(tooor)").click()
    page.get_by_role("dialog").get_by_role("button", name=WORDS["boxes_leave_yes"]).click()
    expect(part(page, "teams.orange")).to_have_count(0)
    expect(part(page, "teams.orange.keeper.id").locator("input")).to_have_value("OK")


@browser_needed
def test_two_who_edit_one_box_do_not_overwrite_each_other(room: Room) -> None:
    shelf = room.house.shelf  # type: ignore[attr-defined]
    first = shelf.keep("mine", spell(takkure()), "")
    page = room.open("/boxes#mine", TABLET)
    part(page, "teams[0].name").locator("input").fill("Late")
    shelf.keep("mine", spell({**takkure(), "notice": "early"}), first["was"])
    page.locator('[data-part="save"]').click()
    expect(page.locator("#refused")).to_contain_text("changed by somebody else")
    assert shelf.content("mine")["notice"] == "early"


# -- buttons and lights ----------------------------------------------------------------------------------------------


@browser_needed
def test_buttons_and_lights_are_tried_out(room: Room) -> None:
    house: Any = room.house
    house.table.begin("tooor", {"mode": "light"})
    page = room.open("/lights", TABLET, still=True)
    expect(page.locator("#why")).to_contain_text("Pause it")
    expect(page.locator('[data-light="3"]')).to_be_disabled()
    page.locator("#pause").click()
    page.locator('[data-light="3"]').click()
    expect(page.locator('[data-light="3"]')).to_have_attribute("aria-pressed", "true")
    assert [name for name, letter in house.panel.lights().items() if letter != "."] == ["3"]
    page.locator('[data-button="whistle"] button').click()
    expect(page.locator("#pressed li").first).to_contain_text("Whistle")
    assert faults(page) == []
    shoot(page, "lights-on", full=True)
    page.locator("#end").click()
    expect(page.locator("#go-on")).to_be_visible()
    page.locator("#go-on").click()
    expect(page.locator("#why")).to_be_visible()
    assert not house.table.board()["paused"]
    assert house.panel.lights()["3"] == "."
    assert room.complaints == []


@browser_needed
def test_a_trial_ends_with_its_page(room: Room) -> None:
    house: Any = room.house
    page = room.open("/lights", TABLET)
    page.locator("#begin").click()
    expect(page.locator("#end")).to_be_visible()
    assert house.trial.on
    room.visit(page, "/setup")
    expect(page.locator("#go")).to_be_enabled()
    assert not house.trial.on


# -- all of them -----------------------------------------------------------------------------------------------------


@browser_needed
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_pages_in_every_size(room: Room, lang: str) -> None:
    room.house.shelf.keep("mine", spell(takkure()), "")  # type: ignore[attr-defined]
    shown = {"/start": "#parts li", "/setup": "#who .field", "/boxes#mine": ".row-of-form", "/lights": "[data-light]"}
    page = room.open(f"/start?lang={lang}", still=True)
    for path, there in shown.items():
        room.visit(page, path)
        page.locator(there).first.wait_for()
        for size in (PHONE, TABLET, TV):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert overflow(page) == 0, (path, size)
            assert nameless(page) == [], path
            shoot(
                page, f"set-up-{path.strip('/').replace('#', '-')}-{size['width']}-{lang}", full=path != "/boxes#mine"
            )
    assert room.complaints == []
