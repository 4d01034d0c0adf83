"""The first light: every lamp is shown by its name, every button is asked for. For a table that has just been wired."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from typing import Protocol

from companion.adapters.keys import Keys, Stroke
from companion.adapters.lights import BUZZER
from companion.adapters.panel import NAMES, Wiring, on_a_pi
from companion.checks.finding import Finding
from companion.settings import Settings
from companion.vocabulary import Text
from firmware_bridge.link import Link, LinkState, Standing
from firmware_bridge.talk import Greeting, Heard, Picture
from vision.advice import Level

SHOW_S = 0.7
PRESS_S = 15.0
_LOOK_S = 0.005
_SEE = Text("Now lit: {name}", "Jetzt leuchtet: {name}")
_PRESS = Text("Press {name}", "{name} drücken")
_OTHER = Text(
    "That was {name}: its wire is on another pin.", "Das war {name}: die Leitung steckt an einem anderen Pin."
)
_MISSED = Text(
    "Nothing came from: {names}. Check button and wire.", "Nichts kam von: {names}. Taste und Leitung prüfen."
)
_SWAPPED = Text("Swapped: {names}.", "Vertauscht: {names}.")
_ALL = Text(
    "{lights} lights were shown, {buttons} buttons answered. A light that stayed dark is turned round or not"
    " connected.",
    "{lights} Lichter wurden gezeigt, {buttons} Tasten haben geantwortet. Was dunkel blieb, ist verkehrt herum oder"
    " nicht angeschlossen.",
)
_NOTHING = Text(
    "There are no real lights here: no Raspberry Pi with [pins] in use, and no board that answers with [board] in use.",
    "Hier gibt es keine echten Lichter: kein Raspberry Pi mit benutzten [pins], kein antwortendes Board mit benutztem"
    " [board].",
)

Say = Callable[[Text], None]


class Device(Protocol):
    """What has lights and buttons."""

    lights: list[str]
    buttons: list[str]

    def show(self, light: str | None) -> None:
        """Only this one; None puts all out."""

    def pressed(self, limit_s: float) -> str | None:
        """The button that was pressed; None if none was."""

    def close(self) -> None: ...


def first_light(settings: Settings, say: Say) -> Finding:
    """Goes through the pins of a Pi, and the board; `say` tells what to look at and what to press."""
    made: list[Device] = []
    lines: list[Text] = []
    if settings.pins.use and not settings.simulate and on_a_pi():
        wiring = Wiring(settings.pins, None, False)
        lines += [wiring.trouble] if wiring.trouble else []
        made.append(OnPins(wiring))
    if settings.board.use:
        board = OnBoard([settings.board.port] if settings.board.port else None)
        made += [board] if board.lights else []
    if not made:
        return Finding("lights", Level.NOT_USABLE, (_NOTHING,))
    level = Level.USABLE if lines else Level.GOOD
    findings = [walk(device, say) for device in made]
    lines += [line for finding in findings for line in finding.lines]
    return Finding("lights", max(level, *(finding.level for finding in findings)), tuple(lines))


def walk(device: Device, say: Say, show_s: float = SHOW_S, press_s: float = PRESS_S) -> Finding:
    """Every light of a device, then every button; closes it."""
    try:
        for light in device.lights:
            say(_SEE.format(name=light))
            device.show(light)
            time.sleep(show_s)
        device.show(None)
        pressed = {button: _asked(device, button, say, press_s) for button in device.buttons}
    finally:
        device.close()
    return _judged(len(device.lights), pressed)


def _asked(device: Device, button: str, say: Say, limit_s: float) -> str | None:
    say(_PRESS.format(name=button))
    came = device.pressed(limit_s)
    if came not in (button, None):
        say(_OTHER.format(name=came))
    return came


def _judged(lights: int, pressed: dict[str, str | None]) -> Finding:
    missed = [name for name, came in pressed.items() if came is None]
    swapped = [f"{name} → {came}" for name, came in pressed.items() if came not in (name, None)]
    lines = [_ALL.format(lights=lights, buttons=len(pressed) - len(missed))]
    lines += [_MISSED.format(names=", ".join(missed))] if missed else []
    lines += [_SWAPPED.format(names=", ".join(swapped))] if swapped else []
    level = Level.USABLE if missed or swapped else Level.GOOD
    return Finding("lights", level, tuple(lines), {"lights": lights, "missed": missed, "swapped": swapped})


class OnPins:
    """The pins of a Pi."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._keys = Keys(wiring.inputs, time.monotonic)
        self._outputs = {NAMES[role]: device for role, device in wiring.outputs.items()}
        self.lights = list(self._outputs)
        self.buttons = [NAMES[role] for role in wiring.inputs]

    def show(self, light: str | None) -> None:
        for name, device in self._outputs.items():
            device.value = float(name == light)

    def pressed(self, limit_s: float) -> str | None:
        until_s = time.monotonic() + limit_s
        while time.monotonic() < until_s:
            down = [name for name, stroke in self._keys.strokes() if stroke is Stroke.DOWN]
            if down:
                return NAMES[down[0]]
            time.sleep(_LOOK_S)
        return None

    def close(self) -> None:
        self._wiring.close()


class OnBoard:
    """The board on USB; without one that answers it has no lights."""

    def __init__(self, ports: list[str] | None, link: Callable[..., Link] = Link, limit_s: float = 4.0) -> None:
        self._heard: queue.SimpleQueue[Heard | Standing] = queue.SimpleQueue()
        self._link = link(self._heard.put, self._heard.put, **({"ports": lambda: ports} if ports else {}))
        board = self._greeted(limit_s)
        has = board.has if board else {}
        self._leds, self._lamps = board.lights if board else 0, has.get("lamps", 0)
        self.lights = [f"light {n + 1}" for n in range(self._leds)] + [f"lamp {n + 1}" for n in range(self._lamps)]
        self.buttons = [f"b{n + 1}" for n in range(has.get("buttons", 0))]
        self.lights += [BUZZER] if has.get("buzzer") else []

    def show(self, light: str | None) -> None:
        letters = "".join("O" if f"light {n + 1}" == light else "." for n in range(self._leds))
        lamps = "".join("O" if f"lamp {n + 1}" == light else "." for n in range(self._lamps))
        self._link.show(Picture(letters, "w" * self._leds, lamps))
        if light == BUZZER:
            self._link.beep("300")

    def pressed(self, limit_s: float) -> str | None:
        for came in self._came(limit_s):
            if isinstance(came, Heard) and came.word == "press" and came.fields[1] == Stroke.DOWN.value:
                return came.fields[0]
        return None

    def close(self) -> None:
        self._link.close()

    def _greeted(self, limit_s: float) -> Greeting | None:
        for came in self._came(limit_s):
            if isinstance(came, Standing) and came.state is LinkState.UP:
                return came.board
        self._link.close()
        return None

    def _came(self, limit_s: float) -> Iterator[Heard | Standing]:
        """What comes within that time, one after the other."""
        until_s = time.monotonic() + limit_s
        while (left_s := until_s - time.monotonic()) > 0:
            try:
                yield self._heard.get(timeout=left_s)
            except queue.Empty:
                return
