"""Addresses of sign-in, account and team, the same for every kind of organisation."""

from django.urls import path

from portal.pages import account, documents, notices, sign_in, uploads

app_name = "account"

urlpatterns = [
    path("sign-in/", sign_in.SignIn.as_view(), name="sign-in"),
    path("sign-in/demo/", sign_in.demo_sign_in, name="demo-sign-in"),
    path("sign-out/", sign_in.SignOut.as_view(), name="sign-out"),
    path("start/", sign_in.start, name="start"),
    path("password/reset/", sign_in.ResetPassword.as_view(), name="reset"),
    path("password/reset/sent/", sign_in.ResetSent.as_view(), name="reset-sent"),
    path("password/reset/<uidb64>/<token>/", sign_in.ResetConfirm.as_view(), name="reset-confirm"),
    path("invitation/<str:token>/", sign_in.accept_invitation, name="invitation"),
    path("account/", account.account, name="account"),
    path("account/password/", account.change_password, name="change-password"),
    path("notices/", notices.notices, name="notices"),
    path("notices/read/", notices.read_notices, name="read-notices"),
    path("notices/by-email/", notices.choices, name="notice-choices"),
    path("notices/outbox/", notices.outbox, name="outbox"),
    path("documents/<int:document_id>/", documents.document, name="document"),
    path("documents/of/<str:reference>/", documents.progress, name="documents"),
    path("uploads/<int:upload_id>/", uploads.download, name="upload"),
    path("answers/<int:file_id>/", uploads.answer_file, name="answer-file"),
    path("team/", account.team, name="team"),
    path("team/<int:user_id>/", account.member, name="member"),
    path("team/<int:user_id>/access/", account.set_access, name="set-access"),
    path("team/invitations/<int:invitation_id>/cancel/", account.cancel_invitation, name="cancel-invitation"),
]
