"""The same fingers on the pins of a Pi and on a board mean the same: one trace of levels goes into both."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.adapters.panel import Pins
from companion.adapters.stuck import HELD_S, OFTEN, QUIET_S
from companion.table import Table
from firmware_bridge.firmware import contact
from firmware_bridge.firmware.contact import Contact
from tests.companion import desk as pins
from tests.companion import test_bridge as board
from tests.companion.desk import toy_table

Trace = list[tuple[str, int]]
"""Which button is down ("" for none), and for how many ms."""
BOARDS = {"confirm_a": "b1", "confirm_b": "b2", "whistle": "b3", "undo": "b4"}
TO_WHISTLE = {"r1_card_A": "high", "r1_card_B": "low", "r1_roll_A": 2, "r1_roll_B": 1}
LOOK_MS = 5


class OnPins:
    """Levels of mock pins, looked at as the panel's thread does it."""

    def __init__(self, table: Table) -> None:
        self.desk = pins.Desk(table)

    def feel(self, trace: Trace) -> None:
        for down, length_ms in trace:
            for role in BOARDS:
                self._drive(role, role == down)
            for at_ms in range(0, length_ms, LOOK_MS):
                self.desk.later(min(LOOK_MS, length_ms - at_ms) / 1000)

    def _drive(self, role: str, down: bool) -> None:
        pin = self.desk.factory.pin(Pins().roles()[role])
        (pin.drive_low if down else pin.drive_high)()


class OnBoard:
    """The firmware's contacts, and the bridge that is told what they felt."""

    def __init__(self, table: Table) -> None:
        self.desk = board.Desk(table)
        self._contacts = {role: Contact(False, 0) for role in BOARDS}
        self._now_ms = 0

    def feel(self, trace: Trace) -> None:
        for down, length_ms in trace:
            for _ in range(length_ms):
                for role, one in self._contacts.items():
                    self._tell(BOARDS[role], one.feel(role == down, self._now_ms))
                self._now_ms += 1
            self.desk.later(length_ms / 1000)

    def _tell(self, name: str, felt: str | None) -> None:
        if felt in (contact.HELD, contact.CHATTERS):
            self.desk.hear("stuck", name, felt)
        elif felt == contact.FREED:
            self.desk.hear("free", name)
        elif felt:
            self.desk.hear("press", name, felt)


@pytest.fixture(params=[OnPins, OnBoard], ids=["pins", "board"])
def fingers(request: pytest.FixtureRequest) -> OnPins | OnBoard:
    made: OnPins | OnBoard = request.param(toy_table())
    made.desk.say(**TO_WHISTLE)
    return made


def bounced(role: str, length_ms: int) -> Trace:
    """A worn button: it bounces when it closes and when it opens."""
    edge = [(role, 3), ("", 2), (role, 6), ("", 4)]
    return [*edge, (role, length_ms), *reversed(edge), ("", 100)]


def keys_of(desk: pins.Desk | board.Desk) -> list[str]:
    """The keys of what was answered by buttons."""
    return [e["key"] for e in desk.table.history() if e.get("source") == "button"]


def test_a_bounced_press_is_one_press(fingers: OnPins | OnBoard) -> None:
    fingers.feel(bounced("whistle", 80))
    assert keys_of(fingers.desk) == ["r1.whistle"]
    assert fingers.desk.status["state"] == "ready"


def test_a_press_shorter_than_the_debounce_is_none_and_the_long_one_after_it_counts(fingers: OnPins | OnBoard) -> None:
    fingers.feel([*bounced("whistle", 50)])
    fingers.feel([("undo", 6), ("", 12)])
    assert fingers.desk.status["state"] == "ready"
    fingers.feel([("undo", 6), ("", 12), ("undo", 2100)])
    assert fingers.desk.status["state"] == "armed"
    fingers.feel([("", 100), *bounced("confirm_b", 50)])
    assert fingers.desk.table.board()["phase"] == "ROUND_END"


def test_a_bounce_in_the_middle_of_a_long_press_does_not_end_it(fingers: OnPins | OnBoard) -> None:
    fingers.feel(bounced("whistle", 50))
    fingers.feel([("undo", 1000), ("", 5), ("undo", 1200), ("", 100)])
    assert fingers.desk.status["state"] == "armed"


def test_a_held_button_repeats_nothing(fingers: OnPins | OnBoard) -> None:
    fingers.feel([("whistle", 5000), ("", 100)])
    assert keys_of(fingers.desk) == ["r1.whistle"]


def test_every_press_of_a_quick_row_counts(fingers: OnPins | OnBoard) -> None:
    fingers.feel(bounced("whistle", 50))
    refused: list[int] = []
    fingers.desk.table.subscribe(
        lambda update: refused.extend(d["detail"].get("refusals", 0) for d in update.board["devices"].values())
    )
    fingers.feel([("whistle", 60), ("", 60)] * 5)
    assert refused == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "trace",
    [[("whistle", round(HELD_S * 1000) + 100)], [("whistle", 25), ("", 25)] * (OFTEN + 5)],
    ids=["held", "chatters"],
)
def test_a_stuck_button_is_left_out_and_named_until_it_rests(fingers: OnPins | OnBoard, trace: Trace) -> None:
    fingers.feel(trace)
    status = fingers.desk.status
    assert (status["state"], status["ok"]) == ("stuck", False)
    assert "WHISTLE" in status["text"]["en"]
    before = fingers.desk.table.version
    fingers.feel([("", 500), ("whistle", 100), ("", 100)])
    assert fingers.desk.table.version == before, "what a stuck button does is nothing"
    fingers.feel([("", round(QUIET_S * 1000) + 100)])
    assert (fingers.desk.status["state"], fingers.desk.status["ok"]) == ("ready", True)
    fingers.feel(bounced("undo", 50))
    assert fingers.desk.status["state"] in ("ready", "refused")


def test_both_at_once_on_one_table() -> None:
    table = toy_table()
    on_pins, on_board = OnPins(table), OnBoard(table)
    on_pins.desk.say(**TO_WHISTLE)
    on_board.feel(bounced("whistle", 50))
    on_pins.desk.later(1.0)
    assert on_pins.desk.row == "dO......."
    on_pins.desk.say(r2_card_A="high", r2_card_B="low", r2_roll_A=2, r2_roll_B=1)
    on_pins.feel(bounced("whistle", 50))
    on_board.desk.later(1.0)
    assert on_board.desk.picture.lights == on_pins.desk.row
    assert keys_of(on_pins.desk) == ["r1.whistle", "r2.whistle"]


def test_many_simulated_presses_are_not_taken_for_a_stuck_button() -> None:
    desk = pins.Desk(toy_table())
    for _ in range(3 * OFTEN):
        desk.panel.press("whistle")
    for _ in range(3 * OFTEN * 100):
        desk.later(LOOK_MS / 1000)
    assert desk.status["detail"]["refusals"] == 3 * OFTEN


def test_the_limits_of_pins_and_board_are_the_same() -> None:
    from companion.adapters import keys, stuck

    seconds: Callable[[str], float] = lambda name: getattr(contact, name) / 1000  # noqa: E731
    assert (seconds("STABLE_MS"), seconds("LONG_MS")) == (keys.STABLE_S, keys.LONG_S)
    assert tuple(map(seconds, ("HELD_MS", "OFTEN_MS", "BOUNCE_MS", "QUIET_MS"))) == (
        stuck.HELD_S,
        stuck.OFTEN_S,
        stuck.BOUNCE_S,
        stuck.QUIET_S,
    )
    assert stuck.OFTEN == contact.OFTEN
