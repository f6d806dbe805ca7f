from django.urls import path

from portal.operator import (
    after,
    dashboard,
    drafts,
    examples,
    handing_in,
    limit_notice,
    properties,
    transfer,
    uploads,
    variation,
    views,
)

app_name = "operator"

urlpatterns = [
    path("", dashboard.dashboard, name="dashboard"),
    path("properties/", properties.property_list, name="properties"),
    path("properties/new/", properties.add, name="add-property"),
    path("properties/<int:property_id>/", properties.detail, name="property"),
    path("properties/<int:property_id>/tables/", properties.add_table, name="add-table"),
    path("properties/tables/<int:table_id>/", properties.set_table_active, name="set-table-active"),
    path("submissions/new/", views.new, name="new"),
    path("submissions/import/", transfer.import_new, name="import"),
    path("submissions/<str:reference>/", after.status, name="submission"),
    path("submissions/<str:reference>/withdraw/", after.withdraw, name="withdraw"),
    path("submissions/<str:reference>/answer/", after.answer, name="answer"),
    path("submissions/<str:reference>/surrender/", after.surrender, name="surrender"),
    path("submissions/<str:reference>/vary/", variation.vary, name="vary"),
    path("submissions/<str:reference>/changes/", variation.changes, name="changes"),
    path("submissions/<str:reference>/limits/", limit_notice.limit_notice, name="limit-notice"),
    path("submissions/<str:reference>/rules.json", transfer.export, name="export"),
    path("submissions/<str:reference>/import/", transfer.import_into, name="import-into"),
    path("submissions/<str:reference>/copy/", transfer.copy, name="copy"),
    path("submissions/<str:reference>/elsewhere/", transfer.elsewhere, name="elsewhere"),
    path("submissions/<str:reference>/submit/", handing_in.submit, name="submit"),
    path("submissions/<str:reference>/examples/", examples.examples, name="examples"),
    path("submissions/<str:reference>/examples/new/", examples.add, name="new-example"),
    path(
        "submissions/<str:reference>/examples/own-<int:example_id>/change/",
        examples.change,
        name="change-example",
    ),
    path(
        "submissions/<str:reference>/examples/own-<int:example_id>/remove/",
        examples.remove,
        name="remove-example",
    ),
    path("submissions/<str:reference>/examples/<slug:key>/", examples.play, name="example"),
    path("submissions/<str:reference>/documents/", uploads.documents, name="documents"),
    path(
        "submissions/<str:reference>/documents/<int:upload_id>/remove/",
        uploads.remove,
        name="remove-document",
    ),
    path("submissions/<str:reference>/draft/", drafts.first_step, name="draft"),
    path("submissions/<str:reference>/draft/<slug:slug>/", drafts.step, name="step"),
    path("submissions/<str:reference>/draft/<slug:slug>/check/", drafts.live_check, name="live-check"),
    path("submissions/<str:reference>/draft/<slug:slug>/figures/", drafts.live_figures, name="live-figures"),
    path("submissions/<str:reference>/draft/<slug:slug>/autosave/", drafts.autosave, name="autosave"),
]
