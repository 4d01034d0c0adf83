"""What runs on the board, in MicroPython. `main` alone touches the machine; everything else is plain Python."""
