"""``@record`` gives a class what a frozen dataclass has."""

from functools import cached_property

import pytest

from craps.record import fields, record, replace


@record
class Chip:
    value: int
    colour: str = "white"

    @property
    def dollars(self) -> str:
        return f"${self.value}"


@record
class Rack:
    chips: tuple[Chip, ...]

    @cached_property
    def total(self) -> int:
        return sum(chip.value for chip in self.chips)


def test_fields_are_given_by_place_or_name_and_defaults_hold() -> None:
    assert fields(Chip(5)) == {"value": 5, "colour": "white"}
    assert fields(Chip(colour="red", value=5)) == {"value": 5, "colour": "red"}
    assert Chip(25).dollars == "$25"


def test_a_missing_or_unknown_field_is_an_error() -> None:
    with pytest.raises(TypeError, match="value"):
        Chip()  # type: ignore[call-arg]  # that it is missing is the test
    with pytest.raises(TypeError, match="weight"):
        Chip(5, weight=10)  # type: ignore[call-arg]  # that it is unknown is the test


def test_records_are_equal_when_class_and_fields_are() -> None:
    assert Chip(5) == Chip(5, "white")
    assert Chip(5) != Chip(6)
    assert Chip(5) != Rack(())  # type: ignore[comparison-overlap]  # two classes are the test


def test_a_copy_with_other_values_computes_its_cached_values_anew() -> None:
    rack = Rack((Chip(5), Chip(25)))
    assert rack.total == 30
    assert replace(rack, chips=(Chip(1),)).total == 1
    assert replace(Chip(5), colour="red") == Chip(5, "red")


def test_no_other_attribute_can_be_set() -> None:
    with pytest.raises(AttributeError):
        Chip(5).weight = 10  # type: ignore[attr-defined]  # slots refuse it; mypy refuses it too


def test_it_shows_its_fields() -> None:
    assert repr(Chip(5)) == "Chip(value=5, colour='white')"
