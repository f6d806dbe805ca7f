"""What validation announces to the parts that stand below it. Receivers run inside the transaction."""

from django.dispatch import Signal

found_differently = Signal()  # submission, change (a recheck.Change)
