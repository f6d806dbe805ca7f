"""Signals of consultations. Receivers run inside the transaction."""

from django.dispatch import Signal

# consultation=, step=
moved = Signal()
# snapshot=, by_operator= (how many approvals are affected, by the id of the organisation)
counted = Signal()
# comment=, token= (of the link in the e-mail)
confirmation_needed = Signal()
confirmed = Signal()
# comment=
published = Signal()
refused = Signal()
# consultation=
addresses_erased = Signal()
# consultation=, email= (of which no comment is left)
address_unused = Signal()
