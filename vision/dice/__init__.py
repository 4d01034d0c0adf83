"""Dice: what one is (`die`), which are expected (`expect`), how they are found and read (`reader`)."""
