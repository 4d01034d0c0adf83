"""Takkure."""
