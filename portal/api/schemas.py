"""Components whose JSON is not made from rows: problems, request bodies and the core's own output."""

from craps import ruleset_schema
from craps.games import games
from portal.api.codecs import MAX_EVENTS
from portal.api.components import Component
from portal.api.problems import CODES
from portal.api.schema_helpers import (
    ADDRESS,
    ANY,
    BOOLEAN,
    EXACT,
    FACES,
    INTEGER,
    OBJECT,
    SHA256,
    TEXT,
    WAGER,
    Schema,
    any_of,
    array_of,
    object_of,
    one_of,
    or_null,
    ref,
)
from portal.validation.models import Verdict

PROBLEM = Component(
    "Problem",
    object_of(
        "What went wrong, as RFC 9457 problem details. `code` never changes; `errors` names each place.",
        type=ADDRESS,
        title=TEXT,
        status=INTEGER,
        code=one_of(CODES),
        detail=TEXT,
        instance=ADDRESS,
        request_id=TEXT,
        optional={"errors": array_of(object_of(path=TEXT, message=TEXT))},
    ),
)
STARTING_POINTS = ("docs", "openapi", "editions", "matrix", "register", "log", "submissions")
START = Component("Start", object_of("An address for each part.", **dict.fromkeys(STARTING_POINTS, ADDRESS)))
OPENAPI = Component("OpenApi", {"type": "object", "description": "An OpenAPI 3.1 document."})

# Request bodies --------------------------------------------------------------------------------------------


def _camel(name: str) -> str:
    return name.title().replace("_", "")


def _rule_set(game: str) -> Schema:
    """The schema of a rule set of a game, as a component."""
    return {key: value for key, value in ruleset_schema(game).items() if key not in ("$schema", "title")}


_CRAPS, *_OTHERS = games()
_RULE_SET = _rule_set(_CRAPS.id)
_AMOUNT = _RULE_SET["properties"]["chip_unit"]
_PLACE = {"number": {"type": "integer", "minimum": 2, "maximum": 12}, "dice": FACES}

_OTHER_RULE_SETS = [
    Component(
        f"{_camel(game.id)}RuleSet",
        {"description": f"What an operator submits for {game.name}."} | _rule_set(game.id),
    )
    for game in _OTHERS
]
_CRAPS_RULE_SET = Component(
    "CrapsRuleSet", {"description": f"What an operator submits for {_CRAPS.name}."} | _RULE_SET
)
RULE_SET = Component(
    "RuleSet",
    {
        "description": "What an operator submits, as the contract has it: a rule set of craps, in which only "
        "`edition` is required, or of the game that the edition governs."
    }
    | any_of(_CRAPS_RULE_SET.ref, *(each.ref for each in _OTHER_RULE_SETS)),
)
READINGS = Component(
    "Readings",
    {
        "type": "object",
        "description": "The chosen option by reading; `GET /editions/{edition_id}/readings` lists them.",
        "additionalProperties": TEXT,
    },
)
RULE_SET_WITH_READINGS = Component(
    "RuleSetWithReadings",
    {"description": "A rule set, or a rule set with the readings to apply to it."}
    | any_of(
        RULE_SET.ref,
        Component(
            "RuleSetAndReadings", object_of(ruleset=RULE_SET.ref, optional={"readings": READINGS.ref})
        ).ref,
    ),
)
for _part in ("layout", "limits"):
    Component(
        f"{_part.capitalize()}Part",
        {"description": f"The part `{_part}` of a rule set."} | _RULE_SET["properties"][_part],
    )
