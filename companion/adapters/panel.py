"""The panel beside the board: four buttons, nine time-track LEDs, two lamps and a buzzer on the pins of a Raspberry Pi.

Wiring and parts: hardware.md. Two threads: one watches the buttons and carries their presses to the Table, the other
draws what the Table accepted. So a slow disk stops no light, and a stuck lamp stops no answer."""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, Self

from gpiozero import PWMLED, Buzzer, DigitalInputDevice, GPIOPinInUse, GPIOZeroError, PinInvalidPin
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.adapters import presses
from companion.adapters.buttons import BUTTONS
from companion.adapters.keys import Keys
from companion.adapters.lamps import Lamps
from companion.adapters.lights import BEAT_S, BUZZER, ROW, SHORT, group_of
from companion.adapters.trial import Trial
from companion.vocabulary import JSON, PromptRefused, Status, Text, Update, to_json

DEVICE: Final = "buttons"
MODEL: Final = Path("/proc/device-tree/model")
BUSY_TICK_S: Final = 0.004
IDLE_TICK_S: Final = 0.05
"""The longest that a press whose edges the pin library has lost stays unseen."""

PHYSICAL: Final = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10, 16: 36, 17: 11,
    18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""BCM number -> place on the 40-pin header."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Pins:
    """BCM numbers. I2C, SPI, UART and the HAT's identity pins stay free. The buttons' first two are on pins that are
    pulled up from power-on; all lamps are on pins that are pulled down, so nothing glows while the Pi starts.

    `leds` in the order 15 30 45 HT 60 75 90 105 120. `use` False leaves all pins alone: the buttons are elsewhere."""

    use: bool = True
    confirm_a: int = 5
    confirm_b: int = 6
    whistle: int = 13
    undo: int = 19
    leds: tuple[int, ...] = (17, 27, 22, 18, 23, 24, 25, 12, 16)
    possession_a: int = 20
    possession_b: int = 21
    buzzer: int = 26

    def roles(self) -> dict[str, int]:
        """Every role with its pin; the LEDs are "0" to "8"."""
        single = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in ("use", "leds")}
        return {**single, **dict(zip(ROW, self.leds, strict=True))}


class Table(presses.Table, Protocol):
    """What the panel needs of the Table."""

    def subscribe(self, listener: Callable[[Update], None]) -> Callable[[], None]: ...

    def report(self, status: Status) -> None: ...


def on_a_pi() -> bool:
    """Whether this is a Raspberry Pi, of any model."""
    try:
        return MODEL.read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        return False


