"""Which pins there are, and what the panel says of those that cannot be had."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.adapters import panel as panel_module
from companion.adapters.panel import Panel, Pins, on_a_pi
from companion.vocabulary import PromptRefused, Text
from tests.companion.desk import Desk, to_whistle, toy_table

ROOT = Path(__file__).resolve().parents[2]
DARK = "........."


# -- pins that cannot be had ----


def test_a_busy_pin_is_named_and_the_rest_runs_on() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    with LED(13, pin_factory=factory), LED(22, pin_factory=factory):
        desk = Desk(toy_table(), factory=factory)
        assert not desk.status["ok"]
        words = desk.status["text"]["en"]
        for word in ("WHISTLE (GPIO13, pin 33)", "LED 45 (GPIO22, pin 15)", "[pins]", "Close"):
            assert word in words
        with pytest.raises(PromptRefused, match="confirm_a"):
            desk.panel.press("whistle")
        desk.press("undo")
        assert desk.status["state"] == "refused"
        desk.later(1.0)
        assert desk.row == "O........"
        desk.panel.close()


def test_a_missing_pin_is_named() -> None:
    desk = Desk(toy_table(), pins=Pins(undo=99))
    assert "Not on this board: UNDO (GPIO99, pin ?)." in desk.status["text"]["en"]
    assert "Gibt es hier nicht" in desk.status["text"]["de"]
    desk.panel.close()


def test_one_pin_for_two_roles_is_named() -> None:
    desk = Desk(toy_table(), pins=Pins(whistle=5))
    assert "Used already: WHISTLE (GPIO5, pin 29)." in desk.status["text"]["en"]
    desk.panel.close()


def test_a_second_instance_says_so_and_harms_nobody() -> None:
    first = Desk(toy_table())
    second = Desk(toy_table(), factory=first.factory)
    assert "another Touchline" in second.status["text"]["en"]
    assert second.row == DARK
    second.panel.close()
    to_whistle(first)
    first.press("whistle")
    assert first.row == "dO......."
    first.panel.close()
    third = Desk(toy_table(), factory=first.factory)
    assert third.status["ok"]
    third.panel.close()


def test_close_twice_frees_the_pins_and_the_table() -> None:
    desk = Desk(toy_table())
    desk.panel.close()
    desk.panel.close()
    to_whistle(desk)
    assert desk.row == DARK
    LED(13, pin_factory=desk.factory).close()


# -- which pins there are ----


@pytest.mark.parametrize(
    ("model", "is_one"),
    [
        (b"Raspberry Pi 5 Model B Rev 1.0\0", True),
        (b"Raspberry Pi 4 Model B Rev 1.4\0", True),
        (b"Raspberry Pi 3 Model B Plus Rev 1.3\0", True),
        (b"Raspberry Pi Compute Module 5 Rev 1.0\0", True),
        (b"Raspberry Pi Zero 2 W Rev 1.0\0", True),
        (b"Orange Pi 5\0", False),
        (b"", False),
        (None, False),
    ],
)
def test_which_machine_is_a_pi(
    model: bytes | None, is_one: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if model is not None:
        (tmp_path / "model").write_bytes(model)
    monkeypatch.setattr(panel_module, "MODEL", tmp_path / "model")
    assert on_a_pi() is is_one


@pytest.fixture
def on_pi_5(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    monkeypatch.setattr(panel_module, "MODEL", tmp_path / "model")


@pytest.mark.usefixtures("on_pi_5")
def test_a_pi_without_lgpio_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    for name in ("lgpio", "gpiozero.pins.lgpio"):
        monkeypatch.setitem(sys.modules, name, None)
    table = toy_table()
    with Panel(table, threads=False) as panel:
        status = table.board()["devices"]["buttons"]
        assert (panel.simulated, status["ok"], status["detail"]) == (True, False, {"simulated": True})
        assert "Install lgpio" in status["text"]["en"]


@pytest.mark.usefixtures("on_pi_5")
def test_a_pi_can_be_told_to_simulate() -> None:
    table = toy_table()
    with Panel(table, simulate=True, threads=False) as panel:
        assert panel.simulated
        assert table.board()["devices"]["buttons"]["ok"]


LGPIO = """
    # What lgpio does, as far as it matters here: it works in LG_WD, makes its pipe there when it is imported, and
    # GPIO13 belongs to somebody else.
    import os
    os.chdir(os.environ.get("LG_WD", "."))
    open(".lgd-nfy0", "w").close()
    SET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0
    levels = {}
    class error(Exception): pass
    class callback:
        def __init__(self, *a): pass
        def cancel(self): pass
    def gpiochip_open(chip): return 1
    def gpiochip_close(handle): pass
    def gpio_claim_input(handle, gpio, flags=0):
        if gpio == 13: raise error("'GPIO busy'")
    def gpio_claim_output(handle, gpio, level=0): levels[gpio] = level
    def gpio_claim_alert(*a): pass
    def gpio_free(*a): pass
    def gpio_get_mode(handle, gpio): return 1 << 1 if gpio in levels else 1 << 5
    def gpio_read(handle, gpio): return levels.get(gpio, 1)
    def gpio_write(handle, gpio, level): levels[gpio] = level
    def gpio_set_debounce_micros(*a): pass
    def tx_pwm(handle, gpio, frequency, duty): levels[gpio] = duty
"""

SERVICE = """
    import json, os, pathlib, sys
    from gpiozero.pins.local import LocalPiFactory
    from companion.adapters import panel
    from tests.companion.desk import toy_table
    LocalPiFactory._get_revision = lambda self: 0xD04170
    panel.MODEL = pathlib.Path(sys.argv[1])
    table = toy_table()
    made = panel.Panel(table, threads=False)
    made.draw()
    print(json.dumps({"cwd": os.getcwd(), "pipe": os.listdir(os.environ["LG_WD"]), "simulated": made.simulated,
                      "lights": made.lights(), "status": table.board()["devices"]["buttons"]}))
    made.close()
"""


@pytest.mark.parametrize("given", [None, "/nowhere/at/all"])
def test_as_a_service_on_a_pi_5(tmp_path: Path, given: str | None) -> None:  # faults.md 27, 28
    work, library = tmp_path / "work", tmp_path / "library"
    work.mkdir(mode=0o555)
    library.mkdir()
    (library / "lgpio.py").write_text(textwrap.dedent(LGPIO))
    (tmp_path / "model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    env = {"PYTHONPATH": f"{library}:{ROOT}", "PATH": "", **({"LG_WD": given} if given else {})}
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(SERVICE), str(tmp_path / "model")]
    done = subprocess.run(command, cwd=work, env=env, capture_output=True, text=True, check=True, timeout=60)
    told = json.loads(done.stdout)
    assert (told["cwd"], told["pipe"], told["simulated"]) == (str(work), [".lgd-nfy0"], False)
    assert not list(work.iterdir())
    assert told["lights"]["0"] == "O"
    assert told["status"]["text"]["en"].startswith("Used already: WHISTLE (GPIO13, pin 33).")


def test_every_status_is_told_in_both_languages() -> None:
    for text in (*panel_module._READY.values(), *panel_module._REMEDY.values()):
        assert isinstance(text, Text)
        assert text.en != text.de
