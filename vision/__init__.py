"""What a camera sees: frames, dice, rest and motion. Knows nothing of games."""
