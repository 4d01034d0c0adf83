"""Touchline: the companion beside a real tabletop football or rugby game."""
