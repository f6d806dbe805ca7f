"""What inspections announce to the parts that stand below. Receivers run inside the transaction."""

from django.dispatch import Signal

finished = Signal()  # inspection
finding_moved = Signal()  # finding (an InspectionFinding), step (a FindingStep)
finding_due = Signal()  # finding, overdue (bool)
