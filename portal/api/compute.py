"""The rules core for everybody: what `python -m craps` prints, word for word, without an account."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from craps import BadInput, check, edges, load_ruleset, settle
from craps.codec import Fields
from craps.compare import compare
from portal.api.codecs import MAX_EVENTS, RuleSetJson, Unchecked
from portal.api.endpoint import PUBLIC, Endpoint, operation
from portal.editions.rulesets import named_edition, parse_ruleset
from portal.validation.comparison import elsewhere

TAG = "Compute"
RULES = {"edition": "nz-revised", "odds": {"pass_line": {"multiples": 2}}}


def computed(summary: str, **details: Any) -> Callable[[Any], Any]:
    return operation(summary, to=PUBLIC, tag=TAG, rate="compute", **details)


class Settle(Endpoint):
    @computed(
        "Settle bets and rolls",
        about="Plays the events in turn under the rule set. An event the rules do not allow is refused in "
        f"its step, with a code and the clause, and the run goes on. At most {MAX_EVENTS:,} events.",
        body=Unchecked("Scenario"),
        answer="Settled",
        example={
            "ruleset": {"edition": "nz-revised"},
            "events": [{"bet": "field", "amount": "5"}, {"roll": [6, 6]}],
        },
        gives=settle(
            {
                "ruleset": {"edition": "nz-revised"},
                "events": [{"bet": "field", "amount": "5"}, {"roll": [6, 6]}],
            }
        ).to_json(),
    )
    def post(self, request: Request, given: Any) -> Response:
        scenario = _object(given)
        events = scenario.get("events") if isinstance(scenario, dict) else None
        if isinstance(events, list) and len(events) > MAX_EVENTS:
            raise BadInput("events", f"holds {len(events)} events; at most {MAX_EVENTS} are settled at once")
        named = named_edition(scenario.get("ruleset")) if isinstance(scenario, dict) else None
        return Response(settle(scenario, named).to_json())


class Check(Endpoint):
    @computed(
        "Check a rule set against its edition",
        about="Every finding, worst first: its rule and clause, what was submitted, what is allowed.",
        body=RuleSetJson(),
        answer="Report",
        example={"edition": "md-craps", "vig": {"buy": {"rate": "3/50"}}},
        gives=check(load_ruleset({"edition": "md-craps", "vig": {"buy": {"rate": "3/50"}}})).to_json(),
    )
    def post(self, request: Request, given: Any) -> Response:
        return Response(check(parse_ruleset(given)).to_json())


class Edge(Endpoint):
    @computed(
        "The exact house edge of every wager",
        about="One row for each wager offered, and for each number or pair it can be on.",
        body=RuleSetJson(),
        answer="Edges",
        example=RULES,
    )
    def post(self, request: Request, given: Any) -> Response:
        return Response({"wagers": [row.to_json() for row in edges(parse_ruleset(given))]})


class Compare(Endpoint):
    @computed(
        "What differs between two rule sets",
        about="Values, checks, house edges, and short stories that end differently. An edition alone stands "
        "for its baseline.",
        body=Fields({"a": RuleSetJson(), "b": RuleSetJson()}, required=("a", "b")),
        answer="Comparison",
        example={"a": {"edition": "nz-1998"}, "b": {"edition": "nz-revised"}},
    )
    def post(self, request: Request, given: Any) -> Response:
        return Response(compare(parse_ruleset(given["a"]), parse_ruleset(given["b"])).to_json())


class Where(Endpoint):
    @computed(
        "Where else a rule set would pass",
        about="The same terms under every edition: the verdict there, and what would have to change.",
        body=RuleSetJson(),
        answer="Elsewhere",
        example=RULES,
    )
    def post(self, request: Request, given: Any) -> Response:
        found = [each.to_json() for each in elsewhere(parse_ruleset(given))]
        return Response({"submitted_under": given["edition"], "editions": found})


class Digest(Endpoint):
    @computed(
        "The canonical form of a rule set and its digest",
        about="The digest is what a decision binds to and what documents and register show.",
        body=RuleSetJson(),
        answer="Digest",
        example=RULES,
    )
    def post(self, request: Request, given: Any) -> Response:
        ruleset = parse_ruleset(given)
        return Response({"canonical": ruleset.canonical().decode(), "digest": ruleset.digest})


def _object(given: Any) -> Any:
    """The core also takes JSON as text; a body that is a string is none."""
    return given if not isinstance(given, str) else [given]
