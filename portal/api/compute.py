"""The rules core for everybody: the JSON that `craps` prints, without an account."""

from functools import partial
from typing import Any

from craps import BadInput, check, edges, load_ruleset, settle
from craps.comparing import compare
from portal.api.codecs import MAX_EVENTS, RuleSetJson, RuleSetWithReadings, Unchecked, body
from portal.api.endpoint import PUBLIC, Endpoint, operation
from portal.api.schemas import COMPARISON, DIGEST, EDGES, ELSEWHERE, SETTLED
from portal.api.serializers import REPORT
from portal.editions.rulesets import named_edition, parse_ruleset
from portal.validation.comparison import elsewhere

EXAMPLE = {"edition": "nz-revised", "odds": {"pass_line": {"multiples": 2}}}
BREACH_EXAMPLE = {"edition": "md-craps", "vig": {"buy": {"rate": "3/50"}}}
SCENARIO_EXAMPLE = {
    "ruleset": {"edition": "nz-revised"},
    "events": [{"bet": "field", "amount": "5"}, {"roll": [6, 6]}],
}
_READINGS = 'To apply other readings, send `{"ruleset": …, "readings": …}` instead of the rule set.'
computation = partial(operation, permission=PUBLIC, tag="Compute", rate="compute")


class Settle(Endpoint):
    @computation(
        "Settle bets and rolls",
        description="Plays the events in turn under the rule set. An event the rules do not allow is refused "
        "in its step, with a code and the clause, and the run goes on. A result that depends on a reading "
        f"names it. At most {MAX_EVENTS:,} events.",
        body=Unchecked("Scenario"),
        answer=SETTLED,
        example=SCENARIO_EXAMPLE,
        answer_example=settle(SCENARIO_EXAMPLE).to_json(),
    )
    def post(self, body: Any) -> Any:
        if isinstance(body, str):  # the core would also take JSON as text; a body is an object
            body = [body]
        events = body.get("events") if isinstance(body, dict) else None
        if isinstance(events, list) and len(events) > MAX_EVENTS:
            raise BadInput("events", f"has {len(events)} events; the limit is {MAX_EVENTS} at once")
        edition = named_edition(body.get("ruleset"), "ruleset.edition") if isinstance(body, dict) else None
        return settle(body, edition).to_json()


class Check(Endpoint):
    @computation(
        "Check a rule set against its edition",
        description="Every finding, worst first: its rule and clause, what was submitted, what is allowed, "
        f"and the reading it depends on, if any. {_READINGS}",
        body=RuleSetWithReadings(),
        answer=REPORT,
        example=BREACH_EXAMPLE,
        answer_example=check(load_ruleset(BREACH_EXAMPLE)).to_json(),
    )
    def post(self, body: Any) -> Any:
        return check(body.as_read).to_json()


class Edge(Endpoint):
    @computation(
        "The exact house edge of every wager",
        description=f"One row for each wager offered, and for each number or pair it can be on. {_READINGS}",
        body=RuleSetWithReadings(),
        answer=EDGES,
        example=EXAMPLE,
    )
    def post(self, body: Any) -> Any:
        return {"wagers": [row.to_json() for row in edges(body.as_read)]}


class Compare(Endpoint):
    @computation(
        "What differs between two rule sets",
        description="Values, checks, readings, house edges, and short scenarios that end differently. An "
        f"edition alone stands for its baseline. {_READINGS}",
        body=body(a=RuleSetWithReadings(), b=RuleSetWithReadings()),
        answer=COMPARISON,
        example={"a": {"edition": "nz-1998"}, "b": {"edition": "nz-revised"}},
    )
    def post(self, body: Any) -> Any:
        return compare(body["a"].as_read, body["b"].as_read).to_json()


class Where(Endpoint):
    @computation(
        "Where else a rule set would pass",
        description="The same terms under every edition: the verdict there, and what would have to change. "
        "`readings` next to `ruleset` apply to every edition that has them.",
        body=RuleSetWithReadings(),
        answer=ELSEWHERE,
        example=EXAMPLE,
    )
    def post(self, body: Any) -> Any:
        return {
            "submitted_under": body.ruleset.edition.id,
            "editions": [row.to_json() for row in elsewhere(body.ruleset, body.readings, body.path)],
        }


class Digest(Endpoint):
    @computation(
        "The canonical form of a rule set and its digest",
        description="A decision binds to the digest; documents and register show it.",
        body=RuleSetJson(),
        answer=DIGEST,
        example=EXAMPLE,
    )
    def post(self, body: Any) -> Any:
        ruleset = parse_ruleset(body)
        return {"canonical": ruleset.canonical().decode(), "digest": ruleset.digest}
