from django.urls import path

from portal.operator import drafts, properties, views

app_name = "operator"

urlpatterns = [
    path("", views.dashboard, name="dashboard"),
    path("properties/", properties.property_list, name="properties"),
    path("properties/new/", properties.add, name="add-property"),
    path("properties/<int:property_id>/", properties.detail, name="property"),
    path("properties/<int:property_id>/tables/", properties.add_table, name="add-table"),
    path("properties/tables/<int:table_id>/", properties.set_table_active, name="set-table-active"),
    path("submissions/new/", views.new, name="new"),
    path("submissions/<str:reference>/", views.status, name="submission"),
    path("submissions/<str:reference>/withdraw/", views.withdraw, name="withdraw"),
    path("submissions/<str:reference>/answer/", views.answer, name="answer"),
    path("submissions/<str:reference>/submit/", views.submit, name="submit"),
    path("submissions/<str:reference>/draft/", drafts.first_step, name="draft"),
    path("submissions/<str:reference>/draft/<slug:slug>/", drafts.step, name="step"),
    path("submissions/<str:reference>/draft/<slug:slug>/check/", drafts.live_check, name="live-check"),
]
