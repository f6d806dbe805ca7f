"""An edition's data as rows: what they say is what the document prints."""

from craps import load_edition
from portal.public.rulebook_figures import compared_subjects, subjects


def said(edition: str, subject: str, key: str) -> str:
    found = {
        each.slug: each
        for each in [*compared_subjects(load_edition(edition)), *subjects(load_edition(edition))]
    }
    return next(row.value for row in found[subject].rows if row.key == key)


def test_vigorish_keeps_the_way_without_a_rate_apart() -> None:
    assert said("md-craps", "vigorish", "buy") == (
        "At most 5% of the amount wagered, taken when the bet is placed; or taken only when it wins, "
        "for which no rate is named (5/G(3)(b))"
    )
    assert said("sg-mbs-v2", "vigorish", "buy") == (
        "Exactly 5% of the amount wagered, taken when the bet is placed"
    )
