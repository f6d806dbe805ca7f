"""The link for a new password.

The page only queues the address that was typed, whether or not it has an account: its answer takes the same
time for both. What is sent to one account in an hour and in a day is limited.
"""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.tokens import default_token_generator
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from portal.accounts.models import User
from portal.notices import tasks
from portal.notices.models import Mail
from portal.notices.services import queue_mail
from portal.queueing import queue_on_commit
from portal.sign_in.oidc.identities import linked

ABOUT = "password reset"
MOST_IN = ((timedelta(hours=1), 3), (timedelta(days=1), 8))


def request_reset(email: str) -> None:
    """Queue the address, known or not."""
    queue_on_commit(tasks.send_reset, email)


def send_reset(email: str) -> int:
    """Send the link to the open accounts with this address. Return how many."""
    sent = 0
    for user in _accounts(email):
        if not user.has_access or _often_enough(user.email):
            continue
        context = {
            "user": user,
            "uid": urlsafe_base64_encode(force_bytes(user.pk)),
            "token": default_token_generator.make_token(user),
            # The configured address of the site: a request's header must not choose where the link leads.
            "site_url": settings.SITE_URL,
        }
        queue_mail(
            to=user.email,
            subject=render_to_string("account/reset_subject.txt", context).strip(),
            body=render_to_string("account/reset_email.txt", context),
            confidential=True,
            about=ABOUT,
        )
        sent += 1
    return sent


def _accounts(email: str) -> list[User]:
    """Also of those who have no password yet because they sign in through their organisation."""
    without = User.objects.filter(email=email.strip().lower(), is_active=True)
    found = list(PasswordResetForm().get_users(email))
    return found + [user for user in without if not user.has_usable_password() and linked(user)]


def _often_enough(email: str) -> bool:
    mails, now = Mail.objects.filter(to=email, about=ABOUT), timezone.now()
    return any(mails.filter(created_at__gt=now - span).count() >= most for span, most in MOST_IN)
