"""Signals of editions. Receivers run inside the transaction."""

from django.dispatch import Signal

# edition=
published = Signal()
unpublished = Signal()
came_into_force = Signal()

# edition=, move= (its name in moves.py), actor=, from_state=, text= (remarks or reason), asker= (who asked to
# withdraw it)
moved = Signal()

# edition=; a receiver returns problems that prevent it: path and message of each. Asked when an edition is
# proposed, with its day already set, and again when it is published. The day is part of `contents_digest`:
# what a receiver keeps for a draft is found by a digest without it, or the day alone makes it out of date.
obstacles_asked = Signal()
# edition=; sent before a draft is deleted; a receiver raises NotPossible to keep it
deleting = Signal()
