"""URLs below /regulator/editions/."""

from django.urls import path

from portal.regulator import edition_drafts, editions

urlpatterns = [
    path("", editions.edition_list, name="editions"),
    path("draft/", edition_drafts.start, name="new-edition"),
    path("<slug:edition_id>/", editions.edition, name="edition"),
    path("<slug:edition_id>/values/<slug:slug>/", editions.subject_values, name="edition-values"),
    path("<slug:edition_id>/value/", edition_drafts.edit_value, name="edition-value"),
    path("<slug:edition_id>/part/", edition_drafts.edit_part, name="edition-part"),
    path("<slug:edition_id>/undo/", edition_drafts.undo, name="undo-change"),
    path("<slug:edition_id>/title/", edition_drafts.head, name="edition-head"),
    path("<slug:edition_id>/impact/", editions.edition_impact, name="edition-impact"),
    path("<slug:edition_id>/impact.csv", editions.impact_csv, name="impact-csv"),
    path("<slug:edition_id>/publish/", edition_drafts.publish, name="publish-edition"),
    path("<slug:edition_id>/call-back/", edition_drafts.unpublish, name="unpublish-edition"),
    path("<slug:edition_id>/delete/", edition_drafts.delete, name="delete-edition"),
]
