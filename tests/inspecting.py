"""Inspections for tests, made by the product's own services."""

from __future__ import annotations

import io
import uuid
from datetime import timedelta
from typing import Any

from PIL import Image

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Table
from portal.inspections import services
from portal.inspections.models import Inspection, InspectionFinding
from portal.inspections.photos import GivenPhoto
from portal.inspections.services import GivenAnswer
from tests.factories import House, approved, create_table


def jpeg(colour: str = "green", **saved: Any) -> bytes:
    """A small photo; `saved` are options of Pillow, such as `exif`."""
    data = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(data, "JPEG", **saved)
    return data.getvalue()


def photo(colour: str = "green") -> GivenPhoto:
    return GivenPhoto(filename="IMG_0001.jpg", data=jpeg(colour))


def table_in_force(house: House, ruleset: dict[str, Any] | None = None, **approval: Any) -> Table:
    """A table of the house's casino with approved rules."""
    table = create_table(property=house.property, game=house.edition.game)
    approved(house, ruleset, **approval)
    return table


def started(house: House, table: Table | None = None) -> Inspection:
    return services.start(actor=house.inspector, code=(table or table_in_force(house)).code)


def send(house: House, inspection: Inspection, *answers: GivenAnswer, key: uuid.UUID | None = None) -> None:
    services.save_answers(
        actor=house.inspector, inspection_id=inspection.pk, key=key or uuid.uuid4(), answers=answers
    )


def finish(house: House, inspection: Inspection, **given: Any) -> Inspection:
    day = jurisdiction(inspection.jurisdiction).today() + timedelta(days=14)
    terms: dict[str, Any] = {"key": uuid.uuid4(), "remedy_by": day} | given
    return services.finish(actor=house.inspector, inspection_id=inspection.pk, **terms)


def in_order(house: House, table: Table | None = None) -> Inspection:
    inspection = started(house, table)
    send(house, inspection, GivenAnswer(item=1, result="in_order"))
    return finish(house, inspection)


def with_finding(house: House, table: Table | None = None) -> InspectionFinding:
    """An inspection in which the first item was not in order, with a photo."""
    inspection = started(house, table)
    send(
        house,
        inspection,
        GivenAnswer(item=1, result="not_in_order", remark="The area is worn away.", photos=[photo()]),
    )
    return finish(house, inspection).findings.get()
