"""What a press means: the cursor rules of the catalogue's "Buttons in general"."""

from __future__ import annotations

from typing import Any

import pytest

from companion.adapters.buttons import ARMED_S, Answer, Armed, Buttons, Moved, NewMatch, Outcome, Refused, Undo
from companion.vocabulary import (
    Arrange,
    Choose,
    Confirm,
    Dice,
    Measure,
    Number,
    Option,
    Prompt,
    Roll,
    Secret,
    Text,
    to_json,
)

ASKED = Text("Well?", "Nun?")
SHARED: dict[str, Any] = {"text": ASKED, "rule": "R"}
ABC = tuple(Option(i, Text.same(i)) for i in "abc")
EVENT_FACES = ["red_card", "yellow_card", "injured", "blank"]


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Pressed:
    """Buttons before a table that asks what the test says."""

    def __init__(self, *prompts: Prompt, undo: Any = None, over: bool = False, **before: Any) -> None:
        self.clock = Clock()
        self.buttons = Buttons(self.clock)
        self.ask(*prompts, undo=undo, over=over, **before)

    def ask(self, *prompts: Prompt, undo: Any = None, over: bool = False, **before: Any) -> None:
        self.prompts = {p.key: p for p in prompts}
        asked = [{**to_json(p), "before": before.get(p.key), "final": False} for p in prompts]
        self.board = {"prompts": asked, "undo": undo, "over": over}

    def __call__(self, buttons: str) -> Outcome:
        """`A` and `B` confirm, `W` whistle, `U` undo, `L` undo held, `N` confirm held; the last one's outcome."""
        names = {"A": "confirm_a", "B": "confirm_b", "W": "whistle", "U": "undo", "L": "undo", "N": "confirm_a"}
        for letter in buttons:
            outcome = self.buttons.press(names[letter], letter in "LN", self.prompts, self.board)
        return outcome


def undoable(held: bool = False) -> Any:
    return {"seq": 7, "text": {"en": "Whistle to 60.", "de": "Pfeife auf 60."}, "held": held}


def nod(key: str = "nod", side: str | None = None, button: str = "confirm") -> Confirm:
    return Confirm(key=key, side=side, button=button, **SHARED)


def choose(key: str = "pick", side: str | None = None, **more: Any) -> Choose:
    return Choose(key=key, side=side, options=ABC, **SHARED, **more)


def number(key: str = "total", side: str | None = None, least: int = 0, most: int = 99, **more: Any) -> Number:
    return Number(key=key, side=side, least=least, most=most, **SHARED, **more)


def roll(key: str = "roll", kind: str = "number_die", count: int = 1, **more: Any) -> Roll:
    return Roll(key=key, dice=(Dice(kind, "white", count),), **SHARED, **more)


def lights(outcome: Outcome) -> str:
    assert isinstance(outcome, Moved), outcome
    return outcome.lights


def refused(outcome: Outcome) -> str:
    assert isinstance(outcome, Refused), outcome
    assert outcome.text.en
    assert outcome.text.de
    return outcome.text.en


# -- nods and the whistle ----


def test_each_side_nods_with_its_own_button() -> None:
    pressed = Pressed(nod("a", "A"), nod("b", "B"))
    assert pressed("A") == Answer("a", True)
    assert pressed("B") == Answer("b", True)
    assert "Well?" in refused(Pressed(nod("a", "A"))("B"))


@pytest.mark.parametrize("button", "AB")
def test_what_is_nobodys_is_anybodys(button: str) -> None:
    assert Pressed(nod())(button) == Answer("nod", True)


def test_only_a_whistle_prompt_lets_the_clock_go_on() -> None:
    assert Pressed(nod(button="whistle"))("W") == Answer("nod", True)
    assert "WHISTLE" in refused(Pressed(nod(button="whistle"))("A"))
    refused(Pressed(nod("a", "A"), nod("b", "B"))("W"))  # TV-096


def test_nothing_is_asked() -> None:
    for button in "ABW":
        assert "Nothing" in refused(Pressed()(button))


# -- options ----


