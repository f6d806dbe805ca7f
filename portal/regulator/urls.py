from django.urls import include, path

from portal.regulator import bulk, case, case_actions, conditions, dashboard, moves, queue, reports

app_name = "regulator"

urlpatterns = [
    path("", dashboard.dashboard, name="dashboard"),
    path("queue/", queue.cases, name="queue"),
    path("queue/selected/", bulk.selected_cases, name="bulk"),
    path("queue/views/", queue.save_filter, name="save-filter"),
    path("queue/views/<int:filter_id>/delete/", queue.delete_filter, name="delete-filter"),
    path("conditions/", conditions.conditions, name="conditions"),
    path("conditions/<int:condition_id>/", conditions.judge, name="judge-condition"),
    path("editions/", include("portal.regulator.edition_urls")),
    path("reports/", reports.page, name="reports"),
    path("reports/<slug:slug>.csv", reports.report_csv, name="report-csv"),
    path("cases/<str:reference>/", case.case, name="case"),
    path("cases/<str:reference>/claim/", queue.claim, name="claim"),
    path("cases/<str:reference>/assign/", queue.assign, name="assign"),
    path("cases/<str:reference>/comment/", case_actions.comment, name="comment"),
    path("cases/<str:reference>/tick/", case_actions.tick, name="tick"),
    path("cases/<str:reference>/mark/", case_actions.mark, name="mark"),
    path("cases/<str:reference>/examples/<str:key>/", case.example, name="example"),
    path("cases/<str:reference>/note/", case.add_note, name="note"),
    path("cases/<str:reference>/document/", case.retry_document, name="retry-document"),
    path("cases/<str:reference>/<slug:move>/", moves.make_move, name="move"),
]
