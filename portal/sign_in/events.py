"""Signals of sign-in, for parts that it may not import: notices writes to the person."""

from django.dispatch import Signal

factor_changed = Signal()  # user, text (what happened, a sentence)
identity_changed = Signal()  # user, text (an identity at a provider was linked or unlinked)
signed_out = Signal()  # user, actor (the administrator who did it)
reset_asked = Signal()  # reset
reset_confirmed = Signal()  # reset
slowed = Signal()  # user, kind (of portal.sign_in.guesses)
