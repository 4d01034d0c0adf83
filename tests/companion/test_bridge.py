"""The bridge, with a link that a script speaks through: presses, fields, blows, stuck inputs, gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.adapters.bridge import OLDEST_S, ROOM, Board, Bridge
from companion.adapters.lights import DOUBLE, LONG, SHORT
from companion.adapters.strip import GOAL_S, spelled, strip_picture
from companion.table import Table
from firmware_bridge.link import LinkState, Standing
from firmware_bridge.talk import Greeting, Heard, Picture
from tests.companion.desk import Clock, toy_table
from tests.companion.test_panel_tooor import dull, tooor_table

GREETING = Greeting(1, "s1", "b1", "pico", "1.0", {"buttons": 8, "leds": 48})
UP = Standing(LinkState.UP, "/dev/ttyACM3", GREETING)


class ScriptedLink:
    def __init__(self, hear: Callable[[Heard], None], tell: Callable[[Standing], None], **ports: Any) -> None:
        self.hear, self.tell, self.ports = hear, tell, ports
        self.shown: list[Picture] = []
        self.beeps: list[str] = []
        self.closed = False

    def show(self, picture: Picture) -> None:
        self.shown.append(picture)

    def beep(self, pattern_ms: str) -> None:
        self.beeps.append(pattern_ms)

    def close(self) -> None:
        self.closed = True


class Desk:
    def __init__(self, table: Table, board: Board | None = None, **bridge: Any) -> None:
        self.clock = Clock()
        self.table = table
        self.link: ScriptedLink
        self.bridge = Bridge(table, board, self._linked, mono_s=self.clock, threads=False, **bridge)
        self.stand(UP)

    def _linked(self, hear: Any, tell: Any, **ports: Any) -> ScriptedLink:
        self.link = ScriptedLink(hear, tell, **ports)
        return self.link

    def settle(self) -> None:
        while self.bridge.watch():
            pass
        self.bridge.draw()

    def stand(self, standing: Standing) -> None:
        self.link.tell(standing)
        self.settle()

    def hear(self, word: str, *fields: str, age_ms: int = 0) -> None:
        self.link.hear(Heard(word, fields, age_ms))
        self.settle()

    def press(self, name: str, long: bool = False, age_ms: int = 0) -> None:
        for stroke in ("down", *(["long"] if long else []), "up"):
            self.hear("press", name, stroke, age_ms=age_ms)

    def later(self, seconds: float) -> None:
        self.clock.now_s += seconds
        self.settle()

    def to_whistle(self) -> None:
        self.say(r1_card_A="high", r1_card_B="low", r1_roll_A=2, r1_roll_B=1)

    def say(self, **answers: object) -> None:
        for key, value in answers.items():
            self.table.answer(key.replace("_", "."), value, source="console")
        self.later(0.5)

    @property
    def status(self) -> dict[str, Any]:
        status: dict[str, Any] = self.table.board()["devices"]["board"]
        return status

    @property
    def picture(self) -> Picture:
        self.bridge.draw()
        return self.link.shown[-1]


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk(toy_table())
    yield made
    made.bridge.close()
    made.bridge.close()


def test_a_press_is_an_answer_and_the_picture_follows(desk: Desk) -> None:
    desk.to_whistle()
    assert desk.picture.lights == "O........"
    desk.press("b3")
    told = desk.table.history()[-1]
    assert (told["key"], told["value"], told["source"]) == ("r1.whistle", True, "button")
    assert desk.picture.lights == "dO......."


def test_the_second_set_of_buttons_means_the_same(desk: Desk) -> None:
    desk.to_whistle()
    desk.press("b7")
    assert desk.table.history()[-1]["key"] == "r1.whistle"


def test_the_settings_say_what_a_button_is() -> None:
    desk = Desk(toy_table(), Board(True, "/dev/serial0", ("undo", "whistle", "", "", "", "", "", "")))
    assert desk.link.ports["ports"]() == ["/dev/serial0"]
    desk.to_whistle()
    desk.press("b3")
    assert "Button b3 has no role" in desk.status["text"]["en"]
    desk.press("b2")
    assert desk.table.history()[-1]["key"] == "r1.whistle"
    desk.bridge.close()


def test_a_refused_press_blinks_beeps_and_is_told(desk: Desk) -> None:
    version = desk.table.version
    desk.press("b3")
    assert desk.table.version == version
    assert (desk.status["state"], desk.link.beeps) == ("refused", ["125"])
    assert desk.picture == Picture("O" * 9, "w" * 9, "OO")
    desk.later(0.125)
    assert desk.picture.lights == "." * 9
    desk.later(1.0)
    assert desk.picture.lights == "O........"


def test_undo_held_and_confirm_go_back_over_the_whistle(desk: Desk) -> None:
    desk.to_whistle()
    desk.press("b3")
    desk.press("b4", long=True)
    assert desk.status["state"] == "armed"
    desk.press("b2")
    assert desk.table.board()["phase"] == "ROUND_END"


def test_the_armed_undo_ends_by_itself(desk: Desk) -> None:
    desk.to_whistle()
    desk.press("b4", long=True)
    desk.later(10.5)
    assert desk.status["state"] == "ready"


# -- the whistle ----


def test_a_blow_confirms_what_the_rules_await_and_nothing_else(desk: Desk) -> None:
    desk.hear("blow")
    assert desk.table.history()[1:] == []
    assert desk.status["state"] == "ready"
    desk.to_whistle()
    desk.hear("blow")
    assert desk.table.history()[-1]["key"] == "r1.whistle"
    desk.hear("blow")
    assert desk.table.history()[-1]["key"] == "r1.whistle"


def whistle_asked() -> Desk:
    """Tooor! at the end of round one: the second field blinks."""
    desk = Desk(tooor_table())
    while desk.picture.lights != "Ob.......":
        prompt = next(iter(desk.table.prompts()[1].values()))
        desk.table.answer(prompt.key, dull(prompt), source="console")
    desk.later(1.0)
    return desk


def test_the_whistle_put_where_it_blinks_is_an_answer() -> None:
    desk = whistle_asked()
    desk.hear("field", "f1", "off")
    version = desk.table.version
    desk.hear("field", "f5", "on")
    assert (desk.table.version, desk.status["state"]) == (version, "refused")
    assert "where the light blinks" in desk.status["text"]["en"]
    desk.hear("field", "f2", "on")
    assert desk.table.version == version + 1
    desk.later(1.0)
    assert desk.picture.lights == "dO......."


def test_the_whistle_moved_when_nobody_asks_is_nothing(desk: Desk) -> None:
    version = desk.table.version
    for name in ("f1", "f2", "f9"):
        desk.hear("field", name, "on")
    assert (desk.table.version, desk.status["state"]) == (version, "ready")


# -- gaps ----


def test_without_its_board_the_table_says_so_and_plays_on(desk: Desk) -> None:
    desk.stand(Standing(LinkState.GONE))
    assert (desk.status["state"], desk.status["ok"]) == ("gone", False)
    assert "console" in desk.status["text"]["en"]
    desk.to_whistle()
    assert desk.picture.lights == "O........"
    desk.stand(UP)
    assert (desk.status["state"], desk.status["ok"]) == ("ready", True)


def test_presses_of_a_gap_count_in_their_order(desk: Desk) -> None:
    desk.to_whistle()
    desk.stand(Standing(LinkState.GONE))
    desk.later(3.0)
    desk.stand(UP)
    desk.link.hear(Heard("press", ("b3", "down"), 2000))
    desk.link.hear(Heard("press", ("b3", "up"), 1900))
    desk.link.hear(Heard("press", ("b4", "down"), 1000))
    desk.link.hear(Heard("press", ("b4", "up"), 900))
    desk.settle()
    assert desk.table.history()[-1]["key"] == "r1.whistle"
    assert "Hold UNDO" in desk.status["text"]["en"], "the whistle was moved, then UNDO pressed"


def test_a_press_that_another_hand_has_overtaken_is_refused(desk: Desk) -> None:
    desk.to_whistle()
    desk.later(5.0)
    desk.table.answer("r1.whistle", True, source="console")
    desk.say(r2_card_A="high", r2_card_B="low", r2_roll_A=2, r2_roll_B=2)
    version = desk.table.version
    desk.press("b3", age_ms=3000)
    assert desk.table.version == version
    assert "Look again" in desk.status["text"]["en"]
    desk.press("b3")
    assert desk.table.version == version + 1


def test_what_another_hand_overtakes_while_it_is_held_is_refused(desk: Desk) -> None:
    for stroke in ("up", "long"):
        desk.hear("press", "b4", "down")
        desk.table.note("the whistle rolled away")
        version = desk.table.version
        desk.later(0.5)
        desk.hear("press", "b4", stroke)
        assert (desk.table.version, desk.status["state"]) == (version, "refused")
        assert "moved on" in desk.status["text"]["en"]
        desk.hear("press", "b4", "up")
        assert desk.table.version == version


@pytest.mark.parametrize(
    ("heard", "words"),
    [
        (Heard("lost", ("3",)), "lost: 3."),
        (Heard("stuck", ("b3", "held")), "b3 (WHISTLE)"),
        (Heard("restarted"), "started anew"),
    ],
)
def test_what_a_slow_table_must_know_is_not_dropped(desk: Desk, heard: Heard, words: str) -> None:
    for _ in range(ROOM):
        desk.link.hear(Heard("field", ("f1", "off")))
    desk.link.hear(heard)
    desk.settle()
    assert words in desk.status["text"]["en"]


def test_a_press_of_long_ago_is_refused_a_blow_is_nothing(desk: Desk) -> None:
    desk.to_whistle()
    desk.later(OLDEST_S * 3)
    version = desk.table.version
    desk.hear("blow", age_ms=round(OLDEST_S * 1000) + 1)
    assert (desk.table.version, desk.status["state"]) == (version, "ready")
    desk.press("b3", age_ms=round(OLDEST_S * 1000) + 1)
    assert (desk.table.version, desk.status["state"]) == (version, "refused")


@pytest.mark.parametrize(("heard", "words"), [(Heard("lost", ("3",)), "lost: 3"), (Heard("restarted"), "started anew")])
def test_what_is_lost_is_told(desk: Desk, heard: Heard, words: str) -> None:
    desk.hear(heard.word, *heard.fields)
    assert words in desk.status["text"]["en"]


def test_what_waits_for_a_slow_table_is_bounded_and_the_rest_is_told_as_lost(desk: Desk) -> None:
    for _ in range(ROOM):
        desk.link.hear(Heard("press", ("b3", "down")))
        desk.link.hear(Heard("press", ("b3", "up")))
    desk.settle()
    assert f"lost: {ROOM // 2}." in desk.status["text"]["en"]


def test_stuck_inputs_are_named_until_they_rest(desk: Desk) -> None:
    desk.hear("stuck", "b3", "held")
    desk.hear("stuck", "f4", "chatters")
    assert (desk.status["state"], desk.status["ok"]) == ("stuck", False)
    assert "b3 (WHISTLE), f4" in desk.status["text"]["en"]
    desk.press("b3")
    assert desk.status["ok"] is False
    desk.hear("free", "b3")
    desk.hear("free", "f4")
    assert (desk.status["state"], desk.status["ok"]) == ("ready", True)


def test_what_is_stuck_stays_so_through_a_gap_but_not_through_a_start(desk: Desk) -> None:
    desk.hear("stuck", "b3", "held")
    desk.stand(Standing(LinkState.GONE))
    desk.stand(UP)
    assert desk.status["state"] == "stuck"
    desk.hear("restarted")
    desk.press("b3")
    assert desk.status["detail"]["stuck"] == []


@pytest.mark.parametrize("state", [s for s in LinkState if s is not LinkState.UP])
def test_every_trouble_is_told_with_its_remedy(desk: Desk, state: LinkState) -> None:
    desk.stand(Standing(state, "/dev/ttyACM3", GREETING, "Permission denied"))
    assert (desk.status["state"], desk.status["ok"]) == (state.value, False)
    assert "{" not in desk.status["text"]["en"] + desk.status["text"]["de"]


def test_an_unknown_word_of_a_later_firmware_is_nothing(desk: Desk) -> None:
    desk.hear("barometer", "1013")
    assert desk.status["state"] == "ready"


# -- pictures ----


def test_a_goal_blinks_its_lamp_and_beeps(desk: Desk) -> None:
    desk.to_whistle()
    assert desk.picture.lamps == "b."
    assert desk.link.beeps == ["125"]
    desk.later(GOAL_S)
    assert desk.picture.lamps == ".."


@pytest.mark.parametrize(("sound", "pattern"), [(SHORT, "125"), (LONG, "1000"), (DOUBLE, "125,125,125")])
def test_a_sound_is_spelled(sound: Any, pattern: str) -> None:
    assert spelled(sound) == pattern


def test_all_tracks_stand_one_after_the_other() -> None:
    tracks = [
        {"name": "time", "lights": "ddO..OOO."},
        {"name": "time.A", "lights": "..O.."},
        {"name": "half", "lights": "O."},
    ]
    board = {"scoreboard": {"tracks": tracks, "lamps": "O.", "teams": {"A": {"colour": "red"}, "B": {"colour": "x"}}}}
    whole = strip_picture(board, "ddO..OOO.", "O.", 48)
    assert whole == Picture("ddO..OOO...O..O.", "w" * 9 + "r" * 5 + "w" * 2, "O.")
    assert strip_picture(board, "ddO..OOO.", "O.", 10).lights == "ddO..OOO.."
    assert strip_picture(board, "ddO..OOO.", "O.", 48, flash=1.0) == Picture("O" * 16, whole.colours, "OO")


def test_no_match_is_dark() -> None:
    assert strip_picture(None, "." * 9, "..", 48) == Picture("." * 9, "w" * 9, "..")


def test_a_strip_is_as_long_as_the_board_says() -> None:
    desk = Desk(toy_table())
    desk.stand(Standing(LinkState.UP, "x", Greeting(1, "s", "b", "pico", "1.0", {"leds": 4})))
    assert desk.picture.lights == "O..."
    desk.bridge.close()
    assert desk.link.closed
