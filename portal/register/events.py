"""Signals of the register. Receivers run inside the transaction."""

from django.dispatch import Signal

log_stopped = Signal()  # problems: the log is damaged, and nothing is signed until it is repaired
