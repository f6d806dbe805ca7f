"""An organisation's webhooks and the delivery log of their messages."""

import json

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from portal.account_pages.forms import EndpointForm
from portal.accounts.permissions import require
from portal.http import UserRequest
from portal.notices.webhooks import outbox, services
from portal.pages.forms import render_form, run_service
from portal.pages.guards import member_page
from portal.pages.paging import page_of


@member_page
def webhooks(request: UserRequest) -> HttpResponse:
    require(request.user, "webhook.manage")
    return render(request, "account/webhooks.html", {"endpoints": services.endpoints(request.user)})


@never_cache
@member_page
def new_webhook(request: UserRequest) -> HttpResponse:
    """The form; then the secret, which is shown only in the response to the form."""
    require(request.user, "webhook.manage")
    form = EndpointForm(request.POST or None)
    if created := run_service(form, services.add, actor=request.user):
        endpoint, secret = created
        context = {"endpoint": endpoint, "secret": secret, "new": True}
        return render(request, "account/webhooks_secret.html", context, status=201)
    return render_form(request, "account/webhooks_new.html", form)


@member_page
def webhook(request: UserRequest, endpoint_id: int) -> HttpResponse:
    """One webhook: its address and events, and its delivery log."""
    endpoint = services.endpoint(request.user, endpoint_id)
    form = EndpointForm(request.POST or None, initial={"url": endpoint.url, "events": endpoint.events})
    if run_service(form, services.change, actor=request.user, endpoint_id=endpoint_id):
        messages.success(request, "The webhook has been changed.")
        return redirect("account:webhook", endpoint_id)
    context = page_of(request, services.deliveries(request.user, endpoint))
    context |= {"endpoint": endpoint, "attempts": outbox.MAX_ATTEMPTS}
    return render_form(request, "account/webhook.html", form, **context)


@never_cache
@member_page
def webhook_secret(request: UserRequest, endpoint_id: int) -> HttpResponse:
    """Confirm, then replace the secret; the new one is shown only in the response to the form."""
    endpoint = services.endpoint(request.user, endpoint_id)
    if request.method == "POST":
        endpoint, secret = services.rotate_secret(actor=request.user, endpoint_id=endpoint_id)
        return render(request, "account/webhooks_secret.html", {"endpoint": endpoint, "secret": secret})
    return render(request, "account/webhooks_rotate.html", {"endpoint": endpoint})


@require_POST
@member_page
def webhook_active(request: UserRequest, endpoint_id: int) -> HttpResponse:
    on = request.POST.get("active") == "on"
    services.set_active(actor=request.user, endpoint_id=endpoint_id, active=on)
    messages.success(
        request,
        "The webhook is on." if on else "The webhook is off. It receives no events until it is on.",
    )
    return redirect("account:webhook", endpoint_id)


@require_POST
@member_page
def webhook_test(request: UserRequest, endpoint_id: int) -> HttpResponse:
    delivery = services.send_test(actor=request.user, endpoint_id=endpoint_id)
    messages.success(request, "A test message is being sent. Reload this page in a moment for the result.")
    return redirect("account:delivery", delivery.pk)


@member_page
def remove_webhook(request: UserRequest, endpoint_id: int) -> HttpResponse:
    endpoint = services.endpoint(request.user, endpoint_id)
    if request.method == "POST":
        services.remove(actor=request.user, endpoint_id=endpoint_id)
        messages.success(request, f"The webhook to {endpoint.url} has been removed.")
        return redirect("account:webhooks")
    return render(request, "account/webhooks_remove.html", {"endpoint": endpoint})


@member_page
def delivery(request: UserRequest, delivery_id: int) -> HttpResponse:
    delivery = services.delivery(request.user, delivery_id)
    context = {
        "delivery": delivery,
        "endpoint": delivery.endpoint,
        "body": json.dumps(json.loads(delivery.body), indent=2, ensure_ascii=False),
        "attempts": outbox.MAX_ATTEMPTS,
    }
    return render(request, "account/delivery.html", context)


@require_POST
@member_page
def redeliver(request: UserRequest, delivery_id: int) -> HttpResponse:
    delivery = services.redeliver(actor=request.user, delivery_id=delivery_id)
    messages.success(request, "The message is being sent again. Reload this page in a moment for the result.")
    return redirect("account:delivery", delivery.pk)
