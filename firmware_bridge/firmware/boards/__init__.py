"""One file a board: what is on which pin."""
