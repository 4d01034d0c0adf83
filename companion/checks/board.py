"""Whether the board on USB answers, and with which firmware."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from typing import Any

from companion.adapters.bridge import DEVICE, STATES
from companion.checks.finding import Finding
from companion.checks.port import device, told_by_table
from companion.settings import Settings
from companion.vocabulary import Text
from firmware_bridge.firmware.panel import FIRMWARE
from firmware_bridge.link import Link, LinkState, Standing, usb_ports
from vision.advice import Level

LOOK_S = 4.0
"""So long a board that has just been plugged in may take."""
_UNUSED = Text("No board is asked for.", "Es ist kein Board verlangt.")
_IDLE = Text(
    "A board is plugged in at {port}, but not used: write use = true under [board] in touchline.toml.",
    "An {port} steckt ein Board, es wird aber nicht benutzt: in touchline.toml unter [board] use = true schreiben.",
)
_UP = Text("{board} at {port}, firmware {firmware}: {has}", "{board} an {port}, Firmware {firmware}: {has}")
_OLD = Text(
    "Its firmware is {firmware}, this Touchline brings {ours}: run touchline flash.",
    "Seine Firmware ist {firmware}, dieses Touchline bringt {ours} mit: touchline flash ausführen.",
)


def check_board(settings: Settings) -> Finding:
    """Greets the board; where a table runs that has it, the table is asked instead."""
    if told := device(settings, DEVICE):
        return told_by_table("board", told)
    if not settings.board.use:
        return judge_unused(usb_ports())
    ports = {"ports": lambda: [settings.board.port]} if settings.board.port else {}
    return judge_board(seen_board(ports))


def judge_unused(ports: list[str]) -> Finding:
    if ports:
        return Finding("board", Level.HINT, (_IDLE.format(port=", ".join(ports)),), {"ports": [*ports]})
    return Finding("board", Level.GOOD, (_UNUSED,))


def judge_board(standing: Standing) -> Finding:
    """What is to be said of a board that stands so."""
    board, state = standing.board, standing.state
    told = {"port": standing.port, "firmware": board.firmware if board else "?", "ours": FIRMWARE}
    detail = {"state": state.value, **told}
    if state is not LinkState.UP or board is None:
        return Finding("board", Level.USABLE, (STATES[state].format(**told, why=standing.why),), detail)
    has = ", ".join(f"{count} {name}" for name, count in board.has.items())
    lines = [_UP.format(**told, board=board.board, has=has)]
    if board.firmware != FIRMWARE:
        lines.append(_OLD.format(**told))
    level = Level.GOOD if board.firmware == FIRMWARE else Level.USABLE
    return Finding("board", level, tuple(lines), {**detail, "board": board.board, "has": dict(board.has)})


def seen_board(ports: dict[str, Any], link: Callable[..., Any] = Link, limit_s: float = LOOK_S) -> Standing:
    """How the board stands: as soon as it is up, else what was last known when the time is over."""
    told: queue.SimpleQueue[Standing] = queue.SimpleQueue()
    standing, until_s = Standing(LinkState.ABSENT), time.monotonic() + limit_s
    linked = link(lambda heard: None, told.put, **ports)
    try:
        while standing.state is not LinkState.UP:
            standing = told.get(timeout=max(0.0, until_s - time.monotonic()))
    except queue.Empty:
        pass
    finally:
        linked.close()
    return standing
