"""The answers about accounts, casinos and the audit trail, field by field."""

from typing import Any

from portal.accounts.models import Property, Role, Table, Token, User
from portal.accounts.permissions import PERMISSIONS, can
from portal.accounts.scopes import SCOPES
from portal.api.components import Context, Field, ListOf, PageOf, Serializer, columns
from portal.api.schema_helpers import BOOLEAN, JURISDICTION, TEXT, TEXT_OR_NULL, array_of, one_of
from portal.audit.models import AuditEntry
from portal.editions.selectors import editions_for


def _editions(row: Property, context: Context) -> list[str]:
    """The same for every casino of a jurisdiction, so queried once."""
    if row.jurisdiction not in context.cache:
        context.cache[row.jurisdiction] = [edition.pk for edition in editions_for(row).only("pk")]
    editions: list[str] = context.cache[row.jurisdiction]
    return editions


def _permissions(user: User, context: Any) -> list[str]:
    return [permission for permission in PERMISSIONS if can(user, permission)]


ME = Serializer(
    "Me",
    "The account the request was made with.",
    base=columns(User, "name email"),
    machine=Field(BOOLEAN, "is_machine"),
    organisation=Field(
        Serializer(
            name=TEXT,
            kind=TEXT,
            jurisdictions=Field(array_of(JURISDICTION), lambda row, _: list(row.jurisdiction_codes)),
        ),
        null=True,
    ),
    roles=Field(array_of(one_of(Role.values)), lambda user, _: sorted(user.roles)),
    permissions=Field(array_of(TEXT), _permissions),
    token=Field(
        Serializer(base=columns(Token, "name prefix expires_at"), scopes=array_of(one_of(SCOPES))),
        null=True,
    ),
)
PROPERTY = Serializer(
    "Property",
    base=columns(Property, "id name jurisdiction address"),
    organisation=Field(TEXT, "organisation.name"),
    editions=Field(array_of(TEXT), _editions),
    tables=Field(columns(Table, "id code label game active"), lambda row, _: row.tables.all(), many=True),
)
PROPERTIES = ListOf("Properties", PROPERTY)
AUDIT_ENTRY = Serializer(
    "AuditEntry",
    base=columns(
        AuditEntry, "id at action object_type object_id object_label jurisdiction before after request_id"
    ),
    actor=Field(TEXT, lambda entry, _: entry.actor_name or "Baize"),
    organisation=Field(TEXT_OR_NULL, lambda entry, _: entry.organisation and entry.organisation.name),
)
AUDIT_PAGE = PageOf(AUDIT_ENTRY)
