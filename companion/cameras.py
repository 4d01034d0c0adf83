"""Which camera a table has."""

from __future__ import annotations

from companion.adapters.panel import on_a_pi
from companion.settings import Settings
from vision.camera import open_camera
from vision.frame import FrameSource
from vision.simulated import SimulatedCamera
from vision.sources import own_camera


def camera_of(settings: Settings) -> FrameSource:
    """The camera of the settings, else a Pi's own, else the simulated one. Raises CameraMissing for a text that can
    never become a camera."""
    if settings.simulate:
        return SimulatedCamera()
    source = settings.camera or (own_camera() if on_a_pi() else None)
    return open_camera(source) if source else SimulatedCamera()
