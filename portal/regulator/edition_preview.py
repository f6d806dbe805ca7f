"""How a draft will look: its rulebook and a specimen of the certificate. portal/operator shows its form."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from craps import BadInput
from craps.rulebook import book
from portal.editions.selectors import core_edition_for, edition_visible_to
from portal.errors import NotPossible
from portal.http import UserRequest
from portal.pages.clauses import clause_html_with, clause_items
from portal.pages.downloads import attachment_response
from portal.pages.guards import regulator_page
from portal.review.specimen_certificate import specimen_certificate


@require_safe
@regulator_page
def preview_book(request: UserRequest, edition_id: str) -> HttpResponse:
    """The whole rulebook, by the template of the public page."""
    row = edition_visible_to(request.user, edition_id)
    shown = book(core_edition_for(row))
    items = clause_items(
        shown,
        shown.clauses,
        top=0,
        level=2,
        to_html=lambda _, text: clause_html_with(text, lambda name: f"#{name}"),
        to_url=lambda _, name: f"#{name}",
    )
    return render(request, "regulator/edition_preview.html", {"edition": row, "book": shown, "items": items})


@require_safe
@regulator_page
def preview_certificate(request: UserRequest, edition_id: str) -> HttpResponse:
    """A specimen: never signed, never entered in the register."""
    row = edition_visible_to(request.user, edition_id)
    try:
        data = specimen_certificate(row)
    except BadInput as error:
        raise NotPossible(f"The certificate cannot be shown yet: {error}.") from None
    return attachment_response(data, f"{row.pk}-specimen.pdf", "application/pdf")
