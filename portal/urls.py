"""The portal's root URLs. Each part has its own urls.py."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

from portal import health
from portal.operator.form_preview import preview_form

urlpatterns = [
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
    # A regulator's page, made of the operator's steps.
    path("regulator/editions/<slug:edition_id>/preview/form/", preview_form, name="preview-form"),
    path("operator/", include("portal.operator.urls")),
    path("regulator/", include("portal.regulator.urls")),
    path("expert/", include("portal.expert_pages.urls")),
    path("api/", include("portal.api.urls")),
    # First, because most visits go there. Other languages than English have a prefix: /fr-ca/….
    *i18n_patterns(path("", include("portal.public.urls")), prefix_default_language=False),
    path("", include("portal.account_pages.urls")),
]

# Errors before a view: pages for people, RFC 9457 problems for programs.
handler400 = "portal.api.error_handlers.bad_request"
handler500 = "portal.api.error_handlers.server_error"
