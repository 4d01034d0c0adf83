"""What may be chosen before a match, and what a match begins with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.boxshelf import BoxShelf
from companion.journal import MemoryJournal
from companion.lobby import Lobby
from companion.settings import Settings
from companion.table import Table
from companion.vocabulary import BoxRefused, OptionsRefused
from companion.vocabulary.fields import spell
from tests.games.takkure.stage import quiet


class Room:
    def __init__(self, folder: Path, **settings: Any) -> None:
        self.table = Table(MemoryJournal(), games.load)
        self.shelf = BoxShelf(folder / "boxes")
        self.lobby = Lobby(self.table, Settings(folder, **settings), self.shelf)
        content: Any = json.loads(json.dumps(games.boxes("takkure").sample().content))
        content["teams"][0]["name"] = "Glowworms"
        content["house_rules"]["kick_out"] = "any"
        self.shelf.keep("mine", spell(content), "")

    def options(self) -> dict[str, Any]:
        options: dict[str, Any] = self.table.entries()[0].what.options  # type: ignore[union-attr]
        return options


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def usual_of(parts: Any, *path: str) -> Any:
    """What counts for the field at this path."""
    part = next(part for part in parts if part["name"] == path[0])
    return usual_of(part["parts"], *path[1:]) if path[1:] else part["usual"]


def test_the_form_follows_what_is_chosen(room: Room) -> None:
    light, cards = room.lobby.look("tooor", {}, ""), room.lobby.look("tooor", {"mode": "box"}, "")
    assert [part["name"] for part in light["form"]["teams"]] == ["teams"]
    assert [part["name"] for part in cards["form"]["teams"]] == ["squads", "side_of_cards", "teams"]
    assert (light["boxes"], [box["name"] for box in cards["boxes"]]) == ([], ["tooor.sample"])


def test_the_box_decides_teams_and_house_rules(room: Room) -> None:
    told = room.lobby.look("takkure", {}, "mine")
    assert usual_of(told["form"]["teams"], "teams", "A", "name") == "Glowworms"
    assert usual_of(told["form"]["rules"], "rules", "kick_out") == "any"
    assert [box["name"] for box in told["boxes"]] == ["takkure.sample", "mine"]
    turned = room.lobby.look("takkure", {"squads": {"A": "otters"}}, "mine")
    assert usual_of(turned["form"]["teams"], "teams", "B", "name") == "Glowworms"


def test_mistakes_are_told_beside_their_field_and_the_form_is_drawn_all_the_same(room: Room) -> None:
    same = room.lobby.look("takkure", {"squads": {"A": "otters", "B": "otters"}}, "")
    assert [(wrong["where"], wrong["text"]["de"]) for wrong in same["mistakes"]] == [
        ("squads", "A und B können nicht beide 'otters' sein")
    ]
    assert same["form"]["teams"]
    blank = room.lobby.look("tooor", {"teams": {"B": {"name": " "}}}, "")
    assert [wrong["where"] for wrong in blank["mistakes"]] == ["teams.B.name"]


def test_a_match_begins_with_what_was_chosen(room: Room) -> None:
    room.lobby.begin("takkure", {"rules": {"odds": True}, "teams": {"B": {"colour": "blue"}}}, "mine")
    assert room.options()["box"]["teams"][0]["name"] == "Glowworms"
    teams = room.table.board()["scoreboard"]["teams"]
    assert (teams["A"]["name"], teams["B"]["colour"]) == ("Glowworms", "blue")


def test_the_sample_is_what_the_game_plays_without_a_box(room: Room) -> None:
    room.lobby.begin("tooor", {"mode": "box"}, "tooor.sample")
    assert room.options() == {"mode": "box"}


def test_a_box_of_tooor_is_played_with_its_cards(room: Room) -> None:
    room.shelf.keep("cards", games.boxes("tooor").new(), "")
    assert room.lobby.look("tooor", {}, "cards")["form"]["boxed"]
    room.lobby.begin("tooor", {}, "cards")
    assert room.table.board()["scoreboard"]["rosters"] or room.table.board()["prompts"]
    light = room.lobby.look("tooor", {"mode": "light"}, "cards")
    assert (light["form"]["boxed"], light["mistakes"]) == (False, [])


def test_what_is_not_there_is_refused_and_nothing_begins(room: Room) -> None:
    for game, options, box in (("chess", {}, ""), ("takkure", {"mode": "sevens"}, ""), ("tooor", {}, "mine")):
        with pytest.raises(OptionsRefused):
            room.lobby.look(game, options, box)
        with pytest.raises(OptionsRefused):
            room.lobby.begin(game, options, box)
    with pytest.raises(BoxRefused):
        room.lobby.begin("takkure", {}, "missing")
    assert room.table.board()["game"] is None


def test_the_settings_are_chosen_beforehand(tmp_path: Path) -> None:
    assert Room(tmp_path, game="takkure", mode="practice").lobby.usual() == {
        "game": "takkure", "options": {"mode": "practice"}, "box": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("ruled", "said", "shown"), [(True, {}, True), (False, {}, False), (False, {"overlay": True}, True)]
)
def test_nods_for_a_ruler_are_asked_for_only_where_there_is_one(
    tmp_path: Path, ruled: bool, said: dict[str, Any], shown: bool
) -> None:
    """Without a calibrated ruler a match of Takkure has no windows to open and close, unless somebody wants them."""
    room = Room(tmp_path)
    lobby = Lobby(room.table, Settings(tmp_path), room.shelf, lambda: ruled)
    assert usual_of(lobby.look("takkure", {}, "")["form"]["rules"], "rules", "overlay") == ruled
    lobby.begin("takkure", {"rules": said} if said else {}, "")
    while room.table.board()["phase"] not in ("KO_TEMPLATE", "KO_MOVE_R"):
        key, prompt = next(iter(room.table.prompts()[1].items()))
        room.table.answer(key, quiet(prompt), source="console")
    assert any(".template" in key for key in room.table.prompts()[1]) == shown


def test_what_is_no_mapping_is_refused_as_ever(room: Room) -> None:
    with pytest.raises(OptionsRefused):
        room.lobby.begin("takkure", {"rules": ["overlay"]}, "")


def test_other_games_begin_as_they_are(room: Room) -> None:
    room.lobby.begin("tooor", {}, "")
    assert "rules" not in room.options()
