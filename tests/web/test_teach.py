"""Teaching dice: its API, and the page in a real Chromium with a real reader behind it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from companion.vocabulary import JSON
from tests.vision.drawn import table
from tests.vision.duel_die import FACES, duel_die, pictures
from tests.web.browser import CHROMIUM, TV, Room, launch, nameless, overflow, shoot
from tests.web.house import House
from tests.web.teach import TeachHouse
from vision.dice.taught import load_die, parse_die, spell_die

WORDS = json.loads((Path(__file__).resolve().parents[2] / "web" / "static" / "words.json").read_text(encoding="utf-8"))
NARROW = {"width": 360, "height": 740}


@pytest.fixture
def house(tmp_path: Path) -> TeachHouse:
    return TeachHouse(tmp_path)


def taught(house: TeachHouse, faces: tuple[str, ...] = FACES, each: int = 4) -> JSON:
    """The die, taught over the API."""
    name = house.post("/api/teach/begin", {"title": "Duel die"})[1]["name"]
    told: JSON = None
    for face in faces:
        house.post("/api/teach/face", {"die": name, "face": face})
        for picture in pictures("teach", face)[:each]:
            house.show(picture)
            status, told = house.post("/api/teach/take", {"die": name, "face": face, "at": None})
            assert status == 200, told
    return told


# -- the API -------------------------------------------------------------------------------------------------------


def test_a_die_is_taught_and_read_and_kept(house: TeachHouse) -> None:
    told = taught(house)
    (die,) = told["dice"]
    assert (die["name"], die["title"], die["body"], die["ready"]) == ("duel_die", "Duel die", "cube", True)
    assert [(f["value"], len(f["samples"]), f["right"], f["lacks"]) for f in die["faces"]] == [
        (v, 4, 4, 0) for v in FACES
    ]
    assert die["advice"][0]["code"] == "good"
    assert set(die["advice"][0]["text"]) == {"en", "de"}
    assert [d.name for d in house.dice_reader.taught] == ["duel_die"]
    assert load_die(house.folder / "duel_die.die.json") == house.dice_reader.taught[0]
    assert house.get("/api/teach")[1] == told


def test_a_die_is_read_only_when_each_face_has_three_pictures(house: TeachHouse) -> None:
    (die,) = taught(house, each=2)["dice"]
    assert (die["ready"], house.dice_reader.taught) == (False, ())
    assert [a["text"]["en"] for a in die["advice"]] == [f"1 more of: {v}." for v in FACES]


@pytest.mark.parametrize(
    ("shown", "at", "why"),
    [
        ((), None, "No die is seen."),
        (("won", "foul_yellow"), None, "Several dice are seen"),
        (("won",), [0.95, 0.95], "No die is seen at this place."),
    ],
)
def test_a_picture_that_teaches_nothing_is_refused_in_both_languages(
    house: TeachHouse, shown: tuple[str, ...], at: JSON, why: str
) -> None:
    taught(house, ("won",), 1)
    if shown:
        house.show(*(pictures("teach", face)[0] for face in shown))
    else:
        house.show(table(320, 240))
    status, told = house.post("/api/teach/take", {"die": "duel_die", "face": "won", "at": at})
    assert (status, told["error"]) == (409, "teaching_refused")
    assert told["message"].startswith(why)
    assert set(told["text"]) == {"en", "de"}
    assert told["text"]["de"] != told["text"]["en"]


def test_of_several_dice_the_one_that_is_meant_is_taken(house: TeachHouse) -> None:
    taught(house, ("won",), 1)
    house.show(pictures("teach", "foul_yellow")[1], pictures("teach", "won")[1])
    dice = house.get("/api/camera")[1]["dice"]
    assert len(dice) == 2
    right = max(dice, key=lambda die: die["center"])
    status, told = house.post("/api/teach/take", {"die": "duel_die", "face": "won", "at": right["center"]})
    assert (status, len(told["dice"][0]["faces"][0]["samples"])) == (200, 2)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("begin", {"title": " "}, 409),
        ("begin", {"title": "x" * 61}, 409),
        ("begin", {}, 400),
        ("face", {"die": "nobody", "face": "won"}, 409),
        ("face", {"die": "duel_die", "face": "won"}, 409),
        ("face", {"die": "duel_die", "face": ""}, 409),
        ("take", {"die": "duel_die", "face": "lost", "at": None}, 409),
        ("take", {"die": "duel_die", "face": "won", "at": [2, 0]}, 400),
        ("take", {"die": "duel_die", "face": "won"}, 400),
        ("forget", {"die": "duel_die", "face": "lost", "sample": None}, 409),
        ("delete", {"die": "nobody"}, 409),
        ("upload", {"file": {"touchline_die": 3}}, 409),
        ("upload", {"file": None}, 409),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(house: TeachHouse, path: str, body: JSON, status: int) -> None:
    before = taught(house, ("won",), 1)
    got, told = house.post(f"/api/teach/{path}", body)
    assert (got, bool(told["message"])) == (status, True), told
    assert house.get("/api/teach")[1] == before


def test_pictures_faces_and_dice_can_be_taken_back(house: TeachHouse) -> None:
    (die,) = taught(house)["dice"]
    first = die["faces"][0]
    told = house.post("/api/teach/forget", {"die": "duel_die", "face": "won", "sample": first["samples"][0]})[1]
    assert told["dice"][0]["faces"][0]["samples"] == first["samples"][1:]
    told = house.post("/api/teach/forget", {"die": "duel_die", "face": "won", "sample": None})[1]
    assert [f["value"] for f in told["dice"][0]["faces"]] == ["not_enough", "foul_yellow"]
    assert house.post("/api/teach/delete", {"die": "duel_die"})[1]["dice"] == []
    assert (house.dice_reader.taught, list(house.folder.iterdir())) == ((), [])


def test_a_die_can_be_shared(house: TeachHouse, tmp_path: Path) -> None:
    taught(house)
    answer = house.client.get("/api/teach/duel_die.die.json")
    assert "duel_die.die.json" in answer.headers["Content-Disposition"]
    (tmp_path / "other").mkdir()
    other = TeachHouse(tmp_path / "other")
    status, told = other.post("/api/teach/upload", {"file": json.loads(answer.text)})
    assert (status, told["name"], told["dice"][0]["ready"]) == (200, "duel_die", True)
    assert other.dice_reader.taught == house.dice_reader.taught
    assert other.post("/api/teach/upload", {"file": json.loads(answer.text)})[0] == 200, "the same once more"
    changed = json.loads(answer.text) | {"title": "Another"}
    assert other.post("/api/teach/upload", {"file": changed})[0] == 409


def test_a_large_file_is_taken_in_and_a_larger_one_refused(house: TeachHouse) -> None:
    die = parse_die(spell_die(duel_die(house.dice_reader)), "x")
    assert len(spell_die(die)) > 30_000
    assert house.post("/api/teach/upload", {"file": {"x": "y" * 200_000}})[0] == 409
    assert house.post("/api/teach/upload", {"file": "y" * 4_000_000})[0] == 413


def test_samples_are_shown(house: TeachHouse) -> None:
    (die,) = taught(house, ("won",), 1)["dice"]
    answer = house.client.get(f"/api/teach/duel_die/{die['faces'][0]['samples'][0]}")
    assert (answer.status_code, answer.mimetype, answer.data[:2]) == (200, "image/jpeg", b"\xff\xd8")
    assert house.client.get("/api/teach/duel_die/0").status_code == 404
    assert house.client.get("/api/teach/nobody.die.json").status_code == 404


def test_titles_become_names(house: TeachHouse) -> None:
    names = [
        house.post("/api/teach/begin", {"title": t})[1]["name"]
        for t in ("Würfel für Fouls!", "D6", "d6", "3 a", "骰子")
    ]
    assert names == ["wurfel_fur_fouls", "d6_2", "d6_3", "die_3_a", "die"]


def test_a_disk_that_fails_is_said_and_the_die_counts(house: TeachHouse, tmp_path: Path) -> None:
    taught(house, each=3)
    for path in house.folder.iterdir():
        path.unlink()
    house.folder.rmdir()
    house.folder.write_text("in the way")
    status, told = house.post("/api/teach/face", {"die": "duel_die", "face": "new"})
    assert (status, told["error"]) == (507, "not_kept")
    assert len(house.get("/api/teach")[1]["dice"][0]["faces"]) == 4


def test_a_table_without_a_camera_says_so() -> None:
    house = House()
    assert house.get("/api/teach")[0] == 404
    assert "no camera" in house.client.get("/teach").text


# -- the page ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed: the page was not looked at")
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def room(browser: Browser, house: TeachHouse) -> Iterator[Room]:
    opened = Room(browser, house)
    opened.unlock()
    yield opened
    opened.close()


def opened(room: Room, path: str = "/teach", size: dict[str, int] = TV) -> Page:
    page = room.open(path, size)
    page.locator("#live[src]").wait_for()
    page.locator(".outline").first.wait_for(state="attached")
    return page


def test_a_die_is_taught_in_the_browser_with_keys_alone(room: Room, house: TeachHouse) -> None:
    page = opened(room)
    page.get_by_label("What is the die called?").focus()
    page.keyboard.type("Duel die")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Duel die")).to_be_visible()
    for face in FACES[:2]:
        page.get_by_label("What does the face mean?").focus()
        page.keyboard.type(face)
        page.keyboard.press("Enter")
        take = page.get_by_role("button", name=f"Take {face}")
        take.focus()
        for k, picture in enumerate(pictures("teach", face)):
            house.show(picture)
            page.keyboard.press("Enter")
            expect(page.get_by_role("button", name=f"Remove picture {k + 1} of {face}")).to_be_visible()
            expect(take).to_be_focused()
    expect(page.locator("#advice")).to_have_text("It reads its own pictures well.")
    assert [d.name for d in house.dice_reader.taught] == ["duel_die"]
    assert not room.complaints


def test_a_refusal_is_said_in_the_language_of_the_page(room: Room, house: TeachHouse) -> None:
    taught(house, each=1)
    page = opened(room, "/teach?lang=de")
    house.show(table(320, 240))
    page.get_by_role("button", name="Aufnehmen won").click()
    expect(page.get_by_role("alert").filter(has_text="kein Würfel zu sehen")).to_be_visible()


def test_a_file_is_taken_in_and_one_that_is_none_is_refused(room: Room, house: TeachHouse, tmp_path: Path) -> None:
    file = tmp_path / "shared.die.json"
    file.write_text(spell_die(duel_die(house.dice_reader)), encoding="utf-8")
    page = opened(room)
    page.get_by_label("Take in a die's file").set_input_files(file)
    expect(page.get_by_role("heading", name="Duel die")).to_be_visible()
    file.write_text("no file of a die")
    page.get_by_label("Take in a die's file").set_input_files(file)
    expect(page.locator("#refused")).to_have_text("shared.die.json is no file of a taught die.")
    page.get_by_role("button", name="Delete this die").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete this die").click()
    expect(page.locator("#die")).to_be_hidden()
    assert not room.complaints


def test_of_several_dice_one_is_tapped(room: Room, house: TeachHouse) -> None:
    taught(house, each=1)
    house.show(pictures("teach", "won")[1], pictures("teach", "foul_yellow")[1])
    page = opened(room)
    page.locator(".seen-die").nth(1).wait_for(state="attached")
    page.locator(".seen-die .outline").first.click()
    page.locator(".seen-die.meant").wait_for(state="attached")
    page.get_by_role("button", name="Take won").click()
    expect(page.get_by_role("button", name="Remove picture 2 of won")).to_be_visible()


@pytest.mark.parametrize("size", [NARROW, TV], ids=["phone", "tv"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_page_fits_and_names_everything(room: Room, house: TeachHouse, size: dict[str, int], lang: str) -> None:
    taught(house)
    house.show(pictures("test", "won")[0])
    (house.folder / "broken.die.json").write_text("{")
    page = opened(room, f"/teach?lang={lang}", size)
    page.locator(".samples img").first.wait_for()
    shoot(page, f"teach_{lang}_{size['width']}", full=True)
    assert overflow(page) <= 0
    assert nameless(page) == []
    assert not room.complaints


def test_every_word_of_the_page_exists_in_both_languages() -> None:
    web = Path(__file__).resolve().parents[2] / "web"
    text = (web / "static/js/teach.js").read_text() + (web / "templates/teach.html").read_text()
    used = set(re.findall(r"\"(teach\w*)\"", text)) | set(re.findall(r"words\.(\w+)", text))
    assert {w for w in used if w.startswith("teach_")} <= set(WORDS["en"]) & set(WORDS["de"])
