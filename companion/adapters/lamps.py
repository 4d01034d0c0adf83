"""The LEDs and the buzzer as devices: what shall be shown comes in from any thread, one thread sets the pins."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from companion.adapters.lights import BUZZER, LAMPS, ROW, Show, Sound, look
from companion.vocabulary import JSON


class Lamps:
    """The LEDs and the buzzer. Whoever tells them something waits for no lamp; the newest picture wins."""

    def __init__(
        self, outputs: Mapping[str, Any], mono_s: Callable[[], float], lit: Callable[[], Collection[str] | None]
    ) -> None:
        """`lit` tells which lamps shine while they are tried out, None while they show the match."""
        self.changed = threading.Event()
        self._lit = lit
        self._outputs = outputs
        self._mono_s = mono_s
        self._show = Show()
        self._lock = threading.Lock()
        self._drawn: dict[str, float] = {}

    def told(self, board: JSON, calls: Iterable[JSON]) -> None:
        self._change(lambda now_s: self._show.told(board, calls, now_s))

    def enter(self, asked: JSON, letters: str) -> None:
        self._change(lambda now_s: self._show.enter(asked, letters))

    def leave(self) -> None:
        self._change(lambda now_s: self._show.leave())

    def refuse(self, sound: Sound) -> None:
        self._change(lambda now_s: self._show.refuse(now_s, sound))

    def sound(self, sound: Sound) -> None:
        self._change(lambda now_s: self._show.sound(sound, now_s))

    def draw(self) -> bool:
        """Sets the pins; returns whether time alone will change them."""
        with self._lock:
            now_s = self._mono_s()
            lit = self._lit()
            levels, moving = self._show.levels(now_s), lit is not None or self._show.moving(now_s)
        if lit is not None:
            levels = {name: float(name in lit) for name in levels} | {BUZZER: levels[BUZZER]}
        for name, device in self._outputs.items():
            if self._drawn.get(name) != levels[name]:
                self._drawn[name] = levels[name]  # first, so that a lamp that fails does not keep the others dark
                device.value = levels[name]
        return moving

    def seen(self) -> dict[str, str]:
        with self._lock:
            letters = self._show.letters() if self._lit() is None else {}
        return {name: self._look(name, letters.get(name)) for name in (*ROW, *LAMPS, BUZZER)}

    def _look(self, name: str, letter: str | None) -> str:
        device = self._outputs.get(name)
        real = look(float(device.value)) if device and not device.closed else "."
        return "b" if letter == "b" and device and real != "d" else real

    def _change(self, change: Callable[[float], None]) -> None:
        with self._lock:
            change(self._mono_s())
        self.changed.set()
