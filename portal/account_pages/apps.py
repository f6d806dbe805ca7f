from django.apps import AppConfig


class AccountPagesConfig(AppConfig):
    """Pages of everyone who signs in: account, team, tokens, notices, webhooks, downloads, audit trail."""

    name = "portal.account_pages"
    label = "account_pages"
    default_auto_field = "django.db.models.BigAutoField"
