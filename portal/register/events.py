"""What the register announces to the parts that stand below it. Receivers run inside the transaction."""

from django.dispatch import Signal

log_stopped = Signal()  # problems: the log was found damaged, and no checkpoint is signed until it is whole
