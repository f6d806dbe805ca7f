"""Names that people read: nothing hidden in them, and none that looks like another operator's casino."""

import pytest

from portal.accounts import services
from portal.errors import BadValue
from portal.names import skeleton
from tests.factories import House, create_operator, create_property

pytestmark = pytest.mark.slow

HIDDEN = [
    "\u202e",
    "\u200b",
    "\u200d",
    "\u2066",
    "\ufeff",
    "\u00ad",
    "\u3164",
    "\u2800",
    "\ufe0f",
    "\ue000",
    "\U000e0041",
]


@pytest.mark.parametrize("hidden", HIDDEN, ids=ascii)
def test_hidden_characters_are_refused_in_every_name(house: House, hidden: str) -> None:
    name = f"Grand{hidden}Casino"
    with pytest.raises(BadValue, match=f"U\\+{ord(hidden):04X} at place 6"):
        services.add_property(actor=house.operator_admin, name=name, jurisdiction="nz")
    with pytest.raises(BadValue, match="hidden character"):
        services.change_property(actor=house.operator_admin, property_id=house.property.pk, name=name)
    with pytest.raises(BadValue, match="hidden character"):
        services.add_table(actor=house.operator_admin, property_id=house.property.pk, label=name)
    with pytest.raises(BadValue, match="hidden character"):
        services.create_organisation(actor=house.site_admin, name=name, kind="operator")
    with pytest.raises(BadValue, match="hidden character"):
        services.change_name(actor=house.submitter, name=name)


def test_another_operators_name_is_refused_in_one_jurisdiction(house: House) -> None:
    create_property(organisation=create_operator(), name="Harbour Casino", jurisdiction="nz")
    for name in ("Harbour Casino", "HARBOUR-CASINO", "Hаrbour Casino", "Ｈarbour Casino"):
        with pytest.raises(BadValue, match="Another operator’s casino in this jurisdiction"):
            services.add_property(actor=house.operator_admin, name=name, jurisdiction="nz")
        with pytest.raises(BadValue, match="Another operator’s casino"):
            services.change_property(actor=house.operator_admin, property_id=house.property.pk, name=name)
    assert services.add_property(actor=house.operator_admin, name="Harbour Casino", jurisdiction="sg")
    assert services.add_property(actor=house.operator_admin, name="Harbour Casino Napier", jurisdiction="nz")
    assert services.add_property(actor=house.operator_admin, name="Māori Bay – O’Brien’s", jurisdiction="nz")


def test_names_that_look_alike_have_one_skeleton() -> None:
    assert skeleton("Cаsino Ｒoyal") == skeleton("CASINO-ROYAL") == "casinoroyal"
    assert skeleton("Casino 1") != skeleton("Casino 2")
