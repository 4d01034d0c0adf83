"""The board on USB: its buttons, track fields and whistle become answers, and the Table's lights its whole pictures.

Wiring and wire: hardware.md. The link has a thread of its own and waits for nobody; here one thread carries to the
Table what it heard, and one draws. So a slow disk stops no light and no heartbeat."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Protocol, Self

from companion.adapters import presses
from companion.adapters.buttons import BUTTONS
from companion.adapters.keys import Stroke
from companion.adapters.lights import BEAT_S, BUZZER, LAMPS, SHORT, group_of
from companion.adapters.strip import Strip, spelled
from companion.adapters.trial import Trial
from companion.vocabulary import JSON, Confirm, Status, Text, Update, to_json
from firmware_bridge.link import Link, LinkState, Standing
from firmware_bridge.talk import RESTARTED, Heard, Picture
from firmware_bridge.wire import BLOW, FIELD, FREE, LOST, PRESS, STUCK

DEVICE: Final = "board"
TICK_S: Final = 0.25
"""How often an armed UNDO is looked at."""
ROOM: Final = 64
"""So much of what was heard waits for a Table whose disk is slow; the rest is told as lost."""
OLDEST_S: Final = 10.0
"""A press that comes later than this was meant for a table that has long gone on."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Board:
    """`use` looks for a board; `port` is only for one without a USB id. `buttons` are the roles of b1 to b8: usually a
    set at each long side of the table; "" has none."""

    use: bool = False
    port: str = ""
    buttons: tuple[str, ...] = BUTTONS * 2


class Table(presses.Table, Protocol):
    """What the bridge needs of the Table."""

    def subscribe(self, listener: Callable[[Update], None]) -> Callable[[], None]: ...

    def report(self, status: Status) -> None: ...


