"""Server-sent events over a real server: whole from the first event, bounded, and free again when a client goes."""

from __future__ import annotations

import http.client
import json
import re
import socket
import threading
from collections.abc import Iterator
from itertools import pairwise
from threading import Condition
from time import monotonic

import pytest

from companion.vocabulary import JSON, Status, Text, Update
from tests.web.house import PIN, House, until
from web import stream
from web.parts import parts_of
from web.serve import Server, serve
from web.stream import HEARTBEAT_S, MOST_STREAMS, MOST_WAITING, Streams

AT = re.compile(r": at (\d+)")
"""When it was sent, by the table's clock."""


class Client:
    """Reads a stream event by event."""

    def __init__(self, server: Server) -> None:
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=10)
        self.connection.request("GET", "/stream")
        self.answer = self.connection.getresponse()

    def lines(self) -> list[str]:
        """The lines of the next event or comment."""
        got: list[str] = []
        while line := self.answer.readline().decode().rstrip("\n"):
            got.append(line)
        return got

    def event(self) -> JSON:
        """The data of the next event; heartbeats are passed over."""
        while len(lines := self.lines()) == 1:
            assert AT.fullmatch(lines[0])
        sent, number, kind, data = lines
        assert AT.fullmatch(sent)
        update = json.loads(data.removeprefix("data: "))
        assert (number, kind) == (f"id: {update['version']}", "event: board")
        return update

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


class Open:
    """A toy match on a real server."""

    def __init__(self) -> None:
        self.house = House()
        self.server = serve(self.house.app, "127.0.0.1", 0)
        self.streams = parts_of(self.house.app).streams
        self.clients: list[Client] = []

    def client(self) -> Client:
        self.clients.append(Client(self.server))
        return self.clients[-1]

    def close(self) -> None:
        for client in self.clients:
            client.close()
        self.server.close()


@pytest.fixture
def table() -> Iterator[Open]:
    opened = Open()
    yield opened
    opened.close()


def test_the_first_event_is_the_whole_board(table: Open) -> None:
    table.house.to_the_rolls()
    client = table.client()
    assert client.answer.headers["Content-Type"].startswith("text/event-stream")
    assert client.event() == {"version": 3, "entry": None, "calls": [], "board": table.house.table.board()}


def test_an_update_arrives_at_once(table: Open) -> None:
    client = table.client()
    client.event()
    before = monotonic()
    table.house.to_the_rolls()
    updates = [client.event(), client.event()]
    assert monotonic() - before < 2.0, "each chunk is flushed"
    assert [u["version"] for u in updates] == [2, 3]
    assert updates[-1]["calls"][0]["name"] == "revealed"
    assert updates[-1]["board"] == table.house.table.board()


def test_a_silent_table_still_beats(table: Open) -> None:
    client = table.client()
    client.event()
    before = monotonic()
    (beat,) = client.lines()
    told = AT.fullmatch(beat)
    assert told
    assert int(told[1]) == pytest.approx(1000 * monotonic(), abs=4000)
    assert monotonic() - before < 5.0
    assert HEARTBEAT_S < 5.0


def test_all_screens_hear_the_same_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams that were opened or told something at different times beat on the same tick of the table's clock."""
    now_s = [100.0]
    monkeypatch.setattr(stream, "monotonic", lambda: now_s[0])
    waited: list[float] = []

    def wait(self: Condition, timeout: float) -> bool:
        waited.append(timeout)
        now_s[0] += timeout
        return False

    monkeypatch.setattr(Condition, "wait", wait)
    beats = []
    for opened_s in (100.0, 100.9, 101.99):
        now_s[0] = opened_s
        assert next(stream.Stream(lambda _: None, lambda: False)) == b": at 102000\n\n"
        beats.append(now_s[0])
    assert beats == pytest.approx([102.0] * 3)
    assert max(waited) <= 0.5


def test_three_clients_one_late_see_the_same(table: Open) -> None:
    early = [table.client(), table.client()]
    table.house.to_the_rolls()
    late = table.client()
    table.house.answer("r1.roll.A", 2)
    last = [read_to(client, 4) for client in (*early, late)]
    assert last[0] == last[1] == last[2]


def read_to(client: Client, version: int) -> JSON:
    while (update := client.event())["version"] < version:
        pass
    return update["board"]


