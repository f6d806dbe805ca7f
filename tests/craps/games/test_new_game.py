"""A fourth card game touches one folder, its edition, its rulebook and its examples: nothing else.

A copy of the core gets an invented game (tests/data/toy_game) and answers for it with every verb.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import craps

pytestmark = pytest.mark.slow

TOY = Path(__file__).parents[2] / "data" / "toy_game"
# As listed in CONTRIBUTING.md, "A new game".
FILES = {
    "games/over_seven/__init__.py",
    "games/over_seven/game.py",
    "editions/xx-over.toml",
    "editions/xx-over.readings.toml",
    "rulebook/xx-over.toml",
    "examples/xx-over.toml",
}
RULES: dict[str, Any] = {"edition": "xx-over"}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the core with the invented game in it; no file of the core is changed."""
    folder = tmp_path_factory.mktemp("core")
    shutil.copytree(
        Path(craps.__file__).parent, folder / "craps", ignore=shutil.ignore_patterns("__pycache__")
    )
    added = {str(path.relative_to(TOY)) for path in TOY.rglob("*") if path.suffix in (".py", ".toml")}
    assert added == FILES
    for name in added:
        assert not (folder / "craps" / name).exists()
    shutil.copytree(TOY, folder / "craps", dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def call(core: Path, *args: str, document: Any = None, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "craps", *args],
        input=json.dumps(document),
        capture_output=True,
        text=True,
        cwd=core,
        timeout=600,
    )
    assert done.returncode == code, done.stderr
    return done.stdout


def test_every_verb_answers_for_it(core: Path) -> None:
    events = [{"turn": "K"}, {"bet": "over", "amount": 10}, {"turn": "K"}]
    run = json.loads(call(core, "settle", "-", document={"ruleset": RULES, "events": events}))
    assert [step.get("error", {}).get("code") for step in run["steps"]] == ["not_now", None, None]
    assert (run["balance"], run["steps"][2]["settlements"][0]["clause"]) == ("10", "2")
    assert "Over Seven wins on a king" in call(
        core, "settle", "--text", "-", document={"ruleset": RULES, "events": events}
    )
    found = json.loads(call(core, "check", "-", document={**RULES, "decks": 9}, code=1))
    assert found["findings"][0] | {"message": ""} == {
        "severity": "breach",
        "rule": "xx.cards.decks",
        "path": "decks",
        "clause": "3",
        "message": "",
        "submitted": "9",
        "allowed": "1 to 8",
        "nearest": "8",
    }
    (row,) = json.loads(call(core, "edge", "-", document=RULES))["wagers"]
    assert (row["edge"], row["win"], row["push"]) == ("-2/13", "7/13", "1/13")
    given = {"ruleset": RULES, "bets": "all"}
    (bet,) = json.loads(call(core, "simulate", "-", "--rounds", "20000", document=given))["bets"]
    assert abs(float(bet["z"])) < 5
    told = json.loads(call(core, "compare", "xx-over", "-", document={**RULES, "payouts": {"over": "2:1"}}))
    assert (told["settlements"][0]["difference"], told["edges"][0]["bet"]) == ("-10", "over")
    assert json.loads(call(core, "where", "-", document=RULES))["editions"][0]["verdict"] == "ok"
    assert "xx.table.players" in call(core, "rules", "xx-over", "--text")
    assert json.loads(call(core, "explain", "xx.cards.decks"))["editions"][0]["edition"] == "xx-over"
    assert "xx.limits.room" in call(core, "readings", "xx-over", "--text")
    assert json.loads(call(core, "schema", "xx-over"))["title"] == "Baize rule set of Over Seven"
    assert call(core, "digest", "-", document=RULES).startswith('{"edition":"xx-over"}')
    assert call(core, "settle", "-", document={"ruleset": RULES, "events": [{"roll": [1, 2]}]}, code=2) == ""


def test_the_package_answers_for_it_and_for_the_others_as_before(core: Path) -> None:
    script = """
from craps import all_edition_ids, check, edges, load_edition, load_ruleset, run_examples, rulebook
from craps.games import game_of, games
from craps.vocabulary import path_words
print([game.id for game in games()], all_edition_ids()[7])
rules = load_ruleset({"edition": "xx-over"})
print([(r.example.id, r.verdict, r.example.clauses) for r in run_examples(rules)])
print(rulebook.clause("xx-over", "5").text, [r.id for r in rulebook.enforced_by("xx-over", "6")])
print(path_words("decks"), game_of(rules.edition).open_moves(rules, []))
drawn = game_of(rules.edition).draw(rules, title="A table")
print("<title>Over Seven</title>" in drawn, "<title>Card: no card</title>" in drawn)
game = game_of(rules.edition)
print(game.call("turn").button, game.spots(rules), game.linked_event("turn.K", 0))
print(game.left(rules, ["K"])["K"], game.left(rules, ["K"])["A"])
print([str(row.edge) for row in edges(load_ruleset({"edition": "bc-war"}))], load_edition("nz-1998").game)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=core, timeout=600
    )
    assert done.stdout.splitlines() == [
        "['craps', 'over_seven', 'red_dog', 'war', 'wheel'] xx-over",
        "[('king', 'same', ('2',))]",
        "A 7 is a push. ['xx.table.players']",
        "Decks [{'bet': 'over', 'amount': '1'}]",
        "True True",
        "Turn [('over', '')] {'turn': 'K'}",
        "31 32",
        "['23138/993023', '23/622', '58/311'] craps",
    ], done.stderr


def test_the_operators_editor_has_its_steps_without_a_change_of_the_portal(
    core: Path, tmp_path: Path
) -> None:
    script = """
import django
django.setup()
from django.http import QueryDict
from craps import load_edition, load_ruleset
from craps.choices import owed
from portal.pages.examples_form import lines_of
from portal.operator.steps import rules_steps, steps_of
edition, rules = load_edition("xx-over"), {"edition": "xx-over"}
print([step.slug for step in steps_of(edition)])
steps = rules_steps(edition)
print([(group.title, group.allowed, group.clause) for group in steps["own"].groups(edition, rules)])
(payouts,) = steps["payouts"].groups(edition, rules)
print([(field.label, field.hint) for field in payouts.fields])
print(steps["own"].read(edition, QueryDict("decks=2"), rules))
lines = lines_of(load_ruleset(rules))
print(lines.actions, lines.events(lines.line({"turn": "K"})))
print([choice.path for choice in owed(load_ruleset(rules))])
"""
    root = Path(craps.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=core,
        timeout=600,
        env={
            **os.environ,
            "PYTHONPATH": f"{core}{os.pathsep}{root}",
            "DJANGO_SETTINGS_MODULE": "portal.settings",
            "BAIZE_DATA": str(tmp_path),
            "DEMO": "1",
        },
    )
    assert done.stdout.splitlines() == [
        "['game', 'wagers', 'own', 'payouts', 'limits', 'table', 'layout', 'examples', 'documents', "
        "'tables', 'declaration']",
        "[('Decks', 'The shoe has 1 to 8 decks.', '3')]",
        "[('The bet', '1 to 1 (2)')]",
        "({'edition': 'xx-over', 'decks': '2'}, {})",
        "[('', 'Nothing'), ('bet', 'Bet'), ('turn', 'Turn'), ('remove', 'Take a bet back')] [{'turn': 'K'}]",
        "['decks']",
    ], done.stderr
