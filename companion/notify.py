"""Tells systemd that the table is ready, and again and again that it is alive: sd_notify(3), one datagram a word."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Mapping

_log = logging.getLogger(__name__)


class Notifier:
    """Speaks to the systemd that has started this program; to nobody where it was started by hand."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        environment = os.environ if environment is None else environment
        self._socket = environment.get("NOTIFY_SOCKET", "")
        ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        self._watchdog_us = int(environment.get("WATCHDOG_USEC", "0")) if ours else 0

    @property
    def interval_s(self) -> float | None:
        """How often to say that the table is alive: thrice in the time that systemd waits. None if it does not."""
        return self._watchdog_us / 3e6 if self._socket and self._watchdog_us else None

    def ready(self, status: str) -> None:
        self._tell(f"READY=1\nSTATUS={status}")

    def beat(self, alive: Callable[[], bool]) -> None:
        """Says nothing while the table is not alive, so that systemd starts it anew."""
        if alive():
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        self._tell("STOPPING=1")

    def _tell(self, words: str) -> None:
        if not self._socket:
            return
        address = "\0" + self._socket[1:] if self._socket.startswith("@") else self._socket
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.sendto(words.encode(), address)
        except OSError as error:
            _log.warning("systemd cannot be told %s: %s", words.partition("=")[0], error)