def test_no_event_is_older_than_the_one_before(table: Open) -> None:
    def report() -> None:
        for n in range(200):
            table.house.table.report(Status("eye", str(n), Text.same(str(n)), detail={"n": n}))

    reporter = threading.Thread(target=report)
    reporter.start()
    clients = [table.client() for _ in range(4)]
    reporter.join()
    for client in clients:
        seen = [-1]
        while seen[-1] < 199:
            eye = client.event()["board"]["devices"].get("eye")
            seen.append(eye["detail"]["n"] if eye else -1)
        assert all(a <= b for a, b in pairwise(seen))


def test_a_client_that_leaves_frees_its_place(table: Open) -> None:
    client = table.client()
    client.event()
    assert len(table.streams) == 1
    client.close()
    until(lambda: len(table.streams) == 0)


def test_one_too_many_is_told_503_and_pages_are_served_still(table: Open) -> None:
    for _ in range(MOST_STREAMS):
        table.client().event()
    refused = table.client()
    assert refused.answer.status == 503
    assert f"{MOST_STREAMS} screens" in json.loads(refused.answer.read())["message"]
    connection = http.client.HTTPConnection(table.server.host, table.server.port, timeout=10)
    connection.request("GET", "/healthz")
    assert connection.getresponse().read()
    connection.close()
    table.clients[0].close()
    until(lambda: len(table.streams) < MOST_STREAMS)
    assert table.client().event()["version"] == 1


def test_a_client_that_never_reads_hinders_nobody(table: Open) -> None:
    stuck = socket.create_connection((table.server.host, table.server.port))
    stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    stuck.sendall(b"GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
    until(lambda: len(table.streams) == 1)
    well = table.client()
    reporter = threading.Thread(target=flood, args=(table, 400))
    reporter.start()
    while (eye := well.event()["board"]["devices"].get("eye")) is None or eye["state"] != "399":
        pass
    reporter.join()
    assert all(len(stream._waiting) <= MOST_WAITING for stream in table.streams._open)
    stuck.close()
    until(lambda: len(table.streams) == 1)


def flood(table: Open, reports: int) -> None:
    for n in range(reports):
        table.house.table.report(Status("eye", str(n), Text.same("x" * 10_000)))


def test_a_slow_stream_gets_the_newest_and_no_backlog() -> None:
    house = House()
    streams = Streams(house.table)
    slow = streams.open(lambda: False)
    for n in range(10 * MOST_WAITING):
        house.table.report(Status("eye", str(n), Text.same("")))
    got = []
    while slow._waiting:
        got.append(next(slow))
    assert len(got) <= MOST_WAITING
    assert json.loads(got[-1].decode().split("data: ")[1])["board"]["devices"]["eye"]["state"] == "159"
    streams.close()
    assert list(slow) == []


def test_a_stream_that_never_started_can_be_closed_twice() -> None:
    streams = Streams(House().table)
    stream = streams.open(lambda: False)
    stream.close()
    stream.close()
    assert len(streams) == 0


def test_the_server_closes_at_once_although_screens_watch() -> None:
    opened = Open()
    client = opened.client()
    client.event()
    before = monotonic()
    opened.server.close()
    opened.server.close()
    assert monotonic() - before < 3.0
    assert len(opened.streams) == 0
    until(lambda: not any(t.name == "web" for t in threading.enumerate()))
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((opened.server.host, opened.server.port))
    client.close()


def test_a_port_in_use_is_an_error_of_the_system(table: Open) -> None:
    with pytest.raises(OSError, match="in use"):
        serve(House().app, "127.0.0.1", table.server.port)


def test_a_listener_hears_no_more_after_the_end(table: Open) -> None:
    heard: list[Update] = []
    table.house.table.subscribe(heard.append)
    table.streams.close()
    table.house.to_the_rolls()
    assert len(heard) == 2


def test_writes_over_the_wire_need_the_pin_too(table: Open) -> None:
    connection = http.client.HTTPConnection(table.server.host, table.server.port, timeout=10)
    body = json.dumps({"text": "rain", "version": 1})
    for headers, status in (({}, 403), ({"X-Touchline-PIN": PIN}, 200)):
        connection.request("POST", "/api/note", body, {"Content-Type": "application/json", **headers})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == status
    connection.close()
