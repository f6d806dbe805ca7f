"""Long proofs: `make exhaustive` looks at everything, the suite at a sample spread over all of it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

EXHAUSTIVE = bool(os.environ.get("EXHAUSTIVE"))
T = TypeVar("T")


def sample(items: Iterable[T], every: int) -> list[T]:
    """Every nth item in order, the first and the last among them; all of them under EXHAUSTIVE=1."""
    everything = list(items)
    if EXHAUSTIVE or len(everything) <= every:
        return everything
    return [*everything[:-1:every], everything[-1]]
