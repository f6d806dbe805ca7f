from django.urls import include, path

from portal.operator import (
    dashboard,
    documents,
    editor,
    examples,
    findings,
    import_export,
    limit_notice,
    new_submission,
    properties,
    submission_status,
    submit,
    submit_many,
    tables,
)

app_name = "operator"

submission_patterns = [
    path("", submission_status.status, name="submission"),
    path("withdraw/", submission_status.withdraw, name="withdraw"),
    path("answer/", submission_status.answer, name="answer"),
    path("surrender/", submission_status.surrender, name="surrender"),
    path("changes/", submission_status.changes, name="changes"),
    path("vary/", new_submission.vary, name="vary"),
    path("tables/", tables.tables, name="tables"),
    path("limits/", limit_notice.limit_notice, name="limit-notice"),
    path("rules.json", import_export.export, name="export"),
    path("import/", import_export.import_into, name="import-into"),
    path("copy/", import_export.copy, name="copy"),
    path("elsewhere/", import_export.elsewhere, name="elsewhere"),
    path("submit/", submit.submit, name="submit"),
    path("examples/", examples.examples, name="examples"),
    path("examples/new/", examples.add, name="new-example"),
    path("examples/own-<int:example_id>/change/", examples.change, name="change-example"),
    path("examples/own-<int:example_id>/remove/", examples.remove, name="remove-example"),
    path("examples/<slug:key>/", examples.play, name="example"),
    path("documents/", documents.documents, name="documents"),
    path("documents/<int:upload_id>/remove/", documents.remove, name="remove-document"),
    path("draft/", editor.first_step, name="draft"),
    path("draft/<slug:slug>/", editor.step, name="step"),
    path("draft/<slug:slug>/check/", editor.live_check, name="live-check"),
    path("draft/<slug:slug>/figures/", editor.live_figures, name="live-figures"),
    path("draft/<slug:slug>/autosave/", editor.autosave, name="autosave"),
]

urlpatterns = [
    path("", dashboard.dashboard, name="dashboard"),
    path("findings/", findings.findings, name="findings"),
    path("findings/<int:finding_id>/", findings.finding, name="finding"),
    path("properties/", properties.property_list, name="properties"),
    path("properties/new/", properties.add, name="add-property"),
    path("properties/<int:property_id>/", properties.detail, name="property"),
    path("properties/<int:property_id>/tables/", properties.add_table, name="add-table"),
    path("properties/tables/<int:table_id>/", properties.set_table_active, name="set-table-active"),
    path("submissions/new/", new_submission.new, name="new"),
    path("submissions/import/", import_export.import_new, name="import"),
    path("submissions/submit/", submit_many.drafts, name="submit-many"),
    path("submissions/submit/declaration/", submit_many.declaration, name="declare-many"),
    path("submissions/<str:reference>/", include(submission_patterns)),
]
