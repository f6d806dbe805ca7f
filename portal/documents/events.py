"""What documents announces to the parts that stand below it. Receivers run inside the transaction."""

from django.dispatch import Signal

issued = Signal()  # document
failed = Signal()  # document, after the last attempt
