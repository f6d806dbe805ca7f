from django.urls import path

from portal.expert_pages import requests

app_name = "expert"

urlpatterns = [
    path("", requests.request_list, name="requests"),
    path("requests/<int:request_id>/", requests.request_page, name="request"),
    path("requests/<int:request_id>/documents/<int:shared_id>/", requests.document, name="document"),
]
