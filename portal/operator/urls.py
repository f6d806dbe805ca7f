from django.urls import path

from portal.operator import (
    dashboard,
    documents,
    editor,
    examples,
    import_export,
    limit_notice,
    new_submission,
    properties,
    submission_status,
    submit,
    variations,
)

app_name = "operator"

urlpatterns = [
    path("", dashboard.dashboard, name="dashboard"),
    path("properties/", properties.property_list, name="properties"),
    path("properties/new/", properties.add, name="add-property"),
    path("properties/<int:property_id>/", properties.detail, name="property"),
    path("properties/<int:property_id>/tables/", properties.add_table, name="add-table"),
    path("properties/tables/<int:table_id>/", properties.set_table_active, name="set-table-active"),
    path("submissions/new/", new_submission.new, name="new"),
    path("submissions/import/", import_export.import_new, name="import"),
    path("submissions/<str:reference>/", submission_status.status, name="submission"),
    path("submissions/<str:reference>/withdraw/", submission_status.withdraw, name="withdraw"),
    path("submissions/<str:reference>/answer/", submission_status.answer, name="answer"),
    path("submissions/<str:reference>/surrender/", submission_status.surrender, name="surrender"),
    path("submissions/<str:reference>/vary/", variations.vary, name="vary"),
    path("submissions/<str:reference>/changes/", variations.changes, name="changes"),
    path("submissions/<str:reference>/limits/", limit_notice.limit_notice, name="limit-notice"),
    path("submissions/<str:reference>/rules.json", import_export.export, name="export"),
    path("submissions/<str:reference>/import/", import_export.import_into, name="import-into"),
    path("submissions/<str:reference>/copy/", import_export.copy, name="copy"),
    path("submissions/<str:reference>/elsewhere/", import_export.elsewhere, name="elsewhere"),
    path("submissions/<str:reference>/submit/", submit.submit, name="submit"),
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
    path("submissions/<str:reference>/documents/", documents.documents, name="documents"),
    path(
        "submissions/<str:reference>/documents/<int:upload_id>/remove/",
        documents.remove,
        name="remove-document",
    ),
    path("submissions/<str:reference>/draft/", editor.first_step, name="draft"),
    path("submissions/<str:reference>/draft/<slug:slug>/", editor.step, name="step"),
    path("submissions/<str:reference>/draft/<slug:slug>/check/", editor.live_check, name="live-check"),
    path("submissions/<str:reference>/draft/<slug:slug>/figures/", editor.live_figures, name="live-figures"),
    path("submissions/<str:reference>/draft/<slug:slug>/autosave/", editor.autosave, name="autosave"),
]
