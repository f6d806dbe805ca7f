"""Comments on a draft by anybody: the form, and the links of its e-mails. None of these pages is cached."""

import hashlib
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from portal.consultations import comments, selectors
from portal.consultations.models import Comment, Consultation
from portal.errors import BadValue, NotFound, NotPossible
from portal.pages.forms import PlainForm, run_service, set_choices
from portal.public.responses import get_or_404
from portal.rate_limiter import RateLimiter, address_of

_HOUR, _DAY = 60 * 60, 24 * 60 * 60
# Seen by the person who exceeds it, whoever else writes.
_by_network = RateLimiter("consultation-comment", limit=10, seconds=_HOUR)
# Never seen: what is sent beyond it is not kept, and the page says so to everybody.
_by_email = RateLimiter("consultation-email", limit=comments.MOST_WAITING, seconds=_DAY)
_both = require_http_methods(["GET", "HEAD", "POST"])


class CommentForm(PlainForm):
    about = forms.ChoiceField(
        label=gettext_lazy("What is your comment about?"),
        error_messages={
            name: gettext_lazy("Choose what your comment is about from the list.")
            for name in ("required", "invalid_choice")
        },
    )
    text = forms.CharField(
        label=gettext_lazy("Your comment"),
        # The service counts a line break once, as the browser does.
        widget=forms.Textarea(attrs={"rows": 8, "maxlength": comments.LONGEST_COMMENT}),
        help_text=gettext_lazy("Plain text of at most 5,000 characters."),
        error_messages={"required": gettext_lazy("Enter your comment.")},
    )
    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=comments.LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        error_messages={
            "required": gettext_lazy("Enter your name. You can ask for it not to be published."),
            "max_length": gettext_lazy("Use at most 100 characters."),
        },
    )
    name_withheld = forms.BooleanField(label=gettext_lazy("Do not publish my name"), required=False)
    on_behalf_of = forms.CharField(
        label=gettext_lazy("Organisation you write for"),
        max_length=comments.LONGEST_ORGANISATION,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
        help_text=gettext_lazy("Published with the comment, even if your name is not."),
        error_messages={"max_length": gettext_lazy("Use at most 120 characters.")},
    )
    email = forms.CharField(
        label=gettext_lazy("Your e-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=gettext_lazy(
            "Never published. We send one link to it, to confirm that the comment is yours."
        ),
        error_messages={
            "required": gettext_lazy("Enter your e-mail address. It is never published."),
            "max_length": gettext_lazy("Use at most 254 characters."),
        },
    )
    # Programs fill in every field; people do not see this one.
    website = forms.CharField(
        label=gettext_lazy("Leave this field empty"),
        required=False,
        widget=forms.TextInput(attrs={"tabindex": "-1", "autocomplete": "off"}),
    )

    def __init__(self, row: Consultation, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        facts = row.snapshot.facts
        changed = {text["id"] for text in facts["texts"]}
        labels = [(clause["id"], f"clause-{clause['id']}", clause["label"]) for clause in facts["clauses"]]
        first = [(comments.WHOLE, _("The draft as a whole"))]
        first += [
            (f"question-{number}", _("Question {number}").format(number=number))
            for number in range(1, len(row.questions) + 1)
        ]
        groups: list[Any] = [*first]
        for title, wanted in ((_("Changed clauses"), True), (_("Other clauses"), False)):
            options = [(value, label) for clause, value, label in labels if (clause in changed) is wanted]
            if options:
                groups.append((title, options))
        set_choices(self, "about", groups)

    def arguments(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "website"}


@_both
def write(request: HttpRequest, slug: str) -> HttpResponse:
    """The form. What it answers does not depend on what is known of the address."""
    row = get_or_404(selectors.consultation, slug)
    if not row.is_open:
        return _page(request, "public/consultation_closed.html", {"consultation": row}, status=409)
    form = CommentForm(row, request.POST or None, initial={"about": request.GET.get("about", comments.WHOLE)})
    context = {"consultation": row, "form": form}
    if request.method == "POST" and form.is_valid():
        if wait := _by_network.wait(address_of(request)):
            message = _(
                "Many comments came from your network address. Wait {minutes} minutes, then send again."
            )
            form.add_error(None, message.format(minutes=-(-wait // 60)))
            answer = _page(request, "public/consultation_write.html", context, status=429)
            answer["Retry-After"] = str(wait)
            return answer
        if form.cleaned_data["website"] or _is_flooded(form.cleaned_data["email"]):
            return redirect("public:comment-sent", row.slug)
        run_service(form, comments.send, slug=row.slug)
        if not form.errors:
            return redirect("public:comment-sent", row.slug)
    return _page(request, "public/consultation_write.html", context, status=422 if form.errors else 200)


@require_safe
def sent(request: HttpRequest, slug: str) -> HttpResponse:
    """What happens next. Everybody who sends the form gets this page."""
    row = get_or_404(selectors.consultation, slug)
    context = {"consultation": row, "most": comments.MOST_WAITING}
    return _page(request, "public/consultation_sent.html", context)


@_both
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Shows the comments of the link; only the button confirms them, as programs open links in e-mails."""
    try:
        row, waiting = comments.pending(token)
        context: dict[str, Any] = {"consultation": row, "comments": waiting}
        if request.method == "POST":
            form = ChosenForm(waiting, request.POST)
            if not form.is_valid():
                raise Http404
            if form.cleaned_data["decline"]:
                comments.decline(token=token)
                return _page(request, "public/consultation_done.html", context | {"done": "declined"})
            comments.confirm(token=token, comment_ids=form.cleaned_data["comment_ids"])
            return _page(request, "public/consultation_done.html", context | {"done": "confirmed"})
    except BadValue as error:
        return _page(request, "public/consultation_confirm.html", context | {"error": error}, status=422)
    except NotPossible as error:
        return _over(request, error)
    except NotFound as error:
        raise Http404(error.message) from error
    return _page(request, "public/consultation_confirm.html", context)


@_both
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    try:
        comment = comments.withdrawable(token)
        context = {"consultation": comment.consultation, "comment": comment}
        if request.method == "POST":
            comments.withdraw(token=token)
            return _page(request, "public/consultation_done.html", context | {"done": "withdrawn"})
    except NotPossible as error:
        return _over(request, error)
    except NotFound as error:
        raise Http404(error.message) from error
    return _page(request, "public/consultation_withdraw.html", context)


class ChosenForm(PlainForm):
    comment_ids = forms.TypedMultipleChoiceField(coerce=int, required=False)
    decline = forms.BooleanField(required=False)

    def __init__(self, waiting: list[Comment], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "comment_ids", [(str(comment.pk), "") for comment in waiting])


def _is_flooded(email: str) -> bool:
    address = hashlib.sha256(email.strip().lower().encode()).hexdigest()[:32]
    return bool(_by_email.wait(address))


def _over(request: HttpRequest, error: NotPossible) -> HttpResponse:
    return _page(request, "public/consultation_done.html", {"message": error.message}, status=410)


def _page(request: HttpRequest, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    page = render(request, template, context, status=status)
    add_never_cache_headers(page)
    page["X-Robots-Tag"] = "noindex"
    return page
