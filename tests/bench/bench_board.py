"""What one round of the board's program costs, in the real MicroPython on this computer: `python -m
tests.bench.bench_board`. The unit is a loop of 1000 additions in the same run, some 4 ms on an RP2040; a block of
the microphone comes every 8 ms, and a round must be shorter."""

from __future__ import annotations

from tests.firmware_bridge.real_board import run_in_micropython

_SCRIPT = """
import time
from array import array
from firmware_bridge.firmware.boards import pico
from firmware_bridge.firmware.panel import Equipment, Panel
from firmware_bridge.firmware.whistle import BLOCK, Whistle
from firmware_bridge.wire import Message, spell

panel = Panel(Equipment(pico.NAME, pico.PINS, pico.LEDS), "b", [False] * 17, 0)
panel.hear(spell(Message("open", 0, ("s",))), 0)
panel.hear(spell(Message("leds", 1, ("dObO" * 12, "w" * 48, "Ob", "0"))), 0)
whistle, levels = Whistle(), [False] * 17
blocks = [array("h", [(i * n * 7919) % 2000 - 1000 for i in range(BLOCK)]) for n in range(1, 9)]

def additions(n):
    total = 0
    for i in range(1000):
        total += i

def cost(work, times):
    least = 1 << 30
    for _ in range(5):
        began = time.ticks_us()
        for n in range(times):
            work(n)
        least = min(least, time.ticks_diff(time.ticks_us(), began))
    return least / times

unit = cost(additions, 50)
PARTS = (
    ("inputs", lambda n: panel.feel(levels, n * 5)),
    ("to say", lambda n: panel.say(n)),
    ("lights unchanged", lambda n: panel.look(n)),
    ("lights changed", lambda n: panel.strip(n)),
    ("microphone", lambda n: whistle.listen(blocks[n % 8])),
)
for name, work in PARTS:
    print(f"{name:16} {cost(work, 200) / unit:6.2f}")
"""


def main() -> None:
    for line in run_in_micropython(_SCRIPT):
        print(line)


if __name__ == "__main__":
    main()
