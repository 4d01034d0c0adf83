"""What systemd is told, over a real socket, and by a real table."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.notify import Notifier

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 120.0


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(LIMIT_S)
        yield line


def environment(systemd: socket.socket, watchdog_us: int = 3_000_000) -> dict[str, str]:
    return {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": str(watchdog_us)}


def test_a_living_table_is_told_a_dead_one_is_not(systemd: socket.socket) -> None:
    notifier = Notifier(environment(systemd))
    notifier.ready("http://table:8080/")
    notifier.beat(lambda: False)
    notifier.beat(lambda: True)
    notifier.stopping()
    told = [systemd.recv(100).decode() for _ in range(3)]
    assert told == ["READY=1\nSTATUS=http://table:8080/", "WATCHDOG=1", "STOPPING=1"]
    assert notifier.interval_s == 1.0


def test_an_abstract_socket_is_one(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"\0touchline-test-{os.getpid()}")
        line.settimeout(5)
        Notifier({"NOTIFY_SOCKET": f"@touchline-test-{os.getpid()}"}).stopping()
        assert line.recv(100) == b"STOPPING=1"


def test_by_hand_nobody_is_told() -> None:
    notifier = Notifier({})
    notifier.ready("x")
    notifier.beat(lambda: True)
    assert notifier.interval_s is None


def test_a_watchdog_of_another_process_is_not_ours(systemd: socket.socket) -> None:
    assert Notifier({**environment(systemd), "WATCHDOG_PID": "1"}).interval_s is None


def test_a_systemd_that_has_gone_stops_nothing(tmp_path: Path) -> None:
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "none")}).stopping()


def test_a_real_table_is_ready_alive_and_stopping(systemd: socket.socket, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion.cli", "--simulate", "--port", "0", "--host", "127.0.0.1"]
    env = {**os.environ, **environment(systemd, 600_000)}
    with subprocess.Popen(
        [*command, "--data", str(tmp_path / "data")], cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as table:
        try:
            assert systemd.recv(200).startswith(b"READY=1\nSTATUS=http://127.0.0.1:")
            assert systemd.recv(200) == b"WATCHDOG=1"
            table.send_signal(signal.SIGTERM)
            while (said := systemd.recv(200)) != b"STOPPING=1":
                assert said == b"WATCHDOG=1"
            table.communicate(timeout=LIMIT_S)
        finally:
            table.kill()
        assert table.returncode == 0
