"""What the trail keeps of a casino; and its name, which may not look like another operator's casino."""

from typing import Any

from portal.accounts.models import Organisation, Property
from portal.errors import BadValue
from portal.names import skeleton


def refuse_name_of_another(name: str, organisation: Organisation, jurisdiction: str) -> None:
    others = Property.objects.filter(jurisdiction=jurisdiction).exclude(organisation=organisation)
    if skeleton(name) in map(skeleton, others.values_list("name", flat=True).iterator()):
        raise BadValue(
            f"Another operator’s casino in this jurisdiction has a name like {name}. Add something to tell "
            "them apart, such as the town.",
            field="name",
        )


def property_facts(prop: Property) -> dict[str, Any]:
    return {"name": prop.name, "jurisdiction": prop.jurisdiction, "address": prop.address}
