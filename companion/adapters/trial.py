"""Buttons and lights tried out by hand, away from any match: presses are told and answer nothing, and the lights show
what somebody wishes. The devices ask here before every press and every picture."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from typing import Final, Protocol

from companion.vocabulary import JSON, Text, TrialRefused, Update, to_json

LEASE_S: Final = 20.0
"""So long after it was last begun a trial ends: nobody is there any more."""
KEPT: Final = 30
ALL: Final = "all"


class Table(Protocol):
    """What a trial needs of the Table."""

    def board(self) -> JSON: ...

    def subscribe(self, listener: Callable[[Update], None]) -> Callable[[], None]: ...


class Tried(Protocol):
    """A device with buttons and lights; `device` is its name in the Table's statuses."""

    device: str

    def parts(self) -> JSON:
        """`buttons` [{name, role, place}] and `lights` [{name, group, place}]; place is a text, group row, lamp or
        buzzer."""

    def beep(self) -> None:
        """Sounds the buzzer once."""

    def wake(self) -> None:
        """The lights have another wish."""


class Trial:
    """`on` until its lease is over or a match goes on; `lit` is asked by the devices."""

    def __init__(self, table: Table, mono_s: Callable[[], float] = time.monotonic) -> None:
        self._table = table
        self._mono_s = mono_s
        self._lock = threading.Lock()
        self._devices: list[Tried] = []
        self._until_s = float("-inf")
        self._lit: tuple[str, str] | None = None
        self._pressed: deque[JSON] = deque(maxlen=KEPT)
        self._count = 0
        table.subscribe(self._told)

    @property
    def on(self) -> bool:
        return self._mono_s() < self._until_s and _why(self._table.board()) is None

    def join(self, device: Tried) -> None:
        """This device can be tried out."""
        self._devices.append(device)

    def lit(self, device: str, lights: Collection[str]) -> frozenset[str] | None:
        """Which of its lights shine; None while no trial is on."""
        if not self.on:
            return None
        which, light = self._lit or ("", "")
        mine = lights if light == ALL else {light} & set(lights)
        return frozenset(mine if which == device else ())

    def felt(self, device: str, name: str, role: str, stroke: str) -> None:
        """Something was pressed, put down or blown."""
        with self._lock:
            self._count += 1
            told = {"number": self._count, "device": device, "name": name, "role": role, "stroke": stroke}
            self._pressed.append(told)

    # -- for the page ------------------------------------------------------------------------------------------------

    def told(self) -> JSON:
        """See `web.trial.Trial`."""
        statuses = self._table.board()["devices"]
        with self._lock:
            pressed = list(self._pressed)
        on, lit, why = self.on, self._lit, _why(self._table.board())
        return {
            "on": on,
            "why": to_json(why) if why else None,
            "devices": [_device(device, statuses.get(device.device)) for device in self._devices],
            "lit": {"device": lit[0], "light": lit[1]} if on and lit else None,
            "pressed": pressed,
        }

    def begin(self) -> None:
        """TrialRefused while a match is played."""
        if why := _why(self._table.board()):
            raise TrialRefused(why)
        if not self.on:
            self._lit = None
            self._pressed.clear()
        self._until_s = self._mono_s() + LEASE_S
        self._wake()

    def end(self) -> None:
        """Ends it; nothing where none is on."""
        self._until_s, self._lit = float("-inf"), None
        self._wake()

    def light(self, device: str, light: str) -> None:
        """Only this light; TrialRefused where no trial is on, or there is no such light."""
        if not self.on:
            raise TrialRefused(_OFF)
        tried = next((one for one in self._devices if one.device == device), None)
        groups = {one["name"]: one["group"] for one in tried.parts()["lights"]} if tried else {}
        if tried is None or light not in ("", ALL, *groups):
            raise TrialRefused(_NO_LIGHT.format(light=light))
        if groups.get(light) == "buzzer":
            tried.beep()
        self._lit = (device, light)
        self._wake()

    def _told(self, update: Update) -> None:
        if _why(update.board) and self._until_s > float("-inf"):
            self.end()

    def _wake(self) -> None:
        for device in self._devices:
            device.wake()


def _device(device: Tried, status: JSON) -> JSON:
    unknown: JSON = {"text": to_json(Text.same("")), "ok": True, "detail": {}}
    shown = {key: (status or unknown)[key] for key in ("text", "ok", "detail")}
    return {"device": device.device, **shown, **device.parts()}


def _why(board: JSON) -> Text | None:
    """Why nothing may be tried out now: the lights show what the table accepted, as long as a match is played."""
    return _PLAYED if board["game"] and not (board["over"] or board["paused"]) else None


_PLAYED = Text(
    "A match is being played: its lights and buttons are in use. Pause it, then try them out.",
    "Ein Spiel läuft: seine Lichter und Tasten sind in Gebrauch. Erst pausieren, dann ausprobieren.",
)
_OFF = Text("No trial is on.", "Es wird gerade nichts ausprobiert.")
_NO_LIGHT = Text("There is no light {light}.", "Ein Licht {light} gibt es nicht.")
