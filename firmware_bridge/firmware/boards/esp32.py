"""ESP32 boards with 38 pins (DevKitC, WROOM-32). Numbers are GPIO numbers.

GPIO 34 to 39 are inputs without pull-ups: the fields f1 to f4 there need 10 kΩ each to 3.3 V. GPIO 0, 2, 5, 12 and 15
decide how the chip starts, 6 to 11 are its flash, 1 and 3 the serial line. That leaves four fields; the Pico has all
nine."""

NAME = "esp32"
USB = ((0x10C4, 0xEA60), (0x1A86, 0x7523), (0x1A86, 0x55D4), (0x303A, 0x1001), (0x303A, 0x4001))
"""CP210x, CH340, CH9102, and the chip's own USB."""
LEDS = 48
PINS = {
    "b1": 13,
    "b2": 14,
    "b3": 16,
    "b4": 17,
    "b5": 18,
    "b6": 19,
    "b7": 21,
    "b8": 22,
    "f1": 34,
    "f2": 35,
    "f3": 36,
    "f4": 39,
    "strip": 4,
    "lamp1": 23,
    "lamp2": 25,
    "buzzer": 26,
    "mic_clock": 32,
    "mic_word": 33,
    "mic_data": 27,
}
