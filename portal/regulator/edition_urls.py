"""Addresses below /regulator/editions/."""

from django.urls import path

from portal.regulator import drafting, editions

urlpatterns = [
    path("", editions.shelf, name="editions"),
    path("draft/", drafting.start, name="new-edition"),
    path("<slug:edition_id>/", editions.edition, name="edition"),
    path("<slug:edition_id>/values/<slug:slug>/", editions.subject_values, name="edition-values"),
    path("<slug:edition_id>/value/", drafting.value, name="edition-value"),
    path("<slug:edition_id>/part/", drafting.part, name="edition-part"),
    path("<slug:edition_id>/undo/", drafting.undo, name="undo-change"),
    path("<slug:edition_id>/title/", drafting.head, name="edition-head"),
    path("<slug:edition_id>/impact/", editions.edition_impact, name="edition-impact"),
    path("<slug:edition_id>/impact.csv", editions.impact_sheet, name="impact-sheet"),
    path("<slug:edition_id>/publish/", drafting.publish, name="publish-edition"),
    path("<slug:edition_id>/call-back/", drafting.call_back, name="call-back-edition"),
    path("<slug:edition_id>/delete/", drafting.delete, name="delete-edition"),
]
