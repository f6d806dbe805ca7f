"""What review announces to the parts that stand below it. Receivers run inside the transaction."""

from django.dispatch import Signal

moved = Signal()  # submission, move (a Move row)
assigned = Signal()  # submission, actor
commented = Signal()  # comment (a Comment row)
condition_judged = Signal()  # condition (a Condition row, met or open again), actor
limits_changed = Signal()  # notice (a LimitNotice row)
query_due = Signal()  # row (a Query), submission, overdue (bool)
condition_due = Signal()  # row (a Condition), submission, overdue (bool)