class Panel:
    """Opens the pins and starts at once; `close()` may be called twice.

    `factory` None takes lgpio on a Pi, and mock pins elsewhere or where `simulate` says so. `on_new_match` is called
    when CONFIRM is held at the end of a match; `trial` tells what is tried out. With `threads` False nothing happens
    but by `watch()` and `draw()`."""

    device = DEVICE

    def __init__(
        self,
        table: Table,
        pins: Pins | None = None,
        factory: Any = None,
        *,
        simulate: bool = False,
        on_new_match: Callable[[], object] | None = None,
        trial: Trial | None = None,
        mono_s: Callable[[], float] = time.monotonic,
        threads: bool = True,
    ) -> None:
        self._table = table
        self._wiring = Wiring(pins or Pins(), factory, simulate)
        self._keys = Keys(self._wiring.inputs, mono_s)
        self._trial = trial or Trial(table, mono_s)
        self._lamps = Lamps(self._wiring.outputs, mono_s, lambda: self._trial.lit(DEVICE, self._wiring.outputs))
        self._presses = presses.Presses(table, self._lamps, self._report, self._report_wiring, on_new_match, mono_s)
        self._stuck: list[str] = []
        self._closed = threading.Event()
        self._unsubscribe = table.subscribe(lambda update: self._lamps.told(update.board, update.calls))
        self._lamps.told(table.board(), [])
        self._report_wiring()
        self._trial.join(self)
        self._threads = self._started() if threads else []

    @property
    def simulated(self) -> bool:
        """Whether the pins are mock pins."""
        return self._wiring.simulated

    def press(self, button: str, long: bool = False) -> None:
        """A simulated finger: the mock pin goes low and, when the debounce has seen it, high again. Returns at once;
        several presses are done one after the other. PromptRefused where there is no such button, or a real one."""
        if not self.simulated:
            raise PromptRefused(button, "a press of the real button")
        if button not in self._wiring.inputs:
            raise PromptRefused(button, f"one of the buttons {', '.join(self._wiring.inputs)}")
        self._keys.finger(button, long)

    def lights(self) -> dict[str, str]:
        """What the pins really show: `.` `d` `O`, and `b` for a lamp that blinks; a lamp without a pin is dark."""
        return self._lamps.seen()

    def parts(self) -> JSON:
        """The buttons and lights whose pins could be had, with their places."""
        return self._wiring.parts()

    def beep(self) -> None:
        self._lamps.sound(SHORT)

    def wake(self) -> None:
        self._lamps.changed.set()

    def close(self) -> None:
        """Puts out the lamps and frees the pins."""
        self._unsubscribe()
        self._closed.set()
        self._keys.touched.set()
        self._lamps.changed.set()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(_CLOSING_S)
        self._wiring.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def watch(self) -> float:
        """Looks at the buttons and carries out what was pressed; returns in how many seconds to look again."""
        for name, stroke in self._keys.strokes():
            if self._trial.on:
                self._trial.felt(DEVICE, name, name, stroke.value)
            else:
                self._presses.stroke(name, stroke)
        self._presses.expire()
        if self._keys.stuck != self._stuck:
            self._stuck = self._keys.stuck
            self._report_wiring()
        return BUSY_TICK_S if self._keys.busy else IDLE_TICK_S

    def draw(self) -> float | None:
        """Brings the lamps up to now; returns in how many seconds they change by themselves, None if they do not."""
        return BEAT_S if self._lamps.draw() else None

    def _started(self) -> list[threading.Thread]:
        loops = ((self.watch, self._keys.touched), (self.draw, self._lamps.changed))
        threads = [threading.Thread(target=self._run, args=loop, daemon=True, name="touchline panel") for loop in loops]
        for thread in threads:
            thread.start()
        return threads

    def _run(self, step: Callable[[], float | None], wake: threading.Event) -> None:
        while not self._closed.is_set():
            try:
                wake.wait(step())
            except Exception as error:  # noqa: BLE001 - where a thread starts: the rest of the panel goes on
                _log.exception("the panel failed")
                self._report("failed", _FAILED.format(why=error), ok=False)
                self._closed.wait(_AFTER_FAILURE_S)
            wake.clear()

    @property
    def _trouble(self) -> Text | None:
        """What is wrong with pins or buttons and what to do, None if all is well."""
        stuck = _STUCK.format(names=", ".join(NAMES[name] for name in self._stuck)) if self._stuck else None
        wiring = self._wiring.trouble
        return wiring + stuck if wiring and stuck else wiring or stuck

    def _report_wiring(self) -> None:
        trouble = self._trouble
        state = "stuck" if self._stuck else "faulty" if trouble else "ready"
        self._report(state, trouble or _READY[self.simulated])

    def _report(self, state: str, text: Text, ok: bool = True, **detail: JSON) -> None:
        ok = ok and self._trouble is None
        told = {"simulated": self.simulated, **({"stuck": self._stuck} if self._stuck else {})}
        self._table.report(Status(DEVICE, state, text, ok, {**told, **detail}))


class Wiring:
    """The opened pins by role, and what is wrong with the others."""

    def __init__(self, pins: Pins, factory: Any, simulate: bool) -> None:
        self.inputs: dict[str, Any] = {}
        self.outputs: dict[str, Any] = {}
        self._pins = pins
        self._own = factory is None
        self._faults: dict[str, list[str]] = {}
        self._factory = factory or self._chosen(simulate)
        for role, pin in pins.roles().items():
            self._open(role, pin)

    @property
    def simulated(self) -> bool:
        return isinstance(self._factory, MockFactory)

    @property
    def library(self) -> str:
        """What drives the pins."""
        return type(self._factory).__name__

    @property
    def trouble(self) -> Text | None:
        """What is wrong and what to do, None if all is well."""
        told = [_REMEDY[kind].format(what=", ".join(what)) for kind, what in self._faults.items()]
        return sum(told[1:], told[0]) if told else None

    def parts(self) -> JSON:
        """See `companion.adapters.trial.Tried`."""
        wired = self._pins.roles().items()
        places = {role: to_json(_PLACE.format(gpio=gpio, pin=PHYSICAL.get(gpio, "?"))) for role, gpio in wired}
        buttons = [{"name": role, "role": role, "place": places[role]} for role in self.inputs]
        lights = [{"name": role, "group": group_of(role), "place": places[role]} for role in self.outputs]
        return {"buttons": buttons, "lights": lights}

    def close(self) -> None:
        for device in (*self.inputs.values(), *self.outputs.values()):
            device.close()
        if self._own:
            self._factory.close()

    def _chosen(self, simulate: bool) -> Any:
        if on_a_pi() and not simulate:
            try:
                return _lgpio()
            except _pin_errors() as error:
                self._faults["library"] = [str(error)]
        return MockFactory(pin_class=MockPWMPin)

    def _open(self, role: str, pin: int) -> None:
        try:
            if role in BUTTONS:
                self.inputs[role] = DigitalInputDevice(pin, pull_up=True, pin_factory=self._factory)
            else:
                device = Buzzer if role == BUZZER else PWMLED
                self.outputs[role] = device(pin, pin_factory=self._factory)
        except _pin_errors() as error:
            kind = _kind(error)
            what = f"{NAMES[role]} (GPIO{pin}, pin {PHYSICAL.get(pin, '?')})"
            self._faults.setdefault(kind, []).append(what if kind != "other" else f"{what}: {error}")


