"""Editions, rulebooks and checks: what anybody may read of the rules themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from craps import BadInput, rulebook, rules
from craps.codec import OneOf
from craps.validation import explain
from portal.accounts.jurisdictions import JURISDICTIONS
from portal.api import serializers
from portal.api.codecs import EditionIds
from portal.api.endpoint import PUBLIC, Endpoint, operation, tagged
from portal.api.pagination import PAGE_PARAMETERS, page
from portal.editions import selectors as editions
from portal.errors import NotFound
from portal.pages import matrix

TAG = "Rules"


def public(summary: str, **details: Any) -> Callable[[Any], Any]:
    return operation(summary, to=PUBLIC, tag=TAG, **details)


class Editions(Endpoint):
    @public(
        "Every published edition",
        answer="EditionPage",
        filters={"jurisdiction": OneOf(tuple(JURISDICTIONS), "jurisdiction"), **PAGE_PARAMETERS},
    )
    def get(self, request: Request, given: Any) -> Response:
        rows = editions.published().defer("document")
        if "jurisdiction" in given:
            rows = rows.filter(jurisdiction=given["jurisdiction"])
        return page(request, rows, given, serializers.edition, newest_first=False)


class Edition(Endpoint):
    @public(
        "An edition with every value",
        about="`document` holds each value with the clause it goes back to, in the form the core reads.",
        answer="WholeEdition",
        problems=("not_found",),
        etag=True,
    )
    def get(self, request: Request, given: Any, edition_id: str) -> Response:
        row = editions.edition(edition_id)
        return tagged(serializers.whole_edition(row), f'"{row.digest}"')


class Clauses(Endpoint):
    @public("Every clause of an edition’s rulebook", answer="Clauses", problems=("not_found",))
    def get(self, request: Request, given: Any, edition_id: str) -> Response:
        book = _book(edition_id)
        clauses = [serializers.clause(item) for item in book.clauses]
        return Response({"edition": edition_id, "title": book.title, "clauses": clauses})


class Clause(Endpoint):
    @public(
        "One clause, with its checks and examples",
        answer="OneClause",
        problems=("not_found",),
    )
    def get(self, request: Request, given: Any, edition_id: str, clause_id: str) -> Response:
        edition = editions.core_edition(edition_id)
        book = rulebook.book(edition)
        item = book.find(clause_id)
        if item is None:
            raise NotFound(f"{book.title} has no clause {clause_id[:60]}.")
        return Response(
            {
                **serializers.clause(item),
                "edition": edition_id,
                "terms": list(item.terms),
                "checks": [rule.id for rule in rulebook.enforced_by(edition, item.id)],
                "examples": [example.id for example in rulebook.shown_by(edition, item.id)],
            }
        )


class Rules(Endpoint):
    @public("Every check of an edition", answer="Rules", problems=("not_found",))
    def get(self, request: Request, given: Any, edition_id: str) -> Response:
        edition = editions.core_edition(edition_id)
        found = [rule.to_json() for rule in rules(edition)]
        return Response({"edition": edition.id, "title": edition.title, "rules": found})


class Rule(Endpoint):
    @public("One check, in every edition that has it", answer="ExplainedRule", problems=("not_found",))
    def get(self, request: Request, given: Any, rule: str) -> Response:
        try:
            found = explain(rule)
        except BadInput:
            raise NotFound(f"No edition has a check {rule[:80]}.") from None
        rows = [{"edition": edition.id, "title": edition.title} | one.to_json() for edition, one in found]
        return Response({"rule": rule, "editions": rows})


class Matrix(Endpoint):
    @public(
        "What every wager pays and costs, edition by edition",
        about="All editions unless you name some, each with its own `edition=`.",
        answer="Matrix",
        filters={"edition": EditionIds()},
    )
    def get(self, request: Request, given: Any) -> Response:
        wanted = given.get("edition")
        shown = [e for e in editions.core_editions() if wanted is None or e.id in wanted]
        return Response(matrix.to_json(shown, matrix.wager_rows(shown)))


def _book(edition_id: str) -> rulebook.Book:
    return rulebook.book(editions.core_edition(edition_id))