def test_one_press_takes_what_is_suggested() -> None:
    assert Pressed(choose(suggestion="b"))("A") == Answer("pick", "b")
    assert isinstance(Pressed(choose(suggestion="gone"))("A"), Moved)


def test_what_stood_there_before_goes_before_the_suggestion() -> None:
    assert Pressed(choose(suggestion="b"), pick="c")("A") == Answer("pick", "c")


def test_without_a_suggestion_nothing_is_taken_unseen() -> None:
    pressed = Pressed(choose())
    assert lights(pressed("A")) == "O........"
    assert pressed("A") == Answer("pick", "a")


@pytest.mark.parametrize(
    ("buttons", "value"), [("WA", "a"), ("WWA", "b"), ("WWWA", "c"), ("WWWWA", "a"), ("WWUA", "a")]
)
def test_the_whistle_goes_through_the_options(buttons: str, value: str) -> None:
    assert Pressed(choose())(buttons) == Answer("pick", value)


def test_the_whistle_goes_on_from_the_suggestion() -> None:
    pressed = Pressed(choose(suggestion="b"))
    assert lights(pressed("W")) == "OOO......"
    assert pressed("A") == Answer("pick", "c")


@pytest.mark.parametrize("side", "AB")
def test_the_other_side_cannot_take_it(side: str) -> None:
    pressed = Pressed(choose(side=side))
    pressed("W")
    refused(pressed("B" if side == "A" else "A"))
    assert pressed(side) == Answer("pick", "a")


# -- numbers ----


def test_the_lights_show_the_number_that_is_taken() -> None:
    pressed = Pressed(number())
    assert lights(pressed("W" * 12)) == "OOddddddd"  # TV-101
    assert lights(pressed("U" * 5)) == "OOOOOOO.."  # TV-102
    assert pressed("B") == Answer("total", 7)


def test_zero_is_entered_by_two_presses() -> None:
    pressed = Pressed(number())
    assert lights(pressed("A")) == "........."
    assert pressed("A") == Answer("total", 0)


@pytest.mark.parametrize(("least", "first"), [(0, 1), (1, 1), (4, 4), (-3, 1)])
def test_the_first_whistle_is_one_or_the_least(least: int, first: int) -> None:
    assert Pressed(number(least=least))("WA") == Answer("total", first)


def test_a_number_ends_at_its_most() -> None:
    pressed = Pressed(number(most=3))
    assert "3" in refused(pressed("WWWW"))
    assert pressed("A") == Answer("total", 3)


def test_undo_below_the_first_is_the_tables_undo() -> None:
    pressed = Pressed(number(), undo=undoable())
    assert lights(pressed("WU")) == "........."
    assert pressed("U") == Undo()


def test_two_entries_are_made_one_after_the_other() -> None:
    a, b = number("a", "A"), number("b", "B")
    pressed = Pressed(a, b)
    pressed("WWW")
    assert "entry" in refused(pressed("B"))
    assert pressed("A") == Answer("a", 3)
    pressed.ask(b)
    assert pressed("WB") == Answer("b", 1)


def test_an_entry_lives_as_long_as_its_prompt() -> None:
    pressed = Pressed(number("a", "A"), number("b", "B"))
    pressed("WWW")
    pressed.ask(number("a", "A"))
    assert pressed("WA") == Answer("a", 4)
    pressed.ask(number("a", "A", most=50))
    assert lights(pressed("W")) == "O........"


# -- dice ----


def test_a_plain_roll_is_the_cameras() -> None:
    assert "WHISTLE" in refused(Pressed(roll())("W"))  # TV-097
    assert "Roll" in refused(Pressed(roll())("A"))


@pytest.mark.parametrize(("presses", "face"), [*enumerate(EVENT_FACES, 1)])
def test_the_event_die_can_be_told(presses: int, face: str) -> None:
    assert Pressed(roll(kind="event_die"))("W" * presses + "A") == Answer("roll", face)


