"""Who may do what: same origin and JSON for every write, the PIN of the table or a seat at it."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from flask import Request, Response, abort, session
from werkzeug.exceptions import Forbidden

from web.seats import Role, Seats

PIN_HEADER: Final = "X-Touchline-PIN"
MOST_TRIES: Final = 10
TRIES_WITHIN_S: Final = 60.0
_MOST_ADDRESSES: Final = 1000
_SESSION: Final = "may_write"
SESSION_COOKIE: Final = "touchline"
SEAT_COOKIE: Final = "touchline_seat"
_YEAR_S: Final = 365 * 24 * 3600


class PinAwaited(Forbidden):
    """Whoever sent this may not do it, but may become the referee, who may: pages ask for the PIN then."""

    name = "PIN awaited"


class WrongTries:
    """Counts wrong PINs of each address within the last minute; forgets the longest silent address when it has many."""

    def __init__(self, clock_s: Callable[[], float] = monotonic) -> None:
        self._clock_s = clock_s
        self._lock = threading.Lock()
        self._tries: OrderedDict[str, deque[float]] = OrderedDict()

    def too_many(self, address: str) -> bool:
        """Whether this address has to wait."""
        with self._lock:
            recent = self._tries.get(address)
            while recent and recent[0] <= self._clock_s() - TRIES_WITHIN_S:
                recent.popleft()
            return recent is not None and len(recent) >= MOST_TRIES

    def add(self, address: str) -> None:
        """One more wrong PIN."""
        with self._lock:
            self._tries.setdefault(address, deque(maxlen=MOST_TRIES)).append(self._clock_s())
            self._tries.move_to_end(address)
            while len(self._tries) > _MOST_ADDRESSES:
                self._tries.popitem(last=False)


class Gate:
    """Keeps the PIN and the seats. A session is good for one start of the program: its key is made of the PIN and of
    chance. A seat is good until its token is revoked."""

    def __init__(self, pin: str, seats: Seats | None = None, clock_s: Callable[[], float] = monotonic) -> None:
        if not pin:
            raise ValueError("given: an empty PIN; awaited: at least one character")
        self._pin = pin.encode()
        self.seats = seats or Seats()
        self._tries = WrongTries(clock_s)
        self.secret_key = hashlib.sha256(self._pin + secrets.token_bytes(32)).digest()

    def unlock(self, request: Request, pin: str) -> None:
        """Opens a session for the right PIN; 403 or 429 otherwise."""
        self._compare(request.remote_addr or "", pin)
        session[_SESSION] = True

    def sit(self, request: Request, token: str, response: Response) -> Role:
        """Gives the browser the seat of this token; 403 or 429 otherwise."""
        address = request.remote_addr or ""
        self._hold_back(address)
        role = self.seats.role_of(token)
        if role is Role.SPECTATOR:
            self._tries.add(address)
            abort(403, "no seat has this code: ask for a new one")
        response.set_cookie(SEAT_COOKIE, token, max_age=_YEAR_S, httponly=True, samesite="Lax")
        return role

    def stand_up(self, response: Response) -> None:
        """The browser's session and seat end."""
        session.pop(_SESSION, None)
        response.delete_cookie(SEAT_COOKIE, httponly=True, samesite="Lax")

    def role(self, request: Request) -> Role:
        """What whoever sent this request is: by session, else by seat."""
        return Role.REFEREE if session.get(_SESSION) else self.seat(request)

    def seat(self, request: Request) -> Role:
        """The seat of this browser, whether or not it has the PIN as well; a spectator's without one."""
        return self.seats.role_of(request.cookies.get(SEAT_COOKIE, ""))

    def check(self, request: Request, *also: Role) -> Role:
        """The role of a referee, who brings the PIN or a session or has the seat, or one that may do this `also`.
        PinAwaited (403) for everybody else; 403 for a wrong PIN; 429."""
        pin = request.headers.get(PIN_HEADER)
        if pin is not None:
            self._compare(request.remote_addr or "", pin)
            return Role.REFEREE
        role = self.role(request)
        if role not in (Role.REFEREE, *also):
            raise PinAwaited(f"given: a {role}; awaited: the PIN of the table, in {PIN_HEADER} or by POST /api/pin")
        return role

    def _compare(self, address: str, pin: str) -> None:
        self._hold_back(address)
        if not hmac.compare_digest(pin.encode("utf-8", "surrogateescape"), self._pin):
            self._tries.add(address)
            abort(403, "this is not the PIN of the table")

    def _hold_back(self, address: str) -> None:
        if self._tries.too_many(address):
            abort(429, f"{MOST_TRIES} wrong PINs or codes within a minute: wait a minute")


def refuse_foreign(request: Request) -> None:
    """403 for a write that another site's page sent, 415 for one that a plain form could send."""
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        abort(403, f"given: a write from {origin[:200]}; awaited: one from a page of this table")
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403, "given: a write from another site; awaited: one from a page of this table")
    if request.mimetype != "application/json":
        abort(415, "awaited: content of type application/json")
