"""Raspberry Pi Pico and Pico 2 (RP2040, RP2350), with or without radio. Numbers are GP numbers.

Nothing glows at the start: the chip pulls all of these pins down. GP0 and GP1 stay free, GP23 to 25 are the board's
own. I2S on this chip wants `mic_word` on the pin after `mic_clock`."""

NAME = "pico"
USB = ((0x2E8A, 0x0005),)
"""Vendor and product by which the host knows the board's port: MicroPython's, on either chip."""
BOOTSEL = ((0x2E8A, 0x0003), (0x2E8A, 0x000F))
"""RP2040 and RP2350 when they wait for a .uf2 file: a drive, no port."""
LEDS = 48
PINS = {
    "b1": 2,
    "b2": 3,
    "b3": 4,
    "b4": 5,
    "b5": 6,
    "b6": 7,
    "b7": 8,
    "b8": 9,
    "f1": 10,
    "f2": 11,
    "f3": 12,
    "f4": 13,
    "f5": 14,
    "f6": 15,
    "f7": 17,
    "f8": 18,
    "f9": 19,
    "strip": 16,
    "lamp1": 20,
    "lamp2": 21,
    "buzzer": 22,
    "mic_clock": 26,
    "mic_word": 27,
    "mic_data": 28,
}
