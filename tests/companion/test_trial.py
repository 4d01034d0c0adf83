"""Buttons and lights tried out: only away from a match, and then no press answers anything."""

from __future__ import annotations

from typing import Any

import pytest

from companion.adapters.bridge import DEVICE as BOARD
from companion.adapters.bridge import Bridge
from companion.adapters.panel import DEVICE as BUTTONS
from companion.adapters.trial import LEASE_S, Trial
from companion.vocabulary import TrialRefused
from firmware_bridge.link import LinkState, Standing
from firmware_bridge.talk import Greeting
from tests.companion import test_bridge
from tests.companion.desk import Clock, Desk, toy_table


class TrialDesk(Desk):
    """A table with its panel and a trial; the match is paused."""

    def __init__(self) -> None:
        table = toy_table()
        self.clock = Clock()
        self.trial = Trial(table, lambda: self.clock())
        super().__init__(table, trial=self.trial)
        table.pause(True)

    @property
    def shining(self) -> list[str]:
        self.panel.draw()
        return [name for name, letter in self.panel.lights().items() if letter != "."]


@pytest.fixture
def desk() -> TrialDesk:
    return TrialDesk()


def test_while_a_match_is_played_it_is_refused_with_the_reason(desk: TrialDesk) -> None:
    desk.table.pause(False)
    before = desk.shining
    with pytest.raises(TrialRefused) as refused:
        desk.trial.begin()
    assert "Pause it" in refused.value.text.en
    assert desk.trial.told()["why"]["de"].startswith("Ein Spiel läuft")
    with pytest.raises(TrialRefused):
        desk.trial.light(BUTTONS, "3")
    assert desk.shining == before, "the lights show the match"


def test_no_match_and_a_match_that_is_over_are_free(desk: TrialDesk) -> None:
    desk.table.pause(False)
    desk.table.end("rain")
    assert desk.trial.told()["why"] is None
    desk.trial.begin()
    assert desk.trial.on


def test_a_press_is_told_and_answers_nothing(desk: TrialDesk) -> None:
    desk.trial.begin()
    version, history = desk.table.version, desk.table.history()
    desk.press("whistle")
    desk.press("undo", long=True)
    told = [(one["name"], one["role"], one["stroke"]) for one in desk.trial.told()["pressed"]]
    assert told == [("whistle", "whistle", "down"), ("whistle", "whistle", "up"), ("undo", "undo", "down"),
                    ("undo", "undo", "long"), ("undo", "undo", "up")]  # fmt: skip
    assert (desk.table.version, desk.table.history()) == (version, history)


@pytest.mark.parametrize("light", ["0", "3", "8", "possession_a", "possession_b"])
def test_only_the_light_that_is_wished_shines(desk: TrialDesk, light: str) -> None:
    desk.trial.begin()
    assert desk.shining == []
    desk.trial.light(BUTTONS, light)
    assert desk.shining == [light]
    assert desk.trial.told()["lit"] == {"device": BUTTONS, "light": light}


def test_all_lights_and_the_buzzer_by_itself(desk: TrialDesk) -> None:
    desk.trial.begin()
    desk.trial.light(BUTTONS, "all")
    assert len(desk.shining) == 11, "nine fields and two lamps"
    desk.trial.light(BUTTONS, "")
    assert desk.shining == []
    desk.trial.light(BUTTONS, "buzzer")
    assert desk.shining == ["buzzer"]
    desk.later(1.0)
    assert desk.shining == []


def test_after_it_the_lights_show_the_match_and_presses_answer(desk: TrialDesk) -> None:
    before = desk.shining
    desk.trial.begin()
    desk.trial.light(BUTTONS, "8")
    desk.trial.end()
    assert desk.shining == before != ["8"]
    desk.table.pause(False)
    version = desk.table.version
    desk.press("undo")
    assert desk.table.version == version + 1, "the last word of the referee is taken back"


def test_a_match_that_goes_on_ends_it_at_once_and_for_good(desk: TrialDesk) -> None:
    desk.trial.begin()
    desk.trial.light(BUTTONS, "8")
    desk.table.pause(False)
    assert not desk.trial.on
    assert "8" not in desk.shining
    desk.table.pause(True)
    assert not desk.trial.on, "nobody asked for another"


