"""Many rule sets at once: templates to download, a sheet to upload, its result, and sheets that go out."""

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from portal.accounts.permissions import require
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for
from portal.errors import NotFound
from portal.http import UserRequest
from portal.pages.csv_download import csv_response
from portal.pages.downloads import attachment_response
from portal.pages.file_forms import ScannedFileField
from portal.pages.forms import PlainForm, render_form
from portal.pages.guards import operator_page
from portal.pages.paging import page_of
from portal.pages.xlsx_download import XLSX_TYPE
from portal.sheets import selectors, services
from portal.sheets.csv_reader import keep_apostrophes
from portal.sheets.exporting import cells_to_export, lines_to_export
from portal.sheets.files import CSV, JSONL, XLSX
from portal.sheets.grid import LARGEST_MB, MOST_ROWS, SheetRefused
from portal.sheets.writing import sheet_rows, workbook
from portal.text import whole_number

ROWS_PER_PAGE = 50


class SheetForm(PlainForm):
    file = ScannedFileField(
        label="Sheet",
        help_text=f"An .xlsx, CSV or JSONL file of at most {LARGEST_MB} MB and {MOST_ROWS:,} rule sets.",
        allow_empty_file=True,
        error_messages={"required": "Choose a file."},
    )


@operator_page
def sheets(request: UserRequest) -> HttpResponse:
    """Templates, the upload, earlier uploads, and rule sets to download."""
    form = SheetForm(request.POST or None, request.FILES or None)
    if request.method == "POST":
        require(request.user, "submission.edit")
        if getattr(request, "upload_too_large", False):
            form.add_error("file", f"The file is too large. The limit is {LARGEST_MB} MB.")
        elif form.is_valid():
            file = form.cleaned_data["file"]
            try:
                sheet, is_new = services.upload(actor=request.user, filename=file.name, data=file.read())
            except SheetRefused as refused:
                for message in refused.messages:
                    form.add_error("file", message)
            else:
                if not is_new:
                    messages.info(
                        request, "You uploaded this file before. Rows without a draft were checked again."
                    )
                return redirect("operator:sheet", sheet.pk)
    context = {
        "editions": selectors.editions_of(request.user),
        "sheets": selectors.sheets(request.user)[:20],
    }
    return render_form(request, "operator/sheets.html", form, **context)


@operator_page
def sheet(request: UserRequest, sheet_id: int) -> HttpResponse:
    """The result: every row, what it breaks and where, and its draft."""
    row = selectors.sheet(request.user, sheet_id)
    show = request.GET.get("show", "")
    page = page_of(request, selectors.rows_of(row, show), ROWS_PER_PAGE)
    context = {
        "sheet": row,
        "progress": selectors.progress(row),
        "show": show,
        "rows": selectors.shown_rows(request.user, page["page"].object_list),
        **page,
    }
    return render(request, "operator/sheet.html", context)


@operator_page
@require_POST
def create_drafts(request: UserRequest, sheet_id: int) -> HttpResponse:
    """Drafts from all good rows, or from those that are ticked."""
    ticked = [number for text in request.POST.getlist("rows") if (number := whole_number(text)) is not None]
    count = services.request_drafts(
        actor=request.user,
        sheet_id=sheet_id,
        rows=None if "all" in request.POST else ticked,
        together="together" in request.POST,
    )
    row = selectors.sheet(request.user, sheet_id)
    if not row.is_working:
        messages.success(request, f"{count} row{'' if count == 1 else 's'} done. Each row names its draft.")
    return redirect("operator:sheet", sheet_id)


@operator_page
def template(request: UserRequest) -> HttpResponseBase:
    """The template of an edition, as xlsx or CSV."""
    edition = _edition(request)
    core = core_edition_for(edition)
    name = f"rule-sets-{edition.pk}"
    if request.GET.get("format") == CSV:
        return csv_response(name, sheet_rows(core, ()))
    casinos = [prop.name for prop in selectors.casinos_under(request.user, edition)]
    return attachment_response(workbook(core, casinos), f"{name}.xlsx", XLSX_TYPE)


@operator_page
def export(request: UserRequest) -> HttpResponseBase:
    """Drafts, approvals or both under an edition, in the same columns."""
    edition = _edition(request)
    which, kind = request.GET.get("which", selectors.BOTH), request.GET.get("format", XLSX)
    name = f"{'rules' if which not in (selectors.DRAFTS, selectors.APPROVALS) else which}-{edition.pk}"
    core = core_edition_for(edition)
    if kind == JSONL:
        text = "".join(lines_to_export(request.user, edition, which))
        return attachment_response(text.encode(), f"{name}.jsonl", "application/jsonl")
    rows = cells_to_export(request.user, edition, which)
    if kind == CSV:
        return csv_response(
            name, ([keep_apostrophes(cell) for cell in row] for row in sheet_rows(core, rows))
        )
    casinos = [prop.name for prop in selectors.casinos_under(request.user, edition)]
    return attachment_response(workbook(core, casinos, rows), f"{name}.xlsx", XLSX_TYPE)


def _edition(request: UserRequest) -> Edition:
    """The edition that the address names, else the first that the operator can use."""
    editions = selectors.editions_of(request.user)
    wanted = request.GET.get("edition", "")
    for edition in editions:
        if edition.pk == wanted or not wanted:
            return edition
    raise NotFound("None of your casinos works under this edition.")
