"""Addresses of the public pages."""

from datetime import date

from django.conf import settings
from django.urls import path
from django.views.generic import TemplateView

from portal.public import (
    calculator,
    casino_choices,
    casino_views,
    compare_views,
    consultation_comments,
    consultation_feed,
    consultation_views,
    contact_views,
    feed,
    home,
    language_views,
    log_tiles,
    log_views,
    register_files,
    register_views,
    rulebook_views,
    search_views,
    security_txt,
    site_search,
    sitemap,
    table_proof,
    table_views,
    try_table,
    verify,
    witness_views,
)

app_name = "public"

_ENTRY = "register/<str:reference>/"
# The day on which the text of a statement last changed. Change the day with the text.
STATEMENTS = {
    "accessibility": date(2026, 11, 19),
    "privacy": date(2026, 11, 19),
    "security": date(2026, 11, 19),
}

urlpatterns = [
    path("", home.home, name="home"),
    path("language/<slug:language>/", language_views.choose_language, name="language"),
    path("search/", site_search.search, name="site-search"),
    # The register: decisions, casinos, the log.
    path("register/", register_views.register_list, name="register"),
    path("register/decisions.json", register_files.decisions_json, name="register-json"),
    path("register/decisions.csv", register_files.decisions_csv, name="register-csv"),
    path("register/feed.atom", feed.decision_feed, name="register-feed"),
    path("register/casinos/", casino_choices.casino_choices, name="casino-choices"),
    path("register/property/", casino_views.casinos, name="casinos"),
    path("register/property/<slug:slug>/", casino_views.casino, name="casino"),
    path("register/property/<slug:slug>/signs.pdf", casino_views.signs, name="casino-signs"),
    path("register/log/", log_views.log_page, name="log"),
    path("register/log/checkpoint.txt", log_views.checkpoint, name="log-checkpoint"),
    path("register/log/checkpoints/<int:size>.txt", log_views.checkpoint, name="log-checkpoint-over"),
    # The same as static files, for tools made for other logs: c2sp.org/tlog-tiles.
    path("register/log/checkpoint", log_tiles.checkpoint, name="log-tiles-checkpoint"),
    path("register/log/tile/<str:kind>/<path:address>", log_tiles.tile, name="log-tile"),
    path("register/log/keys.txt", log_views.keys, name="log-keys"),
    path("register/log/witnesses.txt", log_views.witness_keys, name="log-witnesses"),
    path("witness/add-checkpoint", witness_views.add_checkpoint, name="witness-add-checkpoint"),
    path("register/log/entries.jsonl", log_views.all_entries, name="log-entries"),
    path("register/log/consistency/<int:old>-<int:new>.json", log_views.consistency, name="log-consistency"),
    path("register/log/verify_log.py", log_views.program, name="log-program"),
    path("register/log/<int:position>/", log_views.entry, name="log-entry"),
    path("register/log/<int:position>.proof.json", log_views.proof, name="log-proof"),
    # One decision. The certificate's own addresses come before those of any kind of document.
    path(_ENTRY, register_views.entry, name="entry"),
    path(f"{_ENTRY}entry.json", register_files.entry_json, name="entry-json"),
    path(f"{_ENTRY}document/", register_views.document_progress, name="document"),
    path(f"{_ENTRY}document.pdf", register_files.document_file, name="document-file"),
    path(f"{_ENTRY}document.proof.json", register_files.document_proof, name="document-proof"),
    path(f"{_ENTRY}decision.proof.json", register_files.decision_proof, name="decision-proof"),
    path(f"{_ENTRY}<str:kind>.proof.json", register_files.document_proof, name="document-proof"),
    path(f"{_ENTRY}<str:kind>.pdf", register_files.document_file, name="document-file"),
    path(f"{_ENTRY}attachments/<int:upload_id>/", register_files.attachment, name="attachment"),
    # What the sign of a table leads to. The worker serves only addresses beside its own.
    path("t/check/", table_proof.check, name="table-check"),
    path("t/sw.js", table_proof.worker, name="table-worker"),
    # One gaming table: the address is printed as a QR code on its sign.
    path("t/<str:code>/", table_views.table, name="table"),
    path("t/<str:code>/sign.pdf", table_views.sign_file, name="table-sign"),
    path("verify/", verify.verify, name="verify"),
    path("verify/certificates.pem", verify.certificates, name="verify-certificates"),
    path("verify/verify_document.py", verify.program, name="verify-program"),
    # The rulebooks and their comparison.
    path("rulebook/", rulebook_views.rulebooks, name="rulebooks"),
    path("rulebook/search/", search_views.search, name="search"),
    path("rulebook/<slug:book_id>/", rulebook_views.book, name="rulebook"),
    path("rulebook/<slug:book_id>/all/", rulebook_views.whole_book, name="rulebook-whole"),
    path("rulebook/<slug:book_id>/book.pdf", rulebook_views.book_pdf, name="rulebook-pdf"),
    path("rulebook/<slug:book_id>/changes/", rulebook_views.changes, name="rulebook-changes"),
    path("rulebook/<slug:book_id>/readings/", rulebook_views.readings, name="rulebook-readings"),
    path("rulebook/<slug:book_id>/<path:clause_id>/", rulebook_views.clause, name="clause"),
    # Drafts that are open for comment.
    path("consultations/", consultation_views.consultations, name="consultations"),
    path("consultations/feed.atom", consultation_feed.consultation_feed, name="consultation-feed"),
    path("consultations/confirm/<str:token>/", consultation_comments.confirm, name="confirm-comment"),
    path("consultations/withdraw/<str:token>/", consultation_comments.withdraw, name="withdraw-comment"),
    path("consultations/<slug:slug>/", consultation_views.consultation, name="consultation"),
    path("consultations/<slug:slug>/comment/", consultation_comments.write, name="write-comment"),
    path("consultations/<slug:slug>/sent/", consultation_comments.sent, name="comment-sent"),
    path("glossary/", rulebook_views.glossary_page, name="glossary"),
    path("compare/", compare_views.compare, name="compare"),
    path("compare/everywhere/<slug:subject>/", compare_views.everywhere, name="everywhere"),
    path("compare/matrix/", compare_views.matrix, name="matrix"),
    path("compare/matrix.csv", compare_views.matrix_csv, name="matrix-csv"),
    path("compare/matrix.json", compare_views.matrix_json, name="matrix-json"),
    path("contact/", contact_views.contact, name="contact"),
    path("calculator/", calculator.calculator, name="calculator"),
    path("try/", try_table.choose_table, name="try-choose"),
    path("try/<str:key>/", try_table.play, name="try"),
    # Statements, and what crawlers read.
    *(
        path(
            f"{page}/",
            TemplateView.as_view(
                template_name=f"public/{page}.html",
                extra_context={
                    "comment_address_days": settings.CONSULTATION_EMAIL_DAYS,
                    "sign_in_record_days": settings.SIGN_IN_RECORD_DAYS,
                    "security_contacts": settings.SECURITY_CONTACT,
                    "changed_on": changed_on,
                },
            ),
            name=page,
        )
        for page, changed_on in STATEMENTS.items()
    ),
    path("sitemap.xml", sitemap.sitemap, name="sitemap"),
    path(".well-known/security.txt", security_txt.security_txt, name="security-txt"),
    path("robots.txt", sitemap.robots, name="robots"),
]
