"""What a person was told, which of it comes by e-mail, and the e-mails themselves."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from portal.accounts.models import User
from portal.notices import selectors, services
from portal.notices.models import Topic
from portal.pages.forms import PlainForm, run_service
from portal.pages.guards import member_page, signed_in_page
from portal.pages.paging import page_of


class TopicsForm(PlainForm):
    topics = forms.MultipleChoiceField(
        label="Send me an e-mail about",
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages={"invalid_choice": "Choose from the topics on the page."},
    )

    def __init__(self, actor: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["topics"].choices = [
            (topic.value, topic.label) for topic in selectors.topics_for(actor) if topic != Topic.WORK
        ]


@signed_in_page
def notices(request: HttpRequest) -> HttpResponse:
    context = page_of(request, selectors.notices(request.user)) | {"unread": selectors.unread(request.user)}
    return render(request, "account/notices.html", context)


@require_POST
@signed_in_page
def read_notices(request: HttpRequest) -> HttpResponse:
    services.mark_read(actor=request.user)
    messages.success(request, "All notices are marked as read.")
    return redirect("account:notices")


@member_page
def choices(request: HttpRequest) -> HttpResponse:
    """Which topics come by e-mail."""
    muted = selectors.muted(request.user)
    wanted = [topic for topic in selectors.topics_for(request.user) if topic not in muted]
    posted = request.POST if request.method == "POST" else None
    form = TopicsForm(request.user, posted, initial={"topics": wanted})
    if request.method == "POST" and form.is_valid():
        run_service(form, services.choose_topics, actor=request.user, topics=form.cleaned_data["topics"])
        if not form.errors:
            messages.success(request, "Your choice is saved.")
            return redirect("account:notice-choices")
    status = 422 if form.errors else 200
    return render(request, "account/notice_choices.html", {"form": form}, status=status)


@login_required
def outbox(request: HttpRequest) -> HttpResponse:
    """The e-mails as written: one's own in the demonstration, everyone's for a site administrator."""
    if not settings.DEMO and not request.user.is_site_admin:
        raise Http404
    context = page_of(request, selectors.outbox(request.user), per_page=10)
    return render(request, "account/outbox.html", context | {"everyone": request.user.is_site_admin})
