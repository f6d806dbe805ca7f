"""Addresses of the rulebooks, the search, the comparison and the matrix."""

from django.urls import path

from portal.public import compare_views, rulebook_views, search_views, sitemap

urlpatterns = [
    path("rulebook/", rulebook_views.shelf, name="rulebooks"),
    path("rulebook/search/", search_views.search, name="search"),
    path("rulebook/<slug:book_id>/", rulebook_views.volume, name="rulebook"),
    path("rulebook/<slug:book_id>/all/", rulebook_views.whole, name="rulebook-whole"),
    path("rulebook/<slug:book_id>/book.pdf", rulebook_views.book_pdf, name="rulebook-pdf"),
    path("rulebook/<slug:book_id>/changes/", rulebook_views.changes, name="rulebook-changes"),
    path("rulebook/<slug:book_id>/<path:clause_id>/", rulebook_views.clause, name="clause"),
    path("glossary/", rulebook_views.glossary_page, name="glossary"),
    path("compare/", compare_views.compare, name="compare"),
    path("compare/matrix/", compare_views.matrix, name="matrix"),
    path("compare/matrix.csv", compare_views.matrix_csv, name="matrix-csv"),
    path("compare/matrix.json", compare_views.matrix_json, name="matrix-json"),
    path("sitemap.xml", sitemap.sitemap, name="sitemap"),
    path("robots.txt", sitemap.robots, name="robots"),
]
