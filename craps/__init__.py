"""The rules core of Baize: craps as seven editions of rule documents state it, and three more games, exactly.

>>> from craps import settle
>>> run = settle({"ruleset": {"edition": "nz-revised"},
...               "events": [{"bet": "field", "amount": "5"}, {"roll": [6, 6]}]})
>>> run.steps[1].settlements[0].message
'Field Bet wins on 6-6: 5 at 2 to 1 pays 10.'
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing and importlib are loaded with what needs them: they take longer than the core
if TYPE_CHECKING:
    from craps.comparing import Comparison, Elsewhere, compare, where
    from craps.costs import cost
    from craps.edge import EdgeRow, edges
    from craps.edition import Edition, edition_from_json
    from craps.editions import all_edition_ids, edition_ids, load_edition
    from craps.errors import BadInput
    from craps.examples import Example, ExampleResult, examples_of, run_examples
    from craps.games import game_of
    from craps.messages import language
    from craps.ruleset import RuleSet, load_ruleset, ruleset_schema
    from craps.settlement import Run, Settlement, Step, settle
    from craps.stepping import Table
    from craps.validation import Finding, Report, Rule, check, rules
    from craps.version import core_digest, core_version

__version__ = "1.0.0"

__all__ = [
    "BadInput",
    "Comparison",
    "EdgeRow",
    "Edition",
    "Elsewhere",
    "Example",
    "ExampleResult",
    "Finding",
    "Report",
    "Rule",
    "RuleSet",
    "Run",
    "Settlement",
    "Step",
    "Table",
    "__version__",
    "all_edition_ids",
    "check",
    "compare",
    "core_digest",
    "core_version",
    "cost",
    "edges",
    "edition_from_json",
    "edition_ids",
    "examples_of",
    "game_of",
    "language",
    "load_edition",
    "load_ruleset",
    "rules",
    "ruleset_schema",
    "run_examples",
    "settle",
    "where",
]

# Loaded when first used: the command line needs only what its verb needs.
_MODULES = {
    "craps.comparing": ("Comparison", "Elsewhere", "compare", "where"),
    "craps.costs": ("cost",),
    "craps.edge": ("EdgeRow", "edges"),
    "craps.edition": ("Edition", "edition_from_json"),
    "craps.editions": ("all_edition_ids", "edition_ids", "load_edition"),
    "craps.errors": ("BadInput",),
    "craps.examples": ("Example", "ExampleResult", "examples_of", "run_examples"),
    "craps.games": ("game_of",),
    "craps.messages": ("language",),
    "craps.ruleset": ("RuleSet", "load_ruleset", "ruleset_schema"),
    "craps.settlement": ("Run", "Settlement", "Step", "settle"),
    "craps.stepping": ("Table",),
    "craps.validation": ("Finding", "Report", "Rule", "check", "rules"),
    "craps.version": ("core_digest", "core_version"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(_MODULE_OF[name]), name)
    return value