def test_a_roll_that_was_opened_again_is_changed_by_hand() -> None:  # TV-104
    assert Pressed(roll(), roll=2)("A") == Answer("roll", 2)
    pressed = Pressed(roll(), roll=2)
    assert lights(pressed("W")) == "OOO......"
    assert pressed("A") == Answer("roll", 3)
    assert Pressed(roll(), roll=2)("WWA") == Answer("roll", 0)


def test_several_dice_at_once_are_for_the_console() -> None:
    refused(Pressed(roll(count=2), roll=[1, 2])("W"))
    assert Pressed(roll(count=2), roll=[1, 2])("A") == Answer("roll", [1, 2])


# -- what a panel cannot do ----


@pytest.mark.parametrize(
    ("prompt", "suggestion"),
    [
        (choose(least=2, most=3), ["a", "b"]),
        (Arrange(key="pick", items=ABC[:1], slots=ABC, **SHARED), {"a": "b"}),
        (Measure(key="pick", least=0, most=9, **SHARED), 4.5),
    ],
    ids=["many", "arrange", "measure"],
)
def test_what_needs_a_screen_is_taken_only_as_suggested(prompt: Prompt, suggestion: Any) -> None:
    assert "console" in refused(Pressed(prompt)("A"))
    refused(Pressed(prompt)("W"))
    assert Pressed(prompt, pick=suggestion)("A") == Answer("pick", suggestion)


@pytest.mark.parametrize("secret", [Secret.UNTIL_ALL, Secret.UNTIL_REVEALED])
def test_a_secret_never_comes_to_the_lights(secret: Secret) -> None:
    for prompt in (choose(secret=secret, suggestion="a"), number(secret=secret)):
        assert "phone" in refused(Pressed(prompt)("A"))
        refused(Pressed(prompt)("W"))


def test_a_nod_beside_a_roll_is_found() -> None:
    assert Pressed(roll(side="A"), nod("ready", "A"))("A") == Answer("ready", True)


# -- undo and the end ----


def test_undo_steps_back() -> None:
    assert Pressed(undo=undoable())("U") == Undo()
    assert "nothing" in refused(Pressed()("U"))
    assert "nothing" in refused(Pressed()("L"))


def test_back_over_the_whistle_needs_undo_held_and_confirm() -> None:  # TV-105
    pressed = Pressed(nod("a", "A"), undo=undoable(held=True))
    assert "Hold UNDO" in refused(pressed("U"))
    assert isinstance(pressed("L"), Armed)
    assert pressed("B") == Undo(beyond=True)
    assert pressed("A") == Answer("a", True)


@pytest.mark.parametrize("other", ["W", "U"])
def test_any_other_button_disarms(other: str) -> None:
    pressed = Pressed(nod("a", "A"), undo=undoable(held=True))
    assert pressed("L" + other + "A") == Answer("a", True)


def test_the_armed_undo_waits_ten_seconds() -> None:
    pressed = Pressed(nod("a", "A"), undo=undoable(held=True))
    pressed("L")
    pressed.clock.now_s += ARMED_S
    assert not pressed.buttons.armed
    assert pressed("A") == Answer("a", True)


def test_confirm_held_is_a_new_match_only_at_the_end() -> None:
    assert Pressed(nod("a", "A"))("N") == Answer("a", True)
    pressed = Pressed(over=True, undo=undoable(held=True))
    assert pressed("N") == NewMatch()
    refused(pressed("A"))
    assert pressed("LA") == Undo(beyond=True)


def test_only_a_button_with_a_long_meaning_waits() -> None:
    during, after = Pressed(nod()), Pressed(over=True, undo=undoable())
    assert [b for b in ("confirm_a", "whistle", "undo") if during.buttons.waits(b, during.board)] == ["undo"]
    assert [b for b in ("confirm_a", "whistle", "undo") if after.buttons.waits(b, after.board)] == ["confirm_a", "undo"]
    after("L")
    assert not after.buttons.waits("confirm_a", after.board)


def test_a_step_back_ends_the_entry() -> None:
    pressed = Pressed(number(), undo=undoable())
    pressed("WW")
    assert pressed("LA") == Undo(beyond=True)
    assert not pressed.buttons.entering
    pressed("W")
    pressed("UU")
    assert not pressed.buttons.entering
