"""Every address of the portal. Each door keeps its own list; this file only says where each door stands."""

from django.urls import include, path

from portal import health

urlpatterns = [
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
    path("operator/", include("portal.operator.urls")),
    path("regulator/", include("portal.regulator.urls")),
    path("api/", include("portal.api.urls")),
    path("", include("portal.public.urls")),  # before the rest: most visits lead there
    path("", include("portal.account_pages.urls")),
]

# What ends before a view: pages for people, problems for programs.
handler400 = "portal.api.error_handlers.bad_request"
handler500 = "portal.api.error_handlers.server_error"
