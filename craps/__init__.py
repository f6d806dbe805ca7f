"""The rules core of Baize: craps as seven rule documents state it, exactly.

>>> from craps import settle
>>> run = settle({"ruleset": {"edition": "nz-revised"},
...               "events": [{"bet": "field", "amount": "5"}, {"roll": [6, 6]}]})
>>> run.steps[1].settlements[0].message
'Field Bet wins on 6-6: 5 at 2 to 1 pays 10.'
"""

from craps.edge import EdgeRow, edges
from craps.edition import Edition, edition_from_json
from craps.editions import edition_ids, load_edition
from craps.errors import BadInput
from craps.examples import Example, ExampleResult, examples_of, run_examples
from craps.ruleset import RuleSet, load_ruleset, ruleset_schema
from craps.settlement import Run, Settlement, Step, settle
from craps.validation import Finding, Report, Rule, check, rules
from craps.version import core_digest, core_version

__version__ = "1.0.0"

__all__ = [
    "BadInput",
    "EdgeRow",
    "Edition",
    "Example",
    "ExampleResult",
    "Finding",
    "Report",
    "Rule",
    "RuleSet",
    "Run",
    "Settlement",
    "Step",
    "__version__",
    "check",
    "core_digest",
    "core_version",
    "edges",
    "edition_from_json",
    "edition_ids",
    "examples_of",
    "load_edition",
    "load_ruleset",
    "rules",
    "ruleset_schema",
    "run_examples",
    "settle",
]
