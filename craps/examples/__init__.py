"""Worked examples: bets and rolls as data, by edition, that put every rule with money in it to the test.

``examples_of`` gives an edition's catalogue. ``run_examples`` settles it under a rule set and says of each
example whether the money is the same as under the edition, and by how much and from which step it differs.

>>> from craps import load_ruleset
>>> rules = load_ruleset({"edition": "nz-revised", "payouts": {"any_seven": "3:1"}})
>>> [(r.example.id, r.result) for r in run_examples(rules) if r.verdict == "differs"][0]
('one-roll-bets', 'differs by NZD 5: the player ends worse off')

Where is Singapore's example of a lay bet? ``sg-mbs-v2.toml``, ``id = "lay-each-number"``. A file with
``base`` takes that edition's examples, less those named in ``without``.
"""

from craps.examples.catalogue import Example, example_from_json, examples_data, examples_of
from craps.examples.comparison import (
    ExampleResult,
    FirstDifference,
    event_words,
    money_of,
    run_examples,
    settle_examples,
)

__all__ = [
    "Example",
    "ExampleResult",
    "FirstDifference",
    "event_words",
    "example_from_json",
    "examples_data",
    "examples_of",
    "money_of",
    "run_examples",
    "settle_examples",
]
