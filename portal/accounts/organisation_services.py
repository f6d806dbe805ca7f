"""What the site administrator does with organisations, so that a new regulator or operator can begin."""

from collections.abc import Iterable

from django.db import transaction

from portal.accounts import selectors
from portal.accounts.events import send_changed
from portal.accounts.jurisdictions import find_jurisdiction, jurisdiction_name
from portal.accounts.models import Kind, Organisation, Oversight, Property, Role, User
from portal.accounts.permissions import require
from portal.accounts.services import create_organisation, invite
from portal.errors import BadValue, NotPossible

ADMINISTRATOR = {
    Kind.OPERATOR: Role.OPERATOR_ADMIN,
    Kind.REGULATOR: Role.REGULATOR_ADMIN,
    Kind.EXPERT: Role.EXPERT_ADMIN,
}


@transaction.atomic
def set_up_organisation(
    *, actor: User, name: str, kind: str, email: str, jurisdictions: Iterable[str] = (), person: str = ""
) -> Organisation:
    """Create an organisation and invite its first administrator, who invites everyone else."""
    created = create_organisation(actor=actor, name=name, kind=kind, jurisdictions=jurisdictions)
    invite_administrator(actor=actor, organisation_id=created.pk, email=email, person=person)
    return created


@transaction.atomic
def invite_administrator(*, actor: User, organisation_id: int, email: str, person: str = "") -> Organisation:
    """Invite a further administrator: the first link expired, or nobody who could sign in is left."""
    require(actor, "site.manage")
    organisation = selectors.organisation(actor, organisation_id)
    role = ADMINISTRATOR[Kind(organisation.kind)]
    invite(actor=actor, email=email, roles=[role], name=person, organisation=organisation)
    return organisation


@transaction.atomic
def set_oversight(*, actor: User, organisation_id: int, jurisdictions: Iterable[str]) -> Organisation:
    """Make a regulator responsible for these jurisdictions and no others."""
    require(actor, "site.manage")
    organisation = selectors.organisation(actor, organisation_id)
    Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
    if not organisation.is_regulator:
        raise NotPossible("Only a regulator is responsible for a jurisdiction.")
    wanted = set(jurisdictions)
    unknown = sorted(code for code in wanted if find_jurisdiction(code) is None)
    if unknown:
        raise BadValue(f"Unknown jurisdiction: {', '.join(unknown)}.", field="jurisdictions")
    if not wanted:
        raise BadValue("Choose the jurisdictions the regulator is responsible for.", field="jurisdictions")
    before = set(organisation.oversights.values_list("jurisdiction", flat=True))
    for code in sorted(before - wanted):
        others = selectors.regulators_of(code).filter(deactivated_at=None).exclude(pk=organisation.pk)
        if Property.objects.filter(jurisdiction=code).exists() and not others.exists():
            raise NotPossible(
                f"{jurisdiction_name(code)} has casinos and no other regulator. Make another one responsible "
                "for it first.",
                field="jurisdictions",
            )
    if wanted == before:
        return organisation
    organisation.oversights.exclude(jurisdiction__in=wanted).delete()
    Oversight.objects.bulk_create(
        Oversight(organisation=organisation, jurisdiction=code) for code in sorted(wanted - before)
    )
    organisation.__dict__.pop("jurisdiction_codes", None)
    send_changed(
        actor,
        "organisation.oversight",
        organisation,
        before={"jurisdictions": sorted(before)},
        after={"jurisdictions": sorted(wanted)},
        organisation=organisation,
    )
    return organisation
