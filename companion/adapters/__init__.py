"""Devices and networks, one file each: turned into answers on the way in, and out of Updates on the way out.

An adapter translates and decides nothing. It knows the vocabulary and its own library, and is given the table."""