def test_it_ends_when_nobody_is_there_any_more(desk: TrialDesk) -> None:
    before = desk.shining
    desk.trial.begin()
    desk.trial.light(BUTTONS, "8")
    desk.later(LEASE_S - 0.1)
    desk.trial.begin()
    assert desk.shining == ["8"], "begun again, it goes on"
    assert desk.panel.draw() is not None, "time alone will end it"
    desk.later(LEASE_S + 0.1)
    assert desk.shining == before


@pytest.mark.parametrize(("device", "light"), [(BUTTONS, "9"), (BUTTONS, "confirm_a"), ("eye", "0"), ("", "")])
def test_a_light_that_is_none_is_refused(desk: TrialDesk, device: str, light: str) -> None:
    desk.trial.begin()
    with pytest.raises(TrialRefused, match="There is no light"):
        desk.trial.light(device, light)


def test_the_devices_say_where_everything_is_wired(desk: TrialDesk) -> None:
    (told,) = desk.trial.told()["devices"]
    assert (told["device"], told["detail"]["simulated"], told["ok"]) == (BUTTONS, True, True)
    places = {part["name"]: part["place"] for part in told["buttons"] + told["lights"]}
    assert places["whistle"] == {"en": "GPIO13, pin 33", "de": "GPIO13, Pin 33"}
    assert places["0"]["en"] == "GPIO17, pin 11"
    assert {part["group"] for part in told["lights"]} == {"row", "lamp", "buzzer"}


# -- the board on USB ------------------------------------------------------------------------------------------------

HAS = {"buttons": 8, "fields": 9, "leds": 30, "lamps": 2, "buzzer": 1, "mic": 1}
UP = Standing(LinkState.UP, "/dev/ttyACM3", Greeting(1, "s1", "b1", "pico", "1.0", HAS))


class BoardDesk(test_bridge.Desk):
    def __init__(self) -> None:
        table = toy_table()
        table.pause(True)
        self.clock = Clock()
        self.trial = Trial(table, lambda: self.clock())
        super().__init__(table, trial=self.trial)
        self.stand(UP)
        self.trial.begin()

    @property
    def bridge_told(self) -> dict[str, Any]:
        (told,) = self.trial.told()["devices"]
        assert isinstance(told, dict)
        return told


def test_a_board_shows_each_light_of_its_whole_strip() -> None:
    desk = BoardDesk()
    for light in (0, 8, 29):
        desk.trial.light(BOARD, str(light))
        assert desk.picture.lights == "." * light + "O" + "." * (29 - light)
        assert desk.picture.lamps == ".."
    desk.trial.light(BOARD, "possession_b")
    assert (desk.picture.lights, desk.picture.lamps) == ("." * 30, ".O")
    desk.trial.light(BOARD, "buzzer")
    assert desk.link.beeps == ["125"]
    desk.trial.end()
    assert desk.picture.lights.startswith("O....")
    desk.bridge.close()


def test_a_board_tells_every_press_sense_and_blow_by_its_name() -> None:
    desk = BoardDesk()
    version = desk.table.version
    desk.press("b3")
    desk.hear("field", "f4", "on")
    desk.hear("blow")
    told = [(one["name"], one["role"], one["stroke"]) for one in desk.trial.told()["pressed"]]
    assert told == [("b3", "whistle", "down"), ("b3", "whistle", "up"), ("f4", "", "on"), ("mic", "", "blow")]
    assert desk.table.version == version
    desk.bridge.close()


def test_a_board_says_what_it_is_and_nothing_while_it_is_away() -> None:
    desk = BoardDesk()
    told = desk.bridge_told
    assert told["detail"] | {"stuck": []} == {"port": "/dev/ttyACM3", "board": "pico", "firmware": "1.0", "stuck": []}
    assert [(part["name"], part["role"]) for part in told["buttons"]][2] == ("b3", "whistle")
    assert len(told["lights"]) == 33
    desk.stand(Standing(LinkState.GONE))
    told = desk.bridge_told
    assert (told["buttons"], told["lights"], told["ok"]) == ([], [], False)
    assert "has gone" in told["text"]["en"]
    desk.bridge.close()


def test_a_bridge_alone_has_a_trial_of_its_own() -> None:
    bridge = Bridge(toy_table(), None, test_bridge.ScriptedLink, threads=False)
    assert bridge.parts() == {"buttons": [], "lights": []}
    bridge.close()
