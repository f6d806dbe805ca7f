"""`make mutation`: change the rules core in one place at a time and see that a test notices.

Every mutant is a fresh import of the core with one change in its syntax tree, in a process of its own, so
that tables worked out at import time and cached functions are mutated like everything else. The tests run
without pytest's own work around them: a mutant costs a fraction of a second.

    python scripts/mutation.py [--only placing] [--sample 40] [--quick]
"""

import argparse
import ast
import inspect
import itertools
import os
import random
import re
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
MODULES = ("wagers", "table", "placing", "settlement")
# Those that kill most come first. The quick ones alone are what the normal suite samples with.
QUICK = (
    "examples", "python_api", "wagers", "vig", "line_bets", "on_and_off", "side_bets", "units_and_limits",
    "code_order", "refusals", "limits_chosen", "odds", "cited", "operator_choices", "readings",
)  # fmt: skip
THOROUGH = (*QUICK, "every_outcome", "clauses")
# The core from the ground up: what stands before a mutated module can not feel the change and is kept loaded.
LAYERS = (
    "errors", "money", "dice", "codec", "wagers", "edition_codec", "edition", "editions", "ruleset", "table",
    "placing", "settlement",
)  # fmt: skip
LONGEST = 120  # seconds; a mutant that runs on for ever is noticed too
PASSING_SCORE = 90


class Mutant(NamedTuple):
    module: str
    line: int
    change: str
    code: CodeType

    @property
    def place(self) -> str:
        return f"craps/{self.module}.py:{self.line}: {self.change}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Mutation testing of the rules core.")
    parser.add_argument("--only", choices=MODULES, help="one module")
    parser.add_argument(
        "--sample", type=int, help="so many mutants, picked by chance but always the same ones"
    )
    parser.add_argument("--quick", action="store_true", help="without the longest tests")
    parser.add_argument(
        "--at-least", type=int, default=PASSING_SCORE, help="the score that passes, in percent"
    )
    args = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    preload()
    tests = QUICK if args.quick else THOROUGH
    if not _survives(None, tests):
        print("The tests fail without any change; nothing can be learned from mutants.")
        return 2
    mutants = [m for module in ([args.only] if args.only else MODULES) for m in mutants_of(module)]
    if args.sample:
        mutants = random.Random(36).sample(mutants, min(args.sample, len(mutants)))  # noqa: S311
    return report(mutants, run(mutants, tests), args.at_least)


def preload() -> None:
    """What every mutant needs and none changes, once, before the forks."""
    sys.dont_write_bytecode = False  # else every mutant compiles the core and its tests again
    import_module("pytest")
    editions = import_module("craps.editions")
    for edition in editions.edition_ids():
        editions.load_edition(edition)


def report(mutants: list[Mutant], survivors: list[Mutant], at_least: int) -> int:
    for mutant in sorted(survivors, key=lambda m: (m.module, m.line)):
        print(mutant.place)
    made, left = Counter(m.module for m in mutants), Counter(m.module for m in survivors)
    for module in made:
        print(f"{module:11} {made[module] - left[module]} of {made[module]} noticed")
    score = 100 * (len(mutants) - len(survivors)) / len(mutants)
    print(f"score {score:.1f} %: {len(mutants) - len(survivors)} of {len(mutants)} mutants noticed")
    return 0 if score >= at_least else 1


# Making mutants -------------------------------------------------------------------------------------------


def mutants_of(module: str) -> Iterator[Mutant]:
    path = ROOT / "craps" / f"{module}.py"
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for holder, key, node in list(_places(tree)):
        for change, other in list(_changes(node)):
            before = ast.unparse(node) if not isinstance(node, ast.stmt) else ast.unparse(node).split("\n")[0]
            _put(holder, key, ast.fix_missing_locations(ast.copy_location(other, node)))
            code = compile(tree, str(path), "exec")
            _put(holder, key, node)
            yield Mutant(module, node.lineno, f"{change}: {before[:90]}", code)


def _put(holder: Any, key: Any, node: ast.AST) -> None:
    if isinstance(holder, list):
        holder[key] = node
    else:
        setattr(holder, key, node)


