"""How fast the board is: `python -m tests.bench.bench_bridge TIMES` tells, with the firmware in MicroPython behind a
pseudo-terminal, how long it takes from a contact to the light, and from the plug to the picture.

8 ms of the first are the debounce. Beside it stands how long a thread of this machine oversleeps 1 ms, to tell a busy
machine."""

from __future__ import annotations

import statistics
import sys
import threading
import time
from collections.abc import Callable

from firmware_bridge.link import Link
from firmware_bridge.talk import Heard, Picture
from tests.firmware_bridge.real_board import RealBoard

PACE_S = 0.1
"""No faster than a finger, or the button is taken for stuck."""
ON, OFF = (Picture(light, "w", "..") for light in "O.")


def waited_ms(true: Callable[[], bool]) -> float:
    started_s = time.perf_counter()
    while not true():
        time.sleep(0.0005)
    return 1000 * (time.perf_counter() - started_s)


def told(title: str, times_ms: list[float]) -> None:
    p99 = sorted(times_ms)[round(0.99 * (len(times_ms) - 1))]
    print(f"{title}: median {statistics.median(times_ms):.0f} ms, p99 {p99:.0f} ms, most {max(times_ms):.0f} ms")


def main(count: int) -> None:
    board = RealBoard()
    heard: list[Heard] = []

    def answer(word: Heard) -> None:
        heard.append(word)
        link.show(ON if word.fields[1] == "down" else OFF)

    link = Link(answer, lambda standing: None, ports=board.ports)
    lit = lambda: any(map(any, board.strip[:1])) and board.strip[0][0] == board.strip[0][2]  # noqa: E731
    link.show(ON)
    waited_ms(lit)
    link.show(OFF)
    waited_ms(lambda: not lit())
    presses, plugs = [], []
    for _ in range(count):
        board.hold("b3")
        presses.append(waited_ms(lit))
        board.hold()
        waited_ms(lambda: not lit())
        threading.Event().wait(PACE_S)
    for n in range(max(1, count // 5)):
        board.unplug()
        threading.Event().wait(0.3)
        link.show(ON if n % 2 == 0 else OFF)
        board.plug()
        plugs.append(waited_ms(lambda n=n: lit() == (n % 2 == 0)))  # type: ignore[misc]
    told("from the contact to the light", presses)
    told("from the plug to the picture", plugs)
    told("1 ms of sleep", [waited_ms(iter((False, True)).__next__) for _ in range(200)])
    link.close()
    board.close()


if __name__ == "__main__":
    main(int(sys.argv[1]))
