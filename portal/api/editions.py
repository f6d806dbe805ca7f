"""Published editions, their rulebooks and their checks."""

from functools import partial
from typing import Any

from django.db.models import QuerySet

from craps import BadInput, rulebook, rules
from craps.codec import OneOf
from craps.edition import Edition as CoreEdition
from craps.games import HOME, game_ids, game_named, game_of
from craps.validation import explain
from portal.api import public_serializers as serializers
from portal.api.codecs import EditionIds, JurisdictionCode
from portal.api.endpoint import PUBLIC, Endpoint, operation
from portal.api.media_types import ZIP
from portal.consultations.selectors import consultations_of
from portal.editions import models
from portal.editions import selectors as editions
from portal.editions.files import zip_of
from portal.errors import NotFound
from portal.pages import matrix
from portal.pages.downloads import attachment_response

public = partial(operation, permission=PUBLIC, tag="Rules")


def edition_etag(edition: models.Edition) -> str:
    """With its consultations and its publication: an edition that was called back may have one more, and
    other explanations."""
    at = f"-{edition.published_at.timestamp():.6f}" if edition.published_at else ""
    return f'"{edition.digest}-{consultations_of(edition.pk).count()}{at}"'


class Editions(Endpoint):
    @public(
        "Every published edition",
        answer=serializers.EDITION_PAGE,
        filters={"jurisdiction": JurisdictionCode()},
    )
    def get(self, query: Any) -> QuerySet[models.Edition]:
        return editions.published().defer("document").filter(**query)


class Edition(Endpoint):
    @public(
        "An edition with every value",
        description="`document` has each value with the clause it comes from, in the form the core reads. "
        "`explanations`: what looked like an error before publication, and why it is right.",
        answer=serializers.WHOLE_EDITION,
        etag=edition_etag,
    )
    def get(self, edition_id: str) -> models.Edition:
        return editions.edition(edition_id)


class EditionFiles(Endpoint):
    @public(
        "An edition as files",
        description="A zip with its values, readings, rulebook and worked examples as TOML, in the form of "
        "the built-in editions. A regulator can import it.",
        produces=(ZIP,),
    )
    def get(self, edition_id: str) -> Any:
        row = editions.edition(edition_id)
        data = zip_of(editions.core_edition_for(row))
        response = attachment_response(data, f"{row.pk}.zip", ZIP)
        del response["Cache-Control"]  # set for every answer in finalize_response
        return response


class Clauses(Endpoint):
    @public("Every clause of an edition’s rulebook", answer=serializers.CLAUSES)
    def get(self, edition_id: str) -> rulebook.Book:
        return _rulebook(edition_id)


class Clause(Endpoint):
    @public("One clause, with its checks and examples", answer=serializers.ONE_CLAUSE)
    def get(self, edition_id: str, clause_id: str) -> rulebook.Clause:
        book = _rulebook(edition_id)
        clause = book.find(clause_id)
        if clause is None:
            raise NotFound(f"{book.title} has no clause {clause_id[:60]}.")
        return clause


class Rules(Endpoint):
    @public("Every check of an edition", answer=serializers.RULES)
    def get(self, edition_id: str) -> Any:
        edition = editions.core_edition(edition_id)
        rows = [rule.to_json() for rule in rules(edition)]
        return {"edition": edition.id, "title": edition.title, "rules": rows}


class Readings(Endpoint):
    @public(
        "How an edition reads what its document leaves open",
        description="Each reading with its options and what they do, the chosen one and why. `kind` is "
        "`money` (settlement and edges go by it), `approval` (it decides what the findings of a check are) "
        "or `recorded` (no other option is modelled).",
        answer=serializers.READINGS,
    )
    def get(self, edition_id: str) -> Any:
        edition = editions.core_edition(edition_id)
        rows = [reading.to_json() for reading in edition.readings.values()]
        return {"edition": edition.id, "title": edition.title, "readings": rows}


class Rule(Endpoint):
    @public("One check, in every edition that has it", answer=serializers.EXPLAINED_RULE)
    def get(self, rule: str) -> Any:
        try:
            pairs = explain(rule)
        except BadInput:
            raise NotFound(f"No edition has a check {rule[:80]}.") from None
        rows = [{"edition": edition.id, "title": edition.title} | each.to_json() for edition, each in pairs]
        return {"rule": rule, "editions": rows}


class Matrix(Endpoint):
    @public(
        "What every wager pays and costs, edition by edition",
        description="Of one game: `game=` names it, craps if it is left out. All its editions unless you "
        "name some, each with its own `edition=`; `game=` is not needed then. In a game played in rounds a "
        "row is a first bet, with its `space` and the way of playing it in `play`, and `wagered` is what is "
        "staked on average in all, in first bets.",
        answer=serializers.MATRIX,
        filters={"edition": EditionIds(), "game": OneOf(tuple(game_ids()), "game")},
    )
    def get(self, query: Any) -> Any:
        ids, name = query.get("edition"), query.get("game", HOME)
        if ids is None:
            columns = editions.core_editions(name)
        else:
            columns = [edition for edition in editions.core_editions() if edition.id in ids]
            _check_one_game(columns, query.get("game"))
        return matrix.to_json(columns, matrix.wager_rows(columns))


def _check_one_game(named: list[CoreEdition], game: str | None) -> None:
    """Refuse editions of two games, or of another than `game`."""
    first = game_named(game) if game else game_of(named[0])
    for edition in named:
        if game_of(edition) is not first:
            message = (
                f"{edition.id} governs {game_of(edition).name}, not {first.name}: name editions of one game"
            )
            raise BadInput("edition", message)


def _rulebook(edition_id: str) -> rulebook.Book:
    return rulebook.book(editions.core_edition(edition_id))
