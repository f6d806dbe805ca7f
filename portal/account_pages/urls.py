"""URLs of sign-in, account and team: the same for every kind of organisation."""

from django.urls import path

from portal.account_pages import account, audit, calendar, downloads, notices, sign_in, team, tokens, webhooks

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
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/new/", tokens.new_token, name="new-token"),
    path("account/tokens/<int:token_id>/revoke/", tokens.revoke_token, name="revoke-token"),
    path("account/calendar/", calendar.settings_page, name="calendar"),
    path("account/calendar/new/", calendar.new_address, name="new-calendar"),
    path("account/calendar/off/", calendar.switch_off, name="calendar-off"),
    path("calendar/<str:secret>.ics", calendar.feed, name="calendar-feed"),
    path("notices/", notices.notices, name="notices"),
    path("notices/read/", notices.read_notices, name="read-notices"),
    path("notices/by-email/", notices.choices, name="notice-choices"),
    path("notices/outbox/", notices.outbox, name="outbox"),
    path("documents/<int:document_id>/", downloads.document, name="document"),
    path("documents/of/<str:reference>/", downloads.document_progress, name="documents"),
    path("uploads/<int:upload_id>/", downloads.upload, name="upload"),
    path("answers/<int:file_id>/", downloads.answer_file, name="answer-file"),
    path("inspection-photos/<int:photo_id>/", downloads.inspection_photo, name="inspection-photo"),
    path("team/", team.team, name="team"),
    path("team/<int:user_id>/", team.member, name="member"),
    path("team/<int:user_id>/access/", team.set_access, name="set-access"),
    path("team/invitations/<int:invitation_id>/cancel/", team.cancel_invitation, name="cancel-invitation"),
    path("team/machines/new/", team.new_machine, name="new-machine"),
    path("team/<int:user_id>/token/", tokens.new_machine_token, name="new-machine-token"),
    path("audit/", audit.trail, name="audit"),
    path("audit/trail.csv", audit.as_csv, name="audit-csv"),
    path("audit/trail.json", audit.as_json, name="audit-json"),
    path("organisation/webhooks/", webhooks.webhooks, name="webhooks"),
    path("organisation/webhooks/new/", webhooks.new_webhook, name="new-webhook"),
    path("organisation/webhooks/<int:endpoint_id>/", webhooks.webhook, name="webhook"),
    path("organisation/webhooks/<int:endpoint_id>/secret/", webhooks.webhook_secret, name="webhook-secret"),
    path("organisation/webhooks/<int:endpoint_id>/active/", webhooks.webhook_active, name="webhook-active"),
    path("organisation/webhooks/<int:endpoint_id>/test/", webhooks.webhook_test, name="webhook-test"),
    path("organisation/webhooks/<int:endpoint_id>/remove/", webhooks.remove_webhook, name="remove-webhook"),
    path("organisation/deliveries/<int:delivery_id>/", webhooks.delivery, name="delivery"),
    path("organisation/deliveries/<int:delivery_id>/again/", webhooks.redeliver, name="redeliver"),
]
