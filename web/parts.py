"""What an app of Touchline is made of. The views find it in `current_app`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask, abort, current_app

from web.boxes import Boxes
from web.clips import Clips
from web.finder import Finder
from web.gate import Gate
from web.lobby import Lobby
from web.pictures import Pictures
from web.readiness import Readiness
from web.ruler import LensSetup, Ruler
from web.simulation import Simulation
from web.stream import Streams
from web.table import Table
from web.teacher import Teacher
from web.trial import Trial

_NAME = "touchline"


@dataclass(frozen=True)
class Parts:
    """What comes after `gate` is None where the service brings none."""

    table: Table
    streams: Streams
    gate: Gate
    simulation: Simulation | None
    lobby: Lobby | None
    pictures: Pictures | None
    clips: Clips | None
    finder: Finder | None
    teacher: Teacher | None
    ruler: Ruler | None
    lens: LensSetup | None
    address: Callable[[], str] | None
    boxes: Boxes | None = None
    trial: Trial | None = None
    readiness: Readiness | None = None


def install(app: Flask, parts: Parts) -> None:
    """Gives the app its parts."""
    app.extensions[_NAME] = parts


def parts_of(app: Flask) -> Parts:
    """The parts of an app."""
    parts: Parts = app.extensions[_NAME]
    return parts


def parts() -> Parts:
    """The parts of the app that serves this request."""
    return parts_of(current_app)


def simulation() -> Simulation:
    """The simulated table; 404 at a real one."""
    return parts().simulation or abort(404, "this table is not simulated")
