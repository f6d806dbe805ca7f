"""Running numbers: references and positions in the register."""

from django.db import transaction
from django.db.models import F

from portal.submissions.models import Counter


def next_number(name: str) -> int:
    """The next number of a series, starting at 1. Holds the series until the transaction ends."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("A running number is given inside the transaction that uses it.")
    Counter.objects.get_or_create(name=name)
    Counter.objects.filter(pk=name).update(value=F("value") + 1)
    return Counter.objects.values_list("value", flat=True).get(pk=name)
