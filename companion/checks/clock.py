"""Where this machine has its time from. Matches need no clock; the dates beside them do."""

from __future__ import annotations

import subprocess
from pathlib import Path

from companion.checks.finding import Finding
from companion.settings import Settings
from companion.vocabulary import Text
from vision.advice import Level

_RTC = Path("/sys/class/rtc/rtc0")
_NETWORK = Text("The clock is set by the network.", "Die Uhr wird vom Netz gestellt.")
_CHIP = Text(
    "The clock is not set by the network now; a clock chip keeps the time.",
    "Die Uhr wird gerade nicht vom Netz gestellt; ein Uhrenbaustein hält die Zeit.",
)
_NOTHING = Text(
    "Nothing sets the clock: dates of matches may be wrong, their order is not. With a network: sudo"
    " timedatectl set-ntp"
    " true. Without one: a clock chip (RTC), or the battery of a Pi 5.",
    "Nichts stellt die Uhr: Daten von Partien können falsch sein, ihre Reihenfolge nicht. Mit Netz: sudo timedatectl"
    " set-ntp true. Ohne: ein Uhrenbaustein (RTC) oder die Batterie des Pi 5.",
)
_UNKNOWN = Text(
    "Whether the network sets the clock is not known: compare date and time, and set them with sudo date.",
    "Ob das Netz die Uhr stellt, ist unbekannt: Datum und Uhrzeit vergleichen und mit sudo date stellen.",
)


def check_clock(settings: Settings) -> Finding:
    """Asks systemd whether the network has set the clock."""
    return judge_clock(synchronised(), _RTC.exists())


def judge_clock(network: bool | None, chip: bool) -> Finding:
    """`network` None where nobody tells."""
    detail = {"network": network, "chip": chip}
    if network:
        return Finding("clock", Level.GOOD, (_NETWORK,), detail)
    if chip:
        return Finding("clock", Level.GOOD, (_CHIP,), detail)
    told = (_UNKNOWN, Level.HINT) if network is None else (_NOTHING, Level.USABLE)
    return Finding("clock", told[1], (told[0],), detail)


def synchronised(command: str = "timedatectl") -> bool | None:
    """What `timedatectl` says; None if it says nothing."""
    asked = [command, "show", "--property=NTPSynchronized", "--value"]
    try:
        done = subprocess.run(asked, capture_output=True, text=True, timeout=5, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return {"yes": True, "no": False}.get(done.stdout.strip())
