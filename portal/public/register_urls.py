"""Addresses of the register: decisions, casinos, documents with their proofs, and the log."""

from django.urls import path

from portal.public import log_views, property_views, register_files, register_views

urlpatterns = [
    path("register/", register_views.register_list, name="register"),
    path("register/decisions.json", register_files.decisions_json, name="register-json"),
    path("register/decisions.csv", register_files.decisions_csv, name="register-csv"),
    path("register/feed.atom", register_files.feed, name="register-feed"),
    path("register/property/", property_views.places, name="places"),
    path("register/property/<slug:slug>/", property_views.place, name="place"),
    path("register/log/", log_views.log_page, name="log"),
    path("register/log/checkpoint.txt", log_views.checkpoint, name="log-checkpoint"),
    path("register/log/checkpoints/<int:size>.txt", log_views.checkpoint, name="log-checkpoint-over"),
    path("register/log/keys.txt", log_views.keys, name="log-keys"),
    path("register/log/entries.jsonl", log_views.all_entries, name="log-entries"),
    path("register/log/consistency/<int:old>-<int:new>.json", log_views.consistency, name="log-consistency"),
    path("register/log/verify_log.py", log_views.program, name="log-program"),
    path("register/log/<int:position>/", log_views.entry, name="log-entry"),
    path("register/log/<int:position>.proof.json", log_views.proof, name="log-proof"),
    path("register/<str:reference>/", register_views.entry, name="entry"),
    path("register/<str:reference>/entry.json", register_files.entry_json, name="entry-json"),
    path("register/<str:reference>/document/", register_views.document_progress, name="document"),
    path("register/<str:reference>/document.pdf", register_files.document_file, name="document-file"),
    path(
        "register/<str:reference>/document.proof.json", register_files.document_proof, name="document-proof"
    ),
    path(
        "register/<str:reference>/decision.proof.json", register_files.decision_proof, name="decision-proof"
    ),
    path("register/<str:reference>/<str:kind>.proof.json", register_files.document_proof, name="paper-proof"),
    path("register/<str:reference>/<str:kind>.pdf", register_files.document_file, name="paper"),
    path(
        "register/<str:reference>/attachments/<int:upload_id>/", register_files.attachment, name="attachment"
    ),
]
