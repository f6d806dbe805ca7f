"""What the fields of a rule set are called; `path_words` of craps/vocabulary.py puts the wagers' names in."""

from __future__ import annotations

from collections.abc import Mapping

from craps.messages import Words

# Labels of fields, by contract path without wager, point and payout slot. Pages ask `path_words` for them.
LABELS: Mapping[str, str] = Words("labels.LABELS")
