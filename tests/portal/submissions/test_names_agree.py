"""A wager has one name under an edition: on pages, in findings, sheets, drawings and documents."""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape

import pytest

from craps import Edition, RuleSet, check, edition_from_json, load_edition, load_ruleset
from craps.drawing import draw
from craps.edition_values import values
from craps.edition_words import value_label, value_text
from craps.finding_words import report_sentence
from craps.validation import rules
from craps.vocabulary import path_words, wager_words
from portal.documents.rule_tables import build_rule_tables
from portal.operator.steps import rules_steps
from portal.public.rulebook_figures import subjects
from portal.sheets.columns import columns_of
from portal.submissions.wording import describe_choices
from tests.craps.checks.broken import broken
from tests.craps.checks.stated import whole
from tests.craps.checks.test_every_rule import EVERY
from tests.craps.play import EDITIONS

# A wager that the edition does not list has our name; what is printed on a layout is quoted; the regulator
# words the questions of readings.
QUOTED = (
    "wagers.authorised",
    "layout.legends",
    "layout.marks",
    "legend.",
    "mark.",
    "edition readings.",
    "document layout",
)
RENAMED = {"pass_line": "Harbour Bet", "world": "Compass Bet", "fire": "Lantern Bet", "hop": "Skip Bet"}
OLD = re.compile(r"\b(pass (line|bet)|whirl|world|fire|hop)\b", re.IGNORECASE)
OTHER_WAGERS = re.compile(r"don't pass (line|bet)|supplemental wager on the pass bet", re.IGNORECASE)


@cache
def _renamed() -> Edition:
    """Maryland's edition as a regulator would draft it with other names."""
    document = load_edition("md-craps").to_json()
    for wager, name in RENAMED.items():
        document["wagers"][wager]["name"] = name
    return edition_from_json(document)


def _texts(edition: Edition) -> Iterator[tuple[str, str]]:
    return ((where, text) for where, text in _every_text(edition) if not any(at in where for at in QUOTED))


def _every_text(edition: Edition) -> Iterator[tuple[str, str]]:
    """Where a text stands, and the text: everything that the portal says of the edition and of rule sets
    under it, except the clauses of its rulebook, which are the document's own."""
    stated = load_ruleset({"edition": edition.id, **whole(edition.id)}, edition)
    for rule in rules(edition):
        yield rule.id, rule.text
    yield from _findings(edition)
    for row in describe_choices(stated):
        yield f"choice {row['path']}", f"{row['label']}: {row['value']}"
    for column in columns_of(edition):
        yield f"sheet {column.path}", column.label
    for step in rules_steps(edition).values():
        for group in step.groups(edition, stated.to_json()):
            fields = (
                " ".join((field.label, field.hint, *(str(c[1]) for c in field.choices if len(c) == 2)))
                for field in group.fields
            )
            yield f"form {group.path}", " ".join((group.title, group.allowed, *fields))
    for value in values(edition.to_json()):
        if value.keys[-1] != "name":
            yield f"edition {value.path}", f"{value_label(edition, value)}: {value_text(edition, value)}"
    for subject in subjects(edition):
        if subject.slug != "slips":
            for each in subject.rows:
                label = re.sub(r" \(.*\)$", "", each.label)  # our name after the document's
                yield f"rulebook {each.key}", f"{label}: {each.value}"
    yield from _document(stated)
    yield (
        "drawing",
        unescape(
            re.findall("<desc.*?</desc>", draw(stated.to_json()["layout"], title="A table", edition=edition))[
                0
            ]
        ),
    )


def _findings(edition: Edition) -> Iterator[tuple[str, str]]:
    for of, rule in EVERY:
        if of == edition.id:
            for finding in check(load_ruleset({"edition": of, **broken(of, rule)}, edition)).findings:
                yield f"message {finding.rule}", finding.message
                yield f"report {finding.rule}", report_sentence(finding, edition)
                yield f"path {finding.path}", path_words(finding.path, edition)


def _document(ruleset: RuleSet) -> Iterator[tuple[str, str]]:
    tables = build_rule_tables(ruleset)
    for group in tables["groups"]:
        for wager in group["wagers"]:
            yield f"document {wager['wager']}", f"{wager['name']} {wager['pays']}"
    for subject in tables["subjects"]:
        for row in subject["rows"]:
            yield f"document {subject['key']}", f"{row['label']}: {row['value']}"
    for row in tables["signs"]:
        yield "sign", row["value"]


def test_an_edition_with_other_names_uses_them_everywhere() -> None:
    edition = _renamed()
    said = dict(_texts(edition))
    kept = [(where, text) for where, text in _texts(edition) if OLD.search(OTHER_WAGERS.sub("", text))]
    assert kept == []
    assert said["choice paytables.fire"].startswith("Lantern Bet pay table")
    assert "Compass Bet" in said["document world"]


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_name_that_only_we_use_is_not_said_under_an_edition_that_prints_another(edition_id: str) -> None:
    edition = load_edition(edition_id)
    printed = " ".join(rule.name for rule in edition.wagers.values()).casefold()
    ours = {wager_words(wager) for wager in edition.wagers}
    only_ours = [re.escape(name) for name in ours if name.casefold() not in printed]
    pattern = re.compile(rf"\b({'|'.join(only_ours)})\b", re.IGNORECASE)
    assert {where: text for where, text in _texts(edition) if only_ours and pattern.search(text)} == {}
