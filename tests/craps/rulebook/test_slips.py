"""Slips of the source documents that a regulator should see are noted at their clauses."""

import pytest

from craps.rulebook import clause

MARYLAND = (
    *("1/A", "1/B(4)", "1/B(7)", "2/D(4)(d)", "3/A(21)(d)", "3/A(30)(b)", "3/A(40)(a)", "3/A(43)", "4/D(3)"),
    *("4/D(4)", "5/F(1)(c)", "5/G(3)(b)", "5/H", "6/F", "8/C", "10/A(2)", "10/C", "11/A", "12/A", "12/B(1)"),
    *("12/B(3)", "12/B(3)(a)"),
)
SLIPS = {
    "nz-1998": ("4.15", "6.5", "6.8"),
    "nz-revised": ("3.2", "4.15", "6.5", "6.10"),
    "sg-mbs-v2": ("3.1", "3.4", "3.4.18", "3.5", "4.4", "4.5"),
    "bc-craps": (
        *("1/2.1.6", "1/2.2.3.a", "1/4.3.1", "1/4.4.2", "1/4.4.4", "1/4.7.6", "1/5.3", "1/6.2.1", "1/6.3.6"),
        *("1/6.6.7.a", "1/6.9.4", "1/6.10.5", "3/5.3", "3/6.5"),
    ),
    "bc-midi": (
        *("4/1.7", "4/2.1.6", "4/2.2.2", "4/2.2.3.a", "4/4.3.1", "4/4.4.2", "4/4.4.4", "4/4.7.6", "4/5.3"),
        *("4/6.3.2", "4/7.1.3", "4/7.2.1", "4/7.2.3", "4/7.3.5", "4/7.6.7.a", "4/7.6.14", "4/7.6.15"),
        *("4/7.7.7", "4/7.7.8", "4/7.8.6", "4/7.9.4", "4/8.2", "4/8.16"),
    ),
    "bc-wheel": ("5/1.1", "5/2.10"),
    "bc-red-dog": ("6/3.1", "6/5.2", "6/6.3.1"),
    "bc-war": ("7/7.4",),
    "md-craps": MARYLAND,
    "md-mini": MARYLAND,
}


@pytest.mark.parametrize(("book_id", "clause_id"), [(b, c) for b, ids in SLIPS.items() for c in ids])
def test_a_slip_is_noted_at_its_clause(book_id: str, clause_id: str) -> None:
    assert clause(book_id, clause_id).slip.endswith(".")
