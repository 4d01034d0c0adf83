"""The doctor at a running table: what is ready and what is not, in words, with the page on which it is set up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from companion.adapters.bridge import DEVICE as BOARD
from companion.adapters.panel import DEVICE as BUTTONS
from companion.checks.clock import check_clock
from companion.checks.disk import check_disk
from companion.checks.finding import Check
from companion.checks.power import check_power
from companion.settings import Settings
from companion.vocabulary import JSON, Text, numeral, to_json

CHECKED_FOR_S: Final = 30.0
"""So long a look at disk, power and clock counts: it asks other programs."""
_CHECKS: Final[dict[str, Check]] = {"disk": check_disk, "power": check_power, "clock": check_clock}


class Told(Protocol):
    """A part that tells how it is, as its page is told."""

    def told(self) -> JSON: ...


class Looks(Protocol):
    """The camera's finder."""

    def look(self) -> JSON: ...


class Lists(Protocol):
    """The box files."""

    def listed(self) -> list[JSON]: ...


class Table(Protocol):
    """What the doctor needs of the Table."""

    def board(self) -> JSON: ...


class Readiness:
    """`camera` is the finder of the tray's camera, `dice` the teacher, `lens` the set-up of the ruler's lens."""

    def __init__(
        self, table: Table, settings: Settings, camera: Looks, dice: Told, lens: Told, boxes: Lists,
        mono_s: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self._table, self._settings = table, settings
        self._camera, self._dice, self._lens, self._boxes = camera, dice, lens, boxes
        self._mono_s = mono_s
        self._lock = threading.Lock()
        self._checked: tuple[float, list[JSON]] | None = None

    def told(self, referee: bool) -> list[JSON]:
        """See `web.readiness.Readiness`. Where the data lie is told to nobody but the referee."""
        return [
            camera(self._camera.look()),
            *(lights(device) for device in self._devices()),
            dice(self._dice.told()),
            ruler(self._lens.told()),
            cards(self._boxes.listed()),
            _part("seats", "good", [_SEATS], "/seats"),
            *(part if referee else _without_places(part) for part in self._machine()),
        ]

    def _devices(self) -> list[JSON]:
        statuses = self._table.board()["devices"]
        return [statuses[name] for name in (BUTTONS, BOARD) if name in statuses]

    def _machine(self) -> list[JSON]:
        with self._lock:
            now_s = self._mono_s()
            if self._checked is None or now_s - self._checked[0] >= CHECKED_FOR_S:
                self._checked = (now_s, [self._check(name) for name in _CHECKS])
            return self._checked[1]

    def _check(self, name: str) -> JSON:
        finding = _CHECKS[name](self._settings)
        return _part(name, finding.level.name.lower(), finding.lines, None)


def camera(look: JSON) -> JSON:
    """The verdict of the tray's camera, or why there is no picture."""
    if look["text"]:
        return _part("camera", "not_usable", [look["text"]], "/camera")
    verdict = look["verdict"]
    if verdict is None:
        return _part("camera", "hint", [_LOOKING], "/camera")
    lines = [line for reason in verdict["reasons"] for line in (reason["text"], reason["remedy"])]
    return _part("camera", verdict["level"], [*lines] or [_SEES_WELL], "/camera")


def lights(status: JSON) -> JSON:
    """What a device with buttons and lights says of itself."""
    return _part(status["device"], "good" if status["ok"] else "usable", [status["text"]], "/lights")


def dice(told: JSON) -> JSON:
    """The dice that were taught: none is needed for those that Touchline knows."""
    waiting = [die["title"] for die in told["dice"] if not die["ready"]]
    if told["damaged"]:
        files = ", ".join(one["file"] for one in told["damaged"])
        return _part("dice", "usable", [_DAMAGED.format(files=files)], "/teach")
    if waiting:
        return _part("dice", "usable", [_WAITING.format(dice=", ".join(waiting))], "/teach")
    taught = ", ".join(die["title"] for die in told["dice"])
    return _part("dice", "good", [_TAUGHT.format(dice=taught) if taught else _KNOWN], "/teach")


def ruler(told: JSON) -> JSON:
    """The lens of the ruler; a game without distances needs none."""
    if told["lens"] is None:
        return _part("ruler", "hint", [_NO_LENS], "/ruler/setup")
    return _part("ruler", "good", [_LENS.format(error=numeral(told["lens"]["error_px"], 2))], "/ruler/setup")


def cards(listed: list[JSON]) -> JSON:
    """The box files of people's own."""
    own = [box for box in listed if not box["sample"]]
    broken = [box["name"] for box in own if box["mistakes"]]
    if broken:
        return _part("boxes", "usable", [_BROKEN.format(names=", ".join(broken))], "/boxes")
    names = ", ".join(box["name"] for box in own)
    return _part("boxes", "good" if own else "hint", [_OWN.format(names=names) if own else _SAMPLES], "/boxes")


def _without_places(part: JSON) -> JSON:
    """A part as everybody may know it: the disk's lines name folders."""
    if part["part"] != "disk":
        return part
    return {**part, "lines": to_json([_ROOM if part["level"] == "good" else _ASK])}


def _part(part: str, level: str, lines: object, page: str | None) -> JSON:
    return {"part": part, "level": level, "title": to_json(_TITLES[part]), "lines": to_json(lines), "page": page}


_TITLES: Final = {
    "camera": Text("Camera over the tray", "Kamera über dem Würfelteller"),
    BUTTONS: Text("Buttons and lights", "Tasten und Lichter"),
    BOARD: Text("Board on USB", "Board am USB"),
    "dice": Text("Dice", "Würfel"),
    "ruler": Text("Ruler over the pitch", "Lineal über dem Spielfeld"),
    "boxes": Text("Your cards", "Eigene Karten"),
    "seats": Text("Seats of the coaches", "Plätze der Trainer"),
    "disk": Text("Disk", "Datenträger"),
    "power": Text("Power and heat", "Strom und Wärme"),
    "clock": Text("Clock", "Uhr"),
}
_ROOM = Text("There is room.", "Es ist Platz.")
_ASK = Text("The referee sees here what is wrong.", "Was nicht stimmt, sieht hier der Schiedsrichter.")
_LOOKING = Text("It is being looked at.", "Wird gerade angesehen.")
_SEES_WELL = Text("It sees the dice well.", "Sie sieht die Würfel gut.")
_SEATS = Text(
    "Coaches scan a code with their phones; nothing needs to be installed.",
    "Trainer scannen einen Code mit dem Telefon; installiert wird nichts.",
)
_DAMAGED = Text("Cannot be read and were left out: {files}.", "Nicht lesbar und ausgelassen: {files}.")
_WAITING = Text("Begun, but not read yet: {dice}.", "Begonnen, aber noch nicht gelesen: {dice}.")
_TAUGHT = Text("Taught here: {dice}.", "Hier angelernt: {dice}.")
_KNOWN = Text(
    "Dice with pips or numerals, number dice, event die and star dice are read. Others can be taught.",
    "Augen- und Zahlenwürfel, Zahlenwürfel der Spiele, Ereignis- und Sternwürfel werden gelesen. Andere lassen sich "
    "anlernen.",
)
_NO_LENS = Text(
    "Its lens is not learnt: distances are entered by hand. Games without distances need no ruler.",
    "Seine Linse ist nicht gelernt: Abstände werden von Hand eingetragen. Spiele ohne Abstände brauchen kein Lineal.",
)
_LENS = Text("Its lens is learnt, to {error} pixels.", "Seine Linse ist gelernt, auf {error} Pixel.")
_BROKEN = Text("With mistakes: {names}. Open it and mend it.", "Mit Fehlern: {names}. Öffnen und ausbessern.")
_OWN = Text("Kept: {names}.", "Vorhanden: {names}.")
_SAMPLES = Text(
    "Only the invented samples are here. Enter the numbers of your own cards once.",
    "Nur die erfundenen Beispiele sind da. Die Zahlen der eigenen Karten einmal eintragen.",
)
