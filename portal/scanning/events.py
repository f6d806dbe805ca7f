"""Signals of the scanner, for parts that it may not import."""

from django.dispatch import Signal

infected = Signal()  # scan (the row, with what was found)