def _lgpio() -> Any:
    """Imported, lgpio makes a pipe in its working directory and stays there. Under systemd that is `/`, where it may
    not write (gpiozero#1106, #1130): so it gets a folder of its own, and this program its directory back."""
    if not os.access(os.environ.get("LG_WD", ""), os.W_OK):
        os.environ["LG_WD"] = tempfile.mkdtemp(prefix="touchline-lgpio-")
        atexit.register(shutil.rmtree, os.environ["LG_WD"], ignore_errors=True)
    with contextlib.chdir(os.environ["LG_WD"]):
        from gpiozero.pins.lgpio import LGPIOFactory
    return LGPIOFactory()


def _pin_errors() -> tuple[type[Exception], ...]:
    """What opening a pin may raise. lgpio has its own error, and is there only on a Pi."""
    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError, ImportError, OSError, *([lgpio.error] if lgpio else []))


def _kind(error: Exception) -> str:
    if isinstance(error, GPIOPinInUse) or "busy" in str(error).lower():
        return "busy"
    return "missing" if isinstance(error, PinInvalidPin) else "other"


_CLOSING_S: Final = 2.0
_AFTER_FAILURE_S: Final = 0.2
_FIELDS = ("15", "30", "45", "HT", "60", "75", "90", "105", "120")
NAMES: Final = {
    "confirm_a": "CONFIRM A", "confirm_b": "CONFIRM B", "whistle": "WHISTLE", "undo": "UNDO", "buzzer": "buzzer",
    "possession_a": "lamp A", "possession_b": "lamp B", **{n: f"LED {f}" for n, f in zip(ROW, _FIELDS, strict=True)},
}  # fmt: skip
_PLACE: Final = Text("GPIO{gpio}, pin {pin}", "GPIO{gpio}, Pin {pin}")
_READY: Final = {
    True: Text("The buttons and lights are simulated.", "Tasten und Lichter sind simuliert."),
    False: Text("Buttons and lights are ready.", "Tasten und Lichter sind bereit."),
}
_STUCK: Final = Text(
    "Stuck, and left out until let go: {names}. Check button and wire.",
    "Klemmt und zählt nicht, bis es wieder ruht: {names}. Taste und Leitung prüfen.",
)
_FAILED: Final = Text("The panel has a fault: {why}", "Das Pult hat einen Fehler: {why}")
_REMEDY: Final = {
    "busy": Text(
        "Used already: {what}. Close the other program (another Touchline?) or choose other numbers under [pins] in "
        "touchline.toml, then start again.",
        "Schon belegt: {what}. Das andere Programm beenden (ein zweites Touchline?) oder unter [pins] in "
        "touchline.toml andere Nummern wählen, dann neu starten.",
    ),
    "missing": Text(
        "Not on this board: {what}. Choose other numbers under [pins] in touchline.toml, see hardware.md.",
        "Gibt es hier nicht: {what}. In touchline.toml unter [pins] andere Nummern wählen, siehe hardware.md.",
    ),
    "other": Text(
        "Cannot be used: {what}. Check the wiring and [pins] in touchline.toml, see hardware.md.",
        "Nicht benutzbar: {what}. Verdrahtung und [pins] in touchline.toml prüfen, siehe hardware.md.",
    ),
    "library": Text(
        "The pins cannot be opened ({what}), so the panel is simulated. Install lgpio and join the group gpio: see "
        "hardware.md.",
        "Die Pins lassen sich nicht öffnen ({what}), das Pult ist daher simuliert. lgpio installieren und der Gruppe "
        "gpio beitreten: siehe hardware.md.",
    ),
}
