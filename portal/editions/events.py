"""Signals of editions. Receivers run inside the transaction."""

from django.dispatch import Signal

# edition=
published = Signal()
unpublished = Signal()
came_into_force = Signal()
