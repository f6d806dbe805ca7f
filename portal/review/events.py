"""What review announces to the parts that stand below it. Receivers run inside the transaction."""

from django.dispatch import Signal

moved = Signal()  # submission, move (a Move row)
limits_changed = Signal()  # notice (a LimitNotice row)
