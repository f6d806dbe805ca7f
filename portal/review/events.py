"""What review announces to the parts that stand below it. Receivers run inside the transaction."""

from django.dispatch import Signal

moved = Signal()  # submission, move (a Move row)
assigned = Signal()  # submission, actor
commented = Signal()  # comment (a Comment row)
condition_moved = Signal()  # step (a ConditionStep row)
limits_changed = Signal()  # notice (a LimitNotice row)
query_extended = Signal()  # submission, due_on
question_withdrawn = Signal()  # row (a Query), submission, while others are open
query_due = Signal()  # row (a Query), submission, overdue (bool)
return_due = Signal()  # row (a Return), submission, overdue (bool)
reply_due = Signal()  # row (an IntentNotice), submission, overdue (bool)
end_near = Signal()  # submission, whose last day in force is near
condition_due = Signal()  # row (a Condition), submission, overdue (bool)
published_impact_failed = Signal()  # edition (published), whose approvals could not all be looked at
published_impact_known = Signal()  # edition (published), whose approvals have been looked at; once
