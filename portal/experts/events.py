"""What experts announces to the parts that stand below. Receivers run inside the transaction."""

from django.dispatch import Signal

asked = Signal()  # request (an ExpertRequest)
answered = Signal()  # request
extended = Signal()  # request
withdrawn = Signal()  # request
due = Signal()  # request, overdue (bool)
