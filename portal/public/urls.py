from django.urls import path

from portal.public import calculator, home, register_urls, rulebook_urls, try_table, verify, views

app_name = "public"

urlpatterns = [
    path("", home.home, name="home"),
    *register_urls.urlpatterns,
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
