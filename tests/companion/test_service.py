"""The whole table as a newcomer runs it: from dice pictures to the final whistle, through a `kill -9` in the middle."""

from __future__ import annotations

import contextlib
import json
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion import games
from companion.adapters.bridge import Board
from companion.adapters.panel import Pins
from companion.journal import SqliteJournal
from companion.lobby import usual_options
from companion.service import Service
from companion.settings import Settings
from companion.vocabulary import JournalInUse, OptionsRefused
from tests.vision import degraded
from vision.camera import CameraError

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 60.0


class Client:
    """A browser's part: reads the stream, answers with the PIN."""

    def __init__(self, address: str, pin: str) -> None:
        self._address = address
        self._pin = pin

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self._address + path, timeout=10) as answer:
            return json.load(answer)

    def post(self, path: str, **body: Any) -> Any:
        request = urllib.request.Request(
            self._address + path,
            json.dumps(body).encode(),
            {"Content-Type": "application/json", "X-Touchline-PIN": self._pin},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            said = answer.read()
        return json.loads(said) if said else None

    def until(self, wanted: Callable[[Any], bool]) -> Any:
        """The first board on the stream that is wanted."""
        with urllib.request.urlopen(self._address + "stream", timeout=LIMIT_S) as stream:
            until_s = time.monotonic() + LIMIT_S
            for line in stream:
                assert time.monotonic() < until_s, "it never came"
                if line.startswith(b"data:"):
                    board = json.loads(line[5:])["board"]
                    if wanted(board):
                        return board
        pytest.fail("the stream ended before it came")


class Running:
    """`touchline --simulate` in a process of its own."""

    def __init__(self, data: Path, *args: str) -> None:
        command = [sys.executable, "-m", "companion.cli", "--simulate", "--port", "0", "--host", "127.0.0.1"]
        self.process = subprocess.Popen(
            [*command, "--data", str(data), *args], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.said = "".join(self._lines())
        address = re.search(r"Scoreboard\s+(\S+)", self.said)
        pin = re.search(r"PIN\s+(\d{6})", self.said)
        if not address or not pin:
            pytest.fail(self.said + "".join(self.process.communicate()))
        self.client = Client(address[1], pin[1])

    def _lines(self) -> Iterator[str]:
        assert self.process.stdout
        for line in self.process.stdout:
            yield line
            if line.startswith("Matches"):
                return

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        self.process.communicate(timeout=LIMIT_S)
        return self.process.returncode


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    started: list[Running] = []

    def start(*args: str) -> Running:
        started.append(Running(tmp_path / "data", *args))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.communicate()


def play_on(client: Client, rng: random.Random, until: Callable[[Any], bool]) -> Any:
    """Answers what people are asked; dice are thrown into the tray and read by the eye. Returns the last board."""
    while not until(board := client.get("api/board")):
        prompt = board["prompts"][0]
        if prompt["kind"] == "roll" and prompt["dice"][0]["kind_of_die"] == "number_die":
            asked = {p["key"] for p in board["prompts"]}
            client.post("api/simulation/throw")
            came = client.until(lambda b, asked=asked: asked.isdisjoint(p["key"] for p in b["prompts"]) or doubtful(b))
            for left in (p for p in came["prompts"] if p["key"] in asked):  # a doubt: tapped by hand
                version = client.get("api/board")["version"]
                client.post("api/answer", key=left["key"], value=1, version=version)
        else:
            value = answer_to(prompt, rng)
            client.post("api/answer", key=prompt["key"], value=value, version=board["version"])
    return board


def doubtful(board: Any) -> bool:
    """The eye asks: people tap the value."""
    return board["devices"].get("eye", {}).get("state") == "doubt"


def answer_to(prompt: Any, rng: random.Random) -> Any:
    """A legal answer; few events, so that the match is one of goals."""
    if prompt["kind"] == "choose" and "none" in [o["id"] for o in prompt["options"]]:
        return "none"
    return rng.choice(_choices(prompt))


def _choices(prompt: Any) -> list[Any]:
    if prompt["kind"] == "confirm":
        return [True]
    if prompt["kind"] == "number":
        return list(range(max(prompt["least"], 2), min(prompt["most"], 6)))
    if prompt["kind"] == "choose":
        return [o["id"] for o in prompt["options"]]
    return ["blank"]


def test_a_match_from_dice_pictures_to_the_final_whistle_through_a_kill(running: Callable[..., Running]) -> None:
    rng = random.Random(11)
    table = running()
    assert "SIMULATED TABLE" in table.said
    stopped = play_on(table.client, rng, lambda b: b["scoreboard"]["period"] != "15" and b["phase"] == "ROLL")
    assert table.end(signal.SIGKILL) == -signal.SIGKILL

    again = running()
    resumed = again.client.get("api/board")
    for same in ("version", "phase", "score", "tracks", "prompts", "scoreboard", "undo"):
        assert resumed[same] == stopped[same]
    over = play_on(again.client, rng, lambda b: b["over"])
    assert over["phase"] == "END"
    rolls = [h for h in again.client.get("api/history") if h.get("source") == "camera"]
    assert len(rolls) >= 12
    assert all(h["picture"] for h in rolls)
    clips = [again.client.get(f"api/picture/{h['picture']}/clip") for h in rolls]
    assert sum(map(bool, clips)) >= len(rolls) - 2, "each roll has its last seconds, but those that the kill cut off"
    assert again.end(signal.SIGTERM) == 0


def test_a_second_instance_on_the_same_data_is_told_so(running: Callable[..., Running], tmp_path: Path) -> None:
    first = running()
    command = [sys.executable, "-m", "companion.cli", "--simulate", "--port", "0", "--data", str(tmp_path / "data")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    assert done.returncode == 1
    assert f"process {first.process.pid}" in done.stderr
    assert first.client.get("healthz")["status"]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    started: list[Service] = []

    def start(**given: Any) -> Service:
        settings = Settings(tmp_path, host="127.0.0.1", simulate=True, **{"port": 0, **given})
        started.append(Service(settings))
        return started[-1]

    yield start
    for one in started:
        one.close()
        one.close()


def test_the_pin_stays_the_same_and_is_nobody_elses_to_read(service: Callable[..., Service], tmp_path: Path) -> None:
    first = service()
    pin = first.pin
    first.close()
    assert service().pin == pin
    assert (tmp_path / "pin").stat().st_mode & 0o077 == 0


def test_without_the_pin_nothing_is_written(service: Callable[..., Service]) -> None:
    one = service()
    with pytest.raises(urllib.error.HTTPError) as refused:
        Client(one.address, "").post("api/undo")
    refused.value.close()
    assert refused.value.code == 403


def test_a_table_is_alive_while_it_answers(service: Callable[..., Service]) -> None:
    one = service()
    told: list[bool] = []
    asking = threading.Thread(target=lambda: told.append(one.alive()))
    with one.table._lock:
        asking.start()
        asking.join(0.3)
        assert not told, "a Table that is stuck is not alive"
    asking.join(LIMIT_S)
    assert told == [True]
    one.close()
    assert not one.alive()


def test_a_taken_port_is_named(service: Callable[..., Service]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=f"port {port} cannot be used .*--port"):
            service(port=port)


def test_everything_is_let_go_when_a_part_cannot_start(tmp_path: Path) -> None:
    with pytest.raises(CameraError):
        Service(Settings(tmp_path, host="127.0.0.1", port=0, camera=str(tmp_path / "no such film.mp4")))
    SqliteJournal(tmp_path).close()


def test_a_used_data_folder_is_refused_before_anything_starts(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    before = threading.active_count()
    with pytest.raises(JournalInUse):
        Service(Settings(tmp_path, host="127.0.0.1", port=0, simulate=True))
    assert threading.active_count() == before
    journal.close()


def test_a_board_that_is_not_there_stops_nothing(service: Callable[..., Service], tmp_path: Path) -> None:
    one = service(board=Board(use=True, port=str(tmp_path / "no port")))
    told = Client(one.address, one.pin).until(lambda board: "board" in board["devices"])["devices"]["board"]
    assert (told["state"], told["ok"]) == ("absent", False)
    one.close()
    assert not [t for t in threading.enumerate() if t.name in ("touchline board", "touchline link")]


def test_buttons_on_a_board_alone_leave_the_pins_alone(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "tray.png"), degraded.tray())
    given = {"host": "127.0.0.1", "port": 0, "camera": str(tmp_path), "board": Board(use=True, port="/no/port")}
    with contextlib.closing(Service(Settings(tmp_path / "data", pins=Pins(use=False), **given))) as one:
        assert "buttons" not in one.table.board()["devices"]
        assert (one.simulated, one.simulation) == (False, None)
        assert "board" in Client(one.address, one.pin).until(lambda board: "board" in board["devices"])["devices"]


def test_a_simulated_table_has_simulated_buttons_all_the_same(service: Callable[..., Service]) -> None:
    one = service(pins=Pins(use=False))
    assert one.table.board()["devices"]["buttons"]["detail"] == {"simulated": True}
    assert one.simulation is not None


def test_the_lobby_begins_another_match(service: Callable[..., Service]) -> None:
    one = service()
    client = Client(one.address, one.pin)
    version = one.table.version
    client.post("api/begin", game="tooor", options={})
    assert one.table.version == version + 1
    assert one.table.board()["undo"] is None


def test_a_table_is_set_up_in_the_browser(service: Callable[..., Service], tmp_path: Path) -> None:
    """What is ready is told; a box is kept in the data folder and played with; lights are tried out in a pause."""
    one = service()
    client = Client(one.address, one.pin)
    parts = {told["part"]: told["page"] for told in client.get("api/start")}
    assert parts == {
        "camera": "/camera", "buttons": "/lights", "dice": "/teach", "ruler": "/ruler/setup", "boxes": "/boxes",
        "seats": "/seats", "disk": None, "power": None, "clock": None,
    }  # fmt: skip
    assert str(tmp_path) not in json.dumps(client.get("api/start")), "who asks has shown no PIN"
    text = client.post("api/box", new="takkure")["text"]
    kept = client.post("api/boxes/keep", name="Ours", was="", text=text)
    assert [path.name for path in tmp_path.rglob("ours.yaml")] == ["ours.yaml"]
    client.post("api/begin", game="takkure", box=kept["name"], options={"mode": "practice"})
    client.post("api/pause", on=True, version=one.table.version)
    client.post("api/trial/begin")
    client.post("api/trial/light", device="buttons", light="4")
    until_s = time.monotonic() + LIMIT_S
    while client.get("api/simulation/lights")["4"] != "O":
        assert time.monotonic() < until_s, "the light never shone"
    client.post("api/pause", on=False, version=one.table.version)
    assert not client.get("api/trial")["on"]


def test_mode_and_box_of_the_settings_belong_to_their_game(tmp_path: Path) -> None:
    path = tmp_path / "my.yaml"
    path.write_text(games.boxes("takkure").new(), encoding="utf-8")
    settings = Settings(tmp_path, game="takkure", mode="practice", box=str(path))
    options = usual_options("takkure", settings)
    assert options["mode"] == "practice"
    assert options["box"]["format"] == "takkure-box/1"
    assert usual_options("tooor", settings) == {}
    with pytest.raises(OptionsRefused, match="a box of takkure, the match is tooor"):
        usual_options("tooor", Settings(tmp_path, box=str(path)))
