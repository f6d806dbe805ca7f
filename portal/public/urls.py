from django.urls import path

from portal.public import calculator, home, rulebook_urls, try_table, verify, views

app_name = "public"

urlpatterns = [
    path("", home.home, name="home"),
    path("register/", views.register_list, name="register"),
    path("register/<str:reference>/", views.entry, name="entry"),
    path("register/<str:reference>/document/", views.document_progress, name="document"),
    path("register/<str:reference>/document.pdf", views.document_file, name="document-file"),
    path("register/<str:reference>/<str:kind>.pdf", views.document_file, name="paper"),
    path("verify/", verify.verify, name="verify"),
    path("verify/certificates.pem", verify.certificates, name="verify-certificates"),
    path("verify/verify_document.py", verify.program, name="verify-program"),
    *rulebook_urls.urlpatterns,
    path("calculator/", calculator.calculator, name="calculator"),
    path("try/", try_table.choose, name="try-choose"),
    path("try/<str:key>/", try_table.play, name="try"),
    path("accessibility/", views.statement, {"template": "public/accessibility.html"}, name="accessibility"),
    path("privacy/", views.statement, {"template": "public/privacy.html"}, name="privacy"),
    path("security/", views.statement, {"template": "public/security.html"}, name="security"),
]
