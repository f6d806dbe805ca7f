from django.urls import path

from portal.regulator import audit, review, views

app_name = "regulator"

urlpatterns = [
    path("", views.dashboard, name="dashboard"),
    path("queue/", views.queue, name="queue"),
    path("audit/", audit.trail, name="audit"),
    path("cases/<str:reference>/", review.case, name="case"),
    path("cases/<str:reference>/claim/", review.claim, name="claim"),
    path("cases/<str:reference>/note/", review.add_note, name="note"),
    path("cases/<str:reference>/document/", review.retry_document, name="retry-document"),
    path("cases/<str:reference>/<slug:move>/", review.make_move, name="move"),
]
