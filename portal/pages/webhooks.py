"""An organisation's webhooks and what became of each message."""

from __future__ import annotations

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from portal.accounts.permissions import require
from portal.notices.webhooks import outbox, services
from portal.pages.forms import run_service
from portal.pages.guards import member_page
from portal.pages.paging import page_of
from portal.pages.token_forms import EndpointForm


@member_page
def webhooks(request: HttpRequest) -> HttpResponse:
    require(request.user, "webhook.manage")
    return render(request, "account/webhooks.html", {"endpoints": services.endpoints(request.user)})


@never_cache
@member_page
def new_webhook(request: HttpRequest) -> HttpResponse:
    """The form; then the secret, on the answer to the form and nowhere else."""
    require(request.user, "webhook.manage")
    form = EndpointForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        made = run_service(form, services.add, actor=request.user, **form.cleaned_data)
        if made:
            context = {"endpoint": made[0], "secret": made[1], "new": True}
            return render(request, "account/webhooks_secret.html", context, status=201)
    return render(request, "account/webhooks_new.html", {"form": form}, status=422 if form.errors else 200)


@member_page
def webhook(request: HttpRequest, endpoint_id: int) -> HttpResponse:
    """One webhook: what it is told, and its log."""
    found = services.endpoint(request.user, endpoint_id)
    posted = request.POST if request.method == "POST" else None
    form = EndpointForm(posted, initial={"url": found.url, "events": found.events})
    if request.method == "POST" and form.is_valid():
        changed = run_service(
            form, services.change, actor=request.user, endpoint_id=endpoint_id, **form.cleaned_data
        )
        if changed:
            messages.success(request, "The webhook is changed.")
            return redirect("account:webhook", endpoint_id)
    context = page_of(request, services.deliveries(request.user, found))
    context |= {"endpoint": found, "form": form, "attempts": outbox.MAX_ATTEMPTS}
    return render(request, "account/webhook.html", context, status=422 if form.errors else 200)


@never_cache
@member_page
def webhook_secret(request: HttpRequest, endpoint_id: int) -> HttpResponse:
    """Asks before it changes the secret; the new one is on the answer and nowhere else."""
    found = services.endpoint(request.user, endpoint_id)
    if request.method == "POST":
        found, secret = services.rotate_secret(actor=request.user, endpoint_id=endpoint_id)
        return render(request, "account/webhooks_secret.html", {"endpoint": found, "secret": secret})
    return render(request, "account/webhooks_rotate.html", {"endpoint": found})


@require_POST
@member_page
def webhook_active(request: HttpRequest, endpoint_id: int) -> HttpResponse:
    on = request.POST.get("active") == "on"
    services.set_active(actor=request.user, endpoint_id=endpoint_id, active=on)
    messages.success(
        request,
        "The webhook is on." if on else "The webhook is off. What happens meanwhile it will not be told.",
    )
    return redirect("account:webhook", endpoint_id)


@require_POST
@member_page
def webhook_test(request: HttpRequest, endpoint_id: int) -> HttpResponse:
    sent = services.send_test(actor=request.user, endpoint_id=endpoint_id)
    messages.success(request, "A test is on its way. Reload this page in a moment to see how it fared.")
    return redirect("account:delivery", sent.pk)


@member_page
def remove_webhook(request: HttpRequest, endpoint_id: int) -> HttpResponse:
    found = services.endpoint(request.user, endpoint_id)
    if request.method == "POST":
        services.remove(actor=request.user, endpoint_id=endpoint_id)
        messages.success(request, f"The webhook to {found.url} is removed.")
        return redirect("account:webhooks")
    return render(request, "account/webhooks_remove.html", {"endpoint": found})


@member_page
def delivery(request: HttpRequest, delivery_id: int) -> HttpResponse:
    found = services.delivery(request.user, delivery_id)
    body = json.dumps(json.loads(found.body), indent=2, ensure_ascii=False)
    context = {"delivery": found, "endpoint": found.endpoint, "body": body, "attempts": outbox.MAX_ATTEMPTS}
    return render(request, "account/delivery.html", context)


@require_POST
@member_page
def redeliver(request: HttpRequest, delivery_id: int) -> HttpResponse:
    again = services.redeliver(actor=request.user, delivery_id=delivery_id)
    messages.success(request, "The message is sent again. Reload this page in a moment to see how it fared.")
    return redirect("account:delivery", again.pk)
