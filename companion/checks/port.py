"""Whether the pages' port is free, or a table runs there already."""

from __future__ import annotations

import http.client
import json
import socket
import urllib.request

from companion.checks.finding import Finding
from companion.settings import Settings
from companion.vocabulary import JSON, Text
from vision.advice import Level

_ASK_S = 2.0
_FREE = Text("Port {port} is free.", "Port {port} ist frei.")
_ANY = Text("Any free port is taken.", "Ein beliebiger freier Port wird genommen.")
_OWN = Text("A table runs at port {port}.", "An Port {port} läuft ein Tisch.")
_NEXT = Text(
    "Port {port} is in use ({why}): the table takes the next free one. Stop the other program, or give --port.",
    "Port {port} ist belegt ({why}): der Tisch nimmt den nächsten freien. Das andere Programm beenden oder --port"
    " angeben.",
)
_TAKEN = Text(
    "Port {port} cannot be used ({why}): stop the other program, or give another --port.",
    "Port {port} ist nicht benutzbar ({why}): das andere Programm beenden oder einen anderen --port angeben.",
)

_HELD = Text("The table that runs says: {text}", "Der laufende Tisch sagt: {text}")


def check_port(settings: Settings) -> Finding:
    """Tries to listen there, and asks who listens already."""
    if settings.port == 0:
        return Finding("port", Level.GOOD, (_ANY,))
    detail = {"port": settings.port}
    try:
        _listen(settings.host, settings.port)
    except OSError as error:
        if running(settings):
            return Finding("port", Level.GOOD, (_OWN.format(**detail),), {**detail, "running": True})
        usual = settings.port == Settings.port
        told = (_NEXT if usual else _TAKEN).format(**detail, why=error.strerror or error)
        return Finding("port", Level.USABLE if usual else Level.NOT_USABLE, (told,), detail)
    return Finding("port", Level.GOOD, (_FREE.format(**detail),), detail)


def running(settings: Settings) -> JSON:
    """The board of the table that runs at the port of the settings, as its API spells it; None if none does."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{settings.port}/api/board", timeout=_ASK_S) as answer:
            board = json.load(answer)
    except (OSError, ValueError, http.client.HTTPException):  # whoever listens there may speak anything
        return None
    return board if isinstance(board, dict) and isinstance(board.get("devices"), dict) else None


def device(settings: Settings, name: str) -> JSON:
    """The status of a device of that table; None where no table runs, or it has no such device."""
    board = running(settings)
    return board["devices"].get(name) if board else None


def told_by_table(part: str, status: JSON) -> Finding:
    """What a running table says of a device that it holds, and that cannot be opened a second time."""
    level = Level.GOOD if status["ok"] else Level.USABLE
    return Finding(part, level, (_HELD.format(text=Text(**status["text"])),), dict(status["detail"]))


def _listen(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        probe.listen(1)
