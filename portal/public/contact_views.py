"""Whom to contact: the regulator of each jurisdiction, and why a refusal says no more."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from portal.accounts.jurisdictions import Jurisdiction, all_jurisdictions, jurisdiction_name
from portal.accounts.selectors import regulators_of
from portal.pages.page_cache import cached_page


class Contact(NamedTuple):
    """A jurisdiction with the name of its authority, or of its regulator here."""

    place: Jurisdiction
    authority: str


@cached_page()
def contact(request: HttpRequest) -> HttpResponse:
    """The head of each regulator's letters, its appeals, and what it says of refusals."""
    rows = [Contact(place, place.authority or _regulator(place)) for place in all_jurisdictions()]
    return render(request, "public/contact.html", {"contacts": rows})


def _regulator(place: Jurisdiction) -> str:
    first = regulators_of(place.code).first()
    return first.name if first else jurisdiction_name(place.code)
