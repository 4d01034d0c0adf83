"""The doctor: looks at one part of the table after the other and says in words how it is."""

from __future__ import annotations

from companion.checks.board import check_board
from companion.checks.camera import check_camera
from companion.checks.clock import check_clock
from companion.checks.disk import check_disk
from companion.checks.exposure import check_exposure
from companion.checks.finding import Check, Finding
from companion.checks.pins import check_pins
from companion.checks.port import check_port
from companion.checks.power import check_power
from companion.settings import Settings
from companion.vocabulary import Text, TouchlineError
from vision.advice import Level

CHECKS: dict[str, Check] = {
    "pins": check_pins,
    "board": check_board,
    "camera": check_camera,
    "exposure": check_exposure,
    "power": check_power,
    "disk": check_disk,
    "clock": check_clock,
    "port": check_port,
}
"""What the doctor looks at, in this order."""


def examine(settings: Settings, part: str = "") -> list[Finding]:
    """The finding of this part of the table, or of all there are. A part alone may raise what its check raises: where
    all are looked at, that is its finding."""
    if part:
        return [CHECKS[part](settings)]
    return [_carefully(name, check, settings) for name, check in CHECKS.items()]


def exit_code(findings: list[Finding]) -> int:
    """0 good, 1 usable with what is told, 2 something is broken; a hint lowers nothing."""
    return max((int(finding.level) for finding in findings if finding.level is not Level.HINT), default=0)


def _carefully(name: str, check: Check, settings: Settings) -> Finding:
    try:
        return check(settings)
    except (TouchlineError, OSError) as error:
        return Finding(name, Level.NOT_USABLE, (Text.same(str(error)),))
