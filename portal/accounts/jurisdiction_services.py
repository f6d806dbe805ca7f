"""Changes to jurisdictions and their own days, each with its row in the audit trail.

The site administrator creates them and changes every fact; the administrator of a regulator that oversees one
changes its clock, its calendar, its letters' head and what REGULATORS_FACTS names besides.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import CharField

from portal.accounts import events, selectors
from portal.accounts.events import send_changed
from portal.accounts.jurisdiction_facts import (
    CLOCK_FACTS,
    FACTS,
    REGULATORS_FACTS,
    Facts,
    OwnDay,
    changed_facts,
    clean_day,
    clean_facts,
    day_facts,
    digest_of,
    facts_of,
    read_toml,
    stored,
)
from portal.accounts.jurisdictions import Holiday, Jurisdiction, forget
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.errors import BadValue, BadValues, Conflict, NotFound, NotPermitted


@transaction.atomic
def create_jurisdiction(
    *, actor: User, facts: Mapping[str, Any], days: Sequence[OwnDay] = ()
) -> Jurisdiction:
    require(actor, "site.manage")
    cleaned = clean_facts(facts)
    try:
        with transaction.atomic():
            row = Jurisdiction.objects.create(**cleaned)
    except IntegrityError:  # somebody created one with the same code, name or prefix at the same moment
        clean_facts(facts)
        raise
    Holiday.objects.bulk_create(Holiday(jurisdiction=row, **stored(clean_day(each))) for each in days)
    after = facts_of(row) | ({"own_days": [day_facts(each) for each in days]} if days else {})
    send_changed(actor, "jurisdiction.create", row, after=after, jurisdiction=row.code)
    _forget_now_and_on_commit()
    return row


def import_jurisdiction(*, actor: User, data: bytes) -> Jurisdiction:
    """Create the jurisdiction of a file. Everything that is wrong with it is said at once."""
    require(actor, "site.manage")
    facts, days = read_toml(data)
    try:
        return create_jurisdiction(actor=actor, facts=facts, days=days)
    except BadValues as error:
        listed = " ".join(f"{name}: {message}" for name, message in error.by_field.items())
        raise BadValue(f"The file cannot be used. {listed}", field="file") from None


@transaction.atomic
def change_jurisdiction(*, actor: User, code: str, facts: Mapping[str, Any], seen: str = "") -> Jurisdiction:
    """Change the facts that are given; the others stay.

    `seen` is the digest of the facts that the actor read (`digest_of`): Conflict if they have changed since.
    Documents already issued keep what was so when they were made; days that cases are due are counted again.
    """
    row = _locked(actor, code)
    before = facts_of(row)
    after = clean_facts(before | {name: facts[name] for name in FACTS if name in facts}, row)
    was, now = changed_facts(before, after)
    if seen and seen != digest_of(row):
        raise Conflict(
            f"Someone changed {row.name} while you were editing. Your changes are not saved yet.",
            theirs=before,
            mine=after,
        )
    others = sorted(set(now) - set(changeable_facts(actor)))
    if others:
        raise NotPermitted(
            f"Only the site administrator can change {' and '.join(others).replace('_', ' ')}."
        )
    if "code" in now and is_used(row.code):
        raise BadValue(
            f"Casinos, regulators, editions or cases use the code {row.code}, so it cannot be changed.",
            field="code",
        )
    if not now:
        return row
    _save(actor, row, was, now)
    if "symbol" in now:  # one currency looks alike everywhere
        for other in Jurisdiction.objects.filter(currency=row.currency).exclude(symbol=row.symbol):
            _save(actor, other, {"symbol": other.symbol}, {"symbol": row.symbol})
    if CLOCK_FACTS & set(now):
        events.working_days_changed.send(sender=Jurisdiction, code=row.code)
    return row


@transaction.atomic
def add_day(
    *, actor: User, code: str, day: date, name: str, yearly: bool = False, working: bool = False
) -> Holiday:
    """Add a day off, or with `working` a holiday of the calendar on which the regulator works."""
    row = _locked(actor, code)
    cleaned = clean_day(OwnDay(day, name, yearly, working))
    known = row.holidays.filter(day=cleaned.day, yearly=yearly).first()
    if known is not None:
        raise BadValue(f"This day is on the list already, as {known.name}. Remove it first.", field="day")
    added = row.holidays.create(**stored(cleaned))
    _days_changed(actor, row, "jurisdiction.add_day", after=day_facts(added))
    return added


@transaction.atomic
def remove_day(*, actor: User, code: str, day_id: int) -> Holiday:
    row = _locked(actor, code)
    day = row.holidays.filter(pk=day_id).first()
    if day is None:
        raise NotFound("This day is not on the list. Someone may have removed it.")
    row.holidays.filter(pk=day_id).delete()
    _days_changed(actor, row, "jurisdiction.remove_day", before=day_facts(day))
    return day


def changeable_facts(actor: User) -> tuple[str, ...]:
    """The facts that the actor may change of a jurisdiction they see."""
    return FACTS if actor.is_site_admin else REGULATORS_FACTS


def is_used(code: str) -> bool:
    """Whether any row but those of the audit trail has the code."""
    for model in apps.get_models():
        field = next((each for each in model._meta.concrete_fields if each.name == "jurisdiction"), None)
        if not isinstance(field, CharField) or model._meta.app_label == "audit":
            continue
        if model._default_manager.filter(jurisdiction=code).exists():
            return True
    return False


def _locked(actor: User, code: str) -> Jurisdiction:
    """The row for a change; NotFound for those who may not see it, NotPermitted for those who may."""
    selectors.jurisdiction_row(actor, code)
    require(actor, "jurisdiction.manage")
    return Jurisdiction.objects.select_for_update(no_key=True).get(code=code)


def _save(actor: User, row: Jurisdiction, was: Facts, now: Facts) -> None:
    for name, value in now.items():
        setattr(row, name, value)
    row.save(update_fields=list(now))
    send_changed(actor, "jurisdiction.change", row, before=was, after=now, jurisdiction=row.code)
    _forget_now_and_on_commit()


def _days_changed(
    actor: User, row: Jurisdiction, action: str, before: Facts | None = None, after: Facts | None = None
) -> None:
    send_changed(actor, action, row, before=before, after=after, jurisdiction=row.code)
    _forget_now_and_on_commit()
    events.working_days_changed.send(sender=Jurisdiction, code=row.code)


def _forget_now_and_on_commit() -> None:
    """Now for what follows in this transaction; on commit because another thread may have read meanwhile."""
    forget()
    transaction.on_commit(forget)