class Bridge:
    """Starts at once; `close()` may be called twice. `link` makes the link, see firmware_bridge.link.Link.
    `on_new_match` is called when CONFIRM is held at the end of a match; `trial` tells what is tried out. With `threads`
    False nothing happens but by `watch()` and `draw()`."""

    device = DEVICE

    def __init__(
        self,
        table: Table,
        board: Board | None = None,
        link: Callable[..., Any] = Link,
        *,
        on_new_match: Callable[[], object] | None = None,
        trial: Trial | None = None,
        mono_s: Callable[[], float] = time.monotonic,
        threads: bool = True,
    ) -> None:
        board = board or Board(use=True)
        self._table = table
        self._roles = {f"b{n}": role for n, role in enumerate(board.buttons, 1)}
        self._mono_s = mono_s
        self._standing = Standing(LinkState.ABSENT)
        self._stuck: dict[str, str] = {}
        self._moved_s = mono_s()
        self._acting: int | None = None
        self._came: queue.SimpleQueue[tuple[float, Heard | Standing] | None] = queue.SimpleQueue()
        self._dropped = 0
        self._closed = threading.Event()
        self._trial = trial or Trial(table, mono_s)
        self._strip = Strip(self._show, self._beep, mono_s, self._lit)
        self._presses = presses.Presses(table, self._strip, self._report, self._report_ready, on_new_match, mono_s)
        self._link: Any = None
        self._strip.told(table.board(), [])
        self._link = link(self._note, self._note, **({"ports": lambda: [board.port]} if board.port else {}))
        self._unsubscribe = table.subscribe(self._told)
        self._trial.join(self)
        self._threads = self._started() if threads else []

    def close(self) -> None:
        self._unsubscribe()
        self._closed.set()
        self._link.close()
        self._came.put(None)
        self._strip.changed.set()
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(_CLOSING_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def watch(self, timeout_s: float = 0.0) -> bool:
        """Carries out the next that was heard; False if there was nothing within that time."""
        try:
            came = self._came.get(timeout=timeout_s) if timeout_s else self._came.get_nowait()
        except queue.Empty:
            self._presses.expire()
            return False
        if came is None:
            return False
        at_s, what = came
        self._acting = threading.get_ident()
        try:
            if isinstance(what, Standing):
                self._stand(what)
            else:
                self._heard(what, at_s - what.age_ms / 1000)
        finally:
            self._acting = None
        if self._dropped and self._came.empty():
            dropped, self._dropped = self._dropped, 0
            self._presses.refuse(_LOST.format(n=dropped))
        return True

    def parts(self) -> JSON:
        """What the board says that it has; nothing while it is not there."""
        board = self._standing.board
        has = board.has if board and self._standing.state is LinkState.UP else {}
        roles = list(self._roles.items())[: has.get("buttons", 0)]
        lamps = [*LAMPS[: has.get("lamps", 0)], *([BUZZER] if has.get("buzzer") else [])]
        lights = [*map(str, range(self._strip.length if has else 0)), *lamps]
        return {
            "buttons": [{"name": name, "role": role, "place": to_json(Text.same(name))} for name, role in roles],
            "lights": [{"name": name, "group": group_of(name), "place": to_json(Text.same(""))} for name in lights],
        }

    def beep(self) -> None:
        self._beep(spelled(SHORT))

    def wake(self) -> None:
        self._strip.changed.set()

    def draw(self) -> float | None:
        """Brings the lights up to now; returns in how many seconds they change by themselves, None if they do not."""
        return BEAT_S if self._strip.draw() else None

    def _started(self) -> list[threading.Thread]:
        loops = (lambda: self.watch(TICK_S), self._draw_and_wait)
        threads = [
            threading.Thread(target=self._run, args=(step,), daemon=True, name="touchline board") for step in loops
        ]
        for thread in threads:
            thread.start()
        return threads

    def _draw_and_wait(self) -> None:
        self._strip.changed.wait(self.draw())
        self._strip.changed.clear()

    def _run(self, step: Callable[[], object]) -> None:
        while not self._closed.is_set():
            try:
                step()
            except Exception as error:  # noqa: BLE001 - where a thread starts: the rest of the bridge goes on
                _log.exception("the board's bridge failed")
                self._report("failed", _FAILED.format(why=error), ok=False)
                self._closed.wait(_AFTER_FAILURE_S)

    # -- from the link's thread and the Table's ----------------------------------------------------------------------

    def _note(self, what: Heard | Standing) -> None:
        if isinstance(what, Heard) and what.word not in _ALWAYS and self._came.qsize() >= ROOM:
            self._dropped += _presses_in(what)
        else:
            self._came.put((self._mono_s(), what))

    def _told(self, update: Update) -> None:
        if update.entry is not None and self._acting != threading.get_ident():
            self._moved_s = self._mono_s()
        self._strip.told(update.board, update.calls)

    def _show(self, picture: Picture) -> None:
        if self._link:
            self._link.show(picture)

    def _beep(self, pattern_ms: str) -> None:
        if self._link:
            self._link.beep(pattern_ms)

    # -- what was heard ----------------------------------------------------------------------------------------------

    def _stand(self, standing: Standing) -> None:
        self._standing = standing
        if standing.state is LinkState.UP and standing.board:
            self._strip.length = standing.board.lights
        self._strip.changed.set()
        self._report_ready()

    def _heard(self, heard: Heard, at_s: float) -> None:
        acts: dict[str, Callable[..., None]] = {
            PRESS: self._pressed,
            FIELD: self._sensed,
            BLOW: self._presses.whistled,
        }
        if heard.word in acts and self._trial.on:
            self._tried(heard)
        elif heard.word in acts and (at_s < self._moved_s or self._mono_s() - at_s > OLDEST_S):
            self._too_late(heard)
        elif heard.word in acts:
            acts[heard.word](*heard.fields)
        elif heard.word == STUCK:
            self._stuck[heard.fields[0]] = heard.fields[1]
            self._report_ready()
        elif heard.word == FREE:
            self._stuck.pop(heard.fields[0], None)
            self._report_ready()
        elif heard.word == LOST:
            self._presses.refuse(_LOST.format(n=heard.fields[0]))
        elif heard.word == RESTARTED:
            self._stuck = {}
            self._presses.refuse(_RESTARTED)

    def _tried(self, heard: Heard) -> None:
        name, stroke = (*heard.fields, "", "")[:2] if heard.fields else ("mic", heard.word)
        self._trial.felt(DEVICE, name, self._roles.get(name, ""), stroke)

    def _lit(self) -> frozenset[str] | None:
        return self._trial.lit(DEVICE, (*map(str, range(self._strip.length)), *LAMPS))

    def _too_late(self, heard: Heard) -> None:
        """A press that somebody else's move has overtaken was for an older picture; a sense that comes late is none."""
        if heard.word == PRESS and heard.fields[1] == Stroke.DOWN.value:
            self._presses.refuse(presses.STALE)

    def _pressed(self, name: str, stroke: str) -> None:
        role = self._roles.get(name, "")
        if role:
            self._presses.stroke(role, Stroke(stroke))
        elif stroke == Stroke.DOWN.value:
            self._presses.refuse(_NO_ROLE.format(name=name))

    def _sensed(self, name: str, state: str) -> None:
        """The whistle was put on a field: right where the lights ask for it, else said; off is nothing."""
        row, at = self._strip.row(), int(name[1:]) - 1
        if state != "on" or "b" not in row or not self._whistle_is_awaited():
            return
        if at < len(row) and row[at] == "b":
            self._presses.whistled()
        else:
            self._presses.refuse(_WRONG_FIELD)

    def _whistle_is_awaited(self) -> bool:
        return any(isinstance(p, Confirm) and p.button == "whistle" for p in self._table.prompts()[1].values())

    # -- what is told ------------------------------------------------------------------------------------------------

    @property
    def _trouble(self) -> Text | None:
        if self._standing.state is not LinkState.UP:
            board = self._standing.board
            return STATES[self._standing.state].format(
                port=self._standing.port, why=self._standing.why, firmware=board.firmware if board else "?"
            )
        names = ", ".join(self._named(name) for name in self._stuck)
        return _STUCK.format(names=names) if names else None

    def _named(self, name: str) -> str:
        role = self._roles.get(name, "")
        return f"{name} ({role.replace('_', ' ').upper()})" if role else name

    def _report_ready(self) -> None:
        up, trouble = self._standing.state is LinkState.UP, self._trouble
        state = ("stuck" if trouble else "ready") if up else self._standing.state.value
        self._report(state, trouble or _READY)

    def _report(self, state: str, text: Text, ok: bool = True, **detail: JSON) -> None:
        board = self._standing.board
        told = {"port": self._standing.port, "board": board.board, "firmware": board.firmware} if board else {}
        ok = ok and self._trouble is None
        self._table.report(Status(DEVICE, state, text, ok, {**told, "stuck": list(self._stuck), **detail}))


def _presses_in(heard: Heard) -> int:
    """As how many presses it counts when it is lost."""
    if heard.word == LOST:
        return int(heard.fields[0])
    return int(heard.word == BLOW or (heard.word == PRESS and heard.fields[1] == Stroke.DOWN.value))


_ALWAYS: Final = (STUCK, FREE, RESTARTED)
"""These have room always: an input takes a second to become stuck and two to be free, a board longer to start."""
_CLOSING_S: Final = 2.0
_AFTER_FAILURE_S: Final = 0.2
_READY: Final = Text("The board is ready.", "Das Board ist bereit.")
STATES: Final = {
    LinkState.ABSENT: Text(
        "No board is plugged in. The console works without it.",
        "Kein Board eingesteckt. Die Konsole geht auch ohne.",
    ),
    LinkState.GONE: Text(
        "The board has gone: check its cable. Play on with the console meanwhile.",
        "Das Board ist weg: Kabel prüfen. Derweil an der Konsole weiterspielen.",
    ),
    LinkState.MUTE: Text(
        "Nothing answers at {port}: is Touchline's firmware on the board?",
        "An {port} antwortet nichts: ist Touchlines Firmware auf dem Board?",
    ),
    LinkState.DENIED: Text(
        "{port} cannot be opened: {why}. Close the other program, or join the group dialout and log in again.",
        "{port} lässt sich nicht öffnen: {why}. Das andere Programm beenden, oder der Gruppe dialout beitreten und neu "
        "anmelden.",
    ),
    LinkState.FOREIGN: Text(
        "The firmware {firmware} of the board at {port} does not go with this Touchline: put the new one on it.",
        "Die Firmware {firmware} des Boards an {port} passt nicht zu diesem Touchline: bitte die neue aufspielen.",
    ),
    LinkState.UP: _READY,
}
_STUCK: Final = Text(
    "Stuck, and left out until let go: {names}. Check button and wire.",
    "Klemmt und zählt nicht, bis es wieder ruht: {names}. Taste und Leitung prüfen.",
)
_LOST: Final = Text(
    "Presses on the board that were lost: {n}. Look again, then press.",
    "Am Board verlorene Tastendrücke: {n}. Neu schauen, dann drücken.",
)
_RESTARTED: Final = Text(
    "The board has started anew; what was pressed just before may be lost.",
    "Das Board ist neu gestartet; was kurz davor gedrückt wurde, kann verloren sein.",
)
_NO_ROLE: Final = Text(
    "Button {name} has no role: see [board] in touchline.toml.",
    "Taste {name} hat keine Aufgabe: siehe [board] in touchline.toml.",
)
_WRONG_FIELD: Final = Text("The whistle belongs where the light blinks.", "Die Pfeife gehört dorthin, wo es blinkt.")
_FAILED: Final = Text("The board's bridge has a fault: {why}", "Die Brücke zum Board hat einen Fehler: {why}")
