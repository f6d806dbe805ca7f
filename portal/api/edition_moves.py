"""The drafted editions of one's own jurisdictions, and the moves that take two people.

The table says only how a body is read. Permissions, states and consequences are those of
portal/editions/moves.py. No token has a scope for a move: a person makes it, signed in.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from craps.codec import Codec, OneOf
from portal.api.authentication import signed_in_user
from portal.api.codecs import Date, JurisdictionCode, Prose, body
from portal.api.components import Context, Field, PageOf, Serializer
from portal.api.endpoint import Endpoint, case_read, case_write
from portal.api.moves import DIGEST, SHA256_EXAMPLE
from portal.api.public_serializers import EDITION
from portal.api.schema_helpers import (
    DATETIME,
    OBJECT,
    SHA256,
    TEXT,
    TEXT_OR_NULL,
    array_of,
    object_of,
    one_of,
    or_nothing,
    or_null,
)
from portal.editions import publishing, withdrawing
from portal.editions.models import Edition, EditionState
from portal.editions.moves import MOVES as TABLE
from portal.editions.moves import EditionMove, drafters_of, moves_for
from portal.editions.selectors import edition_visible_to, editions_visible_to

TAG = "Drafts"


def _moves(row: Edition, context: Context) -> list[dict[str, str | None]]:
    actor = signed_in_user(context.request)
    moves = moves_for(actor, row)
    return [{"move": name, "obstacle": or_nothing(obstacle)} for name, obstacle in moves.items()]


DRAFT = Serializer(
    "DraftedEdition",
    "An edition that a regulator drafted. `contents_digest` is of values, rulebook and examples, "
    "`proposed_digest` of these and of the explanations of possible errors.",
    base=EDITION,
    state=one_of(EditionState.values),
    replaces=Field(or_null(TEXT), "parent_id"),
    contents_digest=SHA256,
    proposed_digest=or_null(SHA256),
    proposed_at=or_null(DATETIME),
    published_at=or_null(DATETIME),
    withdrawal_asked_at=or_null(DATETIME),
)
DRAFT_PAGE = PageOf(DRAFT, newest_first=False)
WHOLE_DRAFT = Serializer(
    "WholeDraftedEdition",
    "`moves` are those that your role and its state allow; one with an `obstacle` cannot be made by you now.",
    base=DRAFT,
    proposed_by=Field(or_null(TEXT), lambda row, _: row.proposed_by and str(row.proposed_by)),
    published_by=Field(or_null(TEXT), lambda row, _: row.published_by and str(row.published_by)),
    drafters=Field(array_of(TEXT), lambda row, _: [str(person) for person in drafters_of(row)]),
    remarks=TEXT_OR_NULL,
    withdrawal_reason=TEXT_OR_NULL,
    document=OBJECT,
    moves=Field(array_of(object_of(move=TEXT, obstacle=TEXT_OR_NULL)), _moves),
)


class Drafts(Endpoint):
    @case_read(
        "The drafted editions of your jurisdictions, in every state",
        permission="review.view",
        tag=TAG,
        answer=DRAFT_PAGE,
        filters={
            "jurisdiction": JurisdictionCode(),
            "state": OneOf(tuple(EditionState.values), "state"),
        },
    )
    def get(self, query: Any) -> QuerySet[Edition]:
        return editions_visible_to(self.actor).filter(built_in=False, **query).defer("document")


class Draft(Endpoint):
    @case_read(
        "One drafted edition, with what can be done with it now",
        permission="review.view",
        tag=TAG,
        answer=WHOLE_DRAFT,
        problems=("not_found",),
    )
    def get(self, edition_id: str) -> Edition:
        return edition_visible_to(self.actor, edition_id)


@dataclass(frozen=True)
class EditionMoveEndpoint:
    """The address of one move: its service, and how its body is read."""

    service: Callable[..., Edition]
    body: Codec
    example: Any
    description: str = ""

    @property
    def move(self) -> EditionMove:
        return TABLE[self.service.__name__]

    def view(self) -> type[Endpoint]:
        """The view. It answers with the edition after the move."""

        @case_write(
            self.move.label,
            permission=str(self.move.permission),
            tag=TAG,
            description=self.description,
            body=self.body,
            answer=WHOLE_DRAFT,
            example=self.example,
        )
        def post(endpoint: Endpoint, body: Any, edition_id: str) -> Edition:
            self.service(actor=endpoint.actor, edition_id=edition_id, **body)
            return edition_visible_to(endpoint.actor, edition_id)

        return type(self.move.name, (Endpoint,), {"post": post})


MOVES = (
    EditionMoveEndpoint(
        publishing.propose,
        body(digest=DIGEST, on=Date()),
        {"digest": SHA256_EXAMPLE, "on": "2030-07-01"},
        "Proposes the draft with this `contents_digest`, to come into force on a day. It is frozen.",
    ),
    EditionMoveEndpoint(publishing.take_back, body(), {}, "By its proposer."),
    EditionMoveEndpoint(
        publishing.send_back,
        body(remarks=Prose()),
        {"remarks": "Clause 4.5 says three times."},
        "By someone other than its proposer.",
    ),
    EditionMoveEndpoint(
        publishing.publish,
        body(digest=DIGEST),
        {"digest": SHA256_EXAMPLE},
        "Publishes exactly the `proposed_digest`. By a person who neither proposed nor drafted it.",
    ),
    EditionMoveEndpoint(
        withdrawing.ask_withdrawal,
        body(reason=Prose()),
        {"reason": "One payout is a misprint."},
        "It stays published until a second person confirms.",
    ),
    EditionMoveEndpoint(withdrawing.drop_withdrawal, body(), {}, "By the person who asked."),
    EditionMoveEndpoint(
        withdrawing.confirm_withdrawal, body(), {}, "By a person other than the one who asked."
    ),
)
