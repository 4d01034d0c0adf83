"""Joins the parts of one table: journal, Table, eye, panel, web. Started in this order, closed in the other."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import urllib.request
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from companion import games
from companion.adapters.bridge import Bridge
from companion.adapters.camera import Eye
from companion.adapters.finder import Finder
from companion.adapters.lens import LensSetup
from companion.adapters.panel import Panel
from companion.adapters.ruler import DEVICE as RULER
from companion.adapters.ruler import Ruler
from companion.adapters.simulated import SimulatedTable
from companion.adapters.teacher import Teacher
from companion.adapters.trial import Trial
from companion.boxshelf import BoxShelf
from companion.cameras import camera_of
from companion.clips import Clips
from companion.journal import open_journal
from companion.lobby import Lobby
from companion.pitchside import Pitchside, pitchside_of
from companion.readiness import Readiness
from companion.reread import RollPictures
from companion.settings import Settings
from companion.table import Table
from companion.vocabulary import Status, Text
from vision.dice.reader import Reader
from vision.dice.shelf import Shelf
from vision.frame import FrameSource
from vision.memory import Memory, MemoryDamaged, recall
from vision.simulated import SimulatedCamera
from vision.simulated_pitch import SimulatedPitch
from web import Seats, create_app
from web.serve import Server, serve

_log = logging.getLogger(__name__)
_PORTS_TRIED = 20
_ALIVE_S = 5.0
DICE = "dice"  # where a data folder keeps the dice that were taught
CLIPS = "clips"  # and the last seconds of its rolls
BOXES = "boxes"  # and where the box files of its cards


class Service:
    """One running table. `address` is where browsers find it, `pin` what writing needs, `simulated` whether the dice
    or the buttons are not real. Raises JournalInUse, SettingsError, CameraError or OSError if it cannot start."""

    def __init__(self, settings: Settings) -> None:
        self._parts = ExitStack()
        try:
            self._start(settings)
        except BaseException:
            self._parts.close()
            raise

    @property
    def address(self) -> str:
        host = _own_address() if self._server.host in ("0.0.0.0", "::") else self._server.host
        return f"http://{host}:{self._server.port}/"

    def alive(self) -> bool:
        """Whether the pages answer, asked over the port as a browser would. Where the Table is stuck in the middle of
        an answer, this waits with it and does not return."""
        self.table.prompts()
        host = "127.0.0.1" if self._server.host in ("0.0.0.0", "::") else self._server.host
        try:
            with urllib.request.urlopen(f"http://{host}:{self._server.port}/healthz", timeout=_ALIVE_S) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def close(self) -> None:
        """May be called twice."""
        self._parts.close()

    def _start(self, settings: Settings) -> None:
        journal = open_journal(settings.data)
        self._parts.callback(journal.close)
        self.table = Table(journal, games.load)
        camera = camera_of(settings)
        self._parts.callback(camera.close)
        simulated_camera = camera if isinstance(camera, SimulatedCamera) else None
        boxes = BoxShelf(settings.data / BOXES, Path(settings.box) if settings.box else None)
        beside = pitchside_of(settings, camera)
        ruler, lens = self._ruler(beside)
        lobby = Lobby(self.table, settings, boxes, lambda: ruler.calibrated)
        if self.table.board()["game"] is None:
            lobby.again()
        self.trial = Trial(self.table)
        panel = self._panel(settings, lobby, simulated_camera is not None)
        if settings.board.use:
            self._parts.callback(Bridge(self.table, settings.board, on_new_match=lobby.again, trial=self.trial).close)
        self.simulated = simulated_camera is not None or (panel is not None and panel.simulated)
        self.simulation = self._simulation(panel, simulated_camera, beside)
        clips = self._clips(settings.data / CLIPS)
        reader, eye, finder = self._eye(camera, settings.data, clips)
        teacher = self._teacher(camera, reader, settings.data / DICE)
        eye.start()
        ruler.start()
        self.pin = _pin(settings.data)
        pictures = RollPictures(self.table.entries, self.table.picture, games.load, reader)
        app = create_app(
            self.table,
            pin=self.pin,
            simulation=self.simulation,
            lobby=lobby,
            boxes=boxes,
            trial=self.trial if panel is not None or settings.board.use else None,
            readiness=Readiness(self.table, settings, finder, teacher, lens, boxes),
            pictures=pictures,
            clips=clips,
            finder=finder,
            teacher=teacher,
            ruler=ruler,
            lens=lens,
            seats=Seats(settings.data / "seats.json"),
            address=lambda: self.address,
        )
        self._server = _served(app, settings)
        self._parts.callback(self._server.close)

    def _panel(self, settings: Settings, lobby: Lobby, simulated: bool) -> Panel | None:
        """None where the buttons are only on a board; a simulated table has simulated ones all the same."""
        use = settings.pins.use
        if not (use or simulated):
            return None
        simulate = settings.simulate or not use
        panel = Panel(self.table, settings.pins, simulate=simulate, on_new_match=lobby.again, trial=self.trial)
        self._parts.callback(panel.close)
        return panel

    def _simulation(
        self, panel: Panel | None, camera: SimulatedCamera | None, beside: Pitchside
    ) -> SimulatedTable | None:
        """What stands in for the parts that are not real; None where all are."""
        if panel is None or not self.simulated:
            return None
        pitch = beside.camera if isinstance(beside.camera, SimulatedPitch) else None
        return SimulatedTable(self.table, panel, camera, pitch=pitch)

    def _clips(self, folder: Path) -> Clips:
        """The last seconds of the rolls whose pictures the journal keeps."""
        clips = Clips(folder, self.table.report)
        self._parts.callback(clips.close)
        self._parts.callback(self.table.subscribe(clips.see))
        return clips

    def _eye(self, camera: FrameSource, data: Path, clips: Clips) -> tuple[Reader, Eye, Finder]:
        """What watches the tray, and what sets it up; the eye is not started yet."""
        memory, damage = _recalled(data)
        reader, simulated = Reader(memory.palette), isinstance(camera, SimulatedCamera)
        eye = Eye(self.table, camera, reader, simulated=simulated, memory=memory, offer_clip=clips.offer)
        self._parts.callback(eye.close)
        finder = Finder(camera, reader, eye, data, memory, damage=damage, report=self.table.report, simulated=simulated)
        return reader, eye, finder

    def _ruler(self, beside: Pitchside) -> tuple[Ruler, LensSetup]:
        """What measures the pitch, and what sets it up; the ruler is not started yet."""
        if beside.own:
            self._parts.callback(beside.camera.close)
        ruler = Ruler(self.table, beside.camera, beside.pitch, beside.lens, simulated=beside.simulated)
        self._parts.callback(ruler.close)
        if beside.damage:
            self.table.report(Status(RULER, "damaged", beside.damaged, False))
        return ruler, LensSetup(beside.camera, beside.board, beside.lens_path, ruler.use_lens, beside.lens)

    def _teacher(self, camera: FrameSource, reader: Reader, folder: Path) -> Teacher:
        """The taught dice are read from now on; files that are none are told."""
        shelf = Shelf(folder)
        if shelf.damaged:
            self.table.report(Status("dice", "damaged", _damaged_dice(shelf.damaged), False))
        return Teacher(shelf, camera, reader)


def _damaged_dice(damaged: Mapping[str, str]) -> Text:
    files = ", ".join(damaged)
    return Text(
        f"Taught dice that cannot be read were left out: {files}.",
        f"Angelernte Würfel, die nicht lesbar sind, wurden ausgelassen: {files}.",
    )


def _recalled(data: Path) -> tuple[Memory, str]:
    """What is remembered of the camera's place, and what is wrong with that memory."""
    try:
        return recall(data), ""
    except MemoryDamaged as error:
        _log.warning("%s", error)
        return Memory(), str(error)


def _pin(data: Path) -> str:
    """The table's PIN, the same at every start; a new one where it cannot be kept."""
    path = data / "pin"
    try:
        return path.read_text(encoding="ascii").strip() or _new_pin(path)
    except OSError:
        return _new_pin(path)


def _new_pin(path: Path) -> str:
    pin = f"{secrets.randbelow(1_000_000):06d}"
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
            file.write(pin)
    except OSError as error:
        _log.warning("the PIN is for this start only: %s", error)
    return pin


def _served(app: object, settings: Settings) -> Server:
    """On the port of the settings; where that is the usual one and taken, on the next free one."""
    tried = range(settings.port, settings.port + (_PORTS_TRIED if settings.port == Settings.port else 1))
    for port in tried:
        try:
            return serve(app, settings.host, port)  # type: ignore[arg-type]
        except OSError as error:
            if port == tried[-1]:
                raise OSError(f"port {settings.port} cannot be used ({error}): give another --port") from error
    raise AssertionError("unreachable")


def _own_address() -> str:
    """The address by which others reach this machine; asked of the routing table, nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET-1 (RFC 5737)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