def _places(node: ast.AST) -> Iterator[tuple[Any, Any, Any]]:
    """Every node that may be changed, and where it hangs; not types, imports and docstrings."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for holder, key, child in (
            [(value, i, c) for i, c in enumerate(value)]
            if isinstance(value, list)
            else [(node, field, value)]
        ):
            if isinstance(child, ast.Import | ast.ImportFrom) or _is_text(child) or _names_a_type(child):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield holder, key, child
            if isinstance(child, ast.AST):
                yield from _places(child)


def _is_text(node: Any) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _names_a_type(node: Any) -> bool:
    """`Pair = tuple[int, int]`: only the type checker reads it."""
    return isinstance(node, ast.Assign) and bool(re.fullmatch(r"[A-Z][a-z]\w*", ast.unparse(node.targets[0])))


COMPARED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
RECKONED = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.Mod: ast.FloorDiv}
RECKONED |= {ast.FloorDiv: ast.Mod, ast.BitOr: ast.BitAnd}
NOTHING = ast.Constant(None)


def _changes(node: Any) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(node, ast.Compare):
        for place, op in enumerate(node.ops):
            ops = [*node.ops[:place], COMPARED[type(op)](), *node.ops[place + 1 :]]
            yield "other comparison", ast.Compare(node.left, ops, node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield "and for or", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield "without not or minus", node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in RECKONED and not isinstance(node.op, ast.BitOr):
        yield "other operator", ast.BinOp(node.left, RECKONED[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant):
        yield from _other_constant(node.value)
    elif isinstance(node, ast.Call):
        yield from _other_arguments(node)
    elif isinstance(node, ast.If | ast.IfExp) and not isinstance(node.test, ast.Compare | ast.UnaryOp):
        test = ast.UnaryOp(ast.Not(), node.test)
        kind: Any = type(node)
        yield "condition turned round", kind(test, node.body, node.orelse)
    elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield "returns nothing", ast.Return(NOTHING)
    elif isinstance(node, ast.AugAssign):
        yield "other operator", ast.AugAssign(node.target, RECKONED[type(node.op)](), node.value)
        yield "left out", ast.Pass()
    elif isinstance(node, ast.Assign) and not _is_none(node.value):
        yield "assigns nothing", ast.Assign(node.targets, NOTHING)
    elif isinstance(node, ast.AnnAssign) and node.value is not None and not _is_none(node.value):
        yield "assigns nothing", ast.AnnAssign(node.target, node.annotation, NOTHING, node.simple)
    elif isinstance(node, ast.Raise | ast.Delete) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield "left out", ast.Pass()
    elif isinstance(node, ast.Continue):
        yield "break", ast.Break()


def _other_constant(value: Any) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(value, bool):
        yield "other truth", ast.Constant(not value)
    elif isinstance(value, int):
        yield "other number", ast.Constant(value + 1)
    elif isinstance(value, str):
        yield "other text", ast.Constant(f"XX{value}XX")


def _other_arguments(call: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    for place, arg in enumerate(call.args):
        if not isinstance(arg, ast.Constant | ast.Starred | ast.GeneratorExp):
            args = [*call.args[:place], NOTHING, *call.args[place + 1 :]]
            yield f"argument {place + 1} is nothing", ast.Call(call.func, args, call.keywords)
    for place, word in enumerate(call.keywords):
        if not isinstance(word.value, ast.Constant) and word.arg:
            words = [*call.keywords[:place], ast.keyword(word.arg, NOTHING), *call.keywords[place + 1 :]]
            yield f"{word.arg} is nothing", ast.Call(call.func, call.args, words)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


# Running them ---------------------------------------------------------------------------------------------


def run(mutants: list[Mutant], tests: tuple[str, ...]) -> list[Mutant]:
    """The mutants no test noticed."""
    running: dict[int, Mutant] = {}
    survivors: list[Mutant] = []
    began = time.monotonic()
    for done, mutant in enumerate([*mutants, *[None] * (os.cpu_count() or 1)]):
        while running and (mutant is None or len(running) >= (os.cpu_count() or 1)):
            child, status = os.wait()
            finished = running.pop(child)
            if status == 0:
                survivors.append(finished)
                print(finished.place, file=sys.stderr, flush=True)
        if mutant:
            running[_start(mutant, tests)] = mutant
        if done % 100 == 0:
            spent = time.monotonic() - began
            print(f"{done} of {len(mutants)}, {len(survivors)} unnoticed, {spent:.0f} s", file=sys.stderr)
    return survivors


def _survives(mutant: Mutant | None, tests: tuple[str, ...]) -> bool:
    return os.waitpid(_start(mutant, tests), 0)[1] == 0


def _start(mutant: Mutant | None, tests: tuple[str, ...]) -> int:
    child = os.fork()
    if child:
        return child
    try:
        signal.alarm(LONGEST)
        if mutant:
            _forget_above(mutant.module)
            sys.meta_path.insert(0, Mutated(mutant))
        for test in _calls(tests):
            test()
        os._exit(0)
    except BaseException:
        if mutant is None:
            traceback.print_exc()
        os._exit(1)


def _forget_above(module: str) -> None:
    kept = {f"craps.{name}" for name in LAYERS[: LAYERS.index(module)]}
    for name in [n for n in sys.modules if n.split(".")[0] in ("craps", "tests") and n not in kept]:
        del sys.modules[name]


def _calls(tests: tuple[str, ...]) -> Iterator[Callable[[], Any]]:
    """Every test function with every set of its parameters; those that need fixtures are left out."""
    for name in tests:
        module = import_module(f"tests.craps.test_{name}")
        for function in [f for n, f in vars(module).items() if n.startswith("test_") and callable(f)]:
            marks = [m for m in getattr(function, "pytestmark", []) if m.name == "parametrize"]
            names = [_names(m.args[0]) for m in marks]
            if set(itertools.chain(*names)) != set(inspect.signature(function).parameters):
                continue
            for values in itertools.product(*(m.args[1] for m in marks)):
                given: dict[str, Any] = {}
                for keys, value in zip(names, values, strict=True):
                    given |= {keys[0]: value} if len(keys) == 1 else dict(zip(keys, value, strict=True))
                yield partial(function, **given)


def _names(argument: Any) -> list[str]:
    return [n.strip() for n in argument.split(",")] if isinstance(argument, str) else list(argument)


class Mutated(MetaPathFinder, Loader):
    """Imports the mutant in place of the module it is made from."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name == f"craps.{self.mutant.module}" else None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.mutant.code, vars(module))  # noqa: S102  # nosec B102


if __name__ == "__main__":
    sys.exit(main())
