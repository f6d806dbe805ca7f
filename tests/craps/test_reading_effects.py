"""What another reading would change: in a worked example, in the edges, in what a finding is."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from craps import BadInput, edition_from_json, edition_ids, load_edition
from craps.comparing import EdgeDifference
from craps.edition import Edition
from craps.money import Exact
from craps.reading_effects import STORIES, Effect, craps_stories, effects, other_effects
from craps.readings import APPROVAL, JUDGEMENTS, MODELLED, MONEY, RECORDED, Reading

EDITIONS = edition_ids()

# What the player has more under the second option than under the first, from the clauses by hand.
WORTH: dict[str, tuple[str, str, Exact]] = {
    "on-marker": ("one", "kind", 14),  # 12 on place 8 at 7 to 6
    "dont-put-back": ("not", "before-the-roll", 10),
    "side-bet-added": ("no", "between-shooters", 4 * 24),  # four points, 24 to 1 on the 4 added
    "double-odds": ("plain", "keep-single", 6),  # 5 at 6 to 5
    "c-and-e-odd": ("refuse", "halves", 21),  # 1.50 at 15 to 1, the other 1.50 lost
    "vig-left-up": ("again", "once", 1),  # 5% of 20
    "vig-coming-down": ("placed-and-paid", "paid-if-left-up", 1),
    "marker-lasts": ("until-decided", "one-roll", 12),
    "odds-base": ("as-it-stands", "when-point-set", 40),  # 80 at 1 to 2
}


def readings_of(kind: str) -> Iterator[tuple[Edition, Reading]]:
    for edition in map(load_edition, EDITIONS):
        yield from ((edition, reading) for reading in edition.readings.values() if reading.kind == kind)


def effect_of(edition: Edition, reading: Reading) -> Effect:
    (effect,) = other_effects(edition, reading.id)
    return effect


def test_every_reading_that_decides_money_has_a_story() -> None:
    assert set(STORIES) == set(MODELLED) == set(WORTH)
    for name, story in craps_stories().items():
        assert story.title.endswith(".") and len(story.events) <= 16, name


@pytest.mark.parametrize(
    ("edition", "reading"), [pytest.param(e, r, id=f"{e.id}-{r.id}") for e, r in readings_of(MONEY)]
)
def test_the_example_really_differs_between_the_options(edition: Edition, reading: Reading) -> None:
    example = effect_of(edition, reading).example
    assert example is not None
    first, _, worth = WORTH[reading.id]
    assert example.difference == (worth if reading.chosen == first else -worth)
    assert example.difference == (
        (example.other.balance + example.other.on_table) - (example.chosen.balance + example.chosen.on_table)
    )
    differing = [step for step in example.steps if step.differs]
    assert 1 <= len(differing) <= 2, [step.words for step in differing]
    # Nothing on the way to it is refused: the story is about the reading alone.
    assert all(
        step.differs for step in example.steps for run in (step.chosen, step.other) if run.error is not None
    )
    named = {
        name
        for step in differing
        for side in (step.chosen, step.other)
        for name in (
            side.reading,
            side.error.reading if side.error else "",
            *(s.reading for s in side.settlements or ()),
        )
    }
    assert named <= {reading.id, ""}


@pytest.mark.parametrize(
    ("edition", "reading"), [pytest.param(e, r, id=f"{e.id}-{r.id}") for e, r in readings_of(MONEY)]
)
def test_read_the_other_way_the_effect_is_the_opposite(edition: Edition, reading: Reading) -> None:
    effect = effect_of(edition, reading)
    back = effects(edition.with_readings({reading.id: effect.option}), reading.id, reading.chosen)
    assert back.example is not None and effect.example is not None
    assert back.example.difference == -effect.example.difference
    assert back.edges == tuple(row._replace(a=row.b, b=row.a) for row in effect.edges)


@pytest.mark.parametrize("edition", ["bc-craps", "bc-midi"])
def test_vigorish_on_payment_changes_every_buy_and_lay_edge(edition: str) -> None:
    effect = effects(load_edition(edition), "vig-coming-down", "paid-if-left-up")
    assert EdgeDifference("buy", 4, None, Fraction(4, 63), Fraction(1, 21)) in effect.edges
    assert {(row.bet, row.number) for row in effect.edges} == {
        (bet, number) for bet in ("buy", "lay") for number in (4, 5, 6, 8, 9, 10)
    }
    assert all(row.a > row.b for row in effect.edges)


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_approval_says_what_a_finding_becomes(edition: str) -> None:
    loaded = load_edition(edition)
    names = [reading.id for reading in loaded.readings.values() if reading.kind == APPROVAL]
    assert names
    for name in names:
        found = {effect.option: effect.found for effect in other_effects(loaded, name)}
        assert found == {"allow": ("refer", "info"), "breach": ("refer", "breach")}
        assert all(e.example is None and e.edges == () for e in other_effects(loaded, name))
    decided = loaded.with_readings({names[0]: "allow"})
    assert {e.option: e.found for e in other_effects(decided, names[0])} == {
        "refer": ("info", "refer"),
        "breach": ("info", "breach"),
    }
    assert set(JUDGEMENTS) == {"refer", "allow", "breach"}


def test_a_recorded_reading_has_no_other_option() -> None:
    found = list(readings_of(RECORDED))
    assert found
    assert all(other_effects(edition, reading.id) == () for edition, reading in found)


def test_the_chosen_option_changes_nothing() -> None:
    effect = effects(load_edition("nz-1998"), "on-marker", "kind")
    assert effect.example is not None and effect.example.difference == 0 and effect.edges == ()
    assert not any(step.differs for step in effect.example.steps)


def test_a_drafted_edition_has_its_effects_too() -> None:
    data = load_edition("md-craps").to_json() | {"id": "md-draft", "title": "A draft"}
    effect = effects(edition_from_json(data), "vig-left-up", "once")
    assert effect.example is not None and effect.example.difference == 1


def test_an_edition_in_which_it_decides_nothing_says_so() -> None:
    """A draft takes vigorish on a win only: nothing is due again on a bet that is left up."""
    data = load_edition("md-craps").to_json()
    vig = {
        wager: {**terms, "collect": [["win"], terms["collect"][1]]} for wager, terms in data["vig"].items()
    }
    effect = effects(edition_from_json(data | {"vig": vig}), "vig-left-up", "once")
    assert effect.example is not None and effect.example.difference == 0


def test_the_json_has_both_runs_and_both_edges() -> None:
    answer = effects(load_edition("bc-craps"), "vig-coming-down", "paid-if-left-up").to_json()
    assert (answer["edition"], answer["reading"], answer["chosen"], answer["option"]) == (
        "bc-craps",
        "vig-coming-down",
        "placed-and-paid",
        "paid-if-left-up",
    )
    assert answer["example"]["difference"] == "1"
    assert [answer["example"][side]["balance"] for side in ("chosen", "other")] == ["38", "39"]
    assert answer["example"]["differs_at"] == [2]
    assert {"bet": "buy", "number": 4, "a": "4/63", "b": "1/21"} in answer["edges"]
    judged = effects(load_edition("md-craps"), "md.vig.rate", "allow").to_json()
    assert judged["found"] == {"chosen": "refer", "other": "info"} and "example" not in judged


@pytest.mark.parametrize(
    ("name", "option", "place"),
    [
        ("on-markers", "one", "readings.on-markers: is not a reading of nz-1998; did you mean"),
        ("on-marker", "two", "readings.on-marker: 'two' is not an option; there are kind, one"),
        ("roll-without-line-bet", "void", "readings.roll-without-line-bet: 'void' is not modelled"),
        ("md.vig.rate", "allow", "readings.md.vig.rate: is not a reading of nz-1998"),
    ],
)
def test_an_unknown_reading_or_option_is_refused(name: str, option: str, place: str) -> None:
    with pytest.raises(BadInput) as error:
        effects(load_edition("nz-1998"), name, option)
    assert str(error.value).startswith(place)
