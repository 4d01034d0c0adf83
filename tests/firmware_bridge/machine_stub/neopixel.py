"""A strip that tells what it shows; see machine."""

import binascii

from machine import tell


class NeoPixel:
    def __init__(self, pin, count):
        self._bytes = bytearray(3 * count)
        self._told = None

    def __setitem__(self, at, colour):
        self._bytes[3 * at : 3 * at + 3] = bytes(colour)

    def write(self):
        shown = bytes(self._bytes)
        if shown != self._told:
            self._told = shown
            tell("strip " + binascii.hexlify(shown).decode())
