"""Pages that move an edition on by two people: propose, send back, publish, withdraw."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from craps.edition_words import change_texts, value_label
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.permissions import require, require_second_factor
from portal.editions import draft_store, moves, publishing, withdrawing
from portal.editions.clauses import clause_differences
from portal.editions.examples import example_differences
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for, edition_visible_to
from portal.editions.slips import proposed_explanations
from portal.errors import BadValue, Conflict, NotPossible
from portal.http import UserRequest
from portal.pages.forms import PlainForm, render_form, run_service
from portal.pages.guards import regulator_page
from portal.regulator.edition_forms import ProposeForm, PublishForm, RemarksForm, WithdrawForm
from portal.review.impact_selectors import impact_of
from portal.text import format_day

edit = partial(run_service, refusals=(BadValue, NotPossible, Conflict))  # a conflict is shown on the form too


@regulator_page
def propose(request: UserRequest, edition_id: str) -> HttpResponse:
    """Show what a draft changes and whom it affects, and propose it from a date."""
    row = _edition(request, edition_id, "propose")
    today = jurisdiction(row.jurisdiction).today()
    initial = {
        "digest": row.contents_digest,
        "on": max(row.in_force_from, today) if row.in_force_from else None,
    }
    form = ProposeForm(today, request.POST or None, initial=initial)
    if edit(form, publishing.propose, actor=request.user, edition_id=row.pk):
        messages.success(request, moves.MOVES["propose"].success)
        return redirect("regulator:edition", row.pk)
    row.refresh_from_db()
    context = _review(request, row, "propose") | {"publishers": moves.possible_publishers(row)}
    context["publishers"] = [person for person in context["publishers"] if person != request.user]
    return render_form(request, "regulator/edition_propose.html", form, **context)


@regulator_page
def publish(request: UserRequest, edition_id: str) -> HttpResponse:
    """Show a second person what is proposed, and publish exactly that."""
    row = _edition(request, edition_id, "publish")
    form = PublishForm(request.POST or None, initial={"digest": row.proposed_digest})
    if published := edit(form, publishing.publish, actor=request.user, edition_id=row.pk):
        when = "in force"
        if published.is_scheduled and published.in_force_from:
            when = f"published, and in force from {format_day(published.in_force_from)}"
        told = " Operators are notified when their approvals are checked." if published.parent_id else ""
        messages.success(request, f"{published.title} is {when}.{told}")
        return redirect("regulator:edition", published.pk)
    row.refresh_from_db()
    return render_form(request, "regulator/edition_publish.html", form, **_review(request, row, "publish"))


def _page(name: str, service: Callable[..., Edition], form_class: type[PlainForm]) -> Any:
    """The page of a move that asks for a text at most."""
    move = moves.MOVES[name]

    @regulator_page
    def page(request: UserRequest, edition_id: str) -> HttpResponse:
        row = _edition(request, edition_id, name)
        form = form_class(request.POST if request.method == "POST" else None)
        if edit(form, service, actor=request.user, edition_id=row.pk):
            messages.success(request, move.success)
            return redirect("regulator:edition", row.pk)
        blocked = moves.obstacle(move, row, request.user)
        return render_form(
            request, "regulator/edition_move.html", form, edition=row, move=move, blocked=blocked
        )

    return page


take_back = _page("take_back", publishing.take_back, PlainForm)
send_back = _page("send_back", publishing.send_back, RemarksForm)
ask_withdrawal = _page("ask_withdrawal", withdrawing.ask_withdrawal, WithdrawForm)
drop_withdrawal = _page("drop_withdrawal", withdrawing.drop_withdrawal, PlainForm)
confirm_withdrawal = _page("confirm_withdrawal", withdrawing.confirm_withdrawal, PlainForm)


def _edition(request: UserRequest, edition_id: str, name: str) -> Edition:
    """An edition of the person's jurisdictions. Refused to people whose role does not make the move."""
    row = edition_visible_to(request.user, edition_id)
    require(request.user, str(moves.MOVES[name].permission))
    if moves.MOVES[name].needs_second_factor:
        require_second_factor(request.user)
    return row


def _review(request: UserRequest, row: Edition, name: str) -> dict[str, Any]:
    """What both people look at before they propose and publish."""
    core = core_edition_for(row)
    blocked = moves.obstacle(moves.MOVES[name], row, request.user)
    return {
        "edition": row,
        "book": row.book_id,
        "impact": impact_of(row) if row.parent_id else None,
        "blocked": blocked,
        "obstacles": [] if row.is_published else publishing.obstacles(row),
        "drafters": moves.drafters_of(row),
        "clause_changes": clause_differences(row),
        "explanations": proposed_explanations(row),
        "example_changes": example_differences(row),
        "changes": [
            (value_label(core, change.value), *change_texts(core, change), change.clause)
            for change in draft_store.changes(row)
        ],
    }
