"""The fingers on the panel: bouncing contacts go in, clean strokes come out. Time comes from an injected clock."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping
from enum import Enum
from functools import partial
from typing import Any, Final

from companion.adapters.stuck import Stuck

STABLE_S: Final = 0.008
"""A level counts after it has stayed that long: longer than the pauses within a bounce, short enough that the light is
there within 20 ms."""
LONG_S: Final = 2.0
PACE_S: Final = 0.1
"""The simulated finger presses no faster than a real one, or its buttons would be taken for stuck."""


class Stroke(Enum):
    """What a finger did."""

    DOWN = "down"
    LONG = "long"
    UP = "up"


class Contact:
    """One button. The level is the truth and an edge only says when it changed: an edge that the pin library loses or
    invents (gpiozero#1090, #1138) neither loses nor makes a press."""

    def __init__(self, level: bool = False, stable_s: float = STABLE_S, long_s: float = LONG_S) -> None:
        """`level` is where it stands: a button that is stuck when the program starts is no press."""
        self.down = level
        self._stable_s, self._long_s = stable_s, long_s
        self._seen, self._since_s = level, 0.0
        self._pressed_s: float | None = None

    @property
    def busy(self) -> bool:
        """Whether time alone can bring a stroke."""
        return self.down or self._seen

    def edge(self, level: bool, now_s: float) -> Stroke | None:
        """The level just became `level`; until now it was the other one."""
        stroke = self._settled(now_s) if level is not self._seen else None
        self._seen, self._since_s = level, now_s
        return stroke

    def sample(self, level: bool, now_s: float) -> Stroke | None:
        """The level is `level`; what it was since the last look is not known."""
        if level is not self._seen:
            self._seen, self._since_s = level, now_s
        return self._settled(now_s)

    def _settled(self, now_s: float) -> Stroke | None:
        if self._seen is not self.down and now_s - self._since_s >= self._stable_s:
            self.down = self._seen
            self._pressed_s = self._since_s if self.down else None
            return Stroke.DOWN if self.down else Stroke.UP
        if self.down and self._pressed_s is not None and now_s - self._pressed_s >= self._long_s:
            self._pressed_s = None
            return Stroke.LONG
        return None


class Keys:
    """The contacts of the buttons, and the simulated finger on them."""

    def __init__(self, inputs: Mapping[str, Any], mono_s: Callable[[], float]) -> None:
        self.touched = threading.Event()
        self._inputs = inputs
        self._mono_s = mono_s
        self._lock = threading.Lock()
        self._contacts = {name: Contact(bool(device.value)) for name, device in inputs.items()}
        self._faults = {name: Stuck(contact.down, mono_s()) for name, contact in self._contacts.items()}
        self._felt: deque[tuple[str, Stroke]] = deque()
        self._wishes: deque[tuple[str, Stroke]] = deque()
        self._pressing: tuple[str, Stroke] | None = None
        self._next_press_s = mono_s()
        for name, device in inputs.items():
            device.when_activated = partial(self._edge, name, True)
            device.when_deactivated = partial(self._edge, name, False)

    @property
    def busy(self) -> bool:
        """Whether to look again soon."""
        return bool(self._wishes or self._pressing) or any(c.busy for c in self._contacts.values())

    @property
    def stuck(self) -> list[str]:
        """The buttons that count no longer until they have been at rest."""
        return [name for name, fault in self._faults.items() if fault.stuck]

    def finger(self, button: str, long: bool) -> None:
        self._wishes.append((button, Stroke.LONG if long else Stroke.DOWN))
        self.touched.set()

    def strokes(self) -> list[tuple[str, Stroke]]:
        """What fingers did since the last look."""
        self._press_next()
        with self._lock:
            now_s = self._mono_s()
            for name, contact in self._contacts.items():
                self._look(name, contact.sample, bool(self._inputs[name].value), now_s)
            felt = list(self._felt)
            self._felt.clear()
        for stroke in felt:
            self._let_go(stroke)
        return [(name, stroke) for name, stroke in felt if not self._faults[name].stuck]

    def _press_next(self) -> None:
        if self._wishes and not self._pressing and self._mono_s() >= self._next_press_s:
            self._pressing = self._wishes.popleft()
            self._next_press_s = self._mono_s() + PACE_S
            self._inputs[self._pressing[0]].pin.drive_low()

    def _let_go(self, felt: tuple[str, Stroke]) -> None:
        """The simulated finger holds until its press has been felt, however slow this machine is."""
        if felt == self._pressing:
            self._inputs[felt[0]].pin.drive_high()
        elif self._pressing and felt == (self._pressing[0], Stroke.UP):
            self._pressing = None

    def _edge(self, name: str, level: bool) -> None:
        """Runs in the pin library's thread, so it only takes note."""
        with self._lock:
            self._look(name, self._contacts[name].edge, level, self._mono_s())
        self.touched.set()

    def _look(self, name: str, feel: Callable[[bool, float], Stroke | None], level: bool, now_s: float) -> None:
        stroke = feel(level, now_s)
        self._faults[name].look(level, now_s)
        if stroke:
            self._felt.append((name, stroke))
