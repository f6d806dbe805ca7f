"""What editions announce. Receivers run inside the transaction of the act."""

from django.dispatch import Signal

# edition=
published = Signal()
unpublished = Signal()
came_into_force = Signal()
