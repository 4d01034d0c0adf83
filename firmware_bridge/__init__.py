"""The line to a microcontroller board with buttons and lights; the board's own firmware lives below it."""