_EVENTS = {
    "Roll": object_of(roll=FACES),
    "Bet": object_of(bet=WAGER, amount=_AMOUNT, optional={**_PLACE, "stay": BOOLEAN}),
    "Removal": object_of(remove=WAGER, optional={**_PLACE, "amount": _AMOUNT}),
    "Turn": object_of(turn=one_of(("on", "off")), bet=WAGER, optional={**_PLACE, "only": BOOLEAN}),
    "PassedDice": object_of(pass_dice={"type": "boolean", "enum": [True]}),
} | {
    _camel(f"{game.id}_{next(iter(schema['properties']))}"): dict(schema)
    for game in _OTHERS
    for schema in game.event_schemas
}
EVENT = Component(
    "Event",
    {"description": "A bet, a roll, or another thing that happens at the table."}
    | any_of(*(Component(f"{name}Event", schema).ref for name, schema in _EVENTS.items())),
)
SCENARIO = Component(
    "Scenario",
    object_of(
        "A rule set, what is played under it, and the readings to apply to it.",
        ruleset=RULE_SET.ref,
        events=array_of(EVENT.ref) | {"maxItems": MAX_EVENTS},
        optional={"readings": READINGS.ref},
    ),
)
FILE = Component("File", {"type": "string", "format": "binary", "description": "The bytes of a file."})

# What the core computes ------------------------------------------------------------------------------------

_WHICH = {"number": INTEGER, "dice": FACES, "space": TEXT, "play": TEXT}
_SETTLEMENT = object_of(
    bet=WAGER,
    outcome=one_of(("win", "lose", "push", "returned", "point", "surrender")),
    stake=EXACT,
    clause=TEXT,
    message=TEXT,
    optional={**_WHICH, "paid": EXACT, "returned": EXACT, "vig": EXACT, "reading": TEXT},
)
_STEP = {"event": INTEGER, "balance": EXACT, "on_table": EXACT}
_DONE = {
    "settlements": array_of(_SETTLEMENT),
    "reading": TEXT,
    "error": object_of(code=TEXT, message=TEXT, clause=TEXT, optional={"reading": TEXT}),
}
_STEPS = any_of(
    object_of("Of craps.", **_STEP, point=or_null(INTEGER), optional={**_DONE, "vig": EXACT}),
    object_of("Of another game, whose table is in a state.", **_STEP, state=TEXT, optional=_DONE),
)
SETTLED = Component(
    "Settled", object_of(steps=array_of(_STEPS), balance=EXACT, on_table=EXACT, vig_paid=EXACT)
)
_FIGURES = dict.fromkeys(("win", "lose", "push", "edge", "edge_resolved", "variance"), EXACT)
EDGE = Component(
    "Edge",
    {"description": "One such bet, left until it is decided; `edge` is the share that the house keeps."}
    | any_of(
        object_of("Of craps.", bet=WAGER, **_FIGURES, rolls=EXACT, optional=_WHICH),
        object_of(
            "Of another game: for each unit of the first bet; `wagered` is what is staked on average in all.",
            bet=WAGER,
            **_FIGURES,
            wagered=EXACT,
            optional=_WHICH,
        ),
    ),
)
EDGES = Component("Edges", object_of(wagers=array_of(EDGE.ref)))
_SIDE = object_of(edition=TEXT, digest=SHA256)
_CITED = or_null(object_of(clause=TEXT, optional={"text": TEXT, "value": ANY, "option": TEXT}))
COMPARISON = Component(
    "Comparison",
    object_of(
        a=_SIDE,
        b=_SIDE,
        clauses=array_of(object_of(clause=TEXT, a=or_null(TEXT), b=or_null(TEXT))),
        rules=array_of(object_of(rule=TEXT, a=_CITED, b=_CITED)),
        values=array_of(object_of(path=TEXT, a=_CITED, b=_CITED)),
        readings=array_of(object_of(id=TEXT, question=TEXT, a=_CITED, b=_CITED)),
        settlements=array_of(
            object_of(title=TEXT, events=array_of(OBJECT), a=OBJECT, b=OBJECT, difference=EXACT)
        ),
        edges=array_of(object_of(bet=WAGER, a=EXACT, b=EXACT, optional=_WHICH)),
    ),
)
ELSEWHERE = Component(
    "Elsewhere",
    object_of(
        submitted_under=TEXT,
        editions=array_of(
            object_of(
                edition=TEXT, title=TEXT, verdict=one_of(Verdict.values), changes=array_of(ref("Finding"))
            )
        ),
    ),
)
DIGEST = Component(
    "Digest",
    object_of(
        "The canonical form and its SHA-256, which a decision binds to.", canonical=TEXT, digest=SHA256
    ),
)
