"""The pages' port: free, another's, or our own table's."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from companion.checks.pins import check_pins
from companion.checks.port import check_port, device, running
from companion.service import Service
from companion.settings import Settings
from vision.advice import Level


@pytest.fixture
def taken() -> socket.socket:
    with socket.create_server(("127.0.0.1", 0)) as made:
        yield made  # type: ignore[misc]


def settings(folder: Path, port: int) -> Settings:
    return Settings(folder, host="127.0.0.1", port=port, simulate=True)


def test_a_free_port_is_good(tmp_path: Path, taken: socket.socket) -> None:
    port = taken.getsockname()[1]
    taken.close()
    assert check_port(settings(tmp_path, port)).level is Level.GOOD
    assert check_port(settings(tmp_path, 0)).level is Level.GOOD


def test_another_programs_port_is_broken_the_usual_one_only_moves(
    tmp_path: Path, taken: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = taken.getsockname()[1]
    monkeypatch.setattr("companion.checks.port.running", lambda settings: None)
    finding = check_port(settings(tmp_path, port))
    assert finding.level is Level.NOT_USABLE
    assert f"Port {port} cannot be used (Address already in use): stop the other" in finding.lines[0].en
    monkeypatch.setattr(Settings, "port", port)
    assert check_port(settings(tmp_path, port)).level is Level.USABLE


def test_what_a_running_table_says_of_itself_is_told(tmp_path: Path) -> None:
    service = Service(settings(tmp_path, 0))
    own = settings(tmp_path, int(service.address.rstrip("/").rpartition(":")[2]))
    assert check_port(own).detail["running"] is True
    assert device(own, "buttons")["detail"] == {"simulated": True}
    assert "The table that runs says: The buttons and lights are simulated." in check_pins(own).lines[0].en
    assert device(own, "board") is None
    service.close()
    assert running(own) is None


@pytest.mark.parametrize(
    "says",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"\x00\xff\xfe",
        b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\xff\xfe",
        b'HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{"devices":1}',
        b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 500 + b"\r\n",
        b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
        b"",
    ],
)
def test_a_program_that_speaks_something_else_is_no_table_and_stops_no_doctor(
    tmp_path: Path, taken: socket.socket, says: bytes
) -> None:
    def answer() -> None:
        asked, _ = taken.accept()
        with asked:
            asked.recv(4096)
            asked.sendall(says)

    own = settings(tmp_path, taken.getsockname()[1])
    other = threading.Thread(target=answer)
    other.start()
    assert running(own) is None
    other.join()
