"""What accounts announces to the parts that stand below it (audit writes it down, notices sends the mail).

Receivers run inside the service's transaction; one that fails undoes the change.
"""

from django.dispatch import Signal

changed = Signal()  # actor, action, obj, before, after, organisation
invited = Signal()  # invitation, token (in the clear: this is the only time it exists)
