"""Signing in at the provider of one's organisation, coming back from it, and linking its identities."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from portal.account_pages.forms import AcceptWithProviderForm
from portal.account_pages.sign_in import invitation_page, rate_limited
from portal.accounts.models import User
from portal.accounts.selectors import open_invitation
from portal.errors import DomainError, NotFound
from portal.http import UserRequest, next_page
from portal.oidc_providers import Provider
from portal.pages.guards import refused_page, signed_in_page
from portal.sign_in import login, stages
from portal.sign_in.oidc import identities, providers
from portal.sign_in.oidc.protocol import Answer, come_back, leave
from portal.sign_in.oidc.refusals import ProviderRefused, record_refusal


@never_cache
@require_POST
@rate_limited
def sign_in_with(request: HttpRequest, provider_id: str) -> HttpResponse:
    """To the provider, to sign in there."""
    provider = _known(provider_id)
    if request.user.is_authenticated:
        return redirect(next_page(request) or reverse("account:start"))
    stage = stages.waiting_for_provider(request)
    if stage is not None and not identities.has_linked(stages.person_of(stage)):
        return _leave(request, provider, purpose="first_link")
    return _leave(request, provider, purpose="sign_in", to=next_page(request))


@never_cache
def sign_in_provider(request: HttpRequest) -> HttpResponse:
    """After password and second factor: the organisation signs in through its provider only."""
    stage = stages.waiting_for_provider(request)
    if stage is None:
        return redirect("account:sign-in")
    person = stages.person_of(stage)
    context = {
        "person": person,
        "providers": providers.providers_of(person.organisation),
        "linked": identities.has_linked(person),
    }
    return render(request, "account/sign_in_provider.html", context)


@never_cache
@require_POST
@rate_limited
def accept_with(request: HttpRequest, token: str, provider_id: str) -> HttpResponse:
    """To the provider, to accept an invitation with its identity."""
    try:
        invitation = open_invitation(token)
        provider = _known(provider_id)
        identities.require_accepting(invitation=invitation, provider=provider)
    except NotFound as error:
        return render(request, "account/invitation_closed.html", {"message": error.message}, status=404)
    form = AcceptWithProviderForm(request.POST)
    if not form.is_valid():
        return invitation_page(request, invitation, token, with_provider=form)
    facts = {"invitation": invitation.token_hash, "name": form.cleaned_data["name"]}
    return _leave(request, provider, purpose="accept", **facts)


@never_cache
@require_GET
def provider_back(request: HttpRequest, provider_id: str) -> HttpResponse:
    """From the provider, with its answer."""
    provider = _known(provider_id)
    try:
        answer = come_back(request, provider)
        return _PURPOSES[answer.purpose](request, answer)
    except ProviderRefused as refused:
        return _refused(request, refused)
    except DomainError as error:
        return refused_page(request, error)


@signed_in_page
def identity_list(request: UserRequest) -> HttpResponse:
    rows = identities.linked(request.user)
    context = {
        "rows": [(row, providers.find_provider(row.provider)) for row in rows],
        "providers": providers.providers_of(request.user.organisation),
        "required": providers.is_required(request.user.organisation),
    }
    return render(request, "account/providers.html", context)


@require_POST
@signed_in_page
def link_provider(request: UserRequest, provider_id: str) -> HttpResponse:
    """To the provider, to link its identity to the account that is signed in."""
    provider = _known(provider_id)
    identities.require_linking(actor=request.user, provider=provider)
    return _leave(request, provider, purpose="link", person=request.user.pk)


@require_POST
@signed_in_page
def unlink_provider(request: UserRequest, identity_id: int) -> HttpResponse:
    name = identities.unlink(actor=request.user, identity_id=identity_id)
    messages.success(request, f"Unlinked. This identity of {name} can no longer sign in to your account.")
    return redirect("account:providers")


def _sign_in(request: HttpRequest, answer: Answer) -> HttpResponse:
    person = identities.person_of(answer.identity)
    return _sign_in_as(request, person, answer, to=answer.facts["to"] or reverse("account:start"))


def _accept(request: HttpRequest, answer: Answer) -> HttpResponse:
    facts = answer.facts
    person = identities.accept_with_identity(
        token_hash=facts["invitation"], name=facts["name"], identity=answer.identity
    )
    messages.success(request, f"Welcome to Baize. You now act for {person.organisation}.")
    return _sign_in_as(
        request, person, answer, to=f"{reverse('account:second-factor')}?next={reverse('account:start')}"
    )


def _link(request: HttpRequest, answer: Answer) -> HttpResponse:
    if not isinstance(person := request.user, User) or person.pk != answer.facts["person"]:
        raise ProviderRefused(answer.identity.provider, "state")
    identities.link(actor=person, identity=answer.identity)
    messages.success(request, f"Linked. You can now sign in with {answer.identity.provider.name}.")
    return redirect("account:providers")


def _first_link(request: HttpRequest, answer: Answer) -> HttpResponse:
    """Whoever has shown password and second factor, but no identity of the provider that is required."""
    stage = stages.waiting_for_provider(request)
    if stage is None:
        raise ProviderRefused(answer.identity.provider, "state")
    identities.link(actor=stages.person_of(stage), identity=answer.identity)
    return login.finish_with_provider(request, stage, answer.identity.provider)


_PURPOSES: dict[str, Callable[[HttpRequest, Answer], HttpResponse]] = {
    "sign_in": _sign_in,
    "accept": _accept,
    "link": _link,
    "first_link": _first_link,
}


def _sign_in_as(request: HttpRequest, person: User, answer: Answer, *, to: str) -> HttpResponse:
    found = answer.identity
    return login.sign_in_with_provider(request, person, found.provider, is_strong=found.is_strong, to=to)


def _leave(request: HttpRequest, provider: Provider, *, purpose: str, **facts: object) -> HttpResponse:
    """A page that goes on to the provider by itself: a redirect after a form may lead to this site only."""
    try:
        address = leave(request, provider, purpose=purpose, **facts)
    except ProviderRefused as refused:
        return _refused(request, refused)
    context = {"provider": provider, "address": address, "host": urlsplit(address).hostname}
    return render(request, "account/provider_leave.html", context)


def _refused(request: HttpRequest, refused: ProviderRefused) -> HttpResponse:
    record_refusal(refused)
    status = 502 if refused.reason == "unreachable" else 403
    return render(request, "account/provider_refused.html", {"words": refused.words}, status=status)


def _known(provider_id: str) -> Provider:
    provider = providers.find_provider(provider_id)
    if provider is None:
        raise Http404
    return provider
