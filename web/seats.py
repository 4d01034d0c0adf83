"""Who sits where: each seat has a token, which a QR code carries to the phone. Whoever has it has the seat."""

from __future__ import annotations

import hmac
import json
import logging
import os
import secrets
import threading
from enum import StrEnum
from pathlib import Path

_log = logging.getLogger(__name__)


class Role(StrEnum):
    """What somebody is to the table. A spectator needs no seat, and the PIN makes a referee."""

    SPECTATOR = "spectator"
    COACH_A = "coach_a"
    COACH_B = "coach_b"
    REFEREE = "referee"

    @property
    def side(self) -> str | None:
        """The side that a coach answers for."""
        return {Role.COACH_A: "A", Role.COACH_B: "B"}.get(self)


SEATS = (Role.COACH_A, Role.COACH_B, Role.REFEREE)
COACHES = (Role.COACH_A, Role.COACH_B)


class Seats:
    """The tokens of a table. Kept in `file`, where one is given, so that a phone keeps its seat over a restart; what
    the disk does not keep is good for this start."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._lock = threading.Lock()
        kept = _read(file)
        self._tokens = {seat: kept.get(seat) or secrets.token_urlsafe(16) for seat in SEATS}
        self._keep()

    def token(self, seat: Role) -> str:
        """What the QR code of a seat carries."""
        return self._tokens[seat]

    def role_of(self, token: str) -> Role:
        """The seat of a token; a spectator's for any other."""
        given = token.encode("utf-8", "surrogateescape")
        same = [seat for seat in SEATS if hmac.compare_digest(given, self._tokens[seat].encode())]
        return same[0] if same else Role.SPECTATOR

    def revoke(self, seat: Role) -> None:
        """A new token: every phone that had the old one has lost the seat."""
        with self._lock:
            self._tokens = {**self._tokens, seat: secrets.token_urlsafe(16)}
            self._keep()

    def _keep(self) -> None:
        if self._file is None:
            return
        beside = self._file.with_suffix(".new")
        try:
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
                json.dump(self._tokens, file)
            beside.replace(self._file)
        except OSError as error:
            _log.warning("the seats are for this start only: %s", error)


def _read(file: Path | None) -> dict[str, str]:
    """The tokens that were kept; nothing where there is no file, or one that holds none."""
    try:
        kept = json.loads(file.read_text(encoding="ascii")) if file else {}
    except (OSError, ValueError):
        return {}
    return {k: v for k, v in kept.items() if isinstance(v, str) and len(v) >= 16} if isinstance(kept, dict) else {}
